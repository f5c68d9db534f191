/** Surveys made with the program, answered by people in a browser: what they gave stands in the files. Pictures: artefacts/respondents. */
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { questionId } from '../../src/sandbox/seed/demo-surveys.ts'
import { answerAll, inCsv } from '../support/answered.ts'
import { noBrowser, openBrowser } from '../support/browser.ts'
import { freshFolder, type Surveyctl } from '../support/program.ts'
import { readCsv } from '../support/readers.ts'
import { everyType, startSite } from '../support/respondent.ts'
import { serve, type Served } from '../support/served.ts'

const pictures = join(import.meta.dirname, '..', '..', 'artefacts', 'respondents')
const ownColumns = 7

/** The service wants UUIDs: the readable names of the questions stand for these. */
const names = Object.keys(everyType).filter((name) => name !== 'welcome' && name !== 'submit')
const idOf = (name: string): string => (names.includes(name) ? questionId(names.indexOf(name) + 501) : name)
const entities = Object.fromEntries(Object.entries(everyType).map(([name, question]) => [idOf(name), question]))
/** Who wouldn't come again isn't asked what they liked. */
const conditions = {
  rules: [
    { if: { all: [{ question: idOf('again'), operator: 'equals', value: 'no' }] }, then: { action: 'hide', questions: [idOf('liked')] } },
  ],
}

const phone = {
  viewport: { width: 390, height: 780 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
  userAgent: 'Mozilla/5.0 (Linux; Android 16; Mobile) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
} satisfies BrowserContextOptions
const desktop = { viewport: { width: 1280, height: 800 } } satisfies BrowserContextOptions

describe.skipIf(noBrowser)(`people answer${noBrowser}`, () => {
  let served: Served
  let run: Surveyctl
  let browser: Browser
  let quiz: string
  let address: string

  /** A command that must succeed; its standard output. */
  async function done(words: string | string[], input?: unknown): Promise<string> {
    const { exitCode, stdout, stderr } = await run(
      words,
      input === undefined ? {} : { input: typeof input === 'string' ? input : JSON.stringify(input) },
    )
    expect({ words, exitCode, stderr: exitCode === 0 ? '' : stderr }).toEqual({ words, exitCode: 0, stderr: '' })
    return stdout.trim()
  }

  beforeAll(async () => {
    rmSync(pictures, { recursive: true, force: true })
    mkdirSync(pictures, { recursive: true })
    served = await serve('empty')
    run = served.run
    browser = await openBrowser()
    quiz = await done(['quiz', 'create', '--folder', String(served.sandbox.folderId), '--name', 'Visit', '--quiet'])
    await done(`quiz save ${quiz} --file -`, { ids: Object.keys(entities), entities })
    await done(`quiz conditions ${quiz} --file -`, { conditions })
    await done(`quiz set ${quiz} lang=en use_password=true show_progressbar=true numeration=true multiple_ip=true`)
    await done(`password add ${quiz}`, 'sesame\n')
    await done(`quiz publish ${quiz}`)
    address = JSON.parse(await done(`quiz view ${quiz} --json`)).url_shared
  })
  afterAll(async () => {
    await browser?.close()
    await served?.close()
  })

  /** The rows of the CSV, each by the questions' titles. */
  async function answers(): Promise<Record<string, string>[]> {
    const path = join(freshFolder(), 'answers.csv')
    await done(['export', 'csv', quiz, '-o', path])
    const [head, ...rows] = readCsv(path)
    return rows.map((row) => Object.fromEntries(head!.slice(ownColumns).map((title, index) => [title, row[ownColumns + index]!])))
  }

  /** A person on a device, who takes a picture of each screen. */
  async function visit(device: 'phone' | 'desktop'): Promise<{
    page: Page
    screen: (name: string) => ReturnType<Page['locator']>
    /** Once it is there. */
    arrive: (name: string) => Promise<void>
    next: (name: string) => Promise<void>
  }> {
    const page = await (await browser.newContext(device === 'phone' ? phone : desktop)).newPage()
    let count = 0
    const picture = async (name: string): Promise<void> => {
      // What slides in has arrived.
      await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => {}))))
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
        `${device} ${name}`,
      ).toBe(0)
      await page.screenshot({ path: join(pictures, `${device}-${String(++count).padStart(2, '0')}-${name}.png`), fullPage: true })
    }
    const screen = (name: string) => page.locator(`#screen-${idOf(name)}`)
    await page.goto(address)
    await picture('password')
    await page.getByLabel('Enter the password').fill('sesame')
    await page.keyboard.press('Enter')
    await screen('welcome').waitFor()
    await picture('welcome')
    const arrive = async (name: string): Promise<void> => {
      await screen(name).waitFor()
      await picture(name)
    }
    return {
      page,
      screen,
      arrive,
      next: async (name) => {
        await page.click('#next')
        await arrive(name)
      },
    }
  }

  it.each(['phone', 'desktop'] as const)('every type of question on a %s, and it all stands in the CSV', async (device) => {
    const { page, screen, arrive, next } = await visit(device)
    await next('again')
    await page.click('#next')
    await page.getByText('Please answer this question').waitFor()
    await page.screenshot({ path: join(pictures, `${device}-required.png`) })
    await answerAll(page, screen, arrive)
    await page.getByRole('button', { name: 'Send it' }).click()
    await page.getByText('Received with thanks').waitFor()
    await page.screenshot({ path: join(pictures, `${device}-thanks.png`) })
    await page.context().close()

    expect((await answers()).at(-1)).toEqual(inCsv)
  })

  it('who gives another answer is led another way', async () => {
    const { page, screen, arrive, next } = await visit('phone')
    await next('again')
    // Yes or no goes on by itself.
    await screen('again').getByText('No', { exact: true }).click()
    await arrive('how')
    await page.context().close()
  })

  it('a site that shows the survey hears of it, once it has greeted, and never what was answered', async () => {
    await done(`quiz set ${quiz} use_password=false`)
    await done(`quiz publish ${quiz}`)
    const markup = await done(`quiz embed ${quiz}`)
    const listener = '<script>told = []; addEventListener("message", (message) => told.push(message.data))</script>'
    const silent = markup.replace(/<script>[^]*<\/script>/, '')
    const site = await startSite((path) => `<!doctype html>${listener}${path === '/silent' ? silent : markup}`)
    const page = await (await browser.newContext(desktop)).newPage()
    const frame = page.frameLocator('iframe')
    const told = (): Promise<any[]> => page.evaluate('told')
    const heard = (event: string) =>
      page.waitForFunction((wanted) => (globalThis as any).told.some((message: any) => message.event === wanted), event)

    await page.goto(`${site}/silent`)
    await frame.getByRole('button', { name: 'Let us begin' }).click()
    await frame.getByText('Yes', { exact: true }).click()
    await frame.locator(`#screen-${idOf('liked')}`).waitFor()
    expect(await told()).toEqual([])

    await page.context().clearCookies()
    await page.goto(`${site}/`)
    await heard('survey.opened')
    await frame.getByRole('button', { name: 'Let us begin' }).click()
    await frame.getByText('No', { exact: true }).click()
    for (const name of names.slice(2)) {
      // Yes or no has gone on by itself.
      if (name !== names[2]) await frame.locator('#next').click()
      await frame.locator(`#screen-${idOf(name)}`).waitFor()
      if (name === 'words') await frame.getByLabel('In your own words').fill('a secret')
    }
    await page.screenshot({ path: join(pictures, 'embedded.png') })
    await frame.locator('#next').click()
    await frame.getByRole('button', { name: 'Send it' }).click()
    await heard('survey.completed')
    const messages = await told()
    await page.context().close()

    expect(messages.map(({ event, data }) => `${event} ${data.screen ?? ''}`.trim())).toEqual([
      'survey.opened welcome',
      'survey.started',
      `survey.screen ${idOf('again')}`,
      `survey.answered ${idOf('again')}`,
      ...names.slice(2).flatMap((name) => [`survey.screen ${idOf(name)}`, ...(name === 'words' ? [`survey.answered ${idOf(name)}`] : [])]),
      'survey.screen submit',
      'survey.submitted',
      'survey.completed',
    ])
    expect(messages.map(({ seq }) => seq)).toEqual(messages.map((_, index) => index + 1))
    expect(JSON.stringify(messages)).not.toContain('secret')
    expect((await answers()).at(-1)).toMatchObject({
      'Would you come again?': 'No',
      'What did you like?': '',
      'In your own words': 'a secret',
    })
  })
})
