/** What the specification names in an answer is in the answer: raw requests, field by field. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startSandbox, type RunningSandbox } from '../support/sandbox.ts'

let sandbox: RunningSandbox
beforeAll(async () => {
  sandbox = await startSandbox({ seed: 'demo' })
})
afterAll(() => sandbox.close())

/** Words to a sorted list: `'id name'`. */
const names = (words: string): string[] => words.split(' ').sort()
const keys = (thing: object): string[] => Object.keys(thing).sort()

async function ask(method: string, path: string, body?: unknown): Promise<any> {
  const answer = await sandbox.request(method, path, body)
  expect([path, answer.status, answer.body?.code]).toEqual([path, expect.toSatisfy((status: number) => status < 300), undefined])
  return answer.body
}
const at = (body: any, path: string): any => path.split('.').reduce((inner, name) => inner?.[name], body)

const question = '10000000-0000-4000-8000-000000000001'
const preset = { name: 'Bright', settings: { palette_id: 'ocean' } }
const colours = { settings: { custom_colors: ['#112233', '#445566'], bar_color_mode: 'single' } }
const block = { scheduler_id: 1, start_utc: '2027-01-04T09:00:00+01:00', end_utc: '2027-01-04T10:00:00+01:00' }
const visits = { name: 'Visits', color: '#3366FF', schedule_mode: 'weekly', timezone: 'UTC', slot_duration: 5, weekly: {} }

describe('answers that the specification gives whole', () => {
  it.each([
    ['POST /quiz', { folder_id: 1 }, 'id workspace_id name virtual_id url_preview url_shared is_published'],
    ['POST /quiz/43/note', { notes: 'Once more' }, 'status notes'],
    ['POST /quiz/43/rename', { name: 'Start' }, 'status name'],
    ['POST /quiz/46/archive', { archive: false }, 'status archive_at is_archived'],
    ['POST /quiz/43/move', { folder_id: 3 }, 'status folder_id folder'],
    ['POST /quiz/43/passwords', { passwords: ['one', 'one', 'two'] }, 'status quiz_id added passwords'],
    ['GET /quiz/42/integrations', undefined, 'status quiz_id integrations'],
    [
      'GET /quiz/42/integrations/logs?integration=messenger_a',
      undefined,
      'status quiz_id integration total page per_page last_page unsent_count logs',
    ],
    ['POST /quiz/42/integrations/logs/resend', { integration: 'messenger_a' }, 'status quiz_id integration resent'],
    ['GET /quiz/42/integrations/crm/crm_a', undefined, 'status quiz_id crm connected is_active'],
    ['POST /quiz/42/integrations/crm/crm_a/toggle', { is_active: 'false' }, 'status quiz_id crm is_active'],
    ['GET /quiz/42/integrations/crm/crm_b/fields', undefined, 'status quiz_id crm is_active sections directories current_mapping'],
    ['GET /crm_a/account', undefined, 'pipelines users task_types custom_fields'],
    ['GET /crm_a/lists', undefined, 'response'],
    ['GET /quiz/42/webhooks', undefined, 'status quiz_id is_active items'],
    ['GET /quiz/42/integrations/automation', undefined, 'status quiz_id connected is_active hooks'],
    ['GET /quiz/42/integrations/counters/pixel_a', undefined, 'status quiz_id service counter is_active'],
    ['POST /quiz/42/ai-report', { section: 'text', locale: 'en' }, 'status quiz_id queued already_running refused'],
    ['POST /quiz/42/versions/1/restore', undefined, 'status quiz_id version_id published quiz'],
  ])('%s', async (request, body, wanted) => {
    const [method, path] = request.split(' ') as [string, string]
    expect(keys(await ask(method, path, body))).toEqual(names(wanted))
  })
})

describe('fields that the specification names', () => {
  it.each([
    ['GET /quiz', '0', 'id name type url_shared is_published folder'],
    ['GET /quiz', '0.folder', 'id workspace_id user_id name pos is_default created_at updated_at deleted_at'],
    ['GET /quiz/archived', '0', 'id name url_shared is_published created_at updated_at archive_at folder'],
    [
      'GET /quiz/42',
      '',
      'id workspace_id name type virtual_id url_preview url_shared is_published answer_count editing_lock widgets hidden_options folder folder_id ai_quiz_job created_at updated_at',
    ],
    ['GET /quiz/42', 'folder', 'id workspace_id user_id name pos is_default created_at updated_at deleted_at'],
    ['GET /quiz/42', 'widgets', 'ids entities'],
    ['GET /quiz/48', 'editing_lock', 'locked can_edit reason campaign'],
    ['GET /quiz/48', 'editing_lock.campaign', 'id title status'],
    ['GET /quiz/42/default-texts', '0', 'code standard_text user_text'],
    ['GET /quiz/42/versions', '', 'items total page per_page last_page'],
    ['GET /quiz/46/passwords', 'passwords.0', 'password_id number'],
    ['GET /quiz/42/qr-code', '', 'format size color background margin is_published regenerated'],
    ['GET /workspace/7/favorite-questions', 'items.0', 'favorite_question_id name widget_type data'],
    ['GET /workspace/7/templates', '', 'items has_more'],
    ['GET /quiz/42/promo/list', '', 'total limit offset data'],
    ['GET /quiz/42/promo/list', 'data.0', 'id name codes_count used_count quizzes_count created_at updated_at'],
    ['GET /quiz/42/promo/codes?list_id=1', '', 'total limit offset data stats quizzes'],
    ['GET /quiz/42/promo/codes?list_id=1', 'data.0', 'id code used used_at'],
    ['GET /quiz/42/promo/codes?list_id=1', 'stats', 'total used unused'],
    ['GET /quiz/42/promo/codes/quiz', '', 'data stats quizzes'],
    ['GET /quiz/42/promo/pinned?list_id=1', '', 'total data'],
    ['GET /quiz/42/promo/pinned?list_id=1', 'data.0', 'id name attach current'],
    ['GET /quiz/42/answers', '', 'total limit offset answers'],
    ['GET /quiz/42/answers', 'answers.0', 'id quiz_id date_start date_end is_complete is_screenout ip_address user_agent answers'],
    ['GET /quiz/42/answers', 'answers.0.answers.0', 'question_id question_text answer answer_type'],
    ['GET /workspace/7/report-appearance', '', 'report_appearance_default presets defaults row_options_defaults allowed'],
    [
      'GET /workspace/7/report-appearance',
      'allowed',
      'palette_id bar_color_mode custom_colors_min custom_colors_max font_family_max sort_mode value_format',
    ],
    ['GET /workspace/7/storage', '', 'available'],
    ['GET /workspace/7/storage/usage', '', 'available'],
    [
      'GET /workspace/7/domain',
      '',
      'status workspace_id domain_type domain subdomain other_subdomain service_url certificate_state allowed_by_tariff',
    ],
    ['GET /workspace/7/domain', 'allowed_by_tariff', 'domain subdomain'],
    ['GET /workspace/7/tariff', 'tariff', 'code is_free is_trial is_paid expires_at days_left'],
    ['GET /workspace/7/tariff', 'limits', 'quizzes answers members themes disk letters'],
    ['GET /workspace/7/tariff', 'limits.quizzes', 'used limit left can_create_more'],
    ['GET /workspace/7/tariff', 'limits.answers', 'left resets_on_day incomplete_counted'],
    ['GET /workspace/7/tariff', 'limits.members', 'used can_add_more'],
    ['GET /workspace/7/tariff', 'limits.themes', 'limit'],
    ['GET /workspace/7/tariff', 'limits.disk', 'used_bytes limit_bytes free_bytes file_size_limit_bytes'],
    ['GET /workspace/7/tariff', 'limits.letters', 'recipients_limit'],
    ['GET /workspace/7/tariff', 'features', 'mcp_access custom_domain quiz_payment integrations'],
    ['GET /workspace/7/tariff', 'features.integrations', 'webhook messenger_a sheets'],
    ['GET /workspace/7/tariff/list', 'items.0.periods.0', 'balance_burn'],
    ['GET /quiz/42/payment', '', 'payment_ready'],
    ['GET /quiz/42/payment', 'accounts.0', 'shop_id name receipt'],
    ['GET /partner', '', 'registrations balance accruals sources'],
    ['GET /partner', 'registrations', 'total returned'],
    ['GET /partner', 'balance', 'available unconfirmed'],
    ['GET /workspace/7/roles', 'items.0', 'id name permissions folder_permissions'],
    ['GET /workspace/7/roles', 'items.1.folder_permissions.0', 'folder_id permissions'],
    [
      'GET /workspace/7/schedulers',
      'items.0',
      'name color schedule_mode timezone slot_duration weekly description is_active slot_increment buffer_before buffer_after min_notice_minutes max_advance daily_limit seats_per_slot confirmation_mode notify_respondent allow_respondent_cancel notify_admin admin_emails location_type location_value manual_slots overrides',
    ],
    ['GET /workspace/7/bookings?from=2020-01-01&to=2040-01-01', 'items.0', 'status comment start_utc end_utc'],
    ['GET /quiz/42/integrations', 'integrations', 'messenger_a messenger_b crm_a crm_b automation sheets'],
    ['GET /quiz/42/integrations', 'integrations.sheets', 'connected enabled allowed_by_tariff blocked'],
    ['GET /quiz/42/integrations/crm/crm_b/check', '', 'connection_ok'],
    ['GET /crm_a/quiz', '0', 'id name crm_a_is_active folder'],
    ['GET /crm_a/lists', 'response', 'items'],
    ['GET /quiz/42/webhooks', 'items.0', 'id title url method is_active incomplete hours headers'],
    ['GET /quiz/42/webhooks', 'items.0.headers.0', 'name value'],
    ['GET /quiz/42/webhooks/7/logs', '', 'total page per_page last_page logs'],
    [
      'GET /quiz/42/integrations/messenger/messenger_a',
      '',
      'status quiz_id messenger is_active subject buttons_enabled bot_url recipients hidden_widget_ids',
    ],
    ['GET /quiz/42/integrations/messenger/messenger_a', 'recipients.0', 'id title'],
    [
      'GET /quiz/42/integrations/sheets',
      '',
      'status quiz_id is_active table_title table_url access requires_reconnect enable_timestamp enable_personal_data sync_mode schedule_hour schedule_minute last_synced_at hidden_widget_ids',
    ],
    ['GET /quiz/42/emails', 'recipients.0', 'email enabled confirmed'],
    ['GET /workspace/7/mailings?section=campaigns', '', 'section total limit offset items'],
    ['GET /workspace/7/mailings?section=smtp_logs', '', 'section total limit offset logs'],
  ])('%s %s', async (request, path, wanted) => {
    const [method, address] = request.split(' ') as [string, string]
    const body = await ask(method, address)
    expect(keys(path === '' ? body : at(body, path))).toEqual(expect.arrayContaining(names(wanted)))
  })

  it.each([
    ['POST /quiz/43/duplicate', { name: 'Once more' }, 'quiz', 'id name url_shared is_published created_at updated_at folder'],
    ['POST /quiz/from-template', { template_id: 1, folder_id: 1 }, '', 'needs_publish'],
    ['POST /quiz/ai', { folder_id: 1, prompt: 'Three questions about tea' }, '', 'quiz_id ai_status'],
    ['POST /workspace/7/folders', { name: 'Autumn fair' }, '', 'folder_id'],
    ['POST /quiz/42/qr-code', { size: 100, margin: 0 }, '', 'format size color background margin is_published regenerated'],
    ['POST /quiz/42/promo/sync', { list_id: 2, quize_ids: [46] }, '', 'attached detached'],
    ['POST /quiz/42/report', {}, 'questions.0', 'widget_id widget_hash is_old_answer_time'],
    ['POST /quiz/42/filters', { type: 'report', filters: [{}] }, '', 'items'],
    ['POST /quiz/42/ai-report/share', undefined, '', 'url'],
    ['POST /workspace/7/report-appearance', colours, '', 'report_appearance_default presets'],
    ['POST /workspace/7/report-appearance/presets', preset, '', 'preset_id'],
    ['POST /workspace/7/storage/verify', undefined, '', 'storage_ok'],
    ['POST /workspace/7/branding', { show_copyright: true }, '', 'logo_show show_copyright logo_url'],
    ['POST /workspace/7/domain/subdomain', { subdomain: null }, '', 'domain_type subdomain'],
    ['POST /partner/sources', { action: 'create' }, '', 'source_id name'],
    ['POST /workspace/7/schedulers', visits, '', 'scheduler_id'],
    ['POST /workspace/7/bookings/1', { status: 'confirmed' }, 'booking', 'status comment start_utc end_utc'],
    ['POST /workspace/7/booking-blocks', block, '', 'block_id scheduler_id start_utc end_utc comment'],
    ['POST /quiz/46/webhooks', { title: 'T', url: 'https://203.0.114.7/hook', method: 'get' }, '', 'webhook_id items'],
    ['POST /quiz/46/emails/toggle', { type: 'owner', enabled: false }, '', 'status unchanged'],
    ['POST /workspace/7/smtp', { action: 'logs', limit: 100 }, '', 'logs total limit offset'],
    ['POST /workspace/7/smtp', { action: 'test' }, '', 'connection_ok'],
    ['POST /quiz/42/integrations/automation', { action: 'delete' }, '', 'removed_hooks'],
  ])('%s %j', async (request, given, path, wanted) => {
    const [method, address] = request.split(' ') as [string, string]
    const body = await ask(method, address, given)
    expect(keys(path === '' ? body : at(body, path))).toEqual(expect.arrayContaining(names(wanted)))
  })

  it('are the passwords of a batch, numbered, without their values', async () => {
    const { added, passwords } = await ask('POST', '/quiz/44/passwords', { passwords: ['first', 'second', 'first'] })
    expect([added, passwords.map(keys)]).toEqual([2, [names('password_id number'), names('password_id number')]])
  })

  it('are the sections of a CRM that it has', async () => {
    const sections = 'sections[]=deal&sections[]=types&sections[]=pipelines'
    const [a, b] = [
      await ask('GET', `/quiz/42/integrations/crm/crm_a/fields?${sections}`),
      await ask('GET', '/quiz/42/integrations/crm/crm_b/fields?sections=pipelines'),
    ]
    expect(a.directories).toMatchObject({ deal: null, types: null, pipelines: expect.any(Array) })
    expect(keys(b.directories)).toEqual(['deal_categories', 'deal_stages'])
    const { sections: assumed } = await ask('GET', '/quiz/42/integrations/crm/crm_b/fields')
    expect(assumed).toEqual(['lead', 'contact'])
  })
})

describe('what is saved of a question', () => {
  const save = (entity: object, id = question) =>
    sandbox.request('POST', '/quiz/43/save', { ids: [id], entities: { [id]: { type: 'rating', ...entity } } })

  it.each([
    { title: 5 },
    { withTitle: 'yes' },
    { description: {} },
    { withDescription: null },
    { isRequired: 1 },
    { isBlocked: 'no' },
    { multimedia: 'img' },
    { filling_time_enabled: 'on' },
    { filling_time_seconds: 1.5 },
    { filling_time_seconds: -1 },
    { ratingCount: '5' },
    { ratingCount: 0 },
    { ratingFigure: 1 },
    { type: 'welcome', welcomeLabel: 1 },
    { type: 'submit', submitLabel: [] },
    { type: 'choice', choiceImageEntities: {} },
  ])('is refused in %j', async (entity) => {
    const { status, body } = await save(entity)
    expect([status, Object.keys(body.errors)]).toEqual([422, [`entities.${question}.${Object.keys(entity).at(-1)}`]])
  })

  it.each([
    [{ type: 'gif' }, 'type'],
    [{ imgUrl: 1 }, 'imgUrl'],
    [{ videoUrl: {} }, 'videoUrl'],
    [{ imgLocation: 'left' }, 'imgLocation'],
    [{ videoSettings: 'loop' }, 'videoSettings'],
    [{ videoSettings: ['controls', 'loop'] }, 'videoSettings'],
  ])('is refused in multimedia %j', async (multimedia, field) => {
    const { status, body } = await save({ multimedia })
    expect([status, Object.keys(body.errors)[0]]).toEqual([422, expect.stringContaining(`multimedia.${field}`)])
  })

  it.each([
    { title: null, multimedia: null, filling_time_seconds: 0, ratingCount: 5, ratingFigure: 'star', own: { field: 1 } },
    { multimedia: { type: 'video', videoUrl: 'https://example.com/v.mp4', imgLocation: 'background', videoSettings: { controls: true } } },
    { multimedia: { type: 'audio', audioUrl: 'https://example.com/a.mp3', videoSettings: ['controls'] } },
  ])('is kept in %j', async (entity) => {
    expect((await save(entity)).status).toBe(200)
    expect((await sandbox.request('GET', '/quiz/43')).body.widgets.entities[question]).toEqual({ type: 'rating', ...entity })
  })

  it.each(['first', 'q1', '42', `${question}0`])('is refused under the id %s', async (id) => {
    expect(await save({}, id)).toMatchObject({ status: 422, body: { errors: { 'ids.0': [`"${id}" must be welcome, submit or a UUID`] } } })
  })
})

it('lets respondents start over in surveys made since 2026-09-16', async () => {
  const { id } = await ask('POST', '/quiz', { folder_id: 1 })
  const made = (day: string) => sandbox.service.store.run('update quiz set created_at = ? where id = ?', `${day}T00:00:00.000Z`, id)
  const allowed = async (): Promise<unknown> => (await ask('GET', `/quiz/${id}`)).settings.allow_restart_progress
  made('2026-09-15')
  expect(await allowed()).toBe(false)
  made('2026-09-16')
  expect(await allowed()).toBe(true)
  expect((await ask('POST', `/quiz/${id}/settings/info`, { allow_restart_progress: false })).settings.allow_restart_progress).toBe(false)
})

it('refuses a subdomain with hyphens in a row', async () => {
  expect(await sandbox.request('POST', '/workspace/7/domain/subdomain', { subdomain: 'a--b' })).toMatchObject({
    status: 422,
    body: { code: 'subdomain_invalid' },
  })
})
