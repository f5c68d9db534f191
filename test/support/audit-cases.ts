/** Rules of an audit: where each speaks in the demo account, and the nearest account in which it doesn't. */
import type { AccountRuleId } from '../../src/check/account-rules.ts'
import { insertQuiz } from '../../src/sandbox/store/surveys/quiz.ts'
import type { Served } from './served.ts'

const day = 86_400_000
export const ago = (days: number): string => new Date(Date.now() - days * day).toISOString()
export const dateIn = (days: number): string => ago(-days).slice(0, 10)

/** Changes the account, as `run`'s command lines, or otherwise. */
type Step = string | ((served: Served) => unknown)

export interface AuditCase {
  /** `SURVEY PATH`, or the beginning of it. */
  finds: string
  speaks: Step[]
  quiet: Step[]
  /** Of `account audit`. */
  flags?: string
}

const sql =
  (text: string, ...values: (string | number)[]): Step =>
  ({ sandbox }) =>
    sandbox.service.store.run(text, ...values)
const control =
  (action: string, input: object = {}): Step =>
  (served) =>
    served.control(action, input)
const limit = (name: string, of: (served: Served) => number): Step => {
  return (served) => served.control('plan set', { change: { [`limits.${name}`]: of(served) } })
}
const count = ({ sandbox }: Served, text: string): number => sandbox.service.store.number(text)
const quizzes = (served: Served): number =>
  count(served, `select count(*) from quiz where workspace_id = ${served.sandbox.workspaceId} and deleted_at is null`)
const bytes = ({ sandbox }: Served): number => sandbox.service.files.usedBytes(sandbox.workspaceId)
const members = (served: Served): number =>
  count(served, `select count(*) from member where workspace_id = ${served.sandbox.workspaceId} and is_owner = 0`)
const lately = (served: Served): number => count(served, `select count(*) from answer where is_complete = 1 and date_start >= '${ago(7)}'`)
const thisMonth = (served: Served): number =>
  count(served, `select count(*) from answer where is_complete = 1 and date_end >= '${new Date().toISOString().slice(0, 7)}-01'`)

const record = (kind: string, data: object): Step => {
  return ({ sandbox }) => sandbox.service.store.records<object>(kind).put({ workspace_id: sandbox.workspaceId }, data)
}
const tariff = (days: number): Step => record('tariff', { expires_at: ago(-days) })
const booking = (id: number, data: object): Step => {
  return ({ sandbox }) => sandbox.service.store.records<object>('booking').update(id, data)
}
const role = (change: object): Step => {
  return ({ sandbox: { request, workspaceId } }) =>
    request('GET', `/workspace/${workspaceId}/roles`).then(({ body }) =>
      request('POST', `/workspace/${workspaceId}/roles`, {
        role_id: body.items[0].id,
        permissions: { ...body.items[0].permissions, edit_quiz: 'partially' },
        folder_permissions: [],
        ...change,
      }),
    )
}
const inDefaultFolder = (wanted: number): Step => {
  return ({ sandbox: { service, workspaceId, folderId } }) =>
    service.write(() => {
      const there = service.store.number(
        'select count(*) from quiz where folder_id = ? and deleted_at is null and archive_at is null',
        folderId,
      )
      for (let index = there; index < wanted; index++)
        insertQuiz(service, { workspace_id: workspaceId, folder_id: folderId, member_id: 1, name: `Survey ${index}` })
    })
}
const overdue = sql('update quiz set created_at = ?, updated_at = ? where id = 49', ago(2000), ago(2000))
const script = 'scripts_in_head=<script/src=https://cdn.example.net/x.js></script>'
const foreign = ['webhook add 43 https://example.org/hook --title Foreign']

const longAgo = sql("update answer set date_start = '2020-01-01T00:00:00.000Z', date_end = '2020-01-01T00:01:00.000Z'")

export const auditCases: Readonly<Record<AccountRuleId, readonly AuditCase[]>> = {
  'plan-ending': [{ finds: 'account', speaks: [tariff(13.5)], quiet: [tariff(14.5)] }],
  'answers-forecast': [
    {
      finds: 'account',
      speaks: [control('answer', { quiz: 42, count: 40, seed: 1 }), limit('answers', (served) => thisMonth(served) + 1)],
      // Enough for the longest month.
      quiet: [
        control('answer', { quiz: 42, count: 40, seed: 1 }),
        limit('answers', (served) => thisMonth(served) + Math.ceil((lately(served) / 7) * 32)),
      ],
    },
    // Closed since longer than what a forecast looks at.
    { finds: 'account', speaks: [longAgo, limit('answers', () => 0)], quiet: [longAgo, limit('answers', () => 1)] },
  ],
  'silent-survey': [{ finds: '46', speaks: [], quiet: ['email enable 46 owner'] }],
  'deliveries-stuck': [{ finds: '42 webhook 7', speaks: [], quiet: ['webhook disable 42 7'] }],
  'access-revoked': [
    {
      finds: '42 sheets',
      speaks: [control('revoke', { quiz: 42, what: 'sheets' })],
      quiet: [control('revoke', { quiz: 42, what: 'sheets' }), control('connect', { quiz: 42, what: 'sheets' })],
    },
    {
      finds: '42 crm_b',
      speaks: [control('revoke', { quiz: 42, what: 'crm_b' })],
      quiet: [control('revoke', { quiz: 42, what: 'crm_b' }), 'crm disable 42 crm_b'],
    },
  ],
  'promo-dry': [
    {
      finds: 'account 1',
      speaks: [sql('update promo_code set used = 1 where list_id = 1')],
      quiet: [sql("update promo_code set used = 1 where list_id = 1 and code != 'SPRING-0100'")],
    },
  ],
  'smtp-down': [
    { finds: 'account', flags: '--probe', speaks: [control('revoke', { what: 'smtp' })], quiet: [] },
    // An account without a mail service of its own has none that could be down.
    { finds: 'account', flags: '--probe', speaks: [control('revoke', { what: 'smtp' })], quiet: [control('disconnect', { what: 'smtp' })] },
  ],
  'storage-bad': [
    { finds: 'account verify', flags: '--probe', speaks: [control('revoke', { what: 'storage' })], quiet: [] },
    { finds: 'account', speaks: [limit('disk_bytes', (served) => bytes(served) - 1)], quiet: [limit('disk_bytes', bytes)] },
  ],
  'domain-broken': [
    {
      finds: 'account',
      speaks: [record('domain', { domain: 'surveys.example.com', domain_type: 'domain', certificate_state: 'failed' })],
      quiet: [record('domain', { domain: 'surveys.example.com', domain_type: 'default', certificate_state: 'failed' })],
    },
    {
      finds: 'account',
      speaks: ['domain type other_subdomain', control('plan set', { change: { subdomain: false } })],
      quiet: ['domain type other_subdomain', control('plan set', { change: { domain: false } })],
    },
  ],
  'plan-surveys': [{ finds: 'account', speaks: [limit('quizzes', quizzes)], quiet: [limit('quizzes', (served) => quizzes(served) + 1)] }],
  'plan-disk': [
    {
      finds: 'account',
      speaks: [limit('disk_bytes', (served) => Math.floor(bytes(served) / 0.91))],
      quiet: [limit('disk_bytes', (served) => Math.ceil(bytes(served) / 0.89))],
    },
  ],
  'plan-members': [{ finds: 'account', speaks: [limit('members', members)], quiet: [limit('members', (served) => members(served) + 1)] }],
  'published-but-closed': [
    { finds: '48', speaks: ['quiz set 48 close_quiz_enabled=true'], quiet: ['quiz set 48 close_quiz_enabled=false'] },
    {
      finds: '48',
      speaks: [`quiz set 48 limit_time_enabled=true limit_time_value=${dateIn(-2)}`],
      quiet: [`quiz set 48 limit_time_enabled=true limit_time_value=${dateIn(2)}`],
    },
    {
      finds: '42',
      speaks: ['quiz set 42 limit_answer_count_enabled=true limit_answer_count_value=200'],
      quiet: ['quiz set 42 limit_answer_count_enabled=true limit_answer_count_value=2000'],
    },
  ],
  'duplicate-name': [{ finds: '46', speaks: ['quiz rename 46 Onboarding'], quiet: ['quiz rename 46 Onboarding-2'] }],
  'target-foreign': [
    { finds: '43 Webhook', speaks: foreign, quiet: ['webhook add 43 https://sub.example.com/hook --title Own'] },
    {
      finds: '43 Recipient',
      speaks: ['email recipient-add 43 a@example.org --yes'],
      quiet: ['email recipient-add 43 a@example.com --yes'],
    },
  ],
  'target-insecure': [{ finds: '43 Webhook', speaks: ['webhook add 43 http://example.org/hook --title Plain'], quiet: foreign }],
  'scripts-inventory': [
    {
      finds: '43 cdn.example.net',
      speaks: [`quiz set 43 scripts_in_head_enabled=true ${script}`],
      quiet: [`quiz set 43 scripts_in_head_enabled=false ${script}`],
    },
  ],
  'role-broad': [{ finds: 'account 1', speaks: [role({ permissions: { edit_quiz: 'allowed' } })], quiet: [role({})] }],
  'folder-permission-dangling': [
    {
      finds: 'account 1',
      speaks: [role({ folder_permissions: [{ folder_id: 3, permissions: 'allowed' }] })],
      quiet: [role({ folder_permissions: [{ folder_id: 2, permissions: 'allowed' }] })],
    },
    // A folder that holds archived surveys only is no empty one.
    {
      finds: 'account 1',
      speaks: [role({ folder_permissions: [{ folder_id: 3, permissions: 'allowed' }] })],
      quiet: [role({ folder_permissions: [{ folder_id: 3, permissions: 'allowed' }] }), 'quiz move 44 --folder 3'],
    },
  ],
  'scheduler-stale': [
    {
      finds: 'account 1',
      speaks: ['scheduler edit 1 --no-is-active'],
      quiet: ['scheduler edit 1 --no-is-active', booking(1, { status: 'cancelled' }), booking(2, { status: 'cancelled' })],
    },
    {
      finds: 'account 1',
      speaks: [`scheduler edit 1 --max-advance {"type":"range","from":"${dateIn(-9)}","to":"${dateIn(-2)}"}`],
      quiet: [`scheduler edit 1 --max-advance {"type":"range","from":"${dateIn(-9)}","to":"${dateIn(2)}"}`],
    },
  ],
  'booking-pending': [
    { finds: 'account 1', speaks: [booking(1, { created_at: ago(3.1) })], quiet: [booking(1, { created_at: ago(2.9) })] },
  ],
  'ghost-survey': [{ finds: '49', speaks: [overdue], quiet: [overdue, control('answer', { quiz: 49 })] }],
  'forgotten-draft': [
    {
      finds: '43',
      speaks: [sql('update quiz set updated_at = ? where id = 43', ago(366))],
      quiet: [sql('update quiz set updated_at = ? where id = 43', ago(364))],
    },
  ],
  'archive-candidate': [{ finds: '49', speaks: [overdue], quiet: [overdue, control('answer', { quiz: 49 })] }],
  'default-folder-pile': [{ finds: 'account', speaks: [inDefaultFolder(21)], quiet: [inDefaultFolder(20)] }],
  'restart-old': [
    {
      finds: '43',
      speaks: ['quiz set 43 allow_restart_progress=false', sql("update quiz set created_at = '2026-09-15T23:59:59.000Z' where id = 43")],
      quiet: ['quiz set 43 allow_restart_progress=false', sql("update quiz set created_at = '2026-09-16T00:00:00.000Z' where id = 43")],
    },
  ],
  'favorite-orphan': [{ finds: 'account', speaks: ['quiz delete 42 --yes'], quiet: ['quiz archive 42'] }],
  'promo-orphan': [{ finds: 'account 2', speaks: [], quiet: ['promo attach 46 --list 2'] }],
}
