import { changeCounter, counterServices, viewCounter } from '../../../contract/integrations/counter.ts'
import { isObject, type DocumentProblem } from '../../../model/document/shape.ts'
import { canonical } from '../../../model/document/tree.ts'
import { isOneOf } from '../../../text/is-one-of.ts'
import { readNamed, switchProblems, unlessLacking } from './connections.ts'
import { bodyProblems, mapped, problemsOfEach, unknownFields, type Reading, type Section, type SectionStep, type Step } from '../section.ts'

type CounterService = (typeof counterServices)[number]
/** As it is compared; a file has null for one that is not connected. */
interface Counter {
  connected: boolean
  counter?: string
  is_active?: boolean
  version?: unknown
  is_session_replay?: unknown
}
/** By service. */
type Counters = Readonly<Record<string, Counter>>

const none: Counter = { connected: false }
const saved = ['counter', 'version', 'is_session_replay'] as const

/** Counters and pixels; only the services that a file names are managed. */
export const counters: Section<Counters, Readonly<Record<string, object | null>>> = {
  uses: [viewCounter, changeCounter],
  mustBeRead: true,
  read: (reading) => readNamed(reading, counterServices, (service) => unlessLacking(reading, () => readCounter(reading, service))),
  problems: problemsOfEach(problemsOf),
  resolve: (value) => ({
    value: mapped(value, (facts): Counter => (facts === null ? none : { connected: true, is_active: false, ...facts })),
  }),
  toFile: (value) => mapped(value, ({ connected, ...facts }) => (connected ? facts : null)),
  isDefault: (value) => Object.values(value).every(({ connected }) => !connected),
  onFirstPull: (value) => Object.fromEntries(Object.entries(value).filter(([, { connected }]) => connected)),
  losses: async (_service, _id, { now, next }) =>
    Object.entries(now ?? {}).flatMap(([service, { connected }]) =>
      connected && next[service]?.connected === false ? [`counters.${service} is removed`] : [],
    ),
  steps: ({ now, next }) => Object.entries(next).flatMap(([service, counter]) => stepsOf(service, now?.[service], counter)),
}

async function readCounter({ service, id, ours, base }: Reading<Counters>, name: CounterService): Promise<Counter> {
  const { counter, is_active = false, version, is_session_replay } = await service.call(viewCounter, { id, service: name })
  if (typeof counter !== 'string') return none
  const [mine, before] = [ours?.[name], base?.[name]]
  // Saved by a run that was cut off, before it was switched on.
  const wasCutOff = before?.connected === false && mine?.counter === counter && mine.is_active === true && !is_active
  return {
    connected: true,
    counter,
    ...(!wasCutOff && { is_active }),
    ...(version !== undefined && { version }),
    ...(is_session_replay !== undefined && { is_session_replay }),
  }
}

function stepsOf(service: string, now: Counter = none, next: Counter): SectionStep[] {
  const step = (stage: Step['stage'], fields: object): SectionStep => ({
    stage,
    operation: changeCounter,
    input: ({ id }) => ({ id, service, ...fields }),
  })
  if (!next.connected) return now.connected ? [step('off', { action: 'delete' })] : []
  const changed = saved.filter((name) => next[name] !== undefined && canonical(next[name]) !== canonical(now[name]))
  const save = changed.length > 0 || !now.connected ? [step('connections', { action: 'save', ...pick(next) })] : []
  const active = next.is_active ?? false
  if ((now.is_active ?? !active) === active || (!now.connected && !active)) return save
  return [...save, step(active ? 'on' : 'off', { action: active ? 'activate' : 'deactivate' })]
}

const pick = (counter: Counter): object =>
  Object.fromEntries(saved.filter((name) => counter[name] !== undefined).map((name) => [name, counter[name]]))

function problemsOf(service: string, facts: unknown): DocumentProblem[] {
  if (!isOneOf(counterServices, service))
    return [{ path: [service], message: `is not a counter service; there are ${counterServices.join(', ')}` }]
  if (facts === null) return []
  if (!isObject(facts)) return [{ path: [service], message: 'must be an object with counter, or null for none' }]
  const { is_active: _, ...fields } = facts
  return [
    ...unknownFields(facts, [...saved, 'is_active'], [service]),
    ...bodyProblems(changeCounter, { service, action: 'save', ...fields }, [service]),
    ...switchProblems(facts, [service]),
  ]
}
