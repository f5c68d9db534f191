/** Rules of an audit about what belongs to the account, and about deliveries. */
import { verifyStorage } from '../../contract/account/storage.ts'
import { useSmtp } from '../../contract/integrations/smtp.ts'
import { isObject } from '../../text/is-object.ts'
import { counted } from '../../text/counted.ts'
import { commandLine } from '../../text/to-copy.ts'
import { day, time, type Run } from './rule.ts'

const isAlmostUsed = (left: unknown, limit: unknown): boolean => typeof left === 'number' && typeof limit === 'number' && left < limit / 10

/** An address that isn't there is mended before anything is sent again. */
const commandOf = (next: string | null): string => (next ?? 'integration triage').replace(/^surveyctl /, '')

/** A role is sent whole: what it has now goes into the file first. */
const editRole = (id: number): string => {
  const filter = `.[] | select(.id == ${id}) | {permissions, folder_permissions}`
  return `${commandLine`role list --jq ${filter}`} > role.yaml # edit it, then: surveyctl ${commandLine`role set ${id} --file role.yaml`}`
}

export const ownRules = {
  async *'plan-ending'(facts) {
    const { tariff = {} } = await facts.tariff()
    if (typeof tariff.days_left === 'number' && tariff.days_left <= 14)
      yield { message: `The plan ends in ${counted(tariff.days_left, 'day')}`, fix: 'tariff view' }
  },
  async *'answers-forecast'(facts) {
    const answers = (await facts.tariff()).limits?.answers
    if (typeof answers?.left !== 'number') return
    // None came in of late, perhaps for this very reason.
    if (answers.left <= 0) return yield { message: 'No answer of the plan is left: respondents find a closed page', fix: 'tariff view' }
    const week = await facts.answersSince(facts.now - 7 * day, answers.incomplete_counted === true)
    const days = week === 0 ? Infinity : Math.floor(answers.left / (week / 7))
    const reset = daysTo(Number(answers.resets_on_day ?? 1), facts.now)
    if (days >= reset) return
    const when = new Date(facts.now + days * day).toISOString().slice(0, 10)
    yield {
      message: `${counted(answers.left, 'answer')} are left, and ${week} came in the last 7 days: used up on about ${when}`,
      fix: 'tariff view',
    }
  },
  async *'deliveries-stuck'(facts) {
    for (const { survey, name, channel, state, failed, cause, next } of await facts.triage())
      if (state === 'failing')
        yield {
          survey,
          name,
          path: channel,
          message: `${channel}: ${counted(failed, 'delivery', 'deliveries')} failed (${cause})`,
          fix: commandOf(next),
        }
  },
  async *'access-revoked'(facts) {
    for (const { survey, name, channel, state, cause, next } of await facts.triage())
      if (state === 'revoked') yield { survey, name, path: channel, message: `${channel}: ${cause}`, fix: commandOf(next) }
  },
  async *'promo-dry'(facts) {
    const [anySurvey] = await facts.rows()
    for (const { id, name, codes_count = 0, used_count, quizzes_count = 0 } of await facts.promo())
      if (quizzes_count > 0 && typeof used_count === 'number' && codes_count - used_count <= 0)
        yield {
          path: String(id),
          message: `List ${id} "${name}" is attached to ${counted(quizzes_count, 'survey')}, and has no code left`,
          fix: commandLine`promo import ${anySurvey?.id ?? 0} FILE --list ${id}`,
        }
  },
  async *'storage-bad'(facts) {
    const { length } = (await facts.hiddenFiles()).items
    if (length > 0)
      yield {
        message: `${counted(length, 'file')} of respondents ${length === 1 ? 'is' : 'are'} hidden by the plan`,
        fix: 'storage hidden-files',
      }
  },
  async *'domain-broken'(facts) {
    const { domain_type, certificate_state, allowed_by_tariff } = await facts.domain()
    if (!domain_type || domain_type === 'default') return
    const allowed = isObject(allowed_by_tariff) ? allowed_by_tariff[domain_type.replace('other_', '')] : undefined
    if (allowed === false)
      yield { message: `Surveys open under a ${domain_type}, which the plan no longer has`, fix: 'domain type default' }
    else if (certificate_state && certificate_state !== 'success')
      yield { message: `The certificate of the address is in state "${String(certificate_state)}"`, fix: 'domain view' }
  },
  async *'plan-surveys'(facts) {
    const { left, limit } = (await facts.tariff()).limits?.quizzes ?? {}
    if (isAlmostUsed(left, limit))
      yield { message: `The plan has room for ${counted(Number(left), 'more survey')} of ${String(limit)}`, fix: 'tariff view' }
  },
  async *'plan-disk'(facts) {
    const { free_bytes, limit_bytes } = (await facts.tariff()).limits?.disk ?? {}
    if (isAlmostUsed(free_bytes, limit_bytes)) yield { message: 'Less than a tenth of the disk is free', fix: 'storage usage' }
  },
  async *'plan-members'(facts) {
    const { limits } = await facts.tariff()
    const members = isObject(limits) && isObject(limits.members) ? limits.members : {}
    if (members.can_add_more === false)
      yield { message: `The plan has no room for another participant (${String(members.used)} there are)`, fix: 'tariff view' }
  },
  async *'role-broad'(facts) {
    for (const { id, name, permissions } of await facts.roles()) {
      const rights = isObject(permissions) ? permissions : {}
      const all = Object.values(rights).length > 0 && Object.values(rights).every((may) => may === 'allowed')
      if (all || rights.edit_quiz === 'allowed')
        yield {
          path: String(id),
          message: `Role "${String(name)}" ${all ? 'has every right' : "may edit everybody's surveys"}`,
          fix: editRole(Number(id)),
        }
    }
  },
  async *'folder-permission-dangling'(facts) {
    const folders = new Set((await facts.allRows()).map(({ folder }) => folder?.id))
    for (const { id, name, folder_permissions } of await facts.roles())
      for (const { folder_id } of Array.isArray(folder_permissions) ? folder_permissions.filter(isObject) : [])
        if (!folders.has(Number(folder_id)))
          yield {
            path: `${String(id)} ${String(folder_id)}`,
            message: `Role "${String(name)}" has rights in folder ${String(folder_id)}, which holds no survey`,
            fix: editRole(Number(id)),
          }
  },
  async *'scheduler-stale'(facts) {
    const ahead = (await facts.bookings()).items.filter(
      ({ start_utc, status, type }) => type !== 'block' && time(start_utc) > facts.now && status !== 'cancelled',
    )
    for (const { id, name, is_active, max_advance } of await facts.schedulers()) {
      const own = ahead.filter(({ scheduler_id }) => scheduler_id === id)
      const isOver = isObject(max_advance) && max_advance.type === 'range' && time(max_advance.to) + day < facts.now
      if ((is_active === false || isOver) && own.length > 0)
        yield {
          path: String(id),
          message: `Scheduler "${String(name)}" ${is_active === false ? 'is switched off' : 'takes no more bookings'}, and has ${counted(own.length, 'booking')} ahead`,
          fix: 'booking list',
        }
    }
  },
  async *'booking-pending'(facts) {
    for (const { id, status, type, created_at } of (await facts.bookings()).items)
      if (type !== 'block' && status === 'pending' && time(created_at) < facts.now - 3 * day)
        yield {
          path: String(id),
          message: `Booking ${id} has waited for an answer since ${String(created_at).slice(0, 10)}`,
          fix: commandLine`booking edit ${Number(id)} --status confirmed`,
        }
  },
  async *'favorite-orphan'(facts) {
    const ids = new Set((await facts.allRows()).map(({ id }) => id))
    for (const { favorite_question_id: id, name, source_quiz_id } of await facts.favorites())
      if (typeof source_quiz_id === 'number' && !ids.has(source_quiz_id))
        yield {
          path: String(id),
          message: `Favourite "${String(name)}" comes from survey ${source_quiz_id}, which is gone`,
          fix: commandLine`favorite remove ${Number(id)}`,
        }
  },
  async *'promo-orphan'(facts) {
    for (const { id, name, quizzes_count } of await facts.promo())
      if (quizzes_count === 0)
        yield {
          path: String(id),
          message: `List ${id} "${name}" is attached to no survey`,
          fix: commandLine`promo attach SURVEY --list ${id}`,
        }
  },
} satisfies Record<string, Run>

/** Until the day of the month on which answers are counted anew. */
function daysTo(dayOfMonth: number, now: number): number {
  const at = new Date(now)
  const next = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + (at.getUTCDate() >= dayOfMonth ? 1 : 0), dayOfMonth))
  return Math.ceil((next.getTime() - now) / day)
}

/** Only with `--probe`: requests that do more than read. */
export const probes: Readonly<Record<'smtp-down' | 'storage-bad', Run>> = {
  async *'smtp-down'({ service, workspace }) {
    const { connected } = await service.call(useSmtp, { workspace_id: workspace, action: 'show' })
    if (connected === false) return
    const { connection_ok } = await service.call(useSmtp, { workspace_id: workspace, action: 'test' })
    if (connection_ok === false) yield { message: "The account's own mail service does not answer", fix: 'smtp logs' }
  },
  async *'storage-bad'(facts) {
    if ((await facts.storage()).connected !== true) return
    const { storage_ok, message } = await facts.service.call(verifyStorage, { workspace_id: facts.workspace })
    if (!storage_ok) yield { path: 'verify', message: `The account's own storage does not work: ${String(message)}`, fix: 'storage verify' }
  },
}
