/**
 * Applies one survey: sends its steps in order, reads the survey again before a request that replaces everything, and verifies
 * the result. The remembered state is then updated with what was read.
 */
import { join } from 'node:path'
import type { Context } from '../cli/context.ts'
import type { Input } from '../contract/core/operation.ts'
import type { AnyOperation } from '../contract/core/operation.ts'
import { CommandError } from '../errors.ts'
import { keepSecret } from '../text/secrets.ts'
import { managedBy } from '../model/document/codec.ts'
import { isLocal, localFile } from '../model/document/media.ts'
import type { Content } from '../model/document/shape.ts'
import { canonical, sameValue } from '../model/document/tree.ts'
import { changedSections, nextBase } from './compare.ts'
import type { Environment } from './config.ts'
import { createSurvey, type KnownIds } from './create.ts'
import { unknownId, type Folders } from './folders.ts'
import { formatIds } from './ids.ts'
import { idsPath } from './layout.ts'
import { observe, type LocalSurvey, type Observed } from './observe.ts'
import type { Once } from './once.ts'
import { isCreation, planOf, type Planned } from './plan.ts'
import type { Project } from './project.ts'
import { writeWithin } from './write-within.ts'
import { secretOf } from './secrets.ts'
import { digestOf, withBase, withIds, writeState, type Account, type State } from './state.ts'
import { withAddresses } from './media-addresses.ts'
import type { StepContext, Step } from './sections/section.ts'
import { upload, type Addresses } from './upload.ts'
import { toCopy } from '../text/to-copy.ts'

export interface Work {
  context: Context
  project: Project
  environment: Environment
  account: Account
  folders: Folders
  taken: KnownIds
  once: Once
}

export interface Applied {
  state: State
  found: Observed | undefined
  status: 'in_step' | 'unreadable' | 'applied' | 'stale' | 'unverified'
  done: Step[]
  left: Step[]
  /** Sections that the service doesn't have as they were sent. */
  unverified: string[]
  /** What only a person can do. */
  remarks: string[]
}

/** Called after each step, so that an interrupted apply can say how far it came. */
export type OnStep = (step: Step) => void

/** `which`: the steps to send this time. */
export async function applySurvey(work: Work, planned: Planned, track: OnStep, which: StepFilter = () => true): Promise<Applied> {
  const remarks: string[] = []
  return { ...(await applyChanges(work, planned, { track, remarks, which })), remarks }
}

type StepFilter = (step: Step) => boolean

interface ApplyOptions {
  track: OnStep
  remarks: string[]
  which: StepFilter
}

async function applyChanges(work: Work, planned: Planned, { track, remarks, which }: ApplyOptions): Promise<Omit<Applied, 'remarks'>> {
  const { context, project, environment, account } = work
  if (context.flags.dryRun) return showSteps(work, planned, which)
  const { key, ours } = planned
  if (planned.steps.length > 0) writeWithin(project.root, idsPath(key), formatIds(ours.book))
  let { observed } = planned
  const made = (quiz_id: number): State => ({ ...account, quiz_id, fresh: true })
  const keep = (next: State): State => {
    writeState(project, environment.name, key, next)
    return next
  }
  let state = planned.state ?? made(await create(work, planned, (id) => keep(made(id))))
  if (!planned.state) for (const step of planned.steps.filter(isCreation)) track(step)
  observed ??= await observeAfter(work, planned, state.quiz_id, undefined)
  const { comparison, steps: all } = planned.state ? planned : planOf(ours, state, observed)
  const steps = all.filter(which)
  remarks.push(...comparison.remarks)
  // For a survey that has just been made, names could not be looked up before.
  if (!planned.state && comparison.refused.length > 0)
    throw new CommandError('refused', comparison.refused.join('; '), { hint: 'Nothing of it was sent yet. To continue: the same command' })
  if (state.fresh) state = keep({ ...withoutFresh(state), base: observed.content, ...withIds(state, observed.ids) })
  if (steps.length === 0) {
    const moved = settled({ comparison, state, observed })
    if (moved) state = keep(moved)
    return {
      state,
      found: observed,
      status: planned.status === 'unreadable' ? 'unreadable' : 'in_step',
      done: [],
      left: [],
      unverified: [],
    }
  }
  const done: Step[] = []
  const given: MadeIds = {}
  const addresses: Addresses = new Map()
  const remember = (media: State['media']): void => void (state = keep({ ...state, media: { ...state.media, ...media } }))
  for (const step of steps) {
    const progress = { theirs: comparison.theirs, merged: withAddresses(comparison.merged, addresses), done }
    if (step.operation.locks && !(await isAsPlanned(work, progress, state.quiz_id)))
      return { state, found: undefined, status: 'stale', done, left: steps.slice(done.length), unverified: [] }
    const known = contextOf(work, state.quiz_id, step, { observed, made: given, addresses })
    if (step.upload) await upload({ context, root: project.root, once: work.once, key, addresses, remember }, step, known)
    else await send(work, step, known)
    done.push(step)
    track(step)
  }
  const sections = new Set(steps.map(({ section }) => section))
  const [merged, wanted] = [withAddresses(comparison.merged, addresses), withAddresses(comparison.ours, addresses)]
  const now = Object.fromEntries([...sections].map((name) => [name, merged[name]]))
  const found = await observeAfter(work, planned, state.quiz_id, {
    base: { ...state.base, ...now },
    ids: { ...state.ids, ...idsOf(observed, given) },
  })
  const expected = managedBy(found.content, merged)
  const later = new Set(all.filter((step) => !which(step)).map(({ section }) => section))
  const unverified = changedSections(managedBy(expected, found.content), expected).filter((name) => !later.has(name))
  const sent = Object.fromEntries(comparison.sentUnread.map((name) => [name, ours.content[name]]))
  state = keep(withBase(state, { ...nextBase(merged, wanted, found.content, sections), ...sent }, found.ids))
  return { state, found, status: unverified.length > 0 ? 'unverified' : 'applied', done, left: [], unverified }
}

/** The state once nothing is left to send, with what the service has, and so have the files; `undefined` where they differ. */
const settled = ({ comparison, state, observed }: Pick<Planned, 'comparison' | 'state' | 'observed'>): State | undefined =>
  state && observed && comparison.entries.length === 0 ? withBase(state, observed.content, observed.ids) : undefined

/** Whether an apply has anything to do for it, if only to update the state. */
export function hasWork(planned: Planned): boolean {
  if (planned.steps.length > 0 || !['in_step', 'unreadable'].includes(planned.status) || planned.state?.fresh) return true
  const next = settled(planned)
  return next !== undefined && !sameValue(next, planned.state) && canonical(next) !== canonical(planned.state)
}

const withoutFresh = ({ fresh: _, ...state }: State): State => state

const create = ({ context, folders, taken, once }: Work, { key, ours }: Planned, keep: (id: number) => void): Promise<number> =>
  createSurvey(context, { key, folder_id: folders.idOf(String(ours.content.folder)), taken, keep }, once)

/** `state`: what reading falls back on for values that the service never shows. */
async function observeAfter(
  { context, environment }: Work,
  { key, ours }: Planned,
  id: number,
  state: LocalSurvey['state'],
): Promise<Observed> {
  const found = await observe(context, id, environment, (name) => ours.content[name] !== undefined, { key, ours, state })
  if (found) return found
  throw new CommandError('not_found', `Survey ${id} was deleted meanwhile`, {
    hint: toCopy`To bring it back: surveyctl quiz restore ${id}`,
  })
}

/** Ids of what earlier steps made, by section and key. */
type MadeIds = Record<string, Record<string, number>>

interface Lookups {
  observed: Observed | undefined
  made: MadeIds
  addresses: Addresses
}

const contextOf = (
  { context, folders, project }: Work,
  id: number,
  { section }: Step,
  { observed, made, addresses }: Lookups,
): RecordingContext => ({
  id,
  folderId: folders.idOf,
  idOf: (key) => made[section]?.[key] ?? observed?.ids[section]?.[key] ?? unknownId,
  fileAt: (path) => join(project.root, path),
  // A dry run uploads nothing, and shows the file in place of an address.
  addressOf: (address) => addresses.get(address) ?? (context.flags.dryRun && isLocal(address) ? `{${localFile(address)?.path}}` : address),
  keep: (key, its) => void (made[section] = { ...made[section], [key]: its }),
})

interface RecordingContext extends StepContext {
  keep: (key: string, id: number) => void
}

const idsOf = ({ ids }: Observed, made: MadeIds): NonNullable<State['ids']> => ({
  ...ids,
  ...Object.fromEntries(Object.entries(made).map(([section, own]) => [section, { ...ids[section], ...own }])),
})

async function send(
  { context }: Work,
  { operation, input, secrets: needs = [], makes, isDone }: Step,
  known: RecordingContext,
): Promise<void> {
  if (!context.flags.dryRun && (await isDone?.(context, known))) return
  for (const name of needs) keepSecret(secretOf(name))
  // Each step makes the input of its own operation.
  const answer = await context.call<AnyOperation>(operation, input(known) as Input<AnyOperation>)
  const id = makes?.id(answer)
  if (makes && id !== undefined) known.keep(makes.key, id)
}

interface Progress {
  theirs: Content
  merged: Content
  done: readonly Step[]
}

/** Whether the service still has what the plan was made from, and what was sent since; otherwise somebody else has changed it. */
async function isAsPlanned({ context, environment }: Work, { theirs, merged, done }: Progress, id: number): Promise<boolean> {
  const now = await observe(context, id, environment, () => false, { key: '' })
  if (!now) return false
  const sent = new Set(done.map(({ section }) => section))
  const seen = Object.keys(theirs).filter((name) => now.content[name] !== undefined)
  const expected: Content = Object.fromEntries(seen.map((name) => [name, sent.has(name) ? merged[name] : theirs[name]]))
  return digestOf(managedBy(expected, now.content)) === digestOf(expected)
}

async function showSteps(work: Work, planned: Planned, which: StepFilter): Promise<Omit<Applied, 'remarks'>> {
  const steps = planned.steps.filter(which)
  const id = planned.state?.quiz_id ?? unknownId
  const made: MadeIds = {}
  for (const step of steps) await send(work, step, contextOf(work, id, step, { observed: planned.observed, made, addresses: new Map() }))
  const state = planned.state ?? { ...work.account, quiz_id: id }
  return {
    state,
    found: undefined,
    status: steps.length > 0 ? 'applied' : 'in_step',
    done: [],
    left: steps,
    unverified: [],
  }
}
