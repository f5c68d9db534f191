/** Rules of single methods that are easily missed: what an edit leaves alone, pairs, consent, numbers, one step for all. */
import { describe, expect, it } from 'vitest'
import { useSandbox } from '../support/served.ts'

const served = useSandbox('demo', { isFound: true })
const { run } = served

const post = async (path: string, body: unknown): Promise<any> => served.sandbox.request('POST', path, body)
const get = async (path: string): Promise<any> => (await served.sandbox.request('GET', path)).body
/** Past the tool's own checks. */
const send = (path: string, body: unknown) => run(['api', 'POST', path, '--input', '-', '--json'], { input: JSON.stringify(body) })

interface Edited {
  what: string
  path: string
  read: () => Promise<any>
  /** Each is sent alone. */
  changes: readonly Record<string, unknown>[]
  /** What goes with each of them. */
  always?: Record<string, unknown>
  /** Changes with each of them. */
  passing?: readonly string[]
}

const [scheduler, question] = ['/workspace/7/schedulers', '10000000-0000-4000-8000-000000000002']

const edited: readonly Edited[] = [
  {
    what: 'a scheduler',
    path: `${scheduler}/1`,
    read: async () => (await get(scheduler)).items.find(({ id }: { id: number }) => id === 1),
    changes: [
      { name: 'Visits' },
      { color: '#112233' },
      { schedule_mode: 'slots' },
      { timezone: 'UTC' },
      { slot_duration: 45 },
      { weekly: { mon: [] } },
      { description: 'At the shop' },
      { is_active: false },
      { slot_increment: 10 },
      { buffer_before: 5 },
      { buffer_after: 5 },
      { min_notice_minutes: 60 },
      { max_advance: { type: 'rolling', days: 9 } },
      { daily_limit: 3 },
      { seats_per_slot: 2 },
      { confirmation_mode: 'manual' },
      { notify_respondent: false },
      { allow_respondent_cancel: false },
      { notify_admin: true },
      { admin_emails: ['a@example.com'] },
      { location_type: 'phone' },
      { location_value: '112' },
      { manual_slots: [{ start_utc: '2030-01-01T10:00:00Z', end_utc: '2030-01-01T10:30:00Z' }] },
      { overrides: [{ date_from: '2030-01-01', date_to: '2030-01-02', intervals: [] }] },
    ],
  },
  {
    what: 'a webhook',
    path: '/quiz/42/webhooks/7',
    read: async () => (await get('/quiz/42/webhooks')).items.find(({ id }: { id: number }) => id === 7),
    changes: [
      { title: 'Other' },
      { url: 'https://hooks.example.com/other' },
      { method: 'put' },
      { incomplete: true },
      { hours: 6 },
      { is_active: false },
      { body: [{ name: 'a', value: 'b' }] },
      { body_naming: [{ name: 'answer_id', value: 'id' }] },
    ],
  },
  {
    what: 'a messenger',
    path: '/quiz/42/integrations/messenger/messenger_a',
    read: () => get('/quiz/42/integrations/messenger/messenger_a'),
    changes: [{ subject: 'Other' }, { hidden_widget_ids: [question] }, { subject: '' }],
    always: { action: 'save_widgets' },
  },
  {
    what: 'the letters',
    path: '/quiz/42/emails/template',
    read: async () => (await get('/quiz/42/emails')).settings,
    changes: [
      { owner_subject: 'Other' },
      { owner_letter: 'Text' },
      { owner_use_default_tmpl: false },
      { client_subject: 'Thanks' },
      { client_letter: 'Text' },
      { client_send_promo_code: true },
      { client_source: 'mail' },
    ],
  },
  {
    what: 'the excluded questions',
    path: '/quiz/42/emails/questions',
    read: async () => {
      const { owner_excluded_questions, client_excluded_questions } = await get('/quiz/42/emails')
      return { owner_excluded_questions, client_excluded_questions }
    },
    changes: [{ owner_excluded_questions: [question] }, { client_excluded_questions: [question] }, { owner_excluded_questions: [] }],
  },
  {
    what: 'a mapping',
    path: '/quiz/42/integrations/crm_b/mapping/lead',
    read: async () => (await get('/quiz/42/integrations/crm/crm_b/fields')).current_mapping.lead,
    changes: [{ enabled: false }, { title_value: 'Other' }, { add_id_to_title: true }, { fields: { NAME: { static_value: 'A' } } }],
  },
  {
    what: 'a favourite question',
    path: '/workspace/7/favorite-questions',
    read: async () => (await get('/workspace/7/favorite-questions')).items.find(({ id }: { id: number }) => id === 1),
    changes: [{ name: 'Other' }, { data: { type: 'rating', title: 'Other' } }],
    always: { favorite_question_id: 1 },
  },
  {
    what: 'the look of a QR code',
    path: '/quiz/42/qr-code',
    read: () => get('/quiz/42/qr-code'),
    changes: [{ format: 'svg' }, { size: 400 }, { color: '#102030' }, { background: '#F0F0F0' }, { margin: 3 }],
    passing: ['url', 'regenerated'],
  },
]

describe('an edit leaves alone what is not sent', () => {
  it.each(edited)('$what', async ({ path, read, changes, always = {}, passing = [] }) => {
    const lasting = async (): Promise<Record<string, unknown>> =>
      Object.fromEntries(Object.entries(await read()).filter(([name]) => name !== 'updated_at' && !passing.includes(name)))
    if (path.endsWith('/qr-code')) await post(path, { format: 'png', size: 300, color: '#000000', background: '#FFFFFF', margin: 1 })
    for (const change of changes) {
      const before = await lasting()
      const { status, body } = await post(path, { ...always, ...change })
      expect([change, status], JSON.stringify(body)).toEqual([change, 200])
      expect(await lasting()).toEqual({ ...before, ...change })
    }
  })

  it('of a webhook, whose header keeps its value and never becomes its mask', async () => {
    const flags = [
      '--title Other',
      '--url https://hooks.example.com/other',
      '--method put',
      '--incomplete',
      '--hours 6',
      '--no-active',
      '--body a=b',
      '--body-naming answer_id=id',
    ]
    for (const flag of flags) {
      const { json, stdout } = await run(`webhook edit 42 7 ${flag} --dry-run --json`)
      expect([flag, Object.keys(json[0].body).length, stdout.includes('headers'), stdout.includes('***')]).toEqual([flag, 1, false, false])
    }
    const kept = (): unknown => served.sandbox.service.store.records<{ headers: unknown }>('webhook').get(7)!.headers
    expect((await run('webhook edit 42 7 --title Other')).exitCode).toBe(0)
    expect(kept()).toEqual([{ name: 'X-Token', value: 'demo-token' }])
    expect((await send('/quiz/42/webhooks/7', { headers: [{ name: 'X-Token', value: '***' }] })).exitCode).toBe(6)
    expect(kept()).toEqual([{ name: 'X-Token', value: 'demo-token' }])
    expect((await send('/quiz/42/webhooks/7', { headers: [{ name: 'X-Other', value: 'a' }] })).exitCode).toBe(0)
    expect(kept()).toEqual([{ name: 'X-Other', value: 'a' }])
  })
})

it('an identical QR build gives the code that is there, another one a new code', async () => {
  const look = { format: 'svg', size: 300, color: '#102030', background: '#FFFFFF', margin: 2 }
  const first = (await post('/quiz/42/qr-code', look)).body
  expect(first).toMatchObject({ ...look, regenerated: true, is_published: true })
  for (const again of [look, {}, { size: 300 }])
    expect((await post('/quiz/42/qr-code', again)).body).toMatchObject({ ...look, regenerated: false, url: first.url })
  expect((await run('qr build 42 --json')).json).toMatchObject({ ...look, regenerated: false })
  expect((await run('qr build 42 --size 301 --json')).json).toMatchObject({ ...look, size: 301, regenerated: true })
  expect((await run('qr build 42 --force --json')).json).toMatchObject({ ...look, size: 301, regenerated: true })
})

describe('what belongs together', () => {
  it.each([
    ['a log entry and a period of a webhook', '/quiz/42/webhooks/7/logs/resend', { log_id: 1, date_from: '2026-01-01' }, 'log_id'],
    [
      'a log entry and a period of a messenger',
      '/quiz/42/integrations/logs/resend',
      { integration: 'messenger_a', log_id: 1, date_to: '2026-01-01' },
      'log_id',
    ],
    [
      'a period that ends before it begins',
      '/quiz/42/webhooks/7/logs/resend',
      { date_from: '2026-02-01', date_to: '2026-01-01' },
      'date_to',
    ],
    ['the start of a booking alone', '/workspace/7/bookings/1', { start_utc: '2030-01-01T10:00:00Z' }, 'end_utc'],
    ['the end of a booking alone', '/workspace/7/bookings/1', { end_utc: '2030-01-01T10:00:00Z' }, 'start_utc'],
    ['an empty start of a booking', '/workspace/7/bookings/1', { start_utc: '', end_utc: '2030-01-01T10:00:00Z' }, 'start_utc'],
    ['empty times of a booking', '/workspace/7/bookings/1', { start_utc: null, end_utc: null }, 'start_utc,end_utc'],
    [
      'a block that ends as it starts',
      '/workspace/7/booking-blocks',
      { scheduler_id: 1, start_utc: '2030-01-01T10:00:00Z', end_utc: '2030-01-01T12:00:00+02:00' },
      'end_utc',
    ],
    ['no subdomain', '/workspace/7/domain/subdomain', { subdomain_kind: 'default' }, 'subdomain'],
    ['a fixed price without an amount', '/quiz/42/payment', { payment_account_id: 1, payment_type: 'fixed' }, 'fixed_amount'],
    [
      'a daily sync without its minute',
      '/quiz/42/integrations/sheets',
      { action: 'set_sync_mode', sync_mode: 'scheduled', schedule_hour: 9 },
      'schedule_minute',
    ],
    ['neither switcher of a spreadsheet', '/quiz/42/integrations/sheets', { action: 'save_switchers' }, 'enable_timestamp'],
    ['no list of questions for a spreadsheet', '/quiz/42/integrations/sheets', { action: 'save_widgets' }, 'hidden_widget_ids'],
    ['no code for a confirmation', '/quiz/42/emails/recipients/2/confirm', { action: 'confirm' }, 'confirmation_code'],
    ['half of a letter’s switch', '/quiz/42/emails/toggle', { type: 'owner' }, 'enabled'],
    ['a rename of no label', '/partner/sources', { action: 'rename', name: 'Label' }, 'source_id'],
  ])('%s is 422', async (_, path, body, field) => {
    const answer = await served.sandbox.request('POST', path, body)
    expect({ status: answer.status, fields: Object.keys(answer.body.errors ?? {}).join() }).toEqual({ status: 422, fields: field })
  })
})

it('removing the used subdomain goes back to the default address', async () => {
  for (const subdomain of ['', null]) {
    await post('/workspace/7/domain/subdomain', { subdomain: 'ours' })
    await post('/workspace/7/domain/type', { domain_type: 'subdomain' })
    expect((await post('/workspace/7/domain/subdomain', { subdomain })).body).toMatchObject({ subdomain: null, domain_type: 'default' })
  }
})

it('numbers of passwords are never given again, the last one neither', async () => {
  await run('password add 42', { input: 'one\ntwo\n' })
  const last = (await get('/quiz/42/passwords')).passwords.at(-1)
  expect(last.number).toBe(2)
  expect((await run(`password remove 42 ${last.password_id} --yes`)).exitCode).toBe(0)
  expect((await run('password add 42 --json', { input: 'two\n' })).json).toMatchObject({ added: 1, passwords: [{ number: 3 }] })
})

it('promo sync is one step: all of it or nothing, also when two run at once', async () => {
  const attached = async (): Promise<number[]> =>
    (await get('/quiz/42/promo/pinned?list_id=1&limit=500')).data
      .filter(({ attach }: any) => attach)
      .map(({ id }: any) => id)
      .toSorted()
  expect(await attached()).toEqual([42])
  const broken = await run('promo sync 42 --list 1 --to 43,46,9999 --json')
  expect([broken.exitCode, await attached()]).toEqual([5, [42]])
  const sets = [
    [43, 46],
    [42, 47],
  ]
  await Promise.all(sets.map((set) => run(`promo sync 42 --list 1 --to ${set.join()}`)))
  expect(sets).toContainEqual(await attached())
  expect((await run('promo sync 42 --list 1 --to 43,42 --json')).json.detached).not.toContain(42)
  expect(await attached()).toEqual([42, 43])
})

it('a folder says how many surveys would go, and goes only with consent', async () => {
  const refused = await run('folder delete 2 --yes --json')
  expect([refused.exitCode, refused.error.code, refused.error.details.quizzes]).toEqual([6, 'confirm_required', 3])
  expect((await get('/quiz')).some(({ folder }: any) => folder.id === 2)).toBe(true)
  expect((await run('folder delete 2 --with-quizzes --yes')).exitCode).toBe(0)
  expect((await get('/quiz')).some(({ folder }: any) => folder.id === 2)).toBe(false)
})

it('a recipient is confirmed by the code of `sandbox inbox`, which no read shows', async () => {
  expect((await run('email recipient-add 46 team@example.org')).exitCode).toBe(0)
  const [letter] = (await run('sandbox inbox --json')).json
  expect(letter).toMatchObject({ channel: 'email', quiz_id: 46, to: 'team@example.org', code: expect.stringMatching(/^\S+$/) })
  const view = await run('email view 46 --json')
  const [{ id, confirmed }] = view.json.recipients
  expect([confirmed, view.stdout.includes(letter.code)]).toEqual([false, false])
  const wrong = await run(`email recipient-confirm 46 ${id} --code x${letter.code} --json`)
  expect([wrong.exitCode, Object.keys(wrong.error.fields)]).toEqual([6, ['confirmation_code']])
  expect((await run(`email recipient-confirm 46 ${id} --code ${letter.code}`)).exitCode).toBe(0)
  expect((await run('email view 46 --json')).json.recipients[0].confirmed).toBe(true)
})

it('a webhook is made switched off unless asked, and the same again names the one there', async () => {
  const webhook = { title: 'New', url: 'https://hooks.example.com/new', method: 'post' }
  const { webhook_id, items } = (await post('/quiz/46/webhooks', webhook)).body
  expect(items).toMatchObject([{ id: webhook_id, is_active: false }])
  expect(await post('/quiz/46/webhooks', { ...webhook, title: 'Twin' })).toMatchObject({
    status: 400,
    body: { code: 'webhook_exists', webhook_id },
  })
  expect((await post('/quiz/46/webhooks', { ...webhook, method: 'put', is_active: true })).body.items[1].is_active).toBe(true)
})

it('what another account has is not there for this one', async () => {
  const other = await served.sandbox.control('account add')
  await served.sandbox.control('connect', { what: 'seller', workspace_id: other.workspace_id })
  for (const payment_account_id of [2, 999]) {
    expect((await post('/quiz/42/payment', { payment_account_id, payment_type: 'scoring' })).body).toEqual({
      status: false,
      code: 'account_not_found',
    })
  }
  const { body: made } = await served.sandbox.request(
    'POST',
    `/workspace/${other.workspace_id}/report-appearance/presets`,
    { name: 'Theirs', settings: {} },
    other.api_key,
  )
  expect((await served.sandbox.request('DELETE', `/workspace/7/report-appearance/presets/${made.preset_id}`)).body.code).toBe('not_found')
  const { body: label } = await served.sandbox.request('POST', '/partner/sources', { action: 'create' }, other.api_key)
  expect((await post('/partner/sources', { action: 'delete', source_id: label.source_id })).body.code).toBe('source_not_found')
})
