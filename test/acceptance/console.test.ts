/** The console at `/` of the sandbox: who may see it, what it shows, what it changes. */
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { groups } from '../../src/sandbox/api/groups.ts'
import { eventsOf } from '../../src/sandbox/console/events.ts'
import { html } from '../../src/sandbox/pages/html.ts'
import { Traffic } from '../../src/sandbox/engine/traffic.ts'
import { faultOptions } from '../../src/sandbox/engine/faults.ts'
import { axeProblems } from '../support/axe.ts'
import { noBrowser, openBrowser } from '../support/browser.ts'
import { startSandbox, type RunningSandbox } from '../support/sandbox.ts'

let sandbox: RunningSandbox

beforeAll(async () => {
  sandbox = await startSandbox({ seed: 'demo', allowLocalWebhooks: true })
})
afterAll(() => sandbox.close())

const pages = [
  '/',
  '/console/inbox',
  '/console/deliveries',
  '/console/requests',
  '/console/faults',
  '/console/plan',
  '/console/keys',
  '/console/api',
]

const at = (path: string): string => sandbox.publicUrl + path
const open = (path: string, init: RequestInit = {}): Promise<Response> => fetch(at(path), { redirect: 'manual', ...init })

/** The cookie that the address with the token gives. */
async function admitted(): Promise<string> {
  const answer = await fetch(sandbox.consoleUrl, { redirect: 'manual' })
  return answer.headers.get('set-cookie')!.split(';')[0]!
}

describe('without the token', () => {
  it('says what this is and how to get the address, and nothing else', async () => {
    const page = await open('/')
    const text = await page.text()
    expect(page.status).toBe(200)
    expect(text).toContain('surveyctl sandbox start')
    for (const secret of [sandbox.apiKey, 'Spring', 'sk_', '/console/', sandbox.controlToken]) expect(text).not.toContain(secret)
  })
  it.each(pages.slice(1))('%s is not there', async (path) => {
    expect((await open(path)).status).toBe(404)
    expect((await open(`${path}?events=x`)).status).toBe(404)
    expect((await open(path, { method: 'POST', body: 'do=clear' })).status).toBe(404)
  })
  it.each(['/console/nothing', '/s/nothing', '/'])('%s says in which language it is', async (path) => {
    const answer = await open(path)
    expect(answer.headers.get('content-type')).toMatch(/^text\/html/)
    expect(await answer.text()).toContain('<html lang="en">')
  })

  it('a wrong token or cookie is none', async () => {
    for (const answer of [
      await open('/?token=wrong'),
      await open('/', { headers: { cookie: (await admitted()).replace(/=.*/, '=wrong') } }),
    ]) {
      expect(answer.headers.get('set-cookie')).toBeNull()
      expect(await answer.text()).not.toContain('Spring')
    }
  })
})

describe('with the token', () => {
  let cookie: string
  beforeAll(async () => {
    cookie = await admitted()
  })
  const read = async (path: string): Promise<string> => (await open(path, { headers: { cookie } })).text()
  const proof = async (): Promise<string> => /name="proof" value="([^"]+)"/.exec(await read('/console/faults'))![1]!
  const post = (path: string, form: Record<string, string>, headers: Record<string, string> = {}): Promise<Response> =>
    open(path, { method: 'POST', headers: { cookie, origin: sandbox.publicUrl, ...headers }, body: new URLSearchParams(form) })

  it('the address gives a cookie that scripts cannot read, and is left at once', async () => {
    const answer = await fetch(sandbox.consoleUrl, { redirect: 'manual' })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/'])
    expect(answer.headers.get('set-cookie')).toMatch(/; Path=\/; HttpOnly; SameSite=Strict$/)
    expect(answer.headers.get('set-cookie')).not.toContain(new URL(sandbox.consoleUrl).searchParams.get('token'))
  })
  it('shows surveys with their counts and links, and escapes what they are called', async () => {
    await sandbox.request('POST', '/quiz/43/rename', { name: '<b>Onboarding</b>' })
    const text = await read('/')
    expect(text).toContain('&lt;b&gt;Onboarding&lt;/b&gt;')
    expect(text).toContain(sandbox.apiKey)
    const { url_shared } = (await sandbox.request('GET', '/quiz/42')).body
    expect(text).toContain(url_shared)
    await sandbox.request('POST', '/quiz/43/rename', { name: 'Onboarding' })
  })
  it('lets nothing in from elsewhere, and no frame around it', async () => {
    const { headers } = await open('/', { headers: { cookie } })
    expect(headers.get('content-security-policy')).toMatch(/default-src 'none'; script-src 'nonce-[^']+'; .*frame-ancestors 'none'/)
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
    expect(headers.get('cache-control')).toBe('no-store')
  })
  it.each([
    ['another origin', { origin: 'https://elsewhere.example' }],
    ['no origin', { origin: '' }],
    ['another site, as the browser says', { 'sec-fetch-site': 'cross-site' }],
  ])('takes no form of %s', async (_, headers: Record<string, string>) => {
    const answer = await post('/console/faults', { do: 'add', pattern: '* *', status: '503', proof: await proof() }, headers)
    expect(answer.status).toBe(403)
    expect(await sandbox.control('fault list')).toEqual([])
  })
  it('takes no form without the proof, and gives no document to a script', async () => {
    expect((await post('/console/faults', { do: 'add', pattern: '* *', status: '503' })).status).toBe(403)
    expect(await sandbox.control('fault list')).toEqual([])
    expect((await open('/', { headers: { cookie, 'sec-fetch-dest': 'empty' } })).status).toBe(403)
    expect((await open('/console/requests?events=wrong', { headers: { cookie } })).status).toBe(404)
  })
  it('offers every option of a fault, and shows what each does', async () => {
    const page = await read('/console/faults')
    for (const name of faultOptions) expect(page).toContain(`name="${name}"`)
    await post('/console/faults', { do: 'add', pattern: 'GET /quiz/*/answers', shuffle: 'true', proof: await proof() })
    expect(await sandbox.control('fault list')).toMatchObject([{ pattern: 'GET /quiz/*/answers', shuffle: true }])
    expect(await read('/console/faults')).toContain('answers in another order each time')
    await sandbox.control('fault clear')
  })

  it('adds and clears faults, and says what is wrong with one', async () => {
    const refused = await post('/console/faults', { do: 'add', pattern: 'nonsense', status: '99', proof: await proof() })
    expect(refused.status).toBe(422)
    expect(await refused.text()).toMatch(/role="alert"[\s\S]*METHOD PATH[\s\S]*value="nonsense"/)
    expect(
      (await post('/console/faults', { do: 'add', pattern: 'GET /quiz', status: '503', times: '1', proof: await proof() })).status,
    ).toBe(303)
    expect((await sandbox.request('GET', '/quiz')).status).toBe(503)
    expect((await post('/console/faults', { do: 'clear', proof: await proof() })).headers.get('location')).toBe(
      '/console/faults?done=faults-cleared',
    )
    expect(await sandbox.control('fault list')).toEqual([])
  })
  it('changes the plan', async () => {
    const { options } = await sandbox.control('plan show')
    const form = { ...Object.fromEntries(Object.keys(options).map((name) => [name, 'true'])), proof: await proof() }
    expect((await post('/console/plan', { ...form, 'limits.quizzes': 'many' })).status).toBe(422)
    const { sheets: _, ...withoutSheets } = form as Record<string, string>
    expect((await post('/console/plan', { ...withoutSheets, 'limits.quizzes': '50' } as never)).status).toBe(303)
    expect(await sandbox.control('plan show')).toMatchObject({
      options: { sheets: false, webhook: true },
      limits: { quizzes: 50, answers: null },
    })
    await post('/console/plan', form)
    expect(await sandbox.control('plan show')).toMatchObject({ options: { sheets: true }, limits: { quizzes: null } })
  })
  it('shows letters as letters, with their codes', async () => {
    await sandbox.request('POST', '/quiz/42/emails/recipients', { action: 'add', email: 'console@example.com' })
    const text = await read('/console/inbox?channel=email')
    expect(text).toMatch(/<code>console@example\.com<\/code>/)
    expect(text).toMatch(/aria-label="Copy the code \w+"/)
  })
  it('has every operation in its reference', async () => {
    const text = await read('/console/api')
    expect(text.match(/href="\/console\/api\?group=[\w-]+#[\w.-]+"/g)).toHaveLength(groups().flatMap(({ routes }) => routes).length)
    expect(await read('/console/api?group=webhook')).toContain('1 to 255 characters')
  })
  it('tells of a fault that was used, and of an answer that was cut', async () => {
    await sandbox.control('fault add', { pattern: 'GET /quiz/43', cut: 5, times: 1 })
    await sandbox.request('GET', '/quiz/43').catch(() => {})
    await expect.poll(() => read('/console/requests')).toMatch(/\/api\/v3\/quiz\/43[\s\S]{0,80}fault \d[\s\S]*?>cut off</)
    await sandbox.control('fault clear')
  })
})

it('does not hold up the end of the sandbox while somebody looks', async () => {
  const own = await startSandbox()
  const first = await fetch(own.consoleUrl, { redirect: 'manual' })
  const headers = { cookie: first.headers.get('set-cookie')!.split(';')[0]! }
  const page = await (await fetch(`${own.publicUrl}/console/requests`, { headers })).text()
  const events = await fetch(own.publicUrl + /data-events="([^"]+)"/.exec(page)![1]!, { headers })
  const reader = events.body!.getReader()
  expect(new TextDecoder().decode((await reader.read()).value)).toMatch(/^event: items\n/)
  const begun = performance.now()
  await Promise.all([own.close(), reader.read()])
  // Whoever looks would hold it up for as long as they look.
  expect(performance.now() - begun).toBeLessThan(20_000)
})

it('ends what is sent to a page that nobody reads, instead of keeping it all for it', async () => {
  let looks = 0
  const { service } = sandbox
  const parts = { service, traffic: new Traffic(service.now), read: async <T>(work: () => T): Promise<T> => work() }
  const unread = eventsOf(parts, () => html`${++looks}`)
  let before = -1
  const isStill = (): boolean => looks === before || ((before = looks), false)
  await expect.poll(isStill, { interval: 11_000, timeout: 60_000 }).toBe(true)
  await expect(unread.text()).rejects.toThrow('reads')
})

describe.skipIf(noBrowser)(`in a browser${noBrowser}`, () => {
  let browser: Browser
  let page: Page
  beforeAll(async () => {
    browser = await openBrowser()
  })
  afterAll(() => browser?.close())
  const newPage = async (options: object = {}): Promise<Page> => {
    const context = await browser.newContext(options)
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: sandbox.publicUrl })
    const fresh = await context.newPage()
    await fresh.goto(sandbox.consoleUrl)
    return fresh
  }
  beforeEach(async () => {
    page = await newPage()
  })
  afterEach(() => page.context().close())

  it.each(['light', 'dark'] as const)('axe-core finds nothing on any page, %s', async (colorScheme) => {
    const wide = await newPage({ colorScheme })
    await sandbox.control('answer', { quiz: 42, count: 1, seed: 3 })
    await sandbox.control('fault add', { pattern: 'GET /nothing', status: 503 })
    for (const path of [...pages, '/console/api?group=webhook', '/console/faults?done=fault-added']) {
      await wide.goto(at(path))
      // What isn't colour is the same in the dark.
      expect([path, await axeProblems(wide, colorScheme === 'dark' ? ['color-contrast'] : undefined)]).toEqual([path, []])
    }
    await wide.context().close()
    await sandbox.control('fault clear')
  })

  it('fits a phone', async () => {
    const narrow = await newPage({ viewport: { width: 360, height: 800 } })
    for (const path of [...pages, '/console/api?group=webhook']) {
      await narrow.goto(at(path))
      expect([path, await narrow.evaluate(() => document.documentElement.scrollWidth - innerWidth)]).toEqual([path, 0])
    }
    expect(await axeProblems(narrow)).toEqual([])
    await narrow.context().close()
  })

  it('shows each table whole at a width of 1280', async () => {
    const url = 'https://hooks.example.com/services/collect/responses/of/a/survey?source=spring-2026&lang=en'
    await sandbox.request('POST', '/quiz/42/webhooks', { title: 'Long', url, method: 'post', is_active: true })
    await sandbox.control('answer', { quiz: 42, count: 1, seed: 3 })
    const wide = await newPage({ viewport: { width: 1280, height: 800 } })
    for (const path of pages) {
      await wide.goto(at(path))
      const over = await wide.evaluate(() => Array.from(document.querySelectorAll('.wide'), (one) => one.scrollWidth - one.clientWidth))
      expect([path, over]).toEqual([path, over.map(() => 0)])
    }
    // Facts of a delivery stand in its row: nothing is folded in a narrow column.
    await wide.goto(at('/console/deliveries'))
    const row = wide.getByRole('row', { name: /source=spring-2026/ }).first()
    await row.getByText('attempt 1').waitFor()
    expect((await row.boundingBox())!.height).toBeLessThan(140)
    await wide.context().close()
  })

  it("shows a request's body on demand, without its secrets", async () => {
    const headers = [{ name: 'Authorization', value: 'Bearer very-secret' }]
    await sandbox.request('POST', '/quiz/46/webhooks', {
      title: 'Bodies',
      url: 'https://example.com',
      method: 'post',
      headers,
      sneaky: 1.5,
    })
    await page.getByRole('link', { name: 'Requests' }).click()
    expect(await page.content()).not.toContain('Bodies')
    await page.getByRole('link', { name: 'show the body of POST /api/v3/quiz/46/webhooks' }).first().click()
    const body = JSON.parse((await page.getByRole('region', { name: /Body/ }).textContent())!)
    expect(body).toMatchObject({ title: 'Bodies', headers: [{ name: 'Authorization', value: '***' }], sneaky: 1.5 })
    expect(await page.content()).not.toContain('very-secret')
    expect(await axeProblems(page)).toEqual([])
    await page.getByRole('link', { name: 'All requests' }).click()
    await sandbox.request('GET', '/quiz/46')
    const get = page.getByRole('row', { name: /GET \/api\/v3\/quiz\/46/ }).first()
    await get.waitFor()
    expect(await get.getByRole('link').count()).toBe(0)
    const { widgets } = (await sandbox.request('GET', '/quiz/46')).body
    const screens = Array.from({ length: 300 }, (_, at) => [
      `30000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
      { type: 'input', title: 'Long '.repeat(999) },
    ])
    await sandbox.request('POST', '/quiz/46/save', { ids: widgets.ids, entities: { ...Object.fromEntries(screens), ...widgets.entities } })
    await page.getByRole('link', { name: 'show the body of POST /api/v3/quiz/46/save' }).click()
    const long = (await page.getByRole('region', { name: /Body/ }).textContent())!
    expect([long.length < 10_100, long.endsWith('… cut off')]).toEqual([true, true])
  })

  it('leaves the token out of the address, and shows requests as they come, until it is told to pause', async () => {
    expect(page.url()).toBe(at('/'))
    await page.getByRole('link', { name: 'Requests' }).click()
    await sandbox.request('GET', '/quiz/42?first=1')
    await page.getByText('/api/v3/quiz/42?first=1').waitFor()
    await page.getByRole('button', { name: 'Pause' }).click()
    await sandbox.request('GET', '/quiz/42?second=1')
    await page.getByRole('button', { name: 'Resume' }).click()
    await page.getByText('/api/v3/quiz/42?second=1').waitFor()
  })

  it('counts answers as they are given', async () => {
    const count = page
      .getByRole('row', { name: /Partners/ })
      .getByRole('cell')
      .nth(1)
    const before = Number(await count.textContent())
    await sandbox.control('answer', { quiz: 46, count: 2, seed: 9 })
    await expect.poll(async () => Number(await count.textContent())).toBe(before + 2)
  })

  it('copies the key, and says so', async () => {
    await page.getByRole('button', { name: 'Copy the key of the owner' }).click()
    await page.getByRole('status').filter({ hasText: 'the key of the owner copied' }).waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(sandbox.apiKey)
  })

  it('is used by keys alone', async () => {
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('main')
    await page.goto(at('/console/faults'))
    await page.getByLabel('Requests').focus()
    await page.keyboard.type('GET /folders')
    await page.keyboard.press('Tab')
    await page.keyboard.type('503')
    await page.keyboard.press('Enter')
    await page.getByRole('status').filter({ hasText: 'The fault was added.' }).waitFor()
    expect(await sandbox.control('fault list')).toMatchObject([{ pattern: 'GET /folders', status: 503 }])
    await sandbox.control('fault clear')
  })

  it("keeps the scripts of a survey's page out", async () => {
    const { url_shared } = (await sandbox.request('GET', '/quiz/42')).body
    await page.goto(url_shared)
    // What its policy lets a script of the survey do is more than enough to ask.
    expect(await page.evaluate(async () => (await fetch('/console/keys')).status)).toBe(403)
    expect(
      await page.evaluate(
        async () => (await fetch('/console/faults', { method: 'POST', body: new URLSearchParams({ do: 'clear' }) })).status,
      ),
    ).toBe(403)
  })
})
