/** Rules of an audit about what belongs to the account, and about deliveries. */
import { verifyStorage } from '../../contract/account/storage.ts'
import { useSmtp } from '../../contract/integrations/smtp.ts'
import { isObject } from '../../text/is-object.ts'
import { counted } from '../../text/counted.ts'
import { commandLine } from '../../text/to-copy.ts'
import { day, time, type Run } from './rule.ts'

const part = (left: unknown, limit: unknown): boolean => typeof left === 'number' && typeof limit === 'number' && left < limit / 10

/** An address that isn't there is mended before anything is sent again. */
const commandOf = (next: string | null): string => (next ?? 'integration triage').replace(/^surveyctl /, '')

/** A role is sent whole: what it has now goes into the file first. */
const editRole = (id: number): string => {
  const filter = `.[] | select(.id == ${id}) | {permissions, folder_permissions}`
  return `${commandLine`role list --jq ${filter}`} > role.yaml # edit it, then: surveyctl ${commandLine`role set ${id} --file role.yaml`}`
}

export const ownRules = {
  'plan-ending': async (facts) => {
    const { tariff = {} } = await facts.tariff()
    return typeof tariff.days_left === 'number' && tariff.days_left <= 14
      ? [{ message: `The plan ends in ${counted(tariff.days_left, 'day')}`, fix: 'tariff view' }]
      : []
  },
  'answers-forecast': async (facts) => {
    const answers = (await facts.tariff()).limits?.answers
    if (typeof answers?.left !== 'number') return []
    // None came in of late, perhaps for this very reason.
    if (answers.left <= 0) return [{ message: 'No answer of the plan is left: respondents find a closed page', fix: 'tariff view' }]
    const week = await facts.answersSince(facts.now - 7 * day, answers.incomplete_counted === true)
    const days = week === 0 ? Infinity : Math.floor(answers.left / (week / 7))
    const reset = daysTo(Number(answers.resets_on_day ?? 1), facts.now)
    if (days >= reset) return []
    const when = new Date(facts.now + days * day).toISOString().slice(0, 10)
    return [
      {
        message: `${counted(answers.left, 'answer')} are left, and ${week} came in the last 7 days: used up on about ${when}`,
        fix: 'tariff view',
      },
    ]
  },
  'deliveries-stuck': async (facts) =>
    (await facts.triage()).flatMap(({ survey, name, channel, state, failed, cause, next }) =>
      state === 'failing'
        ? [
            {
              survey,
              name,
              path: channel,
              message: `${channel}: ${counted(failed, 'delivery', 'deliveries')} failed (${cause})`,
              fix: commandOf(next),
            },
          ]
        : [],
    ),
  'access-revoked': async (facts) =>
    (await facts.triage()).flatMap(({ survey, name, channel, state, cause, next }) =>
      state === 'revoked' ? [{ survey, name, path: channel, message: `${channel}: ${cause}`, fix: commandOf(next) }] : [],
    ),
  'promo-dry': async (facts) => {
    const [any] = await facts.rows()
    return (await facts.promo()).flatMap(({ id, name, codes_count = 0, used_count, quizzes_count = 0 }) =>
      quizzes_count > 0 && typeof used_count === 'number' && codes_count - used_count <= 0
        ? [
            {
              path: String(id),
              message: `List ${id} "${name}" is attached to ${counted(quizzes_count, 'survey')}, and has no code left`,
              fix: commandLine`promo import ${any?.id ?? 0} FILE --list ${id}`,
            },
          ]
        : [],
    )
  },
  'storage-bad': async (facts) => {
    const { items } = await facts.hiddenFiles()
    return items.length > 0
      ? [
          {
            message: `${counted(items.length, 'file')} of respondents ${items.length === 1 ? 'is' : 'are'} hidden by the plan`,
            fix: 'storage hidden-files',
          },
        ]
      : []
  },
  'domain-broken': async (facts) => {
    const { domain_type, certificate_state, allowed_by_tariff } = await facts.domain()
    if (!domain_type || domain_type === 'default') return []
    const allowed = isObject(allowed_by_tariff) ? allowed_by_tariff[domain_type.replace('other_', '')] : undefined
    if (allowed === false)
      return [{ message: `Surveys open under a ${domain_type}, which the plan no longer has`, fix: 'domain type default' }]
    return certificate_state && certificate_state !== 'success'
      ? [{ message: `The certificate of the address is in state "${String(certificate_state)}"`, fix: 'domain view' }]
      : []
  },
  'plan-surveys': async (facts) => {
    const { left, limit } = (await facts.tariff()).limits?.quizzes ?? {}
    return part(left, limit)
      ? [{ message: `The plan has room for ${counted(Number(left), 'more survey')} of ${String(limit)}`, fix: 'tariff view' }]
      : []
  },
  'plan-disk': async (facts) => {
    const { free_bytes, limit_bytes } = (await facts.tariff()).limits?.disk ?? {}
    return part(free_bytes, limit_bytes) ? [{ message: 'Less than a tenth of the disk is free', fix: 'storage usage' }] : []
  },
  'plan-members': async (facts) => {
    const { limits } = await facts.tariff()
    const members = isObject(limits) && isObject(limits.members) ? limits.members : {}
    return members.can_add_more === false
      ? [{ message: `The plan has no room for another participant (${String(members.used)} there are)`, fix: 'tariff view' }]
      : []
  },
  'role-broad': async (facts) =>
    (await facts.roles()).flatMap(({ id, name, permissions }) => {
      const rights = isObject(permissions) ? permissions : {}
      const all = Object.values(rights).length > 0 && Object.values(rights).every((may) => may === 'allowed')
      if (!all && rights.edit_quiz !== 'allowed') return []
      return [
        {
          path: String(id),
          message: `Role "${String(name)}" ${all ? 'has every right' : "may edit everybody's surveys"}`,
          fix: editRole(Number(id)),
        },
      ]
    }),
  'folder-permission-dangling': async (facts) => {
    const folders = new Set((await facts.everywhere()).map(({ folder }) => folder?.id))
    return (await facts.roles()).flatMap(({ id, name, folder_permissions }) =>
      (Array.isArray(folder_permissions) ? folder_permissions.filter(isObject) : []).flatMap(({ folder_id }) =>
        folders.has(Number(folder_id))
          ? []
          : [
              {
                path: `${String(id)} ${String(folder_id)}`,
                message: `Role "${String(name)}" has rights in folder ${String(folder_id)}, which holds no survey`,
                fix: editRole(Number(id)),
              },
            ],
      ),
    )
  },
  'scheduler-stale': async (facts) => {
    const ahead = (await facts.bookings()).items.filter(
      ({ start_utc, status, type }) => type !== 'block' && time(start_utc) > facts.now && status !== 'cancelled',
    )
    return (await facts.schedulers()).flatMap(({ id, name, is_active, max_advance }) => {
      const own = ahead.filter(({ scheduler_id }) => scheduler_id === id)
      const isOver = isObject(max_advance) && max_advance.type === 'range' && time(max_advance.to) + day < facts.now
      return (is_active === false || isOver) && own.length > 0
        ? [
            {
              path: String(id),
              message: `Scheduler "${String(name)}" ${is_active === false ? 'is switched off' : 'takes no more bookings'}, and has ${counted(own.length, 'booking')} ahead`,
              fix: 'booking list',
            },
          ]
        : []
    })
  },
  'booking-pending': async (facts) =>
    (await facts.bookings()).items.flatMap(({ id, status, type, created_at }) =>
      type !== 'block' && status === 'pending' && time(created_at) < facts.now - 3 * day
        ? [
            {
              path: String(id),
              message: `Booking ${id} has waited for an answer since ${String(created_at).slice(0, 10)}`,
              fix: commandLine`booking edit ${Number(id)} --status confirmed`,
            },
          ]
        : [],
    ),
  'favorite-orphan': async (facts) => {
    const ids = new Set((await facts.everywhere()).map(({ id }) => id))
    return (await facts.favorites()).flatMap(({ favorite_question_id: id, name, source_quiz_id }) =>
      typeof source_quiz_id === 'number' && !ids.has(source_quiz_id)
        ? [
            {
              path: String(id),
              message: `Favourite "${String(name)}" comes from survey ${source_quiz_id}, which is gone`,
              fix: commandLine`favorite remove ${Number(id)}`,
            },
          ]
        : [],
    )
  },
  'promo-orphan': async (facts) =>
    (await facts.promo()).flatMap(({ id, name, quizzes_count }) =>
      quizzes_count === 0
        ? [
            {
              path: String(id),
              message: `List ${id} "${name}" is attached to no survey`,
              fix: commandLine`promo attach SURVEY --list ${id}`,
            },
          ]
        : [],
    ),
} satisfies Record<string, Run>

/** Until the day of the month on which answers are counted anew. */
function daysTo(dayOfMonth: number, now: number): number {
  const at = new Date(now)
  const next = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + (at.getUTCDate() >= dayOfMonth ? 1 : 0), dayOfMonth))
  return Math.ceil((next.getTime() - now) / day)
}

/** Only with `--probe`: requests that do more than read. */
export const probes: Readonly<Record<'smtp-down' | 'storage-bad', Run>> = {
  'smtp-down': async ({ service, workspace }) => {
    const { connected } = await service.call(useSmtp, { workspace_id: workspace, action: 'show' })
    if (connected === false) return []
    const { connection_ok } = await service.call(useSmtp, { workspace_id: workspace, action: 'test' })
    return connection_ok === false ? [{ message: "The account's own mail service does not answer", fix: 'smtp logs' }] : []
  },
  'storage-bad': async (facts) => {
    if ((await facts.storage()).connected !== true) return []
    const { storage_ok, message } = await facts.service.call(verifyStorage, { workspace_id: facts.workspace })
    return !storage_ok
      ? [{ path: 'verify', message: `The account's own storage does not work: ${String(message)}`, fix: 'storage verify' }]
      : []
  },
}
