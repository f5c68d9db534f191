/** The respondent page in a real browser. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { Content, FileValue, Question, Settings } from '../../src/model/survey.ts'
import { answerAll, stored } from '../support/answered.ts'
import { noBrowser } from '../support/browser.ts'
import { usePages } from '../support/pages.ts'
import { addCode, everyType, published, startSite, versionOf, type Published } from '../support/respondent.ts'
import { useSandbox } from '../support/served.ts'

const small: Record<string, Question> = {
  welcome: { type: 'welcome', title: 'Hello' },
  pet: { type: 'yesno', title: 'Do you have a pet?', isRequired: true },
  name: { type: 'input', title: 'What is it called?' },
  food: { type: 'input', title: 'What does it eat?' },
  submit: { type: 'submit', title: 'Done' },
}
const noPet = {
  rules: [{ if: { all: [{ question: 'pet', operator: 'equals', value: 'no' }] }, then: { action: 'hide', questions: ['name', 'food'] } }],
}

describe.skipIf(noBrowser)(`in a browser${noBrowser}`, () => {
  const served = useSandbox('empty', { keep: true })
  const open = usePages()

  const made = (entities: Record<string, Question>, settings: Settings = {}, more: Partial<Content> = {}): Promise<Published> =>
    published(served.sandbox, versionOf(entities, settings, more))
  const visit = async ({ url }: Published, { width = 1000, script = true } = {}): Promise<Page> => {
    const page = await open({ viewport: { width, height: 800 }, javaScriptEnabled: script })
    await page.goto(url)
    return page
  }
  const screen = (page: Page, id: string) => page.locator(`#screen-${id}`)
  /** On to the next screen, which must be this one. */
  const next = async (page: Page, id: string) => {
    await page.click('#next')
    await screen(page, id).waitFor()
  }

  test('every question type is answered, screen by screen', async () => {
    const survey = await made(everyType, { scoring_switcher: true })
    await addCode(served.sandbox, survey, 'SPRING')
    const page = await visit(survey)
    await page.getByRole('button', { name: 'Let us begin' }).click()
    await screen(page, 'again').waitFor()
    await answerAll(
      page,
      (name) => screen(page, name),
      (name) => screen(page, name).waitFor(),
    )
    await page.getByRole('button', { name: 'Send it' }).click()
    await page.getByText('Received with thanks').waitFor()
    expect(await page.locator('main').innerText()).toMatch(/Your score: 12[^]*SPRING/)
    const [answer, ...others] = survey.answers()
    expect([answer, others]).toEqual([expect.objectContaining({ is_complete: true, values: stored }), []])
    const [bill] = answer!.values.bill as FileValue[]
    expect(await (await fetch(bill!.url)).text()).toBe('12.50')
  })

  test('a required question refuses, says why and takes the focus', async () => {
    const survey = await made(small)
    const page = await visit(survey)
    await next(page, 'pet')
    await page.click('#next')
    await page.getByText('Please answer this question').waitFor()
    expect(await page.evaluate('document.activeElement.name')).toBe('pet')
    expect(await screen(page, 'name').isVisible()).toBe(false)
    await page.getByLabel('Yes').check()
    await screen(page, 'name').waitFor()
  })

  test('logic skips what is not asked', async () => {
    const survey = await made(small, {}, { conditions: noPet })
    const page = await visit(survey)
    await next(page, 'pet')
    await page.getByLabel('No').check()
    await screen(page, 'submit').waitFor()
    await page.click('#back')
    await screen(page, 'pet').waitFor()
    await page.getByLabel('Yes').check()
    await screen(page, 'name').waitFor()
  })

  test('all at once, logic shows and hides as one answers', async () => {
    const survey = await made(small, { show_by_one: false }, { conditions: noPet })
    const page = await visit(survey)
    expect(await screen(page, 'food').isVisible()).toBe(true)
    await page.getByLabel('No').check()
    await screen(page, 'food').waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Submit' }).click()
    await page.getByText('Thank you for your answers!').waitFor()
    expect(survey.answers()).toMatchObject([{ is_complete: true, values: { pet: 'no' } }])
  })

  test('a password opens', async () => {
    const survey = await made(small, { use_password: true })
    await served.sandbox.request('POST', `/quiz/${survey.id}/passwords`, { password: 'sesame' })
    const page = await visit(survey)
    await page.getByLabel('Enter the password').fill('please')
    await page.keyboard.press('Enter')
    await page.getByText('Wrong password').waitFor()
    await page.getByLabel('Enter the password').fill('sesame')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Start' }).waitFor()
  })

  test('an answer that was left is gone on with, or begun anew', async () => {
    const survey = await made(small, { allow_restart_progress: true })
    const page = await visit(survey)
    await next(page, 'pet')
    await page.getByLabel('Yes').check()
    await screen(page, 'name').waitFor()
    await page.reload()
    await screen(page, 'name').waitFor()
    await page.getByRole('button', { name: 'Start over' }).click()
    await page.getByRole('button', { name: 'Start', exact: true }).waitFor()
    expect(await page.getByLabel('Yes').isChecked()).toBe(false)
  })

  test('the keyboard is enough', async () => {
    const survey = await made(small)
    const page = await visit(survey)
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key)
    }
    await press('Enter')
    await screen(page, 'pet').waitFor()
    await press('Tab', 'Space', 'Enter')
    await screen(page, 'name').waitFor()
    await press('Tab')
    await page.keyboard.type('Rex')
    await press('Enter')
    await screen(page, 'food').waitFor()
    await press('Enter')
    await screen(page, 'submit').waitFor()
    await press('Enter')
    await page.getByText('Thank you for your answers!').waitFor()
    expect(survey.answers()).toMatchObject([{ is_complete: true, values: { pet: 'yes', name: 'Rex' } }])
  })

  test('without buttons, choosing moves on, but only with the pointer; Enter can be switched off', async () => {
    const survey = await made(small, { show_navigate: false, auto_move_by_enter: false })
    const page = await visit(survey)
    await next(page, 'pet')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    await page.keyboard.press('Enter')
    expect(await page.getByLabel('Yes').isChecked()).toBe(true)
    expect(await screen(page, 'pet').isVisible()).toBe(true)
    await page.getByText('No', { exact: true }).click()
    await screen(page, 'name').waitFor()
    expect(await page.locator('#back').isVisible()).toBe(false)
  })

  test('beside buttons, picking yes or no moves on', async () => {
    const page = await visit(await made(small))
    await next(page, 'pet')
    await page.getByText('No', { exact: true }).click()
    await screen(page, 'name').waitFor()
    expect(await page.locator('#back').isVisible()).toBe(true)
  })

  test("a question's time runs out and leads on", async () => {
    const survey = await made({ ...small, pet: { ...small.pet!, filling_time_enabled: true, filling_time_seconds: 1 } as Question })
    const page = await visit(survey)
    await next(page, 'pet')
    await screen(page, 'name').waitFor()
    await page.click('#back')
    expect(await page.getByLabel('Yes').isEnabled()).toBe(true)
    expect(await page.evaluate('document.querySelector("[name=pet]").inert')).toBe(true)
  })

  test('without a script the whole survey is one form', async () => {
    const survey = await made(everyType)
    const page = await visit(survey, { script: false })
    await page.getByRole('button', { name: 'Send it' }).click()
    await page.getByText('Please answer this question').waitFor()
    await page.getByLabel('Yes').check()
    await page.getByLabel('A photo of the bill').setInputFiles({ name: 'bill.txt', mimeType: 'text/plain', buffer: Buffer.from('12.50') })
    await page.getByRole('button', { name: 'Send it' }).click()
    await page.getByText('Received with thanks').waitFor()
    expect(survey.answers()).toMatchObject([{ is_complete: true, values: { again: 'yes', bill: [{ name: 'bill.txt' }] } }])
  })

  test('nothing is wider than a phone', async () => {
    const page = await visit(await made(everyType, { show_by_one: false }), { width: 360 })
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360)
  })

  describe('embedded', () => {
    /** A site of another origin that shows the survey and keeps what it is told. */
    const embed = async (
      address: string,
    ): Promise<{ page: Page; told: () => Promise<any[]>; command: (name: string, params?: object) => Promise<void> }> => {
      const listener = "<script>told = []; addEventListener('message', (message) => told.push(message.data))</script>"
      const host = await startSite(() => `${listener}<iframe src="${address}" width="600" height="700"></iframe>`)
      const page = await open()
      await page.goto(`${host}/`)
      return {
        page,
        told: () => page.evaluate('told'),
        command: (name, params = {}) =>
          page.evaluate(
            ([command, given]) =>
              (globalThis as any).frames[0].postMessage({ protocol: 'survey-embed', version: 1, command, params: given }, '*'),
            [name, params] as const,
          ),
      }
    }
    const until = async (page: Page, event: string): Promise<void> =>
      void (await page.waitForFunction(
        (wanted) => (globalThis as any).told.some((message: any) => (message.event ?? message.reply) === wanted),
        event,
      ))

    test('nothing before the greeting, then events in order, and never what was answered', async () => {
      const survey = await made(small, {}, { conditions: noPet })
      await addCode(served.sandbox, survey, 'SPRING')
      const { page, told, command } = await embed(survey.url)
      const frame = page.frameLocator('iframe')
      await frame.getByRole('button', { name: 'Start' }).click()
      await frame.locator('#screen-pet').waitFor()
      await command('host.ping', { id: 1 })
      expect(await told()).toEqual([])
      await command('host.hello')
      await until(page, 'survey.opened')
      await frame.getByRole('button', { name: 'Next' }).click()
      await frame.getByText('Please answer this question').waitFor()
      await frame.getByLabel('Yes').check()
      await frame.getByLabel('What is it called?').fill('Rex the secret')
      await frame.getByRole('button', { name: 'Next' }).click()
      await frame.locator('#screen-food').waitFor()
      await frame.getByRole('button', { name: 'Next' }).click()
      await frame.getByRole('button', { name: 'Submit' }).click()
      await until(page, 'survey.completed')
      await command('host.ping', { id: 2 })
      await until(page, 'host.ping')
      const messages = await told()
      expect(messages.map(({ event, reply, data }) => `${event ?? reply} ${data.screen ?? data.code ?? ''}`.trim())).toEqual([
        'survey.opened pet',
        'survey.error invalid',
        'survey.answered pet',
        'survey.screen name',
        'survey.answered name',
        'survey.screen food',
        'survey.screen submit',
        'survey.submitted',
        'survey.completed',
        'host.ping',
      ])
      expect(messages.at(-1)).toMatchObject({ id: 2, data: { state: 'completed', outcome: 'completed', progress: 100 } })
      expect(messages.slice(0, -1).map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
      for (const { ctx } of messages) expect(ctx).toEqual({ survey: survey.virtual_id, preview: false })
      expect(JSON.stringify(messages)).not.toMatch(/Rex|SPRING|"yes"|token/)
    })

    test('a preview says so, the host shows the end itself, and may start over', async () => {
      const survey = await made({ pet: small.pet! })
      const { page, told, command } = await embed(survey.preview)
      const frame = page.frameLocator('iframe')
      await frame.locator('#screen-pet').waitFor()
      await command('host.hello', { terminal: 'host' })
      await frame.getByLabel('No').check()
      await frame.getByRole('button', { name: 'Submit' }).click()
      await until(page, 'survey.completed')
      await frame.locator('main').waitFor({ state: 'hidden' })
      const messages = await told()
      expect(messages.map(({ event }) => event)).toEqual([
        'survey.opened',
        'survey.started',
        'survey.answered',
        'survey.submitted',
        'survey.completed',
      ])
      for (const { ctx } of messages) expect(ctx.preview).toBe(true)
      expect(survey.answers()).toEqual([])
      await command('host.reset')
      await frame.locator('#screen-pet').waitFor()
      await command('host.hello')
      await until(page, 'survey.opened')
      await command('host.close')
      await until(page, 'survey.closed')
      expect((await told()).at(-1)).toMatchObject({ event: 'survey.closed', data: { outcome: null } })
    })

    test('web views are spoken to through their own objects', async () => {
      const survey = await made(small)
      for (const bridge of [
        'webkit = { messageHandlers: { surveyEmbed: { postMessage: (message) => told.push(message) } } }',
        'SurveyEmbedBridge = { postMessage: (text) => told.push(JSON.parse(text)) }',
      ]) {
        const page = await open()
        await page.addInitScript(`window.told = []; window.${bridge}`)
        await page.goto(survey.url)
        await page.click('#next')
        await screen(page, 'pet').waitFor()
        expect(await page.evaluate('told')).toEqual([])
        await page.evaluate(`surveyEmbed.receive('{"protocol":"survey-embed","version":1,"command":"host.hello"}')`)
        expect(await page.evaluate('told')).toMatchObject([
          { protocol: 'survey-embed', version: 1, event: 'survey.opened', data: { state: 'survey', screen: 'pet' } },
        ])
      }
    })
  })
})
