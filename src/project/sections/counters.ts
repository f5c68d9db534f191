import { check } from '../../contract/core/operation.ts'
import { changeCounter, counterServices, viewCounter } from '../../contract/counter.ts'
import { CommandError } from '../../errors.ts'
import { isObject, type DocumentProblem } from '../../model/document/shape.ts'
import { canonical } from '../../model/document/tree.ts'
import { isMap, type Reading, type Section, type Step } from './section.ts'

type Service = (typeof counterServices)[number]
/** `null` in a file: there is to be none. */
interface Counter {
  connected: boolean
  counter?: string
  is_active?: boolean
  version?: unknown
  is_session_replay?: unknown
}
type Counters = Partial<Record<Service, Counter>>
type Unnamed = Omit<Step, 'section'>

const none: Counter = { connected: false }
const saved = ['counter', 'version', 'is_session_replay'] as const

/** Counters and pixels; only the services that a file names are managed. */
export const counters: Section = {
  uses: [viewCounter, changeCounter],
  needsSight: true,
  read: async (reading) => {
    const wanted = counterServices.filter((service) => reading.ours === undefined || (reading.ours as Counters)[service] !== undefined)
    // What isn't asked for stays as it is remembered.
    const found: Counters = { ...(reading.base as Counters | undefined) }
    for (const service of wanted) {
      const counter = await readCounter(reading, service)
      if (counter) found[service] = counter
    }
    return { value: found }
  },
  problems: (value) => (isObject(value) ? Object.entries(value).flatMap(([service, facts]) => problemsOf(service, facts)) : isMap(value)),
  resolve: (value) => ({
    value: mapped(value as Record<string, object | null>, (facts) =>
      facts === null ? none : { connected: true, is_active: false, ...facts },
    ),
  }),
  spell: (value) => mapped(value as Record<string, Counter>, ({ connected, ...facts }) => (connected ? facts : null)),
  isUsual: (value) => Object.values(value as Counters).every(({ connected }) => !connected),
  first: (value) => Object.fromEntries(Object.entries(value as Counters).filter(([, { connected }]) => connected)),
  losses: async (_context, _id, { now, next }) =>
    Object.entries((now as Counters | undefined) ?? {}).flatMap(([service, { connected }]) =>
      connected && (next as Counters)[service as Service]?.connected === false ? [`counters.${service} is removed`] : [],
    ),
  steps: ({ now, next }) =>
    Object.entries(next as Counters).flatMap(([service, counter]) =>
      stepsOf(service, (now as Counters | undefined)?.[service as Service], counter),
    ),
}

const mapped = <T, R>(map: Readonly<Record<string, T>>, change: (value: T) => R): Record<string, R> =>
  Object.fromEntries(Object.entries(map).map(([key, value]) => [key, change(value)]))

/** A first pull leaves out what the plan doesn't have; a file that names it is told. */
async function readCounter({ context, id, ours, base }: Reading, service: Service): Promise<Counter | undefined> {
  try {
    const { counter, is_active = false, version, is_session_replay } = await context.call(viewCounter, { id, service })
    if (typeof counter !== 'string') return none
    const [mine, before] = [ours, base].map((side) => (side as Counters | undefined)?.[service])
    // Saved by a run that was cut off, before it was switched on.
    const isHalf = before?.connected === false && mine?.counter === counter && mine.is_active === true && !is_active
    return {
      connected: true,
      counter,
      ...(!isHalf && { is_active }),
      ...(version !== undefined && { version }),
      ...(is_session_replay !== undefined && { is_session_replay }),
    }
  } catch (error) {
    if (ours === undefined && error instanceof CommandError && error.kind === 'forbidden') return undefined
    throw error
  }
}

function stepsOf(service: string, now: Counter = none, next: Counter): Unnamed[] {
  const step = (stage: Step['stage'], fields: object): Unnamed => ({
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
  if (!counterServices.includes(service as Service))
    return [{ path: [service], message: `is no service; there are ${counterServices.join(', ')}` }]
  if (facts === null) return []
  if (!isObject(facts)) return [{ path: [service], message: 'must be an object with counter, or null for none' }]
  const { is_active, ...fields } = facts
  const unknown = Object.keys(fields).filter((name) => !saved.includes(name as (typeof saved)[number]))
  return [
    ...unknown.map((name) => ({ path: [service, name], message: `is not known; there are ${[...saved, 'is_active'].join(', ')}` })),
    ...check(changeCounter, { id: 1, service, action: 'save', ...fields }, ['body']).map(({ field, message }) => ({
      path: [service, field],
      message,
    })),
    ...(is_active === undefined || typeof is_active === 'boolean'
      ? []
      : [{ path: [service, 'is_active'], message: 'must be true or false' }]),
  ]
}
