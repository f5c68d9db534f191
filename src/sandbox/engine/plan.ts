/** Plans: what an account may do and have. All limits of the service are asked here. */
import { planOptions, type PlanOption } from '../../contract/core/plan-options.ts'
import { planLimits, type PlanLimit, type PlanState } from '../store/entities.ts'
import { overPlan, refuse, type Service } from './handler.ts'

/** Everything on, nothing limited. */
export const fullPlan = (): PlanState => ({
  options: Object.fromEntries(planOptions.map((option) => [option, true])) as Record<PlanOption, boolean>,
  limits: Object.fromEntries(planLimits.map((limit) => [limit, null])) as Record<PlanLimit, number | null>,
})

export type PlanChange = Readonly<Record<string, unknown>>

/** Applies `sheets: false` (or `options.sheets`) and `limits.quizzes: 3`; returns what is wrong with them. */
export function changePlan(plan: PlanState, change: PlanChange): string[] {
  const problems: string[] = []
  for (const [given, value] of Object.entries(change)) {
    const key = given.replace(/^options\./, '')
    const limit = key.startsWith('limits.') ? (key.slice('limits.'.length) as PlanLimit) : undefined
    if (limit !== undefined && planLimits.includes(limit)) {
      if (value === null || (Number.isSafeInteger(value) && Number(value) >= 0)) plan.limits[limit] = value as number | null
      else problems.push(`${key} must be a whole number, or null for unlimited`)
    } else if (planOptions.includes(key as PlanOption)) {
      if (typeof value === 'boolean') plan.options[key as PlanOption] = value
      else problems.push(`${key} must be true or false`)
    } else
      problems.push(`unknown plan key "${key}"; there are ${[...planOptions, ...planLimits.map((name) => `limits.${name}`)].join(', ')}`)
  }
  return problems
}

/** Surveys that count against the plan: all that aren't in the trash. */
export const countQuizzes = ({ store }: Service, workspaceId: number): number =>
  store.count('select count(*) from quiz where workspace_id = ? and deleted_at is null', workspaceId)

/** Refuses unless `more` surveys fit into the plan. */
export function needRoomForQuizzes(service: Service, workspaceId: number, more: number): void {
  const { quizzes } = service.plan(workspaceId).limits
  if (quizzes !== null && countQuizzes(service, workspaceId) + more > quizzes) overPlan()
}

/** Refuses when today's surveys are used up; those deleted since count too. */
export function needRoomToday(service: Service, workspaceId: number): void {
  const { quizzes_per_day: limit } = service.plan(workspaceId).limits
  if (limit === null) return
  const midnight = `${service.now().toISOString().slice(0, 10)}T00:00:00.000Z`
  const made = service.store.count('select count(*) from quiz where workspace_id = ? and created_at >= ?', workspaceId, midnight)
  if (made >= limit) overPlan('quiz_limit_today')
}

/** Refuses a file that is too large for the plan, or for what is left of the disk. */
export function needDisk(service: Service, workspaceId: number, bytes: number): void {
  const { disk_bytes: disk, file_size_bytes: size } = service.plan(workspaceId).limits
  if (size !== null && bytes > size) overPlan('disk_limit_reached')
  if (disk !== null && service.files.usedBytes(workspaceId) + bytes > disk) overPlan('disk_limit_reached')
}

/** Complete answers of this calendar month, which the plan's answers are counted by. */
export function answersThisMonth({ store, now }: Service, workspaceId: number): number {
  const start = `${now().toISOString().slice(0, 7)}-01T00:00:00.000Z`
  return store.count(
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

export const hasRoomForAnswer = (service: Service, workspaceId: number): boolean => roomForAnswers(service, workspaceId) > 0

/** The refusal of a missing option: 403 `blocked_by_tariff`, or what the operation's row says. */
export function refuseOption({ status, code }: { status: number; code: string } = { status: 403, code: 'blocked_by_tariff' }): never {
  return refuse(status, code, { blocked_by_tariff: true })
}
