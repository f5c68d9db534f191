/** `project apply`: all that can be refused is refused before the first write; then survey by survey. */
import { inParallel } from '../../cli/bulk/parallel.ts'
import type { Context } from '../../cli/context.ts'
import { counted } from '../../text/counted.ts'
import { CommandError, isUnclear, usageError } from '../../errors.ts'
import { agreed, refuseUnseen } from './consent.ts'
import { readPlan, refuseStale } from './saved-plan.ts'
import { applySurvey, type Applied, type OnStep, type Work } from '../../project/apply.ts'
import { folderOf, statePath } from '../../project/layout.ts'
import { whyUnwritable } from '../../project/write-within.ts'
import { Folders } from '../../project/folders.ts'
import { isCreation, planOf, planSurvey, type Planned } from '../../project/plan.ts'
import { writeState, type State } from '../../project/state.ts'
import { isAfterPublication, type Step } from '../../project/sections/section.ts'
import { poll } from '../../cli/poll.ts'
import { publishQuiz, viewQuiz } from '../../contract/quiz.ts'
import { journaled } from './journaled.ts'
import { openHere, statesOf } from './open.ts'
import type { SurveyPlan } from './plan-data.ts'
import { makePlans, readResend, refuseBlocked, type MakeOptions, type Plans } from './plans.ts'
import { mustPublish, publishSurvey } from './publish.ts'
import { concludeApply, type Outcome } from './outcome.ts'
import { refuseLimits, uploadsOf } from './limits.ts'

export interface ApplyOptions extends MakeOptions {
  env?: string | undefined
  publish?: boolean
  allowLoss?: boolean
  /** A file that `project plan --out` wrote. */
  plan?: string | undefined
  /** Milliseconds. */
  wait: number
}

export async function applyProject(given: Context, keys: readonly string[], options: ApplyOptions): Promise<void> {
  if (options.plan !== undefined && (keys.length > 0 || options.exact || options.resend !== undefined))
    throw usageError('--plan has its surveys, its --exact and its --resend in it')
  const saved = options.plan === undefined ? undefined : await readPlan(options.plan)
  if (saved && options.env !== undefined && options.env !== saved.environment)
    throw usageError(`The plan is of environment ${saved.environment}`)
  const opened = openHere(given, { env: saved?.environment ?? options.env, writes: true })
  const { context, environment } = opened
  if (environment.read_only && !context.flags.dryRun)
    throw new CommandError('forbidden', `Environment ${environment.name} is read-only`, { hint: 'It is set so in surveyctl.yaml' })
  if (!saved && !context.flags.dryRun) refuseUnseen(opened, { '--allow-loss': options.allowLoss, '--exact': options.exact })
  const all = { ...options, exact: saved?.exact ?? options.exact === true, resend: saved ? saved.resend : options.resend }
  const work = async (once: OnceOf): Promise<void> => {
    // Also what is only to be published.
    const held = { waiting: options.publish === true }
    const plans = await makePlans(opened, saved?.keys ?? keys, all, { held, digests: saved !== undefined })
    if (saved) refuseStale(saved, plans)
    return applyPlans(context, plans, all, once)
  }
  return context.flags.dryRun ? work((_, { send }) => send()) : journaled(opened, work)
}

type OnceOf = Work['once']

async function applyPlans(context: Context, plans: Plans, options: ApplyOptions, once: OnceOf): Promise<void> {
  refuseBlocked(plans, options)
  if (!context.flags.dryRun) refuseUnwritable(plans)
  await confirmApply(context, plans)
  const { opened, account } = plans
  const { project, environment } = opened
  const creations = plans.held.filter(({ status }) => status === 'create')
  await refuseLimits(context, account, { creations: creations.length, uploads: uploadsOf(plans.held) })
  const { folders, missing } = await Folders.of(context, environment, plans.held, plans.folders)
  for (const name of missing) await folders.create(context, account.workspace_id, name, environment, once)
  // Reading them all takes more than a second for 500 surveys.
  const known = creations.length > 0 ? statesOf(opened) : []
  const taken = new Set(known.flatMap(([, state]) => (state ? [state.quiz_id] : [])))
  const work: Work = { context, project, environment, account, folders, taken, once }
  const outcomes = new Map<string, Outcome>()
  const stopped: { creations?: CommandError } = {}
  const one = async (planned: Planned): Promise<void> => {
    outcomes.set(planned.key, await applyOne(work, planned, options, stopped))
  }
  // One at a time, so that after an interruption at most one survey was created without being recorded.
  for (const planned of creations) await one(planned)
  const others = plans.held.filter(({ status }) => status !== 'create')
  await inParallel(others, surveysAtOnce, one, () => context.signal.aborted)
  // What can't be sent is an error of a dry run as well.
  for (const { error } of outcomes.values()) if (context.flags.dryRun && error) throw error
  if (!context.flags.dryRun)
    await concludeApply(
      context,
      plans.data.surveys.map((survey) => outcomes.get(survey.key) ?? untouched(survey)),
      options,
    )
}

/** What is sent but can't be recorded in the state would later look like somebody else's change. */
function refuseUnwritable({ opened: { project, environment }, held }: Plans): void {
  if (held.length === 0) return
  const written = held.filter(({ steps }) => steps.length > 0).map(({ key }) => folderOf(key))
  const why = whyUnwritable(project.root, [statePath(environment.name), ...written])
  if (!why) return
  throw new CommandError('refused', ['Nothing was sent', why.message], {
    ...why.facts,
    hint: 'What is applied is remembered in the files of the project: make them writable for whoever applies',
  })
}

async function confirmApply(context: Context, { opened, held }: Plans): Promise<void> {
  const count = held.filter(({ steps, status }) => steps.length > 0 && status !== 'locked').length
  if (count > 0) await agreed(opened, context, `Apply ${counted(count, 'survey')} to ${opened.environment.name}?`)
}

const surveysAtOnce = 4

/** The outcome of a survey that needed nothing, or was not reached. */
const untouched = ({ key, quiz_id, status, waits }: SurveyPlan): Outcome => {
  const isIdle = status === 'in_step' || status === 'unreadable'
  return { key, quiz_id: isIdle ? quiz_id : null, status: isIdle ? status : 'failed', done: [], left: [], waits: isIdle && waits }
}

async function applyOne(work: Work, planned: Planned, options: ApplyOptions, stopped: { creations?: CommandError }): Promise<Outcome> {
  const done: Step[] = []
  const facts = (): Pick<Outcome, 'key' | 'quiz_id' | 'done' | 'left'> => ({
    key: planned.key,
    quiz_id: planned.state?.quiz_id ?? null,
    done: done.map(nameOf),
    left: planned.steps.filter((step) => !done.some((one) => isSame(one, step))).map(nameOf),
  })
  if (stopped.creations && planned.status === 'create') return { ...facts(), status: 'failed', waits: false, error: stopped.creations }
  try {
    const ready = planned.status === 'locked' ? await unlocked(work, planned, options) : planned
    if (!ready) return { ...facts(), status: 'locked', waits: false }
    const track = (step: Step): void => void done.push(step)
    const { applied, published } = options.publish
      ? await appliedAndPublished(work, ready, track)
      : { applied: await applySurvey(work, ready, track), published: false }
    return {
      ...facts(),
      quiz_id: applied.state.quiz_id,
      status: published ? 'published' : applied.status,
      left: applied.left.map(nameOf),
      waits: !published && applied.found !== undefined && mustPublish(applied),
      ...(applied.unverified.length > 0 && { unverified: applied.unverified }),
      ...(applied.remarks.length > 0 && { remarks: applied.remarks }),
    }
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    if (stopsCreations(error)) stopped.creations = error
    const status = error.kind === 'locked' ? 'locked' : isUnclear(error) ? 'unknown' : 'failed'
    return { ...facts(), status, waits: false, error }
  }
}

const nameOf = (step: Step): string => (isCreation(step) ? 'create' : (step.upload?.path ?? step.section))

const isSame = (a: Step, b: Step): boolean => a.operation === b.operation && a.section === b.section && a.upload?.path === b.upload?.path

const stopsCreations = ({ facts }: CommandError): boolean => facts.code === 'blocked_by_tariff' || facts.code === 'quiz_limit_today'

/** Steps, publication, and what comes after it. */
async function appliedAndPublished(work: Work, planned: Planned, track: OnStep): Promise<{ applied: Applied; published: boolean }> {
  const first = await applySurvey(work, planned, track, (step) => !isAfterPublication(step))
  const state = await publishApplied(work, planned, first)
  const published = state !== undefined
  if (work.context.flags.dryRun) return { applied: await applySurvey(work, planned, track, isAfterPublication), published }
  if (!first.found || !['in_step', 'applied'].includes(first.status)) return { applied: first, published }
  const reached = state ?? first.state
  const rest = planOf(planned.ours, reached, first.found)
  if (!rest.steps.some(isAfterPublication)) return { applied: { ...first, state: reached }, published }
  const applied = await applySurvey(work, rest, track, isAfterPublication)
  return { applied: { ...applied, remarks: first.remarks }, published }
}

/** `undefined`: nothing was published. */
async function publishApplied(work: Work, { key, status, observed, steps }: Planned, applied: Applied): Promise<State | undefined> {
  if (work.context.flags.dryRun) {
    if (status === 'create' || mustPublish({ ...applied, found: observed, done: steps }))
      await work.context.call(publishQuiz, { id: applied.state.quiz_id })
    return undefined
  }
  if (applied.status === 'stale' || applied.status === 'unverified' || !mustPublish(applied)) return undefined
  return publishSurvey(work.context, { ...applied, key }, work.once, (state) => writeState(work.project, work.environment.name, key, state))
}

const [firstLook, longestPause] = [10_000, 60_000]

/** The survey, planned anew once no campaign locks it; `undefined`: it stays locked. */
async function unlocked(work: Work, { ours, state }: Planned, { wait, ...options }: ApplyOptions): Promise<Planned | undefined> {
  if (wait === 0 || !state) return undefined
  const { context, environment } = work
  context.note(`Survey ${state.quiz_id} (${ours.key}) is locked by a campaign. Waiting for its end.`)
  const until = Date.now() + wait
  const look = async (): Promise<true | undefined> =>
    (await context.call(viewQuiz, { id: state.quiz_id })).editing_lock?.locked ? undefined : true
  const every = Math.min(firstLook, Math.max(wait / 10, 100))
  if (!(await poll(context, look, { every: Math.min(every, longestPause), until }))) return undefined
  const planned = await planSurvey(context, environment, ours, state, {
    exact: options.exact === true,
    resend: readResend(options.resend),
  })
  return planned.status === 'locked' || planned.status === 'conflict' || planned.status === 'gone' ? undefined : planned
}
