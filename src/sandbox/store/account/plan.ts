/** Plans: which options an account has, and its limits. */
import { planOptions, type PlanOption } from '../../../contract/core/plan-options.ts'
import { isOneOf } from '../../../text/is-one-of.ts'
import { planLimits, type PlanLimit, type PlanState } from '../entities.ts'
import { overPlan, refuse } from '../refusal.ts'
import type { Service } from '../service.ts'

/** Everything on, nothing limited. (`Object.fromEntries` doesn't know that no name is left out.) */
export const fullPlan = (): PlanState => ({
  options: Object.fromEntries(planOptions.map((option) => [option, true])) as Record<PlanOption, boolean>,
  limits: Object.fromEntries(planLimits.map((limit) => [limit, null])) as Record<PlanLimit, number | null>,
})

export type PlanChange = Readonly<Record<string, unknown>>

/** Applies changes such as `sheets: false` (or `options.sheets`) and `limits.quizzes: 3` to the plan; returns the problems found. */
export function changePlan(plan: PlanState, change: PlanChange): string[] {
  const problems: string[] = []
  for (const [given, value] of Object.entries(change)) {
    const key = given.replace(/^options\./, '')
    const limit = key.startsWith('limits.') ? key.slice('limits.'.length) : undefined
    if (isOneOf(planLimits, limit)) {
      if (value === null || isCount(value)) plan.limits[limit] = value
      else problems.push(`${key} must be a whole number, or null for unlimited`)
    } else if (isOneOf(planOptions, key)) {
      if (typeof value === 'boolean') plan.options[key] = value
      else problems.push(`${key} must be true or false`)
    } else
      problems.push(`unknown plan key "${key}"; there are ${[...planOptions, ...planLimits.map((name) => `limits.${name}`)].join(', ')}`)
  }
  return problems
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0

/** Surveys that count against the plan: all outside the trash. */
export const countQuizzes = ({ store }: Service, workspaceId: number): number =>
  store.number('select count(*) from quiz where workspace_id = ? and deleted_at is null', workspaceId)

/** Refuses unless `more` surveys fit into the plan. */
export function needRoomForQuizzes(service: Service, workspaceId: number, more: number): void {
  const { quizzes } = service.plan(workspaceId).limits
  if (quizzes !== null && countQuizzes(service, workspaceId) + more > quizzes) overPlan()
}

/** Refuses when the daily limit of new surveys is reached; those deleted since count too. */
export function needRoomToday(service: Service, workspaceId: number): void {
  const { quizzes_per_day: limit } = service.plan(workspaceId).limits
  if (limit === null) return
  const midnight = `${service.now().toISOString().slice(0, 10)}T00:00:00.000Z`
  const made = service.store.number('select count(*) from quiz where workspace_id = ? and created_at >= ?', workspaceId, midnight)
  if (made >= limit) overPlan('quiz_limit_today')
}

/** Refuses a file that exceeds the plan's file size, or the disk space left. */
export function needDisk(service: Service, workspaceId: number, bytes: number): void {
  const { disk_bytes: disk, file_size_bytes: size } = service.plan(workspaceId).limits
  if (size !== null && bytes > size) overPlan('disk_limit_reached')
  if (disk !== null && service.files.usedBytes(workspaceId) + bytes > disk) overPlan('disk_limit_reached')
}

/** Answers completed in this calendar month (UTC): the plan limits these. */
export function answersThisMonth({ store, now }: Service, workspaceId: number): number {
  const start = `${now().toISOString().slice(0, 7)}-01T00:00:00.000Z`
  return store.number(
    'select count(*) from answer join quiz on quiz.id = answer.quiz_id where quiz.workspace_id = ? and answer.is_complete = 1 and answer.date_end >= ?',
    workspaceId,
    start,
  )
}

/** How many more answers may be completed this month. */
export function roomForAnswers(service: Service, workspaceId: number): number {
  const { answers } = service.plan(workspaceId).limits
  return answers === null ? Infinity : Math.max(0, answers - answersThisMonth(service, workspaceId))
}

/** Refuses because of a missing option: 403 `blocked_by_tariff`, or as the operation's contract says. */
export function refuseOption({ status, code }: { status: number; code: string } = { status: 403, code: 'blocked_by_tariff' }): never {
  return refuse(status, code, { blocked_by_tariff: true })
}

/** Checks a plan option where the contract's `plan` can't express it. */
export function needOption(service: Service, workspaceId: number, option: PlanOption): void {
  if (!service.plan(workspaceId).options[option]) overPlan()
}

/** What is left of a plan limit; `Infinity` when unlimited. */
export const leftOf = (service: Service, workspaceId: number, limit: PlanLimit, used: number): number =>
  (service.plan(workspaceId).limits[limit] ?? Infinity) - used
