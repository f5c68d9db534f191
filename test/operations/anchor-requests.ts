/**
 * For each operation command lines as a person types them, and the raw requests, written from the specification and the table of
 * commands, not from the contract.
 */

const question = '10000000-0000-4000-8000-000000000001'
const other = '10000000-0000-4000-8000-000000000002'
const report = '20000000-0000-4000-8000-000000000001'

export type Row = [line: string, request: string, body?: unknown, input?: string]

const survey = {
  ids: ['welcome', question, 'submit'],
  entities: { welcome: { type: 'welcome' }, [question]: { type: 'yesno', title: 'Again?' }, submit: { type: 'submit' } },
}
const scheduler = {
  name: 'Visits',
  color: '#112233',
  schedule_mode: 'weekly',
  timezone: 'Europe/Berlin',
  slot_duration: 30,
  weekly: { mon: [{ from: '09:00', to: '18:00' }] },
}
const role = { permissions: { edit_quiz: 'partially' }, folder_permissions: [{ folder_id: 3, permissions: 'forbidden' }] }

/** Files that the lines name. */
export const files: Readonly<Record<string, unknown>> = {
  'survey.json': survey,
  'conditions.json': { conditions: { rules: [] } },
  'question.json': { title: 'Again?' },
  'filters.json': { filters: [{ question_id: question, values: ['yes'] }] },
  'scheduler.json': scheduler,
  'role.json': role,
  'settings.json': { settings: [{ pipeline: 101 }] },
}
/** The smallest picture. */
export const picture = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=', 'base64')

export const groups: Readonly<Record<string, readonly Row[]>> = {
  surveys: [
    ['quiz create --folder 3', 'POST /quiz', { folder_id: 3 }],
    ['quiz list --folder 3 --sort name --order asc --limit 10 --offset 20', 'GET /quiz?folder_id=3&limit=10&offset=20&order=asc&sort=name'],
    ['quiz view 42', 'GET /quiz/42'],
    ['quiz list --archived', 'GET /quiz/archived'],
    ['quiz save 42 --file survey.json', 'POST /quiz/42/save', survey],
    [
      'quiz set 42 lang=en show_progressbar=true qr_code_size=300 available_devices=desktop,mobile',
      'POST /quiz/42/settings/info',
      { lang: 'en', show_progressbar: true, qr_code_size: 300, available_devices: ['desktop', 'mobile'] },
    ],
    ['quiz theme 42 5', 'POST /quiz/42/applyTheme/5'],
    ['quiz publish 42', 'POST /quiz/42/publish'],
    ['quiz conditions 42 --file conditions.json', 'POST /quiz/42/conditions', { conditions: { rules: [] } }],
    ['quiz conditions 42 --clear --yes', 'POST /quiz/42/conditions', { conditions: {} }],
    ["quiz note 42 'Ask again'", 'POST /quiz/42/note', { notes: 'Ask again' }],
    ["quiz duplicate 42 --name 'Spring, again'", 'POST /quiz/42/duplicate', { name: 'Spring, again' }],
    ["quiz rename 42 'Spring 2027'", 'POST /quiz/42/rename', { name: 'Spring 2027' }],
    ['quiz make-template 42', 'POST /quiz/42/template'],
    ['quiz archive 42', 'POST /quiz/42/archive', { archive: true }],
    ['quiz unarchive 42', 'POST /quiz/42/archive', { archive: false }],
    ['quiz move 42 --folder 3', 'POST /quiz/42/move', { folder_id: 3 }],
    ['quiz delete 42 --yes', 'DELETE /quiz/42'],
    ['text list 42 --lang en', 'GET /quiz/42/default-texts?lang=en'],
    ['text set 42 btn_next=Onward', 'POST /quiz/42/default-texts', { texts: [{ code: 'btn_next', text: 'Onward' }] }],
    ['text reset 42 btn_next', 'POST /quiz/42/default-texts', { texts: [{ code: 'btn_next', text: null }] }],
  ],
  'history, trash, passwords, QR, print': [
    ['version list 42', 'GET /quiz/42/versions'],
    ['version restore 42 9 --yes', 'POST /quiz/42/versions/9/restore'],
    ['quiz restore 45 46', 'POST /workspace/7/quiz/restore', { ids: [45, 46] }],
    ['password list 42', 'GET /quiz/42/passwords'],
    ['password add 42', 'POST /quiz/42/passwords', { passwords: ['one', 'two'] }, 'one\ntwo\n'],
    ['password change 42 3', 'POST /quiz/42/passwords/3', { password: 'new' }, 'new\n'],
    ['password remove 42 3 --yes', 'DELETE /quiz/42/passwords/3'],
    ['qr view 42', 'GET /quiz/42/qr-code'],
    [
      'qr build 42 --format svg --size 400 --color #112233 --background #FFFFFF --margin 4 --force',
      'POST /quiz/42/qr-code',
      { format: 'svg', size: 400, color: '#112233', background: '#FFFFFF', margin: 4, force: true },
    ],
    ['export print 42 --format word --font large -o -', 'POST /quiz/42/print', { format: 'word', font: 'large' }],
  ],
  'folders, favourites, templates, AI build, media': [
    ['folder create Customers', 'POST /workspace/7/folders', { name: 'Customers' }],
    ['folder rename 3 Clients', 'POST /workspace/7/folders/3/rename', { name: 'Clients' }],
    ['folder delete 3 --with-quizzes --yes', 'DELETE /workspace/7/folders/3', { confirm_delete_quizzes: true }],
    ['folder reorder 3 1 2', 'POST /workspace/7/folders/reorder', { folder_ids: [3, 1, 2] }],
    ['favorite list', 'GET /workspace/7/favorite-questions'],
    [
      `favorite add --name Again --widget-type choice --data question.json --choice-type text --choice-multiple --source-quiz 42 --source-widget ${question}`,
      'POST /workspace/7/favorite-questions',
      {
        name: 'Again',
        widget_type: 'choice',
        data: { title: 'Again?' },
        choice_type: 'text',
        choice_multiple: true,
        source_quiz_id: 42,
        source_widget_id: question,
      },
    ],
    ['favorite remove 5 --yes', 'DELETE /workspace/7/favorite-questions/5'],
    ['template list --limit 50 --offset 10', 'GET /workspace/7/templates?limit=50&offset=10'],
    [
      'quiz create --folder 3 --template 11 --name Visitors',
      'POST /quiz/from-template',
      { template_id: 11, folder_id: 3, name: 'Visitors' },
    ],
    [
      "quiz generate --folder 3 --prompt 'About tea' --project Shop --ai-type test --with-logic",
      'POST /quiz/ai',
      { folder_id: 3, prompt: 'About tea', project: 'Shop', ai_type: 'test', with_logic: true },
    ],
    ['media upload 42 picture.png', 'POST /quiz/42/media', { type: 'image', file: '@picture.png' }],
    ['media option-image 42 picture.png', 'POST /quiz/42/media/widget-image', { file: '@picture.png' }],
  ],
  'promo codes': [
    [
      'promo list 42 --search spring --sort name --order asc --limit 500',
      'GET /quiz/42/promo/list?limit=500&offset=0&order=asc&search=spring&sort=name',
    ],
    ['promo create 42 Spring A1 A2', 'POST /quiz/42/promo/list', { name: 'Spring', codes: ['A1', 'A2'] }],
    ['promo rename 42 5 Summer', 'POST /quiz/42/promo/list/5', { name: 'Summer' }],
    ['promo delete 42 5 --yes', 'DELETE /quiz/42/promo/list/5'],
    ['promo codes 42 --list 5 --used --search A', 'GET /quiz/42/promo/codes?list_id=5&search=A&used=1'],
    ['promo codes 42', 'GET /quiz/42/promo/codes/quiz'],
    ['promo add 42 --list 5 A3 A4', 'POST /quiz/42/promo/codes', { list_id: 5, codes: ['A3', 'A4'] }],
    ['promo remove 42 8 --yes', 'DELETE /quiz/42/promo/codes/8'],
    ['promo import 42 codes.txt --parse-only', 'POST /quiz/42/promo/import-file', { file: '@codes.txt' }],
    ['promo attach 42 --list 5 --to 42,46', 'POST /quiz/42/promo/attach/5', { quize_ids: [42, 46] }],
    ['promo detach 42 --from 42,46', 'POST /quiz/42/promo/detach', { quize_ids: [42, 46] }],
    ["promo sync 42 --list 5 --to ''", 'POST /quiz/42/promo/sync', { list_id: 5, quize_ids: [] }],
    ['promo pinned 42 --list 5 --search spring --limit 50', 'GET /quiz/42/promo/pinned?limit=50&list_id=5&offset=0&search=spring'],
  ],
  'answers, exports, reports': [
    ['answer list 42 --complete --sort date_end --order asc', 'GET /quiz/42/answers?is_complete=true&order=asc&sort=date_end'],
    [
      'export csv 42 --incomplete --ids 1,2 --excluded-ids 3 -o -',
      'GET /quiz/42/answers/csv?excludedIds[]=3&ids[]=1&ids[]=2&is_complete=false',
    ],
    ['export xlsx 42 -o -', 'GET /quiz/42/answers/xlsx'],
    ['export word 42 --complete -o -', 'GET /quiz/42/answers/word?is_complete=true'],
    ['export sav 42 --screenout --deleted -o -', 'GET /quiz/42/answers/sav?is_deleted=true&is_screenout=true'],
    ['export summary 42 -o -', 'GET /quiz/42/summary/pdf'],
    ['export summary 42 --file filters.json -o -', 'POST /quiz/42/summary/pdf', files['filters.json']],
    [
      'export report 42 --from 2026-01-01 --to 2026-01-31 --complete -o -',
      'POST /quiz/42/report/pdf',
      { date_from: '2026-01-01', date_to: '2026-01-31', is_complete: true },
    ],
    ['export report 42 --format word -o -', 'GET /quiz/42/report/word'],
    ['report view 42 --file filters.json', 'POST /quiz/42/report', files['filters.json']],
    [
      `report files 42 ${report} --widget-id ${question} --widget-hash ${other}`,
      `GET /quiz/42/report/${report}/files?widget_hash=${other}&widget_id=${question}`,
    ],
    [
      `report inputs 42 ${report} --widget-id ${question} --widget-hash ${other} --limit 20`,
      `GET /quiz/42/report/${report}/inputs?limit=20&offset=0&widget_hash=${other}&widget_id=${question}`,
    ],
  ],
  'AI report, filters, appearance': [
    ['ai-report start 42 --section text --locale en', 'POST /quiz/42/ai-report', { section: 'text', locale: 'en' }],
    ['ai-report view 42', 'GET /quiz/42/ai-report'],
    ['ai-report share 42', 'POST /quiz/42/ai-report/share'],
    [
      'filter save 42 --type report --file filters.json',
      'POST /quiz/42/filters',
      { type: 'report', filters: [{ question_id: question, values: ['yes'] }] },
    ],
    ['appearance view', 'GET /workspace/7/report-appearance'],
    [
      'appearance set --palette-id ocean --custom-colors #112233,#445566 --bar-color-mode palette --clear-font-family --show-value-labels --no-show-grid-lines',
      'POST /workspace/7/report-appearance',
      {
        settings: {
          palette_id: 'ocean',
          custom_colors: ['#112233', '#445566'],
          bar_color_mode: 'palette',
          font_family: null,
          show_value_labels: true,
          show_grid_lines: false,
        },
      },
    ],
    [
      'appearance preset-add Sea --palette-id ocean',
      'POST /workspace/7/report-appearance/presets',
      { name: 'Sea', settings: { palette_id: 'ocean' } },
    ],
    ['appearance preset-remove 4 --yes', 'DELETE /workspace/7/report-appearance/presets/4'],
  ],
  account: [
    ['storage view', 'GET /workspace/7/storage'],
    ['storage usage', 'GET /workspace/7/storage/usage'],
    ['storage hidden-files', 'GET /workspace/7/storage/hidden-files'],
    ['storage verify', 'POST /workspace/7/storage/verify'],
    ['branding set --logo-show --no-show-copyright', 'POST /workspace/7/branding', { logo_show: true, show_copyright: false }],
    ['branding logo-upload picture.png', 'POST /workspace/7/branding/logo', { logo: '@picture.png' }],
    ['branding logo-remove --yes', 'DELETE /workspace/7/branding/logo'],
    ['domain view', 'GET /workspace/7/domain'],
    [
      'domain subdomain visitors --kind other_subdomain',
      'POST /workspace/7/domain/subdomain',
      { subdomain: 'visitors', subdomain_kind: 'other_subdomain' },
    ],
    ['domain subdomain --clear --yes', 'POST /workspace/7/domain/subdomain', { subdomain: null }],
    ['domain type subdomain', 'POST /workspace/7/domain/type', { domain_type: 'subdomain' }],
    ['tariff view', 'GET /workspace/7/tariff'],
    ['tariff list', 'GET /workspace/7/tariff/list'],
    ['payment view 42', 'GET /quiz/42/payment'],
    [
      `payment set 42 --account 3 --type fixed --amount 10.5 --contact-widget ${question}`,
      'POST /quiz/42/payment',
      { payment_account_id: 3, payment_type: 'fixed', fixed_amount: 10.5, contact_widget_id: question },
    ],
    [
      'partner view --from 2026-01-01 --to 2026-01-31 --source 2 --limit 50 --offset 10',
      'GET /partner?date_from=2026-01-01&date_to=2026-01-31&limit=50&offset=10&source_id=2',
    ],
    ['partner source-create Autumn', 'POST /partner/sources', { action: 'create', name: 'Autumn' }],
    ['partner source-rename 2 Winter', 'POST /partner/sources', { action: 'rename', source_id: 2, name: 'Winter' }],
    ['partner source-delete 2 --yes', 'POST /partner/sources', { action: 'delete', source_id: 2 }],
    ['role list', 'GET /workspace/7/roles'],
    ['role set 2 --file role.json', 'POST /workspace/7/roles', { role_id: 2, ...role }],
    ['member access 3', 'GET /workspace/7/members/3/access'],
  ],
  'schedulers, bookings, blocks': [
    ['scheduler list', 'GET /workspace/7/schedulers'],
    ['scheduler create --file scheduler.json', 'POST /workspace/7/schedulers', scheduler],
    ['scheduler edit 4 --name Calls --slot-duration 45', 'POST /workspace/7/schedulers/4', { name: 'Calls', slot_duration: 45 }],
    ['scheduler duplicate 4', 'POST /workspace/7/schedulers/4/duplicate'],
    ['scheduler delete 4 --yes', 'DELETE /workspace/7/schedulers/4'],
    ['booking list --from 2026-01-01 --to 2026-01-31', 'GET /workspace/7/bookings?from=2026-01-01&to=2026-01-31'],
    [
      'booking edit 6 --status confirmed --comment Fine --start 2026-02-01T09:00:00Z --end 2026-02-01T09:30:00Z',
      'POST /workspace/7/bookings/6',
      { status: 'confirmed', comment: 'Fine', start_utc: '2026-02-01T09:00:00Z', end_utc: '2026-02-01T09:30:00Z' },
    ],
    [
      'block add 4 --start 2026-02-01T09:00:00Z --end 2026-02-01T10:00:00Z --comment Closed',
      'POST /workspace/7/booking-blocks',
      { scheduler_id: 4, start_utc: '2026-02-01T09:00:00Z', end_utc: '2026-02-01T10:00:00Z', comment: 'Closed' },
    ],
    ['block remove 9 --yes', 'DELETE /workspace/7/booking-blocks/9'],
  ],
  integrations: [
    ['integration list 42', 'GET /quiz/42/integrations'],
    ['integration logs 42 messenger_a', 'GET /quiz/42/integrations/logs?integration=messenger_a'],
    [
      'integration resend 42 messenger_b --from 2026-01-01 --to 2026-01-31',
      'POST /quiz/42/integrations/logs/resend',
      { integration: 'messenger_b', date_from: '2026-01-01', date_to: '2026-01-31' },
    ],
    ['crm view 42 crm_a', 'GET /quiz/42/integrations/crm/crm_a'],
    ['crm enable 42 crm_a', 'POST /quiz/42/integrations/crm/crm_a/toggle', { is_active: true }],
    ['crm disable 42 crm_b', 'POST /quiz/42/integrations/crm/crm_b/toggle', { is_active: false }],
    ['crm check 42 crm_b', 'GET /quiz/42/integrations/crm/crm_b/check'],
    [
      'crm fields 42 crm_b --sections lead,deal --deal-category-id 5',
      'GET /quiz/42/integrations/crm/crm_b/fields?deal_category_id=5&sections[]=deal&sections[]=lead',
    ],
    [
      `crm map 42 crm_b deal --enabled --title-type Field --title-value ${question} --category-id 5 --default-stage C5:NEW --no-link-to-lead --field COMMENTS=widget:${other} --field SOURCE=text:survey`,
      'POST /quiz/42/integrations/crm_b/mapping/deal',
      {
        enabled: true,
        title_type: 'Field',
        title_value: question,
        category_id: 5,
        default_stage: 'C5:NEW',
        link_to_lead: false,
        fields: { COMMENTS: { widget_id: other }, SOURCE: { static_value: 'survey' } },
      },
    ],
    [
      `crm map 42 crm_a list --active 0,1 --bind 501=${question}`,
      'POST /quiz/42/integrations/crm_a/mapping/list',
      { active: [0, 1], bind: { 501: question } },
    ],
    ['crm account', 'GET /crm_a/account'],
    ['crm lists', 'GET /crm_a/lists'],
    ['crm quizzes --folder 3 --sort id --limit 5', 'GET /crm_a/quiz?folder_id=3&limit=5&sort=id'],
    ['crm settings 42', 'GET /crm_a/quiz/42/settings'],
    [
      'crm settings-set 42 --file settings.json --active',
      'POST /crm_a/quiz/42/settings',
      { settings: [{ pipeline: 101 }], is_active: true },
    ],
  ],
  webhooks: [
    ['webhook list 42', 'GET /quiz/42/webhooks'],
    [
      "webhook add 42 https://hooks.example.com/a --title Answers --method put --header 'X-Token: abc' --body source=survey --body-naming answer_id=id --incomplete --hours 6 --active",
      'POST /quiz/42/webhooks',
      {
        url: 'https://hooks.example.com/a',
        title: 'Answers',
        method: 'put',
        headers: [{ name: 'X-Token', value: 'abc' }],
        body: [{ name: 'source', value: 'survey' }],
        body_naming: [{ name: 'answer_id', value: 'id' }],
        incomplete: true,
        hours: 6,
        is_active: true,
      },
    ],
    [
      'webhook edit 42 7 --url https://hooks.example.com/b --no-incomplete',
      'POST /quiz/42/webhooks/7',
      { url: 'https://hooks.example.com/b', incomplete: false },
    ],
    ['webhook remove 42 7 --yes', 'DELETE /quiz/42/webhooks/7'],
    ['webhook enable 42 7', 'POST /quiz/42/webhooks/7/toggle', { is_active: true }],
    ['webhook disable 42 7', 'POST /quiz/42/webhooks/7/toggle', { is_active: false }],
    ['webhook logs 42 7', 'GET /quiz/42/webhooks/7/logs'],
    ['webhook resend 42 7 --log 12', 'POST /quiz/42/webhooks/7/logs/resend', { log_id: 12 }],
  ],
  'messenger, spreadsheet, automation, counters': [
    ['messenger view 42 messenger_a', 'GET /quiz/42/integrations/messenger/messenger_a'],
    ['messenger activate 42 messenger_a', 'POST /quiz/42/integrations/messenger/messenger_a', { action: 'activate' }],
    ['messenger deactivate 42 messenger_a', 'POST /quiz/42/integrations/messenger/messenger_a', { action: 'deactivate' }],
    ['messenger delete 42 messenger_b --yes', 'POST /quiz/42/integrations/messenger/messenger_b', { action: 'delete' }],
    [
      'messenger buttons 42 messenger_a --no-enabled',
      'POST /quiz/42/integrations/messenger/messenger_a',
      { action: 'toggle_buttons', buttons_enabled: false },
    ],
    [
      `messenger widgets 42 messenger_a --hidden ${question},${other}`,
      'POST /quiz/42/integrations/messenger/messenger_a',
      { action: 'save_widgets', hidden_widget_ids: [question, other] },
    ],
    [
      "messenger subject 42 messenger_a 'New answer'",
      'POST /quiz/42/integrations/messenger/messenger_a',
      { action: 'save_widgets', subject: 'New answer' },
    ],
    [
      'messenger remove-recipient 42 messenger_a 100500 --yes',
      'POST /quiz/42/integrations/messenger/messenger_a',
      { action: 'remove_recipient', recipient_id: '100500' },
    ],
    ['messenger test 42 messenger_a', 'POST /quiz/42/integrations/messenger/messenger_a', { action: 'test' }],
    ['sheets view 42', 'GET /quiz/42/integrations/sheets'],
    ['sheets activate 42', 'POST /quiz/42/integrations/sheets', { action: 'activate' }],
    ['sheets deactivate 42', 'POST /quiz/42/integrations/sheets', { action: 'deactivate' }],
    ['sheets delete 42 --yes', 'POST /quiz/42/integrations/sheets', { action: 'delete' }],
    ["sheets widgets 42 --hidden ''", 'POST /quiz/42/integrations/sheets', { action: 'save_widgets', hidden_widget_ids: [] }],
    [
      'sheets switchers 42 --enable-timestamp --no-enable-personal-data',
      'POST /quiz/42/integrations/sheets',
      { action: 'save_switchers', enable_timestamp: true, enable_personal_data: false },
    ],
    [
      'sheets mode 42 scheduled --at 06:05',
      'POST /quiz/42/integrations/sheets',
      { action: 'set_sync_mode', sync_mode: 'scheduled', schedule_hour: 6, schedule_minute: 5 },
    ],
    ['sheets mode 42 realtime', 'POST /quiz/42/integrations/sheets', { action: 'set_sync_mode', sync_mode: 'realtime' }],
    ['sheets sync 42', 'POST /quiz/42/integrations/sheets', { action: 'sync_now' }],
    ['sheets export-all 42 --mode new_file', 'POST /quiz/42/integrations/sheets', { action: 'export_all', export_mode: 'new_file' }],
    ['automation view 42', 'GET /quiz/42/integrations/automation'],
    ['automation activate 42', 'POST /quiz/42/integrations/automation', { action: 'activate' }],
    ['automation deactivate 42', 'POST /quiz/42/integrations/automation', { action: 'deactivate' }],
    ['automation delete 42 --yes', 'POST /quiz/42/integrations/automation', { action: 'delete' }],
    ['counter view 42 pixel_a', 'GET /quiz/42/integrations/counters/pixel_a'],
    [
      'counter set 42 analytics_a 12345678 --version legacy',
      'POST /quiz/42/integrations/counters/analytics_a',
      { action: 'save', counter: '12345678', version: 'legacy' },
    ],
    [
      'counter set 42 analytics_b G-1 --session-replay',
      'POST /quiz/42/integrations/counters/analytics_b',
      { action: 'save', counter: 'G-1', is_session_replay: true },
    ],
    ['counter activate 42 pixel_b', 'POST /quiz/42/integrations/counters/pixel_b', { action: 'activate' }],
    ['counter deactivate 42 pixel_b', 'POST /quiz/42/integrations/counters/pixel_b', { action: 'deactivate' }],
    ['counter delete 42 pixel_b --yes', 'POST /quiz/42/integrations/counters/pixel_b', { action: 'delete' }],
  ],
  'e-mails, mail service, mailings': [
    ['email view 42', 'GET /quiz/42/emails'],
    [
      "email template 42 client --subject 'Thank you' --letter-file letter.txt --send-promo-code --source mail",
      'POST /quiz/42/emails/template',
      { client_subject: 'Thank you', client_letter: 'Dear respondent', client_send_promo_code: true, client_source: 'mail' },
    ],
    [
      'email template 42 owner --no-use-default-tmpl --reply-to-address team@example.org',
      'POST /quiz/42/emails/template',
      { owner_use_default_tmpl: false, owner_reply_to_address: 'team@example.org' },
    ],
    [
      `email questions 42 --owner-excluded ${question} --client-excluded ''`,
      'POST /quiz/42/emails/questions',
      { owner_excluded_questions: [question], client_excluded_questions: [] },
    ],
    ['email enable 42 client', 'POST /quiz/42/emails/toggle', { type: 'client', enabled: true }],
    ['email disable 42 owner', 'POST /quiz/42/emails/toggle', { type: 'owner', enabled: false }],
    ['email recipient-add 42 team@example.org', 'POST /quiz/42/emails/recipients', { email: 'team@example.org' }],
    ['email recipient-remove 42 3 --yes', 'DELETE /quiz/42/emails/recipients/3'],
    ['email recipient-toggle 42 3', 'POST /quiz/42/emails/recipients/3/toggle'],
    [
      'email recipient-confirm 42 3 --code 012345',
      'POST /quiz/42/emails/recipients/3/confirm',
      { action: 'confirm', confirmation_code: '012345' },
    ],
    ['email recipient-resend 42 3', 'POST /quiz/42/emails/recipients/3/confirm', { action: 'resend_code' }],
    ['smtp view', 'POST /workspace/7/smtp', { action: 'show' }],
    ['smtp logs --limit 30 --offset 10', 'POST /workspace/7/smtp', { action: 'logs', limit: 30, offset: 10 }],
    ['smtp enable', 'POST /workspace/7/smtp', { action: 'enable' }],
    ['smtp disable', 'POST /workspace/7/smtp', { action: 'disable' }],
    ['smtp test', 'POST /workspace/7/smtp', { action: 'test' }],
    ['mailing campaigns --search spring --limit 200', 'GET /workspace/7/mailings?limit=200&offset=0&search=spring&section=campaigns'],
    ['mailing campaign 5', 'GET /workspace/7/mailings?campaign_id=5&section=campaign'],
    [
      'mailing recipients 5 --statuses opened,bounced',
      'GET /workspace/7/mailings?campaign_id=5&section=recipients&statuses[]=bounced&statuses[]=opened',
    ],
    ['mailing contact-lists', 'GET /workspace/7/mailings?section=contact_lists'],
    ['mailing contacts 6', 'GET /workspace/7/mailings?list_id=6&section=contacts'],
    ['mailing templates', 'GET /workspace/7/mailings?section=templates'],
    ['mailing reputation --days 90', 'GET /workspace/7/mailings?days=90&section=reputation'],
    ['mailing balance', 'GET /workspace/7/mailings?section=balance'],
    ['mailing settings', 'GET /workspace/7/mailings?section=settings'],
    ['mailing smtp-logs', 'GET /workspace/7/mailings?section=smtp_logs'],
  ],
}

export const unnamed = (path: string): string => path.replaceAll(/\{\w+\}/g, '{}')

/** The address with its variables taken out, which is one of an operation. */
export const operationOf = (request: string): string =>
  request
    .replace(/\?.*/, '')
    .replaceAll(/\/(\d+|[\da-f]{8}-[\da-f-]{27})(?=\/|$)/g, '/{}')
    .replace(/\/integrations\/crm\/crm_[ab]/, '/integrations/crm/{}')
    .replace(/\/(messenger|counters|mapping)\/\w+$/, '/$1/{}')
