/** Rules that look at what belongs to a survey (letters, connections, codes, account): where each speaks, and the nearest state where it doesn't. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { vi } from 'vitest'
import { all, also, bareQuiz, control, id, letter, screens, send, set, type Quiz, type Step } from './quiz.ts'

const addPassword = send('passwords', { password: 'secret' })
const ownText = (lang: 'ru' | 'en', code: string, text: string): Step => send('default-texts', { lang, texts: [{ code, text }] })
const answers = (count: number): Step => control('answer', { count })
const limit = (count: number): Step => set({ limit_answer_count_enabled: true, limit_answer_count_value: count })

/** A list of as many codes, attached. */
const codes =
  (count: number): Step =>
  async ({ id: quiz, send: ask }) => {
    const list = await ask('promo/list', {
      name: `List of ${quiz}`,
      codes: Array.from({ length: count || 1 }, (_, at) => `C${quiz}-${at}`),
    })
    await ask(`promo/attach/${list.list_id}`, { quize_ids: [quiz] })
    if (count > 0) return
    const { data } = await ask(`promo/codes?list_id=${list.list_id}`, undefined, 'GET')
    for (const code of data) await ask(`promo/codes/${code.id}`, undefined, 'DELETE')
  }

/** Calls where nobody listens, or where somebody does: a page of the sandbox itself. */
const webhook =
  (...urls: string[]): Step =>
  async ({ send: ask, sandbox, control: run }) => {
    const call = { title: 'W', method: 'get', is_active: true }
    const { webhook_id } = await ask('webhooks', { ...call, url: urls[0]!.replace('HERE', sandbox.publicUrl) })
    for (const url of urls) {
      await ask(`webhooks/${webhook_id}`, { url: url.replace('HERE', sandbox.publicUrl) })
      await run('answer', { count: 1 })
      // What was sent is in the log before the next one goes out.
      await sandbox.idle()
    }
  }
const nobody = 'http://127.0.0.1:9/'
const addWebhook = (url: string, more: object = {}): Step => send('webhooks', { title: 'W', method: 'post', url, ...more })

const connect = (what: string): Step => control('connect', { what })
const crm = (mapping: object): Step =>
  all(
    connect('crm_b'),
    send('integrations/crm/crm_b/toggle', { is_active: true }),
    send('integrations/crm_b/mapping/lead', { title_type: 'Static', title_value: 'Answer', ...mapping }),
  )
const created = crm({ enabled: true, fields: { NAME: { static_value: 'A' } } })
const messenger = send('integrations/messenger/messenger_a', { action: 'activate' })
const sheets = all(connect('sheets'), send('integrations/sheets', { action: 'activate' }))

const recipient: Step = ({ send: ask, id: quiz }) => ask('emails/recipients', { email: `copies${quiz}@example.org` })
const confirmed: Step = async (quiz) => {
  const { email_id } = await recipient(quiz).then((answer) => answer as { email_id: number })
  const letters: { to: string; code: string }[] = await quiz.control('inbox', { channel: 'email' })
  const { code } = letters.find(({ to }) => to === `copies${quiz.id}@example.org`)!
  await quiz.send(`emails/recipients/${email_id}/confirm`, { action: 'confirm', confirmation_code: code })
}

const pay = (type: string): Step => send('payment', { payment_account_id: 1, payment_type: type, fixed_amount: 5 })

const theme =
  (text: string): Step =>
  async ({ send: ask, sandbox: { service, workspaceId } }) => {
    // Looks are made in the cabinet: no operation makes any.
    const looks = { name: 'Own', colors: { text }, background: '#FFFFFF', font_family: 'serif' }
    const theme_id = await service.write(() => service.store.records<object>('theme').insert(looks, { workspace_id: workspaceId }))
    await ask(`applyTheme/${theme_id}`)
  }

const picture = (url: string): Step => also(1, { multimedia: { type: 'img', imgUrl: url, imgLocation: 'blocks' } })
const uploaded: Step = async (quiz) => {
  const form = new FormData()
  form.set('type', 'image')
  form.set('file', new File([readFileSync(join(import.meta.dirname, '../examples/photo.png'))], 'photo.png', { type: 'image/png' }))
  await picture((await quiz.send('media', form)).url)(quiz)
}

/** Edited so long after its publication. */
const editedAfter =
  (seconds: number): Step =>
  async (quiz) => {
    await quiz.send('publish')
    quiz.sandbox.clock.advance(seconds * 1000)
    await also(1, { title: 'Edited' })(quiz)
  }

const building: Step = async (quiz) => {
  const { sandbox } = quiz
  let status: string
  do {
    quiz.id = (await quiz.send('/quiz/ai', { folder_id: sandbox.folderId, prompt: 'Coffee in the office' })).quiz_id
    // Its turn never comes.
    sandbox.service.store.records('ai_quiz').removeAll({ quiz_id: quiz.id })
    status = (await quiz.send('', undefined, 'GET')).ai_quiz_job.status
  } while (status === 'completed')
}
const built: Step = async (quiz) => {
  quiz.id = (await quiz.send('/quiz/ai', { folder_id: quiz.sandbox.folderId, prompt: 'Coffee in the office' })).quiz_id
  const state = async (): Promise<string> => (await quiz.send('', undefined, 'GET')).ai_quiz_job.status
  await vi.waitUntil(async () => (await state()) === 'completed', { timeout: 120_000, interval: 100 })
}

export const serviceCases: Record<string, readonly [speaks: Step, quiet: Step]> = {
  'text-language': [ownText('ru', 'btn_next', 'Go'), ownText('en', 'btn_next', 'Go')],
  'text-placeholder': [ownText('en', 'too_few', 'Take some'), ownText('en', 'too_few', 'Take {n}')],
  'limit-reached': [all(answers(3), limit(3)), all(answers(3), limit(4))],
  'password-missing': [set({ use_password: true }), all(set({ use_password: true }), addPassword)],
  'password-unused': [addPassword, all(addPassword, set({ use_password: true }))],
  'nobody-notified': [letter('owner', false), letter('owner', true)],
  'recipient-unconfirmed': [recipient, confirmed],
  'client-letter-nowhere': [letter('client', true), all(letter('client', true), send('emails/template', { client_source: 'mail' }))],
  'letter-without-promo': [
    send('emails/template', { owner_send_promo_code: true }),
    all(send('emails/template', { owner_send_promo_code: true }), codes(1)),
  ],
  'webhook-failing': [webhook(nobody, nobody), webhook('HERE/openapi.json', nobody)],
  'webhook-insecure': [addWebhook(nobody), addWebhook('https://127.0.0.1:9/')],
  'sheets-reconnect': [all(sheets, control('revoke', { what: 'sheets' })), sheets],
  'messenger-no-chat': [messenger, all(messenger, connect('messenger_a'))],
  'crm-lost': [all(created, control('revoke', { what: 'crm_b' })), created],
  'crm-unmapped': [crm({ enabled: false }), created],
  'promo-empty': [codes(0), codes(1)],
  'promo-low': [all(codes(2), limit(3)), all(codes(3), limit(3))],
  'promo-farming': [
    all(codes(1), set({ multiple_ip: true, allow_multiple_answer: true })),
    all(codes(1), set({ multiple_ip: true, allow_multiple_answer: false })),
  ],
  'payment-not-ready': [pay('scoring'), all(pay('scoring'), set({ scoring_switcher: true }))],
  'never-published': [async (quiz) => void (quiz.id = (await bareQuiz(quiz.sandbox)).id), send('publish')],
  'unpublished-changes': [editedAfter(6), editedAfter(0)],
  locked: [control('lock'), all(control('lock'), control('unlock'))],
  'ai-build-pending': [building, built],
  'qr-missing': [send('publish'), send('qr-code', {})],
  'qr-contrast': [send('qr-code', { color: '#AAAAAA' }), send('qr-code', { color: '#444444' })],
  'low-contrast': [theme('#888888'), theme('#666666')],
  'media-broken': [({ sandbox, ...quiz }) => picture(`${sandbox.publicUrl}/nothing.png`)({ sandbox, ...quiz }), uploaded],
}

const gone = screens('welcome', id(1), id(2), 'submit')
/** What names the third question, which is gone then. */
export const danglingCases: Record<string, Step> = {
  'a letter': all(send('emails/questions', { client_excluded_questions: [id(3)] }), gone),
  'a spreadsheet': all(sheets, send('integrations/sheets', { action: 'save_widgets', hidden_widget_ids: [id(3)] }), gone),
  'a messenger': all(messenger, send('integrations/messenger/messenger_a', { action: 'save_widgets', hidden_widget_ids: [id(3)] }), gone),
  'a CRM': all(crm({ enabled: true, fields: { NAME: { widget_id: id(3) } } }), gone),
  'a webhook': all(addWebhook(nobody, { body_naming: [{ name: id(3), value: 'reason' }] }), gone),
  'a receipt': all(send('payment', { payment_account_id: 1, payment_type: 'fixed', fixed_amount: 5, contact_widget_id: id(3) }), gone),
}

const plan = (change: object): Step => control('plan set', { change })
const smtp =
  (action: string): Step =>
  (quiz: Quiz) =>
    quiz.send(`/workspace/${quiz.sandbox.workspaceId}/smtp`, { action })
const raw = send('emails/template', { owner_raw_html: '<p>New answer</p>', owner_raw_enabled: true })
const days =
  (count: number): Step =>
  ({ sandbox }) =>
    Promise.resolve(sandbox.clock.advance(count * 86_400_000))
const file = (bytes: number): Step => all(plan({ 'limits.file_size_bytes': 1000 }), also(1, { type: 'file', fileMaxBytes: bytes }))

/** What concerns a whole account: each in a sandbox of its own. */
export const accountCases: Record<string, readonly [speaks: Step, quiet: Step]> = {
  'file-too-large': [file(1001), file(1000)],
  'raw-letter-no-smtp': [all(raw, smtp('disable')), all(raw, smtp('enable'))],
  'integration-blocked': [all(created, plan({ crm_b: false })), all(created, plan({ crm_a: false }))],
  'plan-answers': [plan({ 'limits.answers': 0 }), plan({ 'limits.answers': 1_000_000 })],
  // The demo account has 100 days left.
  'plan-ending': [days(86), days(85)],
}
