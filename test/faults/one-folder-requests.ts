/** What a participant asks of each operation: with a survey and a folder of their own, hidden ones, or ones that were never there. */
export interface Subject {
  quiz: number
  folder: number
  /** Things of the survey: those of the open one, of a hidden one, or none. */
  webhook: number
  password: number
  email: number
  version: number
  favorite: number
  campaign: number
  contacts: number
}

export interface Asked {
  /** Path variables beside the survey's. */
  path?: Record<string, string | number>
  query?: string
  body?: unknown
}

type Requests = readonly ((of: Subject) => Asked)[]

const plain: Requests = [() => ({})]
const send = (...bodies: readonly unknown[]): Requests => bodies.map((body) => () => ({ body }))
const ask = (...queries: readonly string[]): Requests => queries.map((query) => () => ({ query }))

const question = '10000000-0000-4000-8000-000000000004'
const uuid = '10000000-0000-4000-8000-000000000001'
const file = (field: string, name: string, type: string, content: string): FormData => {
  const form = new FormData()
  form.set(field, new Blob([content], { type }), name)
  form.set('type', 'image')
  return form
}
const gif = 'GIF89a\u0001\u0000\u0001\u0000\u0000\u0000\u0000;'
const scheduler = { name: 'Visits', color: '#3366FF', schedule_mode: 'weekly', timezone: 'UTC', slot_duration: 5, weekly: {} }
const hours = { start_utc: '2027-01-04T09:00:00Z', end_utc: '2027-01-04T10:00:00Z' }
const colours = { settings: { custom_colors: ['#112233', '#445566'], bar_color_mode: 'single' } }
const lists = ['', 'sort=name&order=asc', 'limit=1&offset=1']
const crm = (...bodies: readonly unknown[]): Requests =>
  ['crm_a', 'crm_b'].flatMap((name) => (bodies.length > 0 ? bodies : [undefined]).map((body) => () => ({ path: { crm: name }, body })))

/** By the operation's id. Destructive ones stand at the end. */
export const requests: Readonly<Record<string, Requests>> = {
  'quiz.list': [...ask(...lists), ({ folder }) => ({ query: `folder_id=${folder}` })],
  'quiz.archived': plain,
  'quiz.view': plain,
  'quiz.create': [({ folder }) => ({ body: { folder_id: folder } })],
  'quiz.set': send({ name: 'Own', lang: 'en' }),
  'quiz.theme': [() => ({ path: { theme_id: 1 } })],
  'quiz.publish': plain,
  'quiz.conditions': send({ conditions: {} }),
  'quiz.note': send({ notes: 'Note' }),
  'quiz.duplicate': send({}, { name: 'Second' }),
  'quiz.rename': send({ name: 'Own' }),
  'quiz.make-template': plain,
  'quiz.archive': send({ archive: true }, { archive: false }),
  'quiz.move': [({ folder }) => ({ body: { folder_id: folder } })],
  'folder.create': send({ name: 'New' }, { name: 'Zq7hidden Customers' }, { name: 'Drafts' }),
  'folder.rename': [({ folder }) => ({ path: { folderId: folder }, body: { name: 'Renamed' } })],
  'folder.reorder': [({ folder }) => ({ body: { folder_ids: [folder] } })],
  'text.list': plain,
  'text.set': send({ texts: [{ code: 'btn_next', text: 'On' }] }),
  'version.list': ask('', 'per_page=1'),
  'version.restore': [({ version }) => ({ path: { versionId: version } })],
  'password.list': plain,
  'password.add': send({ password: 'rose' }),
  'password.change': [({ password }) => ({ path: { passwordId: password }, body: { password: 'tulip' } })],
  'password.remove': [({ password }) => ({ path: { passwordId: password } })],
  'qr.view': plain,
  'qr.build': send({ format: 'svg', size: 100 }),
  'export.print': send({ format: 'txt' }, { format: 'html' }),
  'answer.list': ask('', 'is_complete=true', 'ids[]=1'),
  'export.csv': ask('', 'ids[]=1', 'excludedIds[]=1'),
  'export.xlsx': plain,
  'export.word': plain,
  'export.sav': plain,
  'export.summary': plain,
  'export.summary-filtered': send({ ids: [1, 2] }),
  'export.report': send({}),
  'export.report-word': plain,
  'report.view': send({}, { ids: [1, 2, 3] }),
  'report.files': [() => ({ path: { report_uuid: uuid }, query: `widget_id=${question}&widget_hash=${uuid}` })],
  'report.inputs': [() => ({ path: { report_uuid: uuid }, query: `widget_id=${question}&widget_hash=${uuid}` })],
  'ai-report.start': send({ section: 'text' }),
  'ai-report.view': plain,
  'ai-report.share': plain,
  'filter.save': send({ type: 'report', filters: [{}] }),
  'appearance.view': plain,
  'appearance.set': send(colours),
  'appearance.preset-add': send({ name: 'Bright', settings: { palette_id: 'ocean' } }),
  'appearance.preset-remove': [() => ({ path: { presetId: 1 } })],
  'integration.list': plain,
  'integration.logs': ask('integration=messenger_a', 'integration=messenger_b'),
  'integration.resend': send({ integration: 'messenger_a' }, { integration: 'messenger_a', log_id: 1 }),
  'webhook.list': plain,
  'webhook.add': send({ title: 'Own', url: 'https://203.0.114.7/hook', method: 'post' }),
  'webhook.edit': [({ webhook }) => ({ path: { webhookId: webhook }, body: { title: 'Own' } })],
  'webhook.toggle': [({ webhook }) => ({ path: { webhookId: webhook }, body: { is_active: false } })],
  'webhook.logs': [({ webhook }) => ({ path: { webhookId: webhook } })],
  'webhook.resend': [({ webhook }) => ({ path: { webhookId: webhook }, body: { log_id: 1 } })],
  'webhook.remove': [({ webhook }) => ({ path: { webhookId: webhook } })],
  'messenger.view': [() => ({ path: { messenger: 'messenger_a' } })],
  'messenger.change': [() => ({ path: { messenger: 'messenger_a' }, body: { action: 'test' } })],
  'sheets.view': plain,
  'sheets.change': send({ action: 'export_all', export_mode: 'new_file' }),
  'crm.view': crm(),
  'crm.toggle': crm({ is_active: true }),
  'crm.check': crm(),
  'crm.fields': crm(),
  'crm.account': plain,
  'crm.lists': plain,
  'crm.quizzes': [...ask(...lists), ({ folder }) => ({ query: `folder_id=${folder}` })],
  'crm.settings': plain,
  'crm.settings-set': send({ settings: [] }),
  'crm.map-b': [() => ({ path: { entity: 'lead' }, body: { enabled: true } })],
  'crm.map-a': [() => ({ path: { block: 'deal' }, body: { active: [] } })],
  'automation.view': plain,
  'automation.change': send({ action: 'activate' }),
  'counter.view': [() => ({ path: { service: 'analytics_a' } })],
  'counter.change': [() => ({ path: { service: 'analytics_a' }, body: { action: 'save', counter: '12' } })],
  'email.view': plain,
  'email.template': send({ owner_subject: 'Own' }),
  'email.questions': send({ owner_excluded_questions: [] }),
  'email.toggle': send({ type: 'owner', enabled: true }),
  'email.recipient-add': send({ email: 'new@example.org' }),
  'email.recipient-toggle': [({ email }) => ({ path: { emailId: email } })],
  'email.recipient-confirm': [({ email }) => ({ path: { emailId: email }, body: { action: 'confirm', confirmation_code: '999999' } })],
  'email.recipient-remove': [({ email }) => ({ path: { emailId: email } })],
  'smtp.use': send({ action: 'show' }, { action: 'logs' }, { action: 'logs', limit: 1, offset: 1 }, { action: 'test' }),
  'mailing.view': [
    ...ask(
      ...['campaigns', 'contact_lists', 'templates', 'reputation', 'balance', 'settings', 'smtp_logs'].map((name) => `section=${name}`),
      'section=campaigns&search=spring',
    ),
    ({ campaign }) => ({ query: `section=campaign&campaign_id=${campaign}` }),
    ({ campaign }) => ({ query: `section=recipients&campaign_id=${campaign}` }),
    ({ contacts }) => ({ query: `section=contacts&list_id=${contacts}` }),
  ],
  'favorite.list': plain,
  'favorite.save': [
    ({ quiz }) => ({ body: { name: 'New', widget_type: 'rating', data: { type: 'rating' }, source_quiz_id: quiz } }),
    ({ favorite }) => ({ body: { favorite_question_id: favorite, name: 'Renamed', widget_type: 'rating', data: { type: 'rating' } } }),
  ],
  'favorite.remove': [({ favorite }) => ({ path: { questionId: favorite } })],
  'template.list': ask('', 'limit=1', 'limit=1&offset=1', 'limit=100'),
  'quiz.from-template': [
    ({ quiz, folder }) => ({ body: { template_id: quiz, folder_id: folder } }),
    ({ quiz }) => ({ body: { template_id: quiz, folder_id: 3 } }),
  ],
  'quiz.generate': [({ folder }) => ({ body: { folder_id: folder, prompt: 'Tea' } })],
  'media.upload': [() => ({ body: file('file', 'a.gif', 'image/gif', gif) })],
  'media.option-image': [() => ({ body: file('file', 'a.gif', 'image/gif', gif) })],
  'promo.list': ask(...lists),
  'promo.create': send({ name: 'Own', codes: ['A'] }),
  'promo.rename': [() => ({ path: { list_id: 1 }, body: { name: 'Letter' } })],
  'promo.codes': ask('list_id=1&limit=1', 'list_id=2&limit=1'),
  'promo.attached-codes': plain,
  'promo.add': send({ list_id: 2, codes: ['B'] }),
  'promo.remove': [() => ({ path: { code_id: 501 } })],
  'promo.import-file': [() => ({ body: file('file', 'a.txt', 'text/plain', 'A\nB\n') })],
  'promo.attach': [({ quiz }) => ({ path: { list_id: 1 }, body: { quize_ids: [quiz] } })],
  'promo.detach': [({ quiz }) => ({ body: { quize_ids: [quiz] } })],
  'promo.sync': [({ quiz }) => ({ body: { list_id: 1, quize_ids: [quiz] } }), () => ({ body: { list_id: 1, quize_ids: [] } })],
  'promo.pinned': ask('list_id=1', 'list_id=1&limit=1', 'list_id=1&search=zq7', 'list_id=2&offset=1'),
  'promo.delete': [() => ({ path: { list_id: 1 } })],
  'storage.view': plain,
  'storage.usage': plain,
  'storage.hidden-files': plain,
  'storage.verify': plain,
  'branding.set': send({ logo_show: true }),
  'branding.logo-upload': [() => ({ body: file('logo', 'a.png', 'image/png', 'no') })],
  'branding.logo-remove': plain,
  'domain.view': plain,
  'domain.subdomain': send({ subdomain: 'own' }),
  'domain.type': send({ domain_type: 'default' }),
  'tariff.view': plain,
  'tariff.list': plain,
  'payment.view': plain,
  'payment.set': send({ payment_account_id: 1, payment_type: 'fixed', fixed_amount: 5 }),
  'partner.view': plain,
  'partner.source': send({ action: 'create' }),
  'role.list': plain,
  'role.set': send({ role_id: 2, permissions: {} }),
  'member.access': [() => ({ path: { memberId: 1 } }), () => ({ path: { memberId: 5 } })],
  'scheduler.list': plain,
  'scheduler.create': send(scheduler),
  'scheduler.edit': [() => ({ path: { schedulerId: 1 }, body: { name: 'Visits' } })],
  'scheduler.duplicate': [() => ({ path: { schedulerId: 1 } })],
  'booking.list': ask('from=2020-01-01&to=2040-01-01'),
  'booking.edit': [() => ({ path: { bookingId: 1 }, body: { status: 'confirmed' } })],
  'block.add': send({ scheduler_id: 1, ...hours }),
  'block.remove': [() => ({ path: { blockId: 1 } })],
  'scheduler.delete': [() => ({ path: { schedulerId: 1 } })],
  'quiz.save': send({ ids: [], entities: {} }),
  'quiz.delete': plain,
  'quiz.restore': [({ quiz }) => ({ body: { ids: [quiz] } })],
  'folder.delete': [
    ({ folder }) => ({ path: { folderId: folder } }),
    ({ folder }) => ({ path: { folderId: folder }, body: { confirm_delete_quizzes: true } }),
  ],
}
