/** What files and service would take to come together, survey by survey. Only reads. */
import { inParallel } from '../../cli/bulk/parallel.ts'
import type { Context } from '../../cli/context.ts'
import { CommandError, usageError } from '../../errors.ts'
import { concernsOf } from '../../model/document/index.ts'
import { wasRevision } from '../../project/history.ts'
import { planSurvey, type Planned, type PlanOptions, type WasOurs } from '../../project/plan.ts'
import { readOnce } from '../../project/sections/section.ts'
import { secretOf } from '../../project/secrets.ts'
import type { Account, State } from '../../project/state.ts'
import { countImpacts, type Impact } from '../draft/loss.ts'
import { accountOf, atOnce, readSurveys, refuseForeignStates, waitAsTold, type Opened, type Survey } from './open.ts'
import { planData, variablesOf, type PlanData, type SurveyPlan } from './plan-data.ts'

export interface Plans {
  opened: Opened
  account: Account
  surveys: Survey[]
  plans: Planned[]
  impacts: Map<string, Impact[]>
  /** Errors that the rules find in what would be sent. */
  mistakes: Map<string, string[]>
}

export interface MakeOptions extends PlanOptions {
  /** Whether the rules judge what would be sent. */
  check?: boolean
  patience?: string | undefined
}

/** Everything is read, nothing is sent. */
export async function makePlans(opened: Opened, keys: readonly string[], { patience, ...options }: MakeOptions): Promise<Plans> {
  const surveys = readSurveys(opened, keys)
  const { context } = opened
  const account = await accountOf(opened)
  refuseForeignStates(opened, account)
  await waitAsTold(opened, patience)
  const plans = new Map<string, Planned>()
  const run = readOnce()
  const impacts = new Map<string, Impact[]>()
  await inParallel(surveys, atOnce, async ({ key, ours, state }) => {
    const planned = await planSurvey(context, opened.environment, ours, state, { ...options, run, wasOurs: earlier(opened, key, state) })
    plans.set(key, planned)
    impacts.set(key, await impactOf(context, planned))
  })
  const all = surveys.map(({ key }) => plans.get(key)!)
  const mistakes = options.check === false ? new Map<string, string[]>() : await mistakesOf(opened, all)
  return { opened, account, surveys, plans: all, impacts, mistakes }
}

async function mistakesOf({ project }: Opened, plans: readonly Planned[]): Promise<Map<string, string[]>> {
  const sent = plans.filter(({ steps }) => steps.length > 0)
  if (sent.length === 0) return new Map()
  const { errorsOf } = await import('./check.ts')
  return new Map(sent.map(({ key, ours }) => [key, errorsOf(project, ours)]))
}

/** Where nobody keeps the state, the history of the files tells what was applied. */
export const earlier =
  ({ project, environment }: Opened, key: string, state: State | undefined): WasOurs =>
  (theirs) =>
    wasRevision(project, { key, environment, state }, theirs)

/** What the change does to answers that are there: losses, and other meanings. */
async function impactOf(context: Context, { observed, comparison, status }: Planned): Promise<Impact[]> {
  if (!observed || observed.view.answer_count === 0 || (status !== 'change' && status !== 'locked')) return []
  const after = { ...observed.content, ...comparison.merged }
  const grave = concernsOf(observed.content, after).filter(({ class: kind }) => kind !== 'note')
  return (await countImpacts(context, observed.id, grave)).filter(({ answers }) => answers !== 0)
}

export const dataOf = ({ opened, account, plans, impacts, mistakes }: Plans): PlanData =>
  planData(
    opened.environment.name,
    account,
    plans.map((planned) => ({ planned, impact: impacts.get(planned.key) ?? [], mistakes: mistakes.get(planned.key) ?? [] })),
  )

/** All that keeps an apply from beginning, at once. */
export function refuseBlocked(plans: Plans, { allowLoss = false }: { allowLoss?: boolean }): void {
  const { surveys } = dataOf(plans)
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
    ...notCreatable(plans, key),
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

function hintOf({ mistakes }: Plans, { risks, losses }: { risks: boolean; losses: boolean }): string {
  if (risks) return 'To continue although answers lose their question or meaning: --allow-loss'
  if (losses) return 'To continue all the same: --allow-loss'
  return [...mistakes.values()].some((list) => list.length > 0)
    ? 'What is known and accepted goes into check.yaml: suppress; to send it as it is: --no-check'
    : 'To see all of it: surveyctl project plan'
}

const notCreatable = ({ plans }: Plans, key: string): string[] =>
  plans.some((planned) => planned.key === key && planned.status === 'create' && planned.ours.content.folder === undefined)
    ? [`${key}: a new survey needs its folder: folder: NAME`]
    : []
