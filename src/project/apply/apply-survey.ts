/**
 * Applies one survey: makes it where it isn't there yet, sends its steps, and verifies the result. The remembered state is then
 * updated with what was read.
 */
import { CommandError } from '../../errors.ts'
import { managedBy } from '../../model/document/codec.ts'
import { withAddresses } from '../../model/document/media.ts'
import type { Content } from '../../model/document/shape.ts'
import { canonical, sameValue } from '../../model/document/tree.ts'
import { asHelp, type Service } from '../../service.ts'
import { toCopy } from '../../text/to-copy.ts'
import { formatIds } from '../files/ids.ts'
import { idsPath } from '../files/layout.ts'
import { writeWithin } from '../files/write-within.ts'
import { changedSections, nextBase } from '../plan/compare.ts'
import { observe, type LocalSurvey, type Observed } from '../plan/observe.ts'
import { isCreation, planOf, type Planned } from '../plan/plan-survey.ts'
import type { Step } from '../sections/section.ts'
import { withBase, withIds, type State } from '../state/state.ts'
import { isOfDraft, savedDraft } from '../plan/unpublished.ts'
import { createSurvey } from './create.ts'
import { sendSteps, showSteps, type MadeIds, type Sent } from './send-steps.ts'
import { save, type OnStep, type There, type Work } from './work.ts'

export interface Applied {
  state: State
  found: Observed | undefined
  status: 'in_step' | 'unreadable' | 'applied' | 'stale' | 'unverified' | 'unread'
  done: Step[]
  left: Step[]
  /** Sections that the service doesn't have as they were sent. */
  unverified: string[]
  /** What only a person can do. */
  remarks: string[]
}

const nothingSent = { done: [], left: [], unverified: [] }

/** `which`: the steps to send this time. */
export async function applySurvey(
  work: Work,
  planned: Planned,
  track: OnStep,
  which: (step: Step) => boolean = () => true,
): Promise<Applied> {
  if (work.service.dryRun) return dryApplied(work, planned, planned.steps.filter(which))
  if (planned.steps.length > 0) writeWithin(work.project.root, idsPath(planned.key), formatIds(planned.ours.idMap))
  const there = await ensureCreated(work, planned, track)
  const { remarks } = there.comparison
  const steps = there.steps.filter(which)
  if (steps.length === 0) {
    const next = stateInStep(there)
    const state = next ? save(work, there, next) : there.state
    const status = planned.status === 'unreadable' ? 'unreadable' : 'in_step'
    return { ...nothingSent, state, found: there.observed, status, remarks }
  }
  const sent = await sendSteps(work, there, steps, track)
  const { state, done, left } = sent
  if (left.length > 0) return { state, found: undefined, status: 'stale', done, left, unverified: [], remarks }
  const later = new Set(there.steps.filter((step) => !which(step)).map(({ section }) => section))
  return { ...(await verify(work, there, sent, later)), done, left, remarks }
}

async function dryApplied(work: Work, planned: Planned, steps: Step[]): Promise<Applied> {
  const quiz_id = await showSteps(work, planned, steps)
  const status = steps.length > 0 ? 'applied' : 'in_step'
  return { ...nothingSent, state: planned.state ?? { ...work.account, quiz_id }, found: undefined, status, left: steps, remarks: [] }
}

/** Makes the survey where it isn't there yet, and plans anew what it takes then. */
async function ensureCreated(work: Work, planned: Planned, track: OnStep): Promise<There> {
  const made = (quiz_id: number): State => ({ ...work.account, quiz_id, fresh: true })
  const state = planned.state ?? made(await create(work, planned, (id) => save(work, planned, made(id))))
  if (!planned.state) for (const step of planned.steps.filter(isCreation)) track(step)
  const observed = planned.observed ?? (await observeAgain(work.service, work, planned, state.quiz_id)) ?? throwDeleted(state.quiz_id)
  const plan = planned.state ? planned : planOf(planned.ours, state, observed)
  // For a survey that has just been made, names could not be looked up before.
  if (!planned.state && plan.comparison.refused.length > 0)
    throw new CommandError('refused', plan.comparison.refused.join('; '), {
      hint: 'Nothing of it was sent yet. To continue: the same command',
    })
  if (!state.fresh) return { ...plan, observed, state }
  const { fresh: _, ...known } = state
  return { ...plan, observed, state: save(work, planned, { ...known, base: observed.content, ...withIds(known, observed.ids) }) }
}

const create = ({ service, folders, taken, once }: Work, { key, ours }: Planned, keep: (id: number) => void): Promise<number> =>
  createSurvey(
    service,
    {
      key,
      folder_id: folders.idOf(String(ours.content.folder)),
      taken,
      keep,
      hint: toCopy`Look at them, and link the right one: surveyctl project adopt ${key} SURVEY`,
    },
    once,
  )

/** Reads what was sent, and remembers what was found. `later`: sections of which something is still to be sent. */
async function verify(
  work: Work,
  there: There,
  { state, done, made, addresses }: Sent,
  later: ReadonlySet<string>,
): Promise<Pick<Applied, 'state' | 'found' | 'status' | 'unverified'>> {
  const { ours, comparison, observed } = there
  const sections = new Set(done.map(({ section }) => section))
  const [merged, wanted] = [withAddresses(comparison.merged, addresses), withAddresses(comparison.ours, addresses)]
  const now = Object.fromEntries([...sections].map((name) => [name, merged[name]]))
  const base = { ...state.base, ...now }
  const ids = { ...state.ids, ...idsOf(observed, made) }
  const what = `${there.key} was sent. Whether the service has it so`
  const read = await asHelp(work.service, what, async (call) => ({
    found: await observeAgain({ ...work.service, call }, work, there, state.quiz_id, { base, ids }),
  }))
  if (!read) return { state: save(work, there, withBase(state, base, ids)), found: undefined, status: 'applied', unverified: [] }
  const found = read.found ?? throwDeleted(state.quiz_id)
  const expected = managedBy(found.content, merged)
  const unverified = changedSections(managedBy(expected, found.content), expected).filter((name) => !later.has(name))
  const unread = Object.fromEntries(comparison.sentUnread.map((name) => [name, ours.content[name]]))
  const known = withBase(state, { ...nextBase(merged, wanted, managed(found, there), sections), ...unread }, found.ids)
  const withDraft = done.some(({ section }) => isOfDraft(section)) ? savedDraft(known, there, found) : known
  return { state: save(work, there, withDraft), found, status: unverified.length > 0 ? 'unverified' : 'applied', unverified }
}

const idsOf = ({ ids }: Observed, made: MadeIds): NonNullable<State['ids']> => ({
  ...ids,
  ...Object.fromEntries(Object.entries(made).map(([section, own]) => [section, { ...ids[section], ...own }])),
})

/** `state`: what reading falls back on for values that the service never shows. */
const observeAgain = (
  service: Service,
  { environment }: Work,
  { key, ours }: Planned,
  id: number,
  state?: LocalSurvey['state'],
): Promise<Observed | undefined> => observe(service, id, environment, { key, ours, state })

function throwDeleted(id: number): never {
  throw new CommandError('not_found', `Survey ${id} was deleted meanwhile`, {
    hint: toCopy`To bring it back: surveyctl quiz restore ${id}`,
  })
}

/** The state where files and service are alike: its base is what both have. `undefined` where they differ. */
const stateInStep = ({ comparison, ours, state, observed }: Planned): State | undefined =>
  state && observed && comparison.entries.length === 0 ? withBase(state, managed(observed, { ours, state }), observed.ids) : undefined

/** What the files don't have stays as it is remembered: a change of it is somebody else's, whatever is sent from here. */
const managed = ({ content }: Observed, { ours, state }: Pick<Planned, 'ours' | 'state'>): Content =>
  Object.fromEntries(Object.entries(content).filter(([name]) => ours.content[name] !== undefined || state?.base?.[name] === undefined))

/** Whether an apply has anything to do for it, if only to update the state. */
export function hasWork(planned: Planned): boolean {
  if (planned.steps.length > 0 || !['in_step', 'unreadable'].includes(planned.status) || planned.state?.fresh) return true
  const next = stateInStep(planned)
  return next !== undefined && !sameValue(next, planned.state) && canonical(next) !== canonical(planned.state)
}
