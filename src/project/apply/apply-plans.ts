/** Applies the plans of all surveys: what can be refused is refused before the first write; then survey by survey. */
import { publishQuiz, viewQuiz } from '../../contract/surveys/quiz.ts'
import { CommandError, isUnclear } from '../../errors.ts'
import { inParallel } from '../../system/in-parallel.ts'
import { poll } from '../../system/poll.ts'
import { folderOf, statePath } from '../files/layout.ts'
import { whyUnwritable } from '../files/write-within.ts'
import { statesOf } from '../opened.ts'
import { readResend, type MakeOptions, type Plans } from '../plan/make-plans.ts'
import { lockOf, type SurveyPlan } from '../plan/plan-data.ts'
import { isCreation, planOf, planSurvey, type Planned } from '../plan/plan-survey.ts'
import { isChosen, type PublishChoice } from '../plan/publications.ts'
import { unpublishedOf } from '../plan/unpublished.ts'
import { isAfterPublication, type Step } from '../sections/section.ts'
import type { State } from '../state/state.ts'
import { applySurvey, type Applied } from './apply-survey.ts'
import { stopsCreations } from './create.ts'
import { Folders } from './folders.ts'
import { refuseLimits, uploadsOf } from './limits.ts'
import type { Once } from './once.ts'
import type { Outcome } from './outcome.ts'
import { publishSurvey, type Versions } from './publish.ts'
import type { OnStep, Work } from './work.ts'

export interface ApplyOptions extends MakeOptions {
  publish: PublishChoice
  /** Of the surveys to publish. */
  versions: Versions
  /** Milliseconds to wait for the end of a campaign that locks a survey. */
  wait: number
}

/** The outcome of each survey, in the order of the plan. */
export async function applyPlans(plans: Plans, options: ApplyOptions, once: Once): Promise<Outcome[]> {
  const { opened, account } = plans
  const { service, project, environment } = opened
  const creations = plans.planned.filter(({ status }) => status === 'create')
  await refuseLimits(service, account, { creations: creations.length, uploads: uploadsOf(plans.planned) })
  const folders = new Folders(plans.folders)
  for (const name of folders.missing(plans.planned)) await folders.create(service, account.workspace_id, name, environment, once)
  // Reading them all takes more than a second for 500 surveys.
  const known = creations.length > 0 ? statesOf(opened) : []
  const taken = new Set(known.flatMap(([, state]) => (state ? [state.quiz_id] : [])))
  const work: Work = { service, project, environment, account, folders, taken, once }
  const outcomes = new Map<string, Outcome>()
  const stopped: Stopped = {}
  const one = async (planned: Planned): Promise<void> => void outcomes.set(planned.key, await applyOne(work, planned, options, stopped))
  // One at a time, so that after an interruption at most one survey was created without being recorded.
  for (const planned of creations) await one(planned)
  const others = plans.planned.filter(({ status }) => status !== 'create')
  await inParallel(others, surveysAtOnce, one, () => service.signal.aborted)
  return plans.data.surveys.map((survey) => outcomes.get(survey.key) ?? untouched(survey))
}

const surveysAtOnce = 4

/** Set once the service refuses to make any more. */
interface Stopped {
  creations?: CommandError
}

/** What is sent but can't be recorded in the state would later look like somebody else's change. */
export function refuseUnwritable({ opened: { project, environment }, planned }: Plans): void {
  if (planned.length === 0) return
  const written = planned.filter(({ steps }) => steps.length > 0).map(({ key }) => folderOf(key))
  const why = whyUnwritable(project.root, [statePath(environment.name), ...written])
  if (!why) return
  throw new CommandError('refused', ['Nothing was sent', why.message], {
    ...why.facts,
    hint: "An apply records its result in the project's files: make them writable for the user who runs it",
  })
}

/** The outcome of a survey that needed nothing, or was not reached. */
const untouched = ({ key, quiz_id, status, unpublished, refused }: SurveyPlan): Outcome => {
  const idle = { key, quiz_id, done: [], left: [], unpublished }
  if (refused.length > 0) return { ...idle, status: 'failed', error: new CommandError('refused', refused.join('; ')) }
  const isIdle = status === 'in_step' || status === 'unreadable'
  return isIdle ? { ...idle, status } : { key, quiz_id: null, status: 'failed', done: [], left: [], unpublished: null }
}

async function applyOne(work: Work, planned: Planned, options: ApplyOptions, stopped: Stopped): Promise<Outcome> {
  const done: Step[] = []
  const facts = (): Pick<Outcome, 'key' | 'quiz_id' | 'done' | 'left'> => ({
    key: planned.key,
    quiz_id: planned.state?.quiz_id ?? null,
    done: done.map(nameOf),
    left: planned.steps.filter((step) => !done.some((one) => isSame(one, step))).map(nameOf),
  })
  if (stopped.creations && planned.status === 'create') return { ...facts(), status: 'failed', unpublished: null, error: stopped.creations }
  try {
    const isToPublish = (one: Planned): boolean => isChosen(options.publish, { key: one.key, unpublished: unpublishedOf(one) ?? null })
    const isLocked = planned.status === 'locked' || (isToPublish(planned) && planned.observed?.view.editing_lock?.locked === true)
    const ready = isLocked ? await unlocked(work, planned, options) : planned
    if (!ready) return { ...facts(), status: 'locked', lock: lockOf(planned.observed?.view), unpublished: null }
    const track = (step: Step): void => void done.push(step)
    const { applied, published } = isToPublish(ready)
      ? await appliedAndPublished(work, ready, options.versions, track)
      : { applied: await applySurvey(work, ready, track), published: false }
    return {
      ...facts(),
      quiz_id: applied.state.quiz_id,
      status: published ? 'published' : applied.status,
      left: applied.left.map(nameOf),
      unpublished: published ? null : (unpublishedOf({ ...ready, state: applied.state, observed: applied.found, steps: [] }) ?? null),
      ...(applied.unverified.length > 0 && { unverified: applied.unverified }),
      ...(applied.remarks.length > 0 && { remarks: applied.remarks }),
    }
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    if (stopsCreations(error)) stopped.creations = error
    const { kind, facts: why } = error
    const status = kind === 'locked' ? 'locked' : why.code === 'stale' ? 'stale' : isUnclear(error) ? 'unknown' : 'failed'
    return { ...facts(), status, unpublished: null, error }
  }
}

const nameOf = (step: Step): string => (isCreation(step) ? 'create' : (step.upload?.path ?? step.section))

const isSame = (a: Step, b: Step): boolean => a.operation === b.operation && a.section === b.section && a.upload?.path === b.upload?.path

/** Steps, publication, and what comes after it. */
async function appliedAndPublished(
  work: Work,
  planned: Planned,
  versions: Versions,
  track: OnStep,
): Promise<{ applied: Applied; published: boolean }> {
  const first = await applySurvey(work, planned, track, (step) => !isAfterPublication(step))
  const state = await publishApplied(work, planned, first, versions)
  const published = state !== undefined
  if (!work.service.dryRun && !first.found && first.status === 'applied') return { applied: { ...first, status: 'unread' }, published }
  if (work.service.dryRun) return { applied: await applySurvey(work, planned, track, isAfterPublication), published }
  if (!first.found || !['in_step', 'applied'].includes(first.status)) return { applied: first, published }
  const reached = state ?? first.state
  const rest = planOf(planned.ours, reached, first.found)
  if (!rest.steps.some(isAfterPublication)) return { applied: { ...first, state: reached }, published }
  const applied = await applySurvey(work, rest, track, isAfterPublication)
  return { applied: { ...applied, remarks: first.remarks }, published }
}

/** `undefined`: nothing was published. */
async function publishApplied(work: Work, { key }: Planned, applied: Applied, versions: Versions): Promise<State | undefined> {
  const { state, found, status, done } = applied
  if (work.service.dryRun) return void (await work.service.call(publishQuiz, { id: state.quiz_id }))
  if (!found || status === 'stale' || status === 'unverified') return undefined
  return publishSurvey(work, { key, state, found, isOfPlan: done.length === 0, versions })
}

const [firstLook, longestPause] = [10_000, 60_000]

/** The survey, planned anew once no campaign locks it; `undefined`: it stays locked. */
async function unlocked(work: Work, { ours, state }: Planned, { wait, ...options }: ApplyOptions): Promise<Planned | undefined> {
  if (wait === 0 || !state) return undefined
  const { service, environment } = work
  service.note(`Survey ${state.quiz_id} (${ours.key}) is locked by a campaign. Waiting for its end.`)
  const until = Date.now() + wait
  const look = async (): Promise<true | undefined> =>
    (await service.call(viewQuiz, { id: state.quiz_id })).editing_lock?.locked ? undefined : true
  const every = Math.min(firstLook, Math.max(wait / 10, 100))
  if (!(await poll(service, look, { every: Math.min(every, longestPause), until }))) return undefined
  const planned = await planSurvey(service, environment, ours, state, {
    exact: options.exact === true,
    resend: readResend(options.resend),
  })
  return planned.status === 'locked' || planned.status === 'conflict' || planned.status === 'gone' ? undefined : planned
}
