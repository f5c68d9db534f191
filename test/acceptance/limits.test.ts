/**
 * The specification's table "Limits": what stands at a bound is done; one past it is refused here, with nothing
 * sent, and by the service when it is sent all the same.
 */
import { copyFileSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freshFolder, surveyctl } from '../support/program.ts'
import { startRecorder, type Recorder } from '../support/recorder.ts'
import { useSandbox } from '../support/served.ts'

/** A command, with what it reads from standard input. */
type Try = string | readonly [line: string, input: string]

interface Bound {
  limit: string
  /** Done, at the bounds. */
  at: readonly Try[]
  /** Refused before anything is sent. */
  past: readonly Try[]
  /** The same past the tool's checks: method, path, body. */
  sent: readonly (readonly [method: string, path: string, body?: unknown])[]
}

/** One code point, two UTF-16 units, four bytes: lengths are counted in the first. */
const wide = (length: number): string => '😀'.repeat(length)
const many = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, index) => make(index))
const uuid = (index: number): string => `10000000-0000-4000-8000-${String(index).padStart(12, '0')}`
const lines = (count: number): string => many(count, (index) => `value-${index}`).join('\n')
const colors = (count: number): string[] => many(count, (index) => `#0000${String(10 + index)}`)
const sources = (count: number): Record<string, unknown> =>
  Object.fromEntries(many(count, (index) => [`FIELD_${index}`, { static_value: 'A' }]))
const named = (count: number): unknown[] => many(count, (index) => ({ name: `name-${index}`, value: 'A' }))
const settings = '/quiz/43/settings/info'
const [mapping, webhook, letters] = ['/quiz/42/integrations/crm_b/mapping/lead', '/quiz/42/webhooks/7', '/quiz/42/emails/template']
const [appearance, partner] = ['/workspace/7/report-appearance', '/partner/sources']

const bounds: readonly Bound[] = [
  {
    limit: 'survey note: 1000 characters',
    at: [`quiz note 43 ${wide(1000)}`],
    past: [`quiz note 43 ${wide(1001)}`],
    sent: [['POST', '/quiz/43/note', { notes: wide(1001) }]],
  },
  {
    limit: 'promo codes with a new list: 1000',
    at: [['promo create 42 Thousand --codes-file -', lines(1000)]],
    past: [['promo create 42 More --codes-file -', lines(1001)]],
    sent: [['POST', '/quiz/42/promo/list', { name: 'More', codes: many(1001, String) }]],
  },
  {
    limit: 'survey list: limit from 1, offset from 0',
    at: ['quiz list --limit 1 --offset 0'],
    past: ['quiz list --limit 0', 'quiz list --offset -1'],
    sent: [
      ['GET', '/quiz?limit=0'],
      ['GET', '/quiz?offset=-1'],
    ],
  },
  {
    limit: 'filling time: 0 to 86400 seconds',
    at: ['quiz set 43 filling_time_seconds=0', 'quiz set 43 filling_time_seconds=86400'],
    past: ['quiz set 43 filling_time_seconds=-1', 'quiz set 43 filling_time_seconds=86401'],
    sent: [
      ['POST', settings, { filling_time_seconds: -1 }],
      ['POST', settings, { filling_time_seconds: 86_401 }],
    ],
  },
  {
    limit: 'QR settings: 1 to 1000 px, margin 0 to 100',
    at: ['quiz set 43 qr_code_size=1 qr_code_margin=0', 'quiz set 43 qr_code_size=1000 qr_code_margin=100'],
    past: [
      'quiz set 43 qr_code_size=0',
      'quiz set 43 qr_code_size=1001',
      'quiz set 43 qr_code_margin=-1',
      'quiz set 43 qr_code_margin=101',
    ],
    sent: [
      ['POST', settings, { qr_code_size: 0, qr_code_margin: -1 }],
      ['POST', settings, { qr_code_size: 1001, qr_code_margin: 101 }],
    ],
  },
  {
    limit: 'QR build: 100 to 1000 px, margin 0 to 10',
    at: ['qr build 42 --size 100 --margin 0', 'qr build 42 --size 1000 --margin 10'],
    past: ['qr build 42 --size 99', 'qr build 42 --size 1001', 'qr build 42 --margin -1', 'qr build 42 --margin 11'],
    sent: [
      ['POST', '/quiz/42/qr-code', { size: 99, margin: -1 }],
      ['POST', '/quiz/42/qr-code', { size: 1001, margin: 11 }],
    ],
  },
  {
    limit: 'webhook title: 255 characters',
    at: [`webhook edit 42 7 --title ${wide(255)}`],
    past: [`webhook edit 42 7 --title ${wide(256)}`],
    sent: [['POST', webhook, { title: wide(256) }]],
  },
  {
    limit: 'webhook hours: 0, 1, 6, 12, 24',
    at: [0, 1, 6, 12, 24].map((hours) => `webhook edit 42 7 --hours ${hours}`),
    past: ['webhook edit 42 7 --hours 2', 'webhook edit 42 7 --hours 25'],
    sent: [
      ['POST', webhook, { hours: 2 }],
      ['POST', webhook, { hours: 25 }],
    ],
  },
  {
    limit: 'lists of a webhook: 200',
    at: [['webhook edit 42 7 --file -', JSON.stringify({ headers: named(200), body: named(200), body_naming: named(200) })]],
    past: ['headers', 'body', 'body_naming'].map((list): Try => ['webhook edit 42 7 --file -', JSON.stringify({ [list]: named(201) })]),
    sent: [['POST', webhook, { headers: named(201), body: named(201), body_naming: named(201) }]],
  },
  {
    limit: 'fields of a mapping: 200',
    at: [['crm map 42 crm_b lead --file -', JSON.stringify({ fields: sources(200) })]],
    past: [
      ['crm map 42 crm_b lead --file -', JSON.stringify({ fields: sources(201) })],
      ['crm map 42 crm_a deal --file -', JSON.stringify({ bind: Object.fromEntries(many(201, (index) => [index, uuid(1)])) })],
    ],
    sent: [
      ['POST', mapping, { fields: sources(201) }],
      ['POST', '/quiz/42/integrations/crm_a/mapping/deal', { bind: Object.fromEntries(many(201, (index) => [index, uuid(1)])) }],
    ],
  },
  {
    limit: 'hidden questions: 500',
    at: [`messenger widgets 42 messenger_a --hidden ${many(500, uuid).join()}`, `sheets widgets 42 --hidden ${many(500, uuid).join()}`],
    past: [`messenger widgets 42 messenger_a --hidden ${many(501, uuid).join()}`, `sheets widgets 42 --hidden ${many(501, uuid).join()}`],
    sent: ['messenger/messenger_a', 'sheets'].map(
      (name) => ['POST', `/quiz/42/integrations/${name}`, { action: 'save_widgets', hidden_widget_ids: many(501, uuid) }] as const,
    ),
  },
  {
    limit: 'messenger subject: 70 characters',
    at: [`messenger subject 42 messenger_a ${wide(70)}`],
    past: [`messenger subject 42 messenger_a ${wide(71)}`],
    sent: [['POST', '/quiz/42/integrations/messenger/messenger_a', { action: 'save_widgets', subject: wide(71) }]],
  },
  {
    limit: 'counter number: 20 characters',
    at: [`counter set 42 pixel_b ${'7'.repeat(20)}`],
    past: [`counter set 42 pixel_b ${'7'.repeat(21)}`],
    sent: [['POST', '/quiz/42/integrations/counters/pixel_b', { action: 'save', counter: '7'.repeat(21) }]],
  },
  {
    limit: 'letters: subject 500, text 5000, with formatting 50000 characters',
    at: [
      ['email template 42 owner --file -', JSON.stringify({ subject: wide(500), letter: wide(5000), formatted_letter: wide(50_000) })],
      ['email template 42 client --file -', JSON.stringify({ subject: wide(500), letter: wide(5000), formatted_letter: wide(50_000) })],
    ],
    past: [
      ['email template 42 owner --file -', JSON.stringify({ subject: wide(501) })],
      ['email template 42 owner --file -', JSON.stringify({ letter: wide(5001) })],
      ['email template 42 client --file -', JSON.stringify({ formatted_letter: wide(50_001) })],
    ],
    sent: ['owner', 'client'].flatMap((letter) => [
      ['POST', letters, { [`${letter}_subject`]: wide(501) }] as const,
      ['POST', letters, { [`${letter}_letter`]: wide(5001) }] as const,
      ['POST', letters, { [`${letter}_formatted_letter`]: wide(50_001) }] as const,
    ]),
  },
  {
    limit: 'reputation of mailings: 1 to 365 days',
    at: ['mailing reputation --days 1', 'mailing reputation --days 365'],
    past: ['mailing reputation --days 0', 'mailing reputation --days 366'],
    sent: [0, 366].map((days) => ['GET', `/workspace/7/mailings?section=reputation&days=${days}`] as const),
  },
  {
    limit: 'partner page: 1 to 200',
    at: ['partner view --limit 1', 'partner view --limit 200'],
    past: ['partner view --limit 0', 'partner view --limit 201'],
    sent: [
      ['GET', '/partner?limit=0'],
      ['GET', '/partner?limit=201'],
    ],
  },
  {
    limit: 'name of a label: 3 to 25 characters',
    at: [`partner source-rename 1 ${wide(3)}`, `partner source-rename 1 ${wide(25)}`],
    past: [`partner source-rename 1 ${wide(2)}`, `partner source-rename 1 ${wide(26)}`, `partner source-create ${wide(26)}`],
    sent: [2, 26].map((length) => ['POST', partner, { action: 'rename', source_id: 1, name: wide(length) }] as const),
  },
  {
    limit: 'slot of a scheduler: 5 to 1440 minutes',
    at: ['scheduler edit 1 --slot-duration 5', 'scheduler edit 1 --slot-duration 1440'],
    past: ['scheduler edit 1 --slot-duration 4', 'scheduler edit 1 --slot-duration 1441'],
    sent: [4, 1441].map((slot_duration) => ['POST', '/workspace/7/schedulers/1', { slot_duration }] as const),
  },
  {
    limit: 'comment of a booking: 5000 characters',
    at: [`booking edit 1 --comment ${wide(5000)}`],
    past: [`booking edit 1 --comment ${wide(5001)}`],
    sent: [['POST', '/workspace/7/bookings/1', { comment: wide(5001) }]],
  },
  {
    limit: 'own colours: 2 to 14',
    at: [2, 14].map((count) => `appearance set --custom-colors ${colors(count).join()}`),
    past: [1, 15].map((count) => `appearance set --custom-colors ${colors(count).join()}`),
    sent: [1, 15].map((count) => ['POST', appearance, { settings: { custom_colors: colors(count) } }] as const),
  },
  {
    limit: 'font family: 64 characters',
    at: [`appearance set --font-family ${wide(64)}`],
    past: [`appearance set --font-family ${wide(65)}`],
    sent: [['POST', appearance, { settings: { font_family: wide(65) } }]],
  },
]

const served = useSandbox('demo', { keep: true })
let recorder: Recorder
const cwd = freshFolder()

beforeAll(async () => {
  recorder = await startRecorder()
})
afterAll(async () => {
  await recorder.close()
})

const split = (given: Try): { args: string[]; input: string } =>
  typeof given === 'string' ? { args: given.split(' '), input: '' } : { args: given[0].split(' '), input: given[1] }

async function raw(method: string, path: string, body?: unknown): Promise<Response> {
  const isForm = body instanceof FormData
  return fetch(served.sandbox.baseUrl + path, {
    method,
    headers: { authorization: `Bearer ${served.sandbox.apiKey}` },
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
  })
}

describe('bounds', () => {
  it.each(bounds)('$limit', async ({ limit, at, past, sent }) => {
    for (const each of at) {
      const { args, input } = split(each)
      const { exitCode, stderr } = await served.run(args, { input })
      expect([args.slice(0, 3), exitCode], stderr).toEqual([args.slice(0, 3), 0])
    }
    const apiKey = `key of ${limit}`.replaceAll(/\W+/g, '-')
    const deaf = surveyctl({ baseUrl: recorder.baseUrl, apiKey, workspace: 7 })
    for (const each of past) {
      const { args, input } = split(each)
      const { exitCode, error } = await deaf([...args, '--json'], { input })
      expect([args.slice(0, 3), exitCode, error?.kind]).toEqual([args.slice(0, 3), 2, 'usage'])
    }
    expect(recorder.of(apiKey)).toEqual([])
    for (const [method, path, body] of sent.slice(0, -1)) expect((await raw(method, path, body)).status, path).toBe(422)
    // The last of them as people would send it.
    const [method, path, body] = sent.at(-1)!
    const input = body === undefined ? {} : { input: JSON.stringify(body) }
    const { exitCode, error } = await served.run(['api', method, path, ...(body === undefined ? [] : ['--input', '-']), '--json'], input)
    expect([exitCode, error?.status], path).toEqual([6, 422])
    expect(Object.keys(error.fields)).not.toEqual([])
  })
})

interface Page {
  line: string
  path: string
  by: 'limit' | 'per_page'
  size: number
  /** The largest page; without one any number will do. */
  max?: number
}

const question = { widget_id: '', widget_hash: '', report_uuid: '' }
const pages: readonly Page[] = [
  { line: 'promo list 42', path: '/quiz/42/promo/list', by: 'limit', size: 20, max: 500 },
  { line: 'promo codes 42 --list 1', path: '/quiz/42/promo/codes?list_id=1', by: 'limit', size: 20, max: 500 },
  { line: 'promo pinned 42 --list 1', path: '/quiz/42/promo/pinned?list_id=1', by: 'limit', size: 20, max: 500 },
  { line: 'template list', path: '/workspace/7/templates', by: 'limit', size: 20, max: 100 },
  { line: 'version list 42', path: '/quiz/42/versions', by: 'per_page', size: 20, max: 50 },
  {
    line: 'integration logs 42 messenger_a',
    path: '/quiz/42/integrations/logs?integration=messenger_a',
    by: 'per_page',
    size: 20,
    max: 100,
  },
  { line: 'webhook logs 42 7', path: '/quiz/42/webhooks/7/logs', by: 'per_page', size: 20, max: 30 },
  { line: 'mailing contacts 1', path: '/workspace/7/mailings?section=contacts&list_id=1', by: 'limit', size: 20, max: 200 },
]

describe('pages', () => {
  beforeAll(async () => {
    const report = (await served.run('report view 42 --json')).json
    Object.assign(question, { report_uuid: report.report_uuid, ...report.questions.find(({ type }: { type: string }) => type === 'input') })
  })

  /** What the service says its page is, or the status of its refusal. */
  const pageOf = async (path: string, by: string, value?: number): Promise<unknown> => {
    const answer = await raw('GET', value === undefined ? path : `${path}${path.includes('?') ? '&' : '?'}${by}=${value}`)
    return answer.ok ? ((await answer.json()) as Record<string, unknown>)[by] : answer.status
  }

  it.each(pages)('$line: $size rows, at most $max', async ({ line, path, by, size, max }) => {
    expect(await Promise.all([undefined, 1, max, max! + 1, 0].map((value) => pageOf(path, by, value)))).toEqual([size, 1, max, 422, 422])
    // The tool takes any number, and asks for it in pages that the service gives.
    const { exitCode, stderr } = await served.run(`${line} --limit ${max! + 1} --json --debug`)
    const asked = Array.from(stderr.matchAll(new RegExp(`[?&]${by}=(\\d+)`, 'g')), (match) => Number(match[1]))
    expect([exitCode, asked[0], Math.max(...asked)], stderr).toEqual([0, max, max])
    expect((await served.run(`${line} --limit 0`)).exitCode).toBe(2)
  })

  it.each(['files', 'inputs'])('of report %s are 50 rows, without an upper bound', async (kind) => {
    const path = `/quiz/42/report/${question.report_uuid}/${kind}?widget_id=${question.widget_id}&widget_hash=${question.widget_hash}`
    expect(await Promise.all([undefined, 1, 5000, 0].map((value) => pageOf(path, 'limit', value)))).toEqual([50, 1, 5000, 422])
    expect((await raw('GET', path)).status).toBe(200)
    expect((await raw('GET', `${path}&offset=-1`)).status).toBe(422)
    expect((await raw('GET', path.replace(/&widget_hash=.*/, ''))).status).toBe(422)
  })

  it('of the mail service’s log are at most 100 rows', async () => {
    const asked = async (limit?: number): Promise<unknown> => {
      const answer = await raw('POST', '/workspace/7/smtp', { action: 'logs', ...(limit !== undefined && { limit }) })
      return answer.ok ? ((await answer.json()) as { limit: number }).limit : answer.status
    }
    expect(await Promise.all([undefined, 100, 101, 0].map(asked))).toEqual([20, 100, 422, 422])
    expect((await served.run('smtp logs --limit 101')).exitCode).toBe(0)
    expect((await served.run('smtp logs --limit 0')).exitCode).toBe(2)
  })

  it('of the partner program are 20 rows', async () => {
    const { registrations } = (await (await raw('GET', '/partner')).json()) as { registrations: { returned: number } }
    expect(registrations.returned).toBe(20)
  })

  it('of mailings reach 30 days back for the reputation', async () => {
    const { reputation } = (await (await raw('GET', '/workspace/7/mailings?section=reputation')).json()) as { reputation: { days: number } }
    expect(reputation.days).toBe(30)
  })
})

describe('files', () => {
  const form = (name: string, file: string, bytes: Uint8Array): FormData => {
    const data = new FormData()
    data.set(name, new Blob([new Uint8Array(bytes)]), file)
    return data
  }

  it('logo: 5 MB, jpeg jpg png webp', async () => {
    const [fits, large] = [join(cwd, 'fits.png'), join(cwd, 'large.png')]
    for (const [index, path] of [fits, large].entries()) {
      copyFileSync(join(import.meta.dirname, '..', 'support', 'examples', 'photo.png'), path)
      truncateSync(path, 5 * 2 ** 20 + index)
    }
    writeFileSync(join(cwd, 'logo.gif'), 'GIF89a')
    expect((await served.run(['branding', 'logo-upload', fits])).exitCode).toBe(0)
    const apiKey = 'key-of-the-logo'
    const deaf = surveyctl({ baseUrl: recorder.baseUrl, apiKey, workspace: 7 })
    for (const path of [large, join(cwd, 'logo.gif')]) expect((await deaf(['branding', 'logo-upload', path])).exitCode).toBe(2)
    expect(recorder.of(apiKey)).toEqual([])
    for (const path of [large, join(cwd, 'logo.gif')]) {
      expect((await raw('POST', '/workspace/7/branding/logo', form('logo', 'logo.png', readFileSync(path)))).status).toBe(422)
    }
  })

  it('codes: 1 MB, txt csv xlsx xls; larger files never reach the service’s parser', async () => {
    const parse = '/quiz/42/promo/import-file'
    const bytes = Buffer.alloc(2 ** 20 + 1, 'CODE-0001\n')
    expect((await raw('POST', parse, form('file', 'codes.txt', bytes.subarray(0, 2 ** 20)))).status).toBe(200)
    expect((await raw('POST', parse, form('file', 'codes.txt', bytes))).status).toBe(422)
    expect((await raw('POST', parse, form('file', 'codes.pdf', Buffer.from('CODE-0001')))).status).toBe(422)
    const large = join(cwd, 'codes.txt')
    writeFileSync(large, bytes)
    const { exitCode, stderr } = await served.run(['promo', 'import', '42', large, '--name', 'Large', '--debug'])
    expect([exitCode, stderr.includes('/promo/codes') || stderr.includes('/promo/list'), stderr.includes('import-file')]).toEqual([
      0,
      true,
      false,
    ])
    writeFileSync(join(cwd, 'codes.pdf'), 'CODE-0001')
    expect((await served.run(['promo', 'import', '42', join(cwd, 'codes.pdf'), '--name', 'Other'])).exitCode).toBe(2)
  })

  it('passwords: 50 a call, of which the tool makes several', async () => {
    const { exitCode, stderr, json } = await served.run('password add 42 --json --debug', { input: lines(51) })
    expect([exitCode, json.added, stderr.match(/→ POST/g)]).toEqual([0, 51, ['→ POST', '→ POST']])
    expect((await raw('POST', '/quiz/42/passwords', { passwords: many(51, (index) => `other-${index}`) })).status).toBe(422)
    expect((await raw('POST', '/quiz/42/passwords', { passwords: many(50, (index) => `other-${index}`) })).status).toBe(200)
  })
})
