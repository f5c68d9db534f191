/** Sends the steps of one survey in order, and reads it again before a request that replaces everything. */
import { join } from 'node:path'
import type { AnyOperation } from '../../contract/core/operation.ts'
import { managedBy } from '../../model/document/codec.ts'
import { isLocal, localFile, withAddresses } from '../../model/document/media.ts'
import type { Content } from '../../model/document/shape.ts'
import { keepSecret } from '../../text/secrets.ts'
import { secretOf } from '../files/secrets.ts'
import { observe, type Observed } from '../plan/observe.ts'
import type { Planned } from '../plan/plan-survey.ts'
import { sendStep, type Step, type StepContext, type View } from '../sections/section.ts'
import { digestOf, type State } from '../state/state.ts'
import { isOfDraft, sendingDraft } from '../plan/unpublished.ts'
import { viewQuiz } from '../../contract/surveys/quiz.ts'
import { CommandError, isUnclear } from '../../errors.ts'
import { unknownId } from './folders.ts'
import { upload, type Addresses } from './upload.ts'
import { save, type OnStep, type There, type Work } from './work.ts'

/** How far the steps came. */
export interface Sent {
  state: State
  done: Step[]
  /** From the one on before which the survey was found changed by somebody else. */
  left: Step[]
  made: MadeIds
  addresses: Addresses
}

/** Ids of what earlier steps made, by section and key. */
export type MadeIds = Record<string, Record<string, number>>

export async function sendSteps(work: Work, there: There, steps: Step[], track: OnStep): Promise<Sent> {
  const { service, project, once } = work
  const { key, comparison, observed } = there
  const sent: Sent = { state: there.state, done: [], left: [], made: {}, addresses: new Map() }
  const { done, addresses } = sent
  const remember = (media: State['media']): void =>
    void (sent.state = save(work, there, { ...sent.state, media: { ...sent.state.media, ...media } }))
  for (const step of steps) {
    const progress = { theirs: comparison.theirs, merged: withAddresses(comparison.merged, addresses), done }
    const view = step.operation.locks ? await viewAsPlanned(work, progress, sent.state.quiz_id) : undefined
    if (step.operation.locks && !view) return { ...sent, left: steps.slice(done.length) }
    const known = contextOf(work, sent.state.quiz_id, step, { observed, made: sent.made, addresses, view })
    if (step.upload) await upload({ service, root: project.root, once, key, addresses, remember }, step, step.upload, known)
    else if (isOfDraft(step.section) && !done.some(({ section }) => isOfDraft(section))) await sendFirst(work, there, sent, step, known)
    else await send(work, step, known)
    done.push(step)
    track(step)
  }
  return sent
}

/** The first step that changes the draft: should this process end now, the next one knows whose draft it is. */
async function sendFirst(work: Work, there: There, sent: Sent, step: Step, known: RecordingContext): Promise<void> {
  const before = sent.state
  sent.state = save(work, there, sendingDraft(before, there.observed))
  try {
    await send(work, step, known)
  } catch (error) {
    if (error instanceof CommandError && !isUnclear(error)) save(work, there, before)
    throw error
  }
}

/** Under a dry run: what would be sent, as far as it is known before. */
export async function showSteps(work: Work, planned: Planned, steps: readonly Step[]): Promise<number> {
  const id = planned.state?.quiz_id ?? unknownId
  const made: MadeIds = {}
  for (const step of steps) await send(work, step, contextOf(work, id, step, { observed: planned.observed, made, addresses: new Map() }))
  return id
}

interface Lookups {
  observed: Observed | undefined
  made: MadeIds
  addresses: Addresses
  /** As it was read directly before. */
  view?: View | undefined
}

const contextOf = (
  { service, folders, project }: Work,
  id: number,
  { section }: Step,
  { observed, made, addresses, view }: Lookups,
): RecordingContext => ({
  id,
  folderId: folders.idOf,
  idOf: (key) => made[section]?.[key] ?? observed?.ids[section]?.[key] ?? unknownId,
  fileAt: (path) => join(project.root, path),
  // A dry run uploads nothing, and shows the file in place of an address.
  addressOf: (address) => addresses.get(address) ?? (service.dryRun && isLocal(address) ? `{${localFile(address)?.path}}` : address),
  keep: (key, its) => void (made[section] = { ...made[section], [key]: its }),
  view,
})

interface RecordingContext extends StepContext {
  view: View | undefined
  keep: (key: string, id: number) => void
}

async function send({ service }: Work, step: Step, known: RecordingContext): Promise<void> {
  const { operation, input, secrets: needs = [], makes, isDone } = step
  if (!service.dryRun && (await isDone?.(service, known))) return
  for (const { env } of needs) keepSecret(secretOf(env))
  const replaced = known.view && replacedBy(operation, input(known), known.view)
  const answer = await sendStep(service, step, known, { ...(replaced && { replaced }) })
  const id = makes?.id(answer)
  if (makes && id !== undefined) known.keep(makes.key, id)
}

/** What a step replaces, as the survey shows it: what is read back by its own read is told by that. */
function replacedBy({ replaces }: AnyOperation, sent: Readonly<Record<string, unknown>>, view: View): Record<string, unknown> | undefined {
  const shown = replaces && replaces !== 'unread' && replaces.by === viewQuiz ? replaces.shows(view as never, sent) : undefined
  return shown && Object.fromEntries(Object.entries(shown).filter(([name]) => Object.hasOwn(sent, name)))
}

interface Progress {
  theirs: Content
  merged: Content
  done: readonly Step[]
}

/** Where the service still has what the plan was made from, and what was sent since; otherwise somebody else has changed it. */
export async function viewAsPlanned(
  { service, environment }: Pick<Work, 'service' | 'environment'>,
  { theirs, merged, done }: Progress,
  id: number,
): Promise<View | undefined> {
  const now = await observe(service, id, environment)
  if (!now) return undefined
  const sent = new Set(done.map(({ section }) => section))
  const seen = Object.keys(theirs).filter((name) => now.content[name] !== undefined)
  const expected: Content = Object.fromEntries(seen.map((name) => [name, sent.has(name) ? merged[name] : theirs[name]]))
  return digestOf(managedBy(expected, now.content)) === digestOf(expected) ? now.view : undefined
}
