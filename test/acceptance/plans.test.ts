/** What a plan has: each option refused and granted, what never asks for one, and how many of each thing. */
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { planOptions, type PlanOption } from '../../src/contract/core/plan-options.ts'
import { groups } from '../../src/sandbox/api/groups.ts'
import { freshFolder, type Outcome } from '../support/program.ts'
import { useSandbox } from '../support/served.ts'

const served = useSandbox('demo')
const cwd = freshFolder()
const photo = join(import.meta.dirname, '..', 'support', 'examples', 'photo.png')

beforeAll(async () => {
  for (const name of ['photo.png', 'logo.png']) copyFileSync(photo, join(cwd, name))
})

const run = (line: string): Promise<Outcome> => served.run(line, { cwd })
const plan = (change: Record<string, unknown>): Promise<unknown> => served.control('plan set', { change })
/** A plan with these options and no other. */
const withOnly = (...options: readonly PlanOption[]): Promise<unknown> =>
  plan(Object.fromEntries(planOptions.map((option) => [option, options.includes(option)])))

interface Asking {
  option: PlanOption
  line: string
  /** Another option that the command needs too. */
  other?: PlanOption
  status?: number
  code?: string
}

/** Commands that ask for each option, and how they are refused where it isn't 403 `blocked_by_tariff`. */
const asking: readonly Asking[] = [
  { option: 'custom_text', line: 'text set 43 btn_next=Onwards', status: 400 },
  { option: 'sheets', line: 'sheets view 42' },
  { option: 'sheets', line: 'sheets sync 42' },
  { option: 'analytics_a', line: 'counter set 43 analytics_a 12345' },
  { option: 'analytics_b', line: 'counter set 43 analytics_b 12345' },
  { option: 'pixel_a', line: 'counter set 43 pixel_a 12345' },
  { option: 'pixel_b', line: 'counter view 43 pixel_b' },
  { option: 'messenger_a', line: 'integration logs 42 messenger_a' },
  { option: 'messenger_a', line: 'messenger test 42 messenger_a' },
  { option: 'messenger_b', line: 'messenger activate 43 messenger_b' },
  { option: 'automation', line: 'automation activate 42' },
  { option: 'crm_a', line: 'crm account' },
  { option: 'crm_a', line: 'crm enable 42 crm_a' },
  { option: 'crm_b', line: 'crm map 42 crm_b lead --enabled' },
  { option: 'webhook', line: 'webhook enable 42 8' },
  { option: 'webhook', line: 'webhook add 42 https://hooks.example.com/new --title New --method post' },
  { option: 'quiz_payment', line: 'payment set 42 --account 1 --type scoring' },
  { option: 'subdomain', line: 'domain subdomain ours', code: 'tariff_subdomain' },
  { option: 'subdomain', line: 'domain type subdomain', code: 'tariff_type' },
  { option: 'subdomain', line: 'domain type other_subdomain', code: 'tariff_type' },
  { option: 'domain', line: 'domain type domain', code: 'tariff_type' },
  { option: 'own_storage', line: 'storage verify' },
  { option: 'hide_copyright', line: 'branding set --no-show-copyright' },
  { option: 'ai_report', line: 'ai-report start 42' },
  { option: 'ai_report', line: 'ai-report view 42' },
  { option: 'ai_report_share', line: 'ai-report share 42', other: 'ai_report' },
  { option: 'media', line: 'media upload 43 photo.png' },
  { option: 'media', line: 'media option-image 43 photo.png' },
]

describe('options', () => {
  it('are all tried', () => expect(new Set(asking.map(({ option }) => option))).toEqual(new Set(planOptions)))

  it.each(asking)('$option: $line', async ({ option, line, other, status = 403, code = 'blocked_by_tariff' }) => {
    await withOnly(...planOptions.filter((name) => name !== option))
    const refused = await run(`${line} --json`)
    expect({ exit: refused.exitCode, code: refused.error?.code, status: refused.error?.status }).toEqual({ exit: 4, code, status })
    expect(refused.error.details.blocked_by_tariff).toBe(true)
    if (code === 'blocked_by_tariff') expect(refused.error.message).toContain(`the plan does not have the option ${option}`)
    expect(refused.error.hint).toContain('surveyctl tariff view')
    await withOnly(option, ...(other ? [other] : []))
    const granted = await run(`${line} --json`)
    expect(granted.exitCode, granted.stderr).toBe(0)
  })
})

/** Reads, and what only stops a webhook. */
const unasked: readonly string[] = [
  'integration list 42',
  'webhook list 42',
  'webhook logs 42 7',
  'webhook disable 42 7',
  'webhook edit 42 7 --no-active',
  'webhook remove 42 9 --yes',
  'domain view',
  'domain type default',
  'domain subdomain --clear --yes',
  'branding set --show-copyright',
  'storage view',
  'storage usage',
  'text list 42',
  'payment view 42',
  'email view 42',
  'tariff view',
]

it('needs an option to stop an integration too, as to every method of it', async () => {
  await withOnly('webhook')
  for (const line of [
    'messenger deactivate 42 messenger_a',
    'messenger delete 42 messenger_a --yes',
    'sheets deactivate 42',
    'sheets delete 42 --yes',
    'automation deactivate 42',
    'automation delete 42 --yes',
    'counter deactivate 42 analytics_a',
    'counter delete 42 analytics_a --yes',
    'crm disable 42 crm_b',
  ])
    expect(await run(`${line} --json`), line).toMatchObject({ exitCode: 4, error: { code: 'blocked_by_tariff' } })
})

it('needs no option to look, or to stop a webhook', async () => {
  await withOnly()
  for (const line of unasked) {
    const { exitCode, stderr } = await run(line)
    expect([line, exitCode], stderr).toEqual([line, 0])
  }
  expect((await run('storage view --json')).json).toEqual({ status: true, available: false })
})

const quiz = '/quiz/{id}'
const workspace = '/workspace/{workspace_id}'

/** Requests that ask for an option, from the specification; what they send where an empty body asks for none. */
const requests: Readonly<Record<string, unknown>> = {
  [`POST ${quiz}/default-texts`]: {},
  [`POST ${quiz}/media`]: {},
  [`POST ${quiz}/media/widget-image`]: {},
  [`POST ${quiz}/ai-report`]: {},
  [`GET ${quiz}/ai-report`]: {},
  [`POST ${quiz}/ai-report/share`]: {},
  [`POST ${quiz}/payment`]: {},
  [`POST ${workspace}/storage/verify`]: {},
  [`POST ${workspace}/branding`]: { show_copyright: false },
  [`POST ${workspace}/domain/subdomain`]: { subdomain: 'ours' },
  [`POST ${workspace}/domain/type`]: { domain_type: 'domain' },
  [`GET ${quiz}/integrations/logs`]: {},
  [`POST ${quiz}/integrations/logs/resend`]: { integration: 'messenger_a' },
  [`GET ${quiz}/integrations/crm/{crm}`]: {},
  [`POST ${quiz}/integrations/crm/{crm}/toggle`]: { is_active: true },
  [`GET ${quiz}/integrations/crm/{crm}/check`]: {},
  [`GET ${quiz}/integrations/crm/{crm}/fields`]: {},
  [`POST ${quiz}/integrations/crm_b/mapping/{entity}`]: {},
  [`POST ${quiz}/integrations/crm_a/mapping/{block}`]: {},
  'GET /crm_a/account': {},
  'GET /crm_a/lists': {},
  'GET /crm_a/quiz': {},
  'GET /crm_a/quiz/{id}/settings': {},
  'POST /crm_a/quiz/{id}/settings': {},
  [`POST ${quiz}/webhooks`]: {},
  [`POST ${quiz}/webhooks/{webhookId}`]: {},
  [`POST ${quiz}/webhooks/{webhookId}/toggle`]: { is_active: true },
  [`POST ${quiz}/webhooks/{webhookId}/logs/resend`]: {},
  [`GET ${quiz}/integrations/messenger/{messenger}`]: {},
  [`POST ${quiz}/integrations/messenger/{messenger}`]: {},
  [`GET ${quiz}/integrations/sheets`]: {},
  [`POST ${quiz}/integrations/sheets`]: {},
  [`GET ${quiz}/integrations/automation`]: {},
  [`POST ${quiz}/integrations/automation`]: { action: 'activate' },
  [`GET ${quiz}/integrations/counters/{service}`]: {},
  [`POST ${quiz}/integrations/counters/{service}`]: {},
}

it('is asked by the requests of the specification, and by no other', async () => {
  await withOnly()
  const words: Record<string, string> = {
    id: '42',
    workspace_id: '7',
    crm: 'crm_a',
    entity: 'lead',
    block: 'deal',
    messenger: 'messenger_a',
    service: 'pixel_a',
  }
  const refused: string[] = []
  for (const { operation } of groups().flatMap(({ routes }) => routes)) {
    const { method, path } = operation
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => words[name] ?? '999')
    const body = method === 'GET' ? undefined : JSON.stringify(requests[`${method} ${path}`] ?? {})
    const answer = await fetch(`${served.sandbox.baseUrl}${filled}${path.endsWith('/logs') ? '?integration=messenger_a' : ''}`, {
      method,
      headers: { authorization: `Bearer ${served.sandbox.apiKey}` },
      ...(body !== undefined && { body }),
    })
    if ((await answer.text()).includes('"blocked_by_tariff":true')) refused.push(`${method} ${path}`)
  }
  expect(refused.toSorted()).toEqual(Object.keys(requests).toSorted())
})

describe('the number of surveys', () => {
  const making = [
    'quiz create --folder 1',
    'quiz create --folder 1 --template 1',
    'quiz generate --folder 1 --prompt Rivers',
    'quiz duplicate 43',
  ]

  it('is asked by every way to make one, and to bring one back', async () => {
    const { used } = (await run('tariff view --json')).json.limits.quizzes
    await plan({ 'limits.quizzes': used + 1 })
    expect((await run('quiz create --folder 1')).exitCode).toBe(0)
    expect((await run('tariff view --json')).json.limits.quizzes).toMatchObject({ used: used + 1, left: 0, can_create_more: false })
    for (const line of [...making, 'quiz restore 45']) {
      const { exitCode, error } = await run(`${line} --json`)
      expect([line, exitCode, error?.code, error?.details.blocked_by_tariff]).toEqual([line, 4, 'blocked_by_tariff', true])
    }
    expect((await run('quiz delete 43 --yes')).exitCode).toBe(0)
    expect((await run('quiz restore 45')).exitCode).toBe(0)
    expect((await run('tariff view --json')).json.limits.quizzes.left).toBe(0)
  })

  it('of a day is asked by every way to make one, not to bring one back', async () => {
    await plan({ 'limits.quizzes_per_day': 1 })
    expect((await run('quiz create --folder 1')).exitCode).toBe(0)
    for (const line of making) {
      const { exitCode, error } = await run(`${line} --json`)
      expect([line, exitCode, error?.code]).toEqual([line, 4, 'quiz_limit_today'])
    }
    expect((await run('quiz restore 45')).exitCode).toBe(0)
    served.sandbox.clock.advance(86_400_000)
    expect((await run('quiz create --folder 1')).exitCode).toBe(0)
  })
})

describe('the disk', () => {
  const filling = ['media upload 43 photo.png', 'media option-image 43 photo.png', 'branding logo-upload logo.png', 'qr build 46']

  it.each([['limits.disk_bytes'], ['limits.file_size_bytes']])('has no room over %s', async (limit) => {
    await plan({ [limit]: 10 })
    for (const line of filling) {
      const { exitCode, error } = await run(`${line} --json`)
      expect([line, exitCode, error?.code, error?.details.blocked_by_tariff]).toEqual([line, 4, 'disk_limit_reached', true])
    }
    await plan({ [limit]: null })
    expect((await run(filling[0]!)).exitCode).toBe(0)
  })

  it('takes a file that just fits', async () => {
    const before = (await run('tariff view --json')).json.limits.disk.used_bytes
    expect((await run('media upload 43 photo.png')).exitCode).toBe(0)
    const { used_bytes } = (await run('tariff view --json')).json.limits.disk
    const size = used_bytes - before
    await plan({ 'limits.disk_bytes': used_bytes + size, 'limits.file_size_bytes': size })
    expect((await run('media upload 43 photo.png')).exitCode).toBe(0)
    expect((await run('tariff view --json')).json.limits.disk).toMatchObject({ free_bytes: 0, file_size_limit_bytes: size })
    expect((await run('media upload 43 photo.png')).exitCode).toBe(4)
  })
})

it('has places for AI reports, which a survey keeps', async () => {
  await plan({ 'limits.ai_reports': 1 })
  const full = await run('ai-report start 46 --json')
  expect([full.exitCode, full.error.code, full.error.details]).toEqual([
    4,
    'ai_report_limit_reached',
    { status: false, code: 'ai_report_limit_reached', blocked_by_tariff: true, used: 1, limit: 1 },
  ])
  expect(full.error.message).toContain('1 of 1 used')
  // Survey 42 has its place: building again takes no other.
  expect((await run('ai-report start 42')).exitCode).toBe(0)
  await plan({ 'limits.ai_reports': 2 })
  expect((await run('ai-report start 46')).exitCode).toBe(0)
})

it('caps the recipients of copies', async () => {
  const { recipients } = (await run('email view 42 --json')).json
  await plan({ 'limits.recipients': recipients.length + 1 })
  expect((await run('email recipient-add 42 one@example.org')).exitCode).toBe(0)
  const { exitCode, error } = await run('email recipient-add 42 two@example.org --json')
  expect([exitCode, error.code]).toEqual([4, 'blocked_by_tariff'])
})
