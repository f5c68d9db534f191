/**
 * Every code of the specification's tables "General codes" and "Codes of single methods", seen through the program.
 * What only somebody else could bring about, or a method that isn't shown, is a fault of the sandbox.
 */
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { freshFolder, surveyctl } from '../support/program.ts'
import { useSandbox } from '../support/served.ts'

/** The two tables as they stand in the specification: status, codes. */
const specified: readonly (readonly [status: string, codes: string])[] = [
  ['400', 'email_taken workspace_not_found quiz_not_found answer_not_found folder_not_found not_found not_found_option'],
  ['401', 'user_not_authenticated invalid_credentials'],
  ['403', 'user_deleted access_denied access_denied_to_folder quiz_limit_today'],
  ['500', 'registration_failed login_failed'],
  ['400', 'blocked_by_tariff'],
  ['400', 'not_connected'],
  ['422', 'unknown_crm unknown_entity unknown_block unknown_messenger unknown_service'],
  ['400', 'toggle_failed'],
  ['400', 'connection_lost directories_failed directories_unavailable'],
  ['422', 'field_ambiguous field_empty stage_mismatch stage_deal_only'],
  ['400', 'pipeline_unknown status_mismatch field_unknown bind_not_widget subtype_without_bind user_unknown title_empty'],
  ['400', 'webhook_exists webhook_not_found'],
  ['400', 'inactive no_recipients test_failed'],
  ['400', 'unknown_questions emails_not_initialized'],
  ['400', 'storage_not_connected'],
  ['403', 'blocked_by_tariff'],
  ['400 or 422', 'subdomain_invalid subdomain_long subdomain_forbidden subdomain_taken'],
  ['403', 'tariff_subdomain tariff_type'],
  ['400', 'account_not_found'],
  ['400', 'source_not_found'],
  ['400', 'scheduler_not_found'],
  ['403', 'ai_report_limit_reached'],
  ['400', 'ai_report_refused report_not_ready'],
  ['400', 'restore_failed'],
  ['400', 'password_not_found password_save_failed password_delete_failed'],
  ['400', 'print_failed'],
  ['400', 'duplicate_name default_folder'],
  ['422', 'confirm_required'],
  ['400', 'template_not_found generation_failed'],
  ['403', 'disk_limit_reached'],
  ['400', 'member_already member_not_in_folder self_remove'],
]

/** Done before the command: a command of the owner, or what the sandbox is told. */
type Step = string | readonly [action: string, input: Record<string, unknown>] | (() => Promise<unknown>)

interface Given {
  before?: readonly Step[]
  /** A participant instead of the owner. */
  as?: Record<string, unknown>
  /** Standard input; anything but a text as JSON. */
  input?: unknown
  /** What the specification says comes beside the code. */
  beside?: Record<string, unknown>
}

type Row = readonly [status: number, code: string, exit: number, line: string, given?: Given]

const plan = (change: Record<string, unknown>): Given => ({ before: [['plan set', { change }]] })
const revoke = (what: string): Given => ({ before: [['revoke', { quiz: 42, what }]] })
const fault = (pattern: string, status: number, code: string): Given => ({ before: [['fault add', { pattern, status, code }]] })
/** Past the tool's own checks, to the service's. */
const post = (path: string): string => `api POST ${path} --input -`

const question = '10000000-0000-4000-8000-000000000004'
const nowhere = '10000000-0000-4000-8000-000000000999'
const mapping = '/quiz/42/integrations'

const rows: readonly Row[] = [
  [400, 'email_taken', 1, 'email recipient-add 42 copies@example.org'],
  [400, 'workspace_not_found', 5, 'folder create Events --workspace 999'],
  [400, 'quiz_not_found', 5, 'quiz view 9999'],
  [400, 'answer_not_found', 5, 'answer list 42', fault('GET /quiz/*/answers', 400, 'answer_not_found')],
  [400, 'folder_not_found', 5, 'quiz create --folder 999'],
  [400, 'not_found', 5, 'quiz theme 43 999'],
  [400, 'not_found', 5, 'mailing campaign 999', { beside: { section: 'campaign' } }],
  [400, 'not_found', 5, 'mailing contacts 999', { beside: { section: 'contacts' } }],
  [400, 'not_found_option', 5, 'quiz set 43 numeration=true', fault('POST /quiz/*/settings/info', 400, 'not_found_option')],
  [401, 'user_not_authenticated', 3, 'tariff view', fault('GET /workspace/*/tariff', 401, 'user_not_authenticated')],
  [401, 'invalid_credentials', 3, 'tariff view', fault('GET /workspace/*/tariff', 401, 'invalid_credentials')],
  [403, 'user_deleted', 4, 'quiz list', fault('GET /quiz', 403, 'user_deleted')],
  [403, 'access_denied', 4, 'quiz publish 43', { as: { rights: {} }, beside: { blocked_by_access: true } }],
  [403, 'access_denied_to_folder', 4, 'quiz move 43 --folder 3', { as: { all: true, role_id: 2 }, beside: { blocked_by_access: true } }],
  [403, 'quiz_limit_today', 4, 'quiz create --folder 1', plan({ 'limits.quizzes_per_day': 0 })],
  [500, 'registration_failed', 8, 'folder create Events', fault('POST /workspace/*/folders', 500, 'registration_failed')],
  [500, 'login_failed', 8, 'folder create Events', fault('POST /workspace/*/folders', 500, 'login_failed')],

  [400, 'blocked_by_tariff', 4, 'text set 43 btn_next=Onwards', { ...plan({ custom_text: false }), beside: { blocked_by_tariff: true } }],
  [400, 'not_connected', 1, 'integration logs 46 messenger_a'],
  [400, 'not_connected', 1, 'integration resend 46 messenger_b'],
  [400, 'not_connected', 1, 'crm enable 46 crm_a'],
  [400, 'not_connected', 1, 'counter delete 46 pixel_a --yes'],
  [400, 'not_connected', 1, 'automation activate 46'],
  [400, 'not_connected', 1, 'messenger test 46 messenger_a'],
  [400, 'not_connected', 1, 'sheets sync 46'],
  [422, 'unknown_crm', 6, `api GET ${mapping}/crm/crm_c`],
  [422, 'unknown_entity', 6, post(`${mapping}/crm_b/mapping/order`), { input: { enabled: true } }],
  [422, 'unknown_block', 6, post(`${mapping}/crm_a/mapping/lead`), { input: { active: [] } }],
  [422, 'unknown_messenger', 6, `api GET ${mapping}/messenger/messenger_c`],
  [422, 'unknown_service', 6, `api GET ${mapping}/counters/pixel_c`],
  [400, 'toggle_failed', 1, 'crm enable 42 crm_a', revoke('crm_a')],
  [400, 'connection_lost', 1, 'crm fields 42 crm_b', revoke('crm_b')],
  [400, 'connection_lost', 1, 'crm map 42 crm_a deal --active 101', revoke('crm_a')],
  [400, 'directories_failed', 1, 'crm fields 42 crm_b', fault('GET /quiz/*/integrations/crm/*/fields', 400, 'directories_failed')],
  [
    400,
    'directories_unavailable',
    1,
    'crm map 42 crm_a deal --active 101',
    fault('POST /quiz/*/integrations/crm_a/mapping/*', 400, 'directories_unavailable'),
  ],
  [
    422,
    'field_ambiguous',
    6,
    post(`${mapping}/crm_b/mapping/lead`),
    { input: { fields: { NAME: { widget_id: question, static_value: 'A' } } } },
  ],
  [422, 'field_empty', 6, post(`${mapping}/crm_b/mapping/lead`), { input: { fields: { NAME: {} } } }],
  [422, 'stage_mismatch', 6, 'crm map 42 crm_b deal --default-stage C5:NEW'],
  [422, 'stage_mismatch', 6, 'crm map 42 crm_b deal --default-stage NEW', { before: ['crm map 42 crm_b deal --category-id 5'] }],
  [422, 'stage_deal_only', 6, post(`${mapping}/crm_b/mapping/lead`), { input: { default_stage: 'NEW' } }],
  [400, 'pipeline_unknown', 1, 'crm map 42 crm_a deal --active 999'],
  [400, 'status_mismatch', 1, 'crm map 42 crm_a deal --statuses {"101":1021}'],
  [400, 'field_unknown', 1, `crm map 42 crm_a deal --bind 999=${question}`],
  [400, 'bind_not_widget', 1, `crm map 42 crm_a deal --bind 501=${nowhere}`],
  [400, 'subtype_without_bind', 1, 'crm map 42 crm_a deal --subtype {"511":"WORK"}'],
  [400, 'user_unknown', 1, 'crm map 42 crm_a deal --users {"101":99}'],
  [400, 'title_empty', 1, 'crm map 42 crm_a deal --titles {"101":""}'],
  [400, 'webhook_exists', 1, 'webhook add 42 https://hooks.example.com/spring --title Twin --method post', { beside: { webhook_id: 7 } }],
  [400, 'webhook_not_found', 5, 'webhook enable 42 999'],
  [400, 'inactive', 1, 'messenger test 42 messenger_a', { before: ['messenger deactivate 42 messenger_a'] }],
  [400, 'no_recipients', 1, 'messenger test 42 messenger_b', { before: ['messenger activate 42 messenger_b'] }],
  [400, 'test_failed', 1, 'messenger test 42 messenger_a', revoke('messenger_a')],
  [400, 'unknown_questions', 1, `email questions 42 --owner-excluded ${nowhere}`, { beside: { unknown: [nowhere] } }],
  [400, 'emails_not_initialized', 1, `email questions 43 --owner-excluded ${nowhere}`],
  [400, 'storage_not_connected', 1, 'storage verify', { before: [['disconnect', { what: 'storage' }]] }],
  [403, 'blocked_by_tariff', 4, 'storage verify', { ...plan({ own_storage: false }), beside: { blocked_by_tariff: true } }],
  [
    403,
    'blocked_by_tariff',
    4,
    'branding set --no-show-copyright',
    { ...plan({ hide_copyright: false }), beside: { blocked_by_tariff: true } },
  ],
  [403, 'blocked_by_tariff', 4, 'ai-report share 42', { ...plan({ ai_report_share: false }), beside: { blocked_by_tariff: true } }],
  [403, 'blocked_by_tariff', 4, 'quiz restore 45', { ...plan({ 'limits.quizzes': 7 }), beside: { blocked_by_tariff: true } }],
  [422, 'subdomain_invalid', 6, 'domain subdomain under_score'],
  [422, 'subdomain_long', 6, `domain subdomain ${'a'.repeat(64)}`],
  [422, 'subdomain_forbidden', 6, 'domain subdomain www'],
  [400, 'subdomain_taken', 1, 'domain subdomain taken', { before: [() => takeSubdomain('taken')] }],
  [403, 'tariff_subdomain', 4, 'domain subdomain ours', { ...plan({ subdomain: false }), beside: { blocked_by_tariff: true } }],
  [403, 'tariff_type', 4, 'domain type domain', { ...plan({ domain: false }), beside: { blocked_by_tariff: true } }],
  [400, 'account_not_found', 5, 'payment set 42 --account 999 --type scoring'],
  [400, 'source_not_found', 5, 'partner source-rename 999 Label'],
  [400, 'scheduler_not_found', 5, 'scheduler delete 999 --yes'],
  [
    403,
    'ai_report_limit_reached',
    4,
    'ai-report start 46',
    { ...plan({ 'limits.ai_reports': 1 }), beside: { used: 1, limit: 1, blocked_by_tariff: true } },
  ],
  [400, 'ai_report_refused', 1, 'ai-report start 43 --section text', { beside: { refused: { text: 'no_answers' } } }],
  [400, 'report_not_ready', 1, 'ai-report share 46'],
  [400, 'restore_failed', 1, 'version restore 42 999 --yes', { beside: { message: expect.any(String) } }],
  [400, 'password_not_found', 5, 'password remove 42 999 --yes'],
  [
    400,
    'password_save_failed',
    1,
    'password change 46 1',
    { ...fault('POST /quiz/46/passwords/1', 400, 'password_save_failed'), input: 'new' },
  ],
  [400, 'password_delete_failed', 1, 'password remove 46 1 --yes', fault('DELETE /quiz/46/passwords/1', 400, 'password_delete_failed')],
  [400, 'print_failed', 1, 'export print 43', fault('POST /quiz/*/print', 400, 'print_failed')],
  [400, 'duplicate_name', 1, 'folder create Customers'],
  [400, 'default_folder', 1, 'folder delete 1 --yes'],
  [422, 'confirm_required', 6, 'folder delete 2 --yes', { beside: { quizzes: 3 } }],
  [400, 'template_not_found', 5, 'quiz create --folder 1 --template 43'],
  [400, 'generation_failed', 1, 'quiz generate --folder 1 --prompt ???', { beside: { message: expect.any(String) } }],
  [403, 'disk_limit_reached', 4, 'media upload 43 photo.png', { ...plan({ 'limits.disk_bytes': 0 }), beside: { blocked_by_tariff: true } }],
  // The methods that answer so are not shown.
  [400, 'member_already', 1, 'member access 2', fault('GET /workspace/*/members/*/access', 400, 'member_already')],
  [400, 'member_not_in_folder', 1, 'member access 2', fault('GET /workspace/*/members/*/access', 400, 'member_not_in_folder')],
  [400, 'self_remove', 1, 'member access 2', fault('GET /workspace/*/members/*/access', 400, 'self_remove')],
]

const served = useSandbox('demo', { keep: true })
const cwd = freshFolder()

beforeAll(async () => {
  copyFileSync(join(import.meta.dirname, '..', 'support', 'examples', 'photo.png'), join(cwd, 'photo.png'))
})

async function takeSubdomain(name: string): Promise<void> {
  const other = await served.control('account add')
  const { exitCode } = await served.as(other.api_key)(`domain subdomain ${name} --workspace ${other.workspace_id}`)
  expect(exitCode).toBe(0)
}

async function prepare(step: Step): Promise<void> {
  if (typeof step === 'function') await step()
  else if (typeof step === 'string') expect((await served.run(step)).exitCode, step).toBe(0)
  else await served.control(...step)
}

it('covers both tables of the specification', () => {
  const seen = new Set(rows.map(([status, code]) => `${status} ${code}`))
  const missing = specified.flatMap(([statuses, codes]) =>
    codes.split(' ').filter((code) => !statuses.split(' or ').some((status) => seen.has(`${status} ${code}`))),
  )
  expect(missing).toEqual([])
  const known = new Set(specified.flatMap(([, codes]) => codes.split(' ')))
  expect(rows.map(([, code]) => code).filter((code) => !known.has(code))).toEqual([])
})

describe('provokes', () => {
  for (const [status, code, exit, line, given = {}] of rows) {
    it(`${status} ${code}: exit code ${exit} from ${line}`, async () => {
      const { before = [], as, input, beside = {} } = given
      for (const step of before) await prepare(step)
      const run = as ? served.as((await served.control('key participant', as)).api_key) : served.run
      const text = input === undefined || typeof input === 'string' ? input : JSON.stringify(input)
      const { exitCode, error } = await run(`${line} --json`, { cwd, ...(text !== undefined && { input: text }) })
      // A refusal changes nothing: there is only the preparation to undo.
      if (before.length > 0) await served.sandbox.restore()

      expect({ exit: exitCode, code: error?.code, status: error?.status }).toEqual({ exit, code, status })
      expect(error.details).toMatchObject(beside)
      // Words of its own, not the code again.
      expect(error.message).not.toContain(code)
    })
  }
})

describe('answers without a code', () => {
  it.each([
    [401, 3, 'auth', 'quiz list', 'wrong-key'],
    [404, 5, 'not_found', 'api GET /nowhere', undefined],
    [404, 5, 'not_found', 'api DELETE /quiz', undefined],
    [404, 5, 'not_found', 'api GET /quiz/spring', undefined],
    [422, 6, 'invalid', 'api POST /quiz', undefined],
    [423, 7, 'locked', 'quiz publish 48', undefined],
    [423, 7, 'locked', 'question set 48 1 title=Locked', undefined],
  ])('%i: exit code %i, %s from %s', async (status, exit, kind, line, key) => {
    const run = key === undefined ? served.run : served.as(key)
    const { exitCode, error } = await run(`${line} --json`)
    expect({ exit: exitCode, kind: error?.kind, code: error?.code, status: error?.status }).toEqual({ exit, kind, code: null, status })
  })
})

it('takes its faults from `sandbox fault add`, and says the code to people', async () => {
  const { controlUrl, controlToken, baseUrl, apiKey, workspaceId } = served.sandbox
  const env = { SURVEYCTL_SANDBOX: `${controlUrl}#${controlToken}` }
  const run = surveyctl({ baseUrl, apiKey, workspace: workspaceId, env })
  const added = await run(['sandbox', 'fault', 'add', 'POST /quiz/*/rename', '--status', '400', '--code', 'save_failed', '--times', '1'])
  expect(added.exitCode).toBe(0)
  // Such a failure may be sent again, and is.
  expect(await run('quiz rename 43 Renamed')).toMatchObject({ exitCode: 0, stderr: expect.stringContaining('trying again') })
  expect(await run('quiz view 9999')).toMatchObject({ exitCode: 5, stdout: '', stderr: expect.stringContaining('(quiz_not_found)') })
  expect((await run('sandbox fault clear')).exitCode).toBe(0)
})
