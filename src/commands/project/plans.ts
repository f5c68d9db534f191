/** What files and service would take to come together, survey by survey. Only reads. */
import { inParallel } from '../../cli/bulk/parallel.ts'
import type { Context } from '../../cli/context.ts'
import { CommandError, usageError } from '../../errors.ts'
import { concernsOf } from '../../model/document/index.ts'
import { isSection, sectionNames } from '../../model/document/sections.ts'
import { hasWork } from '../../project/apply.ts'
import { wasApplied } from '../../project/history.ts'
import type { NewSurvey } from '../../project/orphans.ts'
import { planSurvey, type Planned, type PlanOptions, type WasApplied } from '../../project/plan.ts'
import { cachedReads, type Cached, type View } from '../../project/sections/section.ts'
import { secretOf } from '../../project/secrets.ts'
import type { Account, State } from '../../project/state.ts'
import { inTurn } from '../../system/timers.ts'
import { countImpacts, type Impact } from '../draft/loss.ts'
import { digestsOf, type Digests } from './digests.ts'
import { tellAlreadyThere, wantedOf } from './already-there.ts'
import { accountOf, atOnce, refuseForeignStates, waitAsTold, type Opened } from './open.ts'
import { look, remember, remembered, type Needs, type Remembered } from './remembered.ts'
import { findSurveys, type Found } from './surveys.ts'
import { planData, surveyPlan, variablesOf, type PlanData, type SurveyPlan } from './plan-data.ts'

export interface Plans {
  opened: Opened
  account: Account
  data: PlanData
  /** What each was planned on, where that was asked for. */
  digests: Readonly<Record<string, Digests>>
  /** Those that are wanted, in the order of their keys. */
  held: Planned[]
  /** Ids of folders, as far as surveys told them. */
  folders: ReadonlyMap<string, number>
  /** Whether the rules found errors in what would be sent. */
  mistaken: boolean
}

export interface MakeOptions extends Omit<PlanOptions, 'resend'> {
  /** Sections, with commas between them. */
  resend?: string | undefined
  /** Whether the rules judge what would be sent. */
  check?: boolean
  patience?: string | undefined
}

/** Everything is read, nothing is sent; survey by survey, since hundreds of them would fill the memory. */
export async function makePlans(
  opened: Opened,
  keys: readonly string[],
  { patience, resend: again, ...options }: MakeOptions,
  needs: Needs = {},
): Promise<Plans> {
  const resend = readResend(again)
  const surveys = await findSurveys(opened, keys)
  const account = await accountOf(opened)
  refuseForeignStates(opened, account)
  await waitAsTold(opened, patience)
  const made = new Map<string, Made>()
  const folders = new Map<string, number>()
  const run = cachedReads()
  const turn = inTurn()
  await inParallel(surveys, atOnce, async (found) => {
    const one = await makeOne(opened, found, { ...options, resend, run, turn }, needs)
    const { id, name } = one.folder ?? {}
    if (id !== undefined && name && !folders.has(name)) folders.set(name, id)
    made.set(found.key, one)
  })
  const all = surveys.flatMap(({ key }) => made.get(key) ?? [])
  refuseReadable(resend, all)
  await tellAlreadyThere(opened, all)
  return {
    opened,
    account,
    data: planData(
      opened.environment.name,
      account,
      all.map(({ data }) => data),
    ),
    digests: Object.fromEntries(all.flatMap(({ data, digests: own }) => (own ? [[data.key, own]] : []))),
    held: all.flatMap(({ planned }) => planned ?? []),
    folders,
    mistaken: all.some(({ mistaken }) => mistaken === true),
  }
}

interface Made extends Remembered {
  folder?: View['folder'] | undefined
  /** To be made. */
  wanted?: NewSurvey
  mistaken?: boolean
  planned?: Planned
}

interface OneOptions extends Omit<MakeOptions, 'patience' | 'resend'> {
  resend: readonly string[]
  run: Cached
  /** Waits until a comparison may begin. */
  turn: () => Promise<void>
}

async function makeOne(opened: Opened, found: Found, { run, turn, check, ...options }: OneOptions, needs: Needs): Promise<Made> {
  const { context, environment, cache } = opened
  const { key } = found
  const { seen, survey, mark } = await look(opened, found, run)
  const folder = seen?.observed?.view.folder
  const isUsual = !options.exact && options.resend.length === 0
  const before = isUsual ? remembered(found.cached, mark, needs) : undefined
  if (before) return { ...before, folder }
  await turn()
  const { ours, state } = survey ?? (await found.load())
  const isThat = state?.quiz_id === found.cached.facts.place?.quiz_id
  const planned = await planSurvey(context, environment, ours, state, {
    ...options,
    wasOurs: earlier(opened, key, state),
    seen: isThat ? seen : undefined,
  })
  const mistakes = check === false ? [] : await mistakesOf(opened, planned)
  const data = surveyPlan(planned, await impactOf(context, planned), mistakes)
  const isIdle = needs.held && !hasWork(planned)
  const made: Remembered = { data, ...(needs.digests && { digests: digestsOf(planned) }), ...(isIdle && { isIdle }) }
  if (isUsual && isThat && mark !== undefined) remember(cache, found.cached, planned, { mark, ...made })
  return {
    ...made,
    folder,
    mistaken: mistakes.length > 0,
    ...(planned.status === 'create' && {
      wanted: wantedOf(ours),
    }),
    ...(needs.held && (!isIdle || (needs.held.waiting && data.waits)) && { planned }),
  }
}

export function readResend(given: string | undefined): string[] {
  const names = (given ?? '').split(',').filter((name) => name !== '')
  const unknown = names.filter((name) => !isSection(name))
  if (unknown.length > 0) throw usageError(`--resend ${unknown.join(',')} is no section`, `There are ${sectionNames.join(', ')}`)
  return names
}

/** What can be read is compared, and sent where it differs. */
function refuseReadable(resend: readonly string[], all: readonly Made[]): void {
  const readable = resend.filter((name) => !all.some(({ data }) => data.blind.some(({ section }) => section === name)))
  if (readable.length === 0) return
  throw usageError(
    `--resend ${readable.join(',')}: no survey has it as a section that cannot be read here`,
    'What can be read is sent where it differs: surveyctl project plan',
  )
}

async function mistakesOf({ project }: Opened, { steps, ours }: Planned): Promise<string[]> {
  return steps.length > 0 ? (await import('./check.ts')).errorsOf(project, ours) : []
}

/** Where nobody keeps the state, the history of the files tells what was applied. */
export const earlier =
  ({ project, environment }: Opened, key: string, state: State | undefined): WasApplied =>
  (theirs) =>
    wasApplied(project, { key, environment, state }, theirs)

/** What the change does to answers that are there: losses, and other meanings. */
async function impactOf(context: Context, { observed, comparison, status }: Planned): Promise<Impact[]> {
  if (!observed || observed.view.answer_count === 0 || (status !== 'change' && status !== 'locked')) return []
  const after = { ...observed.content, ...comparison.merged }
  const grave = concernsOf(observed.content, after).filter(({ class: kind }) => kind !== 'note')
  return (await countImpacts(context, observed.id, grave)).filter(({ answers }) => answers !== 0)
}

/** All that keeps an apply from beginning, at once. */
export function refuseBlocked(plans: Plans, { allowLoss = false }: { allowLoss?: boolean }): void {
  const { surveys } = plans.data
  refuseUnset(surveys)
  const lines = surveys.flatMap(({ key, quiz_id, status, changes, clashes, refused, impact, losses }) => [
    ...changes.flatMap(({ side, path }) =>
      side === 'conflict' && status === 'conflict' ? [`${key}: ${path} was changed here and on the service`] : [],
    ),
    ...(status === 'conflict' ? clashes.map((line) => `${key}: ${line}`) : []),
    ...(status === 'gone' ? [`${key}: the service has no survey ${quiz_id} any more`] : []),
    ...refused.map((line) => `${key}: ${line}`),
    ...(allowLoss ? [] : impact.map(({ title, what, answers }) => `${key}: "${title}": ${what}, ${answers} answers hold it`)),
    ...(allowLoss ? [] : losses.map((line) => `${key}: ${line}`)),
  ])
  if (lines.length === 0) return
  const risks = surveys.some(({ impact }) => impact.length > 0) && !allowLoss
  const losses = surveys.some((survey) => survey.losses.length > 0) && !allowLoss
  throw new CommandError('refused', ['Nothing was sent', ...lines], {
    code: surveys.some(({ status }) => status === 'conflict') ? 'conflict' : risks ? 'answers_at_risk' : losses ? 'loss' : 'refused',
    hint: hintOf(plans, { risks, losses }),
    details: { surveys: surveys.filter(({ key }) => lines.some((line) => line.startsWith(`${key}:`))) },
  })
}

/** All that has to be sent is at hand before the first request. */
function refuseUnset(surveys: readonly SurveyPlan[]): void {
  const unset = surveys.flatMap((survey) =>
    variablesOf(survey).flatMap((name) => (secretOf(name) === undefined ? [`${survey.key}: ${name} is not set`] : [])),
  )
  if (unset.length > 0) throw usageError(['Nothing was sent', ...unset], 'Set these environment variables to what is to be sent')
}

function hintOf({ mistaken }: Plans, { risks, losses }: { risks: boolean; losses: boolean }): string {
  if (risks) return 'To continue although answers lose their question or meaning: --allow-loss'
  if (losses) return 'To continue all the same: --allow-loss'
  return mistaken
    ? 'What is known and accepted goes into check.yaml: suppress; to send it as it is: --no-check'
    : 'To see all of it: surveyctl project plan'
}
