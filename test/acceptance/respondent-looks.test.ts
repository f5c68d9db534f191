/** How the respondent page looks and helps, in a real browser: contrast, phones, what it says when. */
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { Content, Question, Settings } from '../../src/model/survey.ts'
import { serviceTheme } from '../../src/sandbox/store/surveys/theme.ts'
import { axeProblems } from '../support/axe.ts'
import { noBrowser } from '../support/browser.ts'
import { usePages } from '../support/pages.ts'
import { everyType, published, versionOf } from '../support/respondent.ts'
import { useSandbox } from '../support/served.ts'

const served = useSandbox('demo', { keep: true })
const themes = ['Light', 'Dark', 'Paper', 'Forest', 'High contrast']

it('surveys of the demo have words on their start screens and a look of their own', async () => {
  for (const id of [42, 43, 46, 48]) {
    const { widgets, theme, settings } = (await served.sandbox.request('GET', `/quiz/${id}`)).body
    expect(widgets.entities.welcome.description.length, String(id)).toBeGreaterThan(20)
    expect(settings.description).toBe(widgets.entities.welcome.description)
    expect(themes).toContain(theme.name)
  }
})

/** Of two colours as the browser computes them: `rgb(1, 2, 3)` or `color(srgb 0.1 0.2 0.3)`. */
function contrast(one: string, other: string): number {
  const luminance = (text: string): number => {
    const parts = text
      .match(/[\d.]+/g)!
      .slice(0, 3)
      .map(Number)
    const [red, green, blue] = parts
      .map((part) => (text.startsWith('rgb') ? part / 255 : part))
      .map((part) => (part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
    return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
  }
  const [bright, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (bright! + 0.05) / (dark! + 0.05)
}

describe.skipIf(noBrowser)(`in a browser${noBrowser}`, () => {
  const open = usePages()

  const visit = async (
    entities: Record<string, Question>,
    settings: Settings = {},
    more: Partial<Content> = {},
    width = 1000,
  ): Promise<Page> => {
    const { url } = await published(served.sandbox, versionOf(entities, settings, more))
    const page = await open({ viewport: { width, height: 800 } })
    await page.goto(url)
    return page
  }
  const allAtOnce = { show_by_one: false }

  it.each([null, ...themes])('axe-core finds nothing on any type of question (%s)', async (name) => {
    const page = await visit(everyType, allAtOnce, { theme: name === null ? null : serviceTheme(name) })
    await page.getByRole('button', { name: 'Send it' }).click()
    await page.getByText('Please', { exact: false }).first().waitFor()
    expect(await axeProblems(page, name === null ? undefined : ['color-contrast'])).toEqual([])
  })

  it('axe-core finds nothing on a single screen, nor on the last one', async () => {
    const page = await visit({ welcome: everyType.welcome!, submit: everyType.submit! })
    expect(await axeProblems(page)).toEqual([])
    await page.click('#next')
    await page.getByRole('button', { name: 'Send it' }).click()
    await page.getByText('Received with thanks').waitFor()
    expect(await axeProblems(page)).toEqual([])
  })

  it.each(themes)('every control stands out from its card by 3:1 and more (%s)', async (name) => {
    const page = await visit(everyType, allAtOnce, { theme: serviceTheme(name) })
    const edges = await page.evaluate(() => {
      const card = getComputedStyle(document.querySelector('.card')!).backgroundColor
      const border = (selector: string, part?: string): [string, string, string] => [
        selector,
        getComputedStyle(document.querySelector(selector)!, part).borderTopColor,
        card,
      ]
      return [
        ...[
          '.option',
          'select',
          'textarea',
          'input[type=email]',
          'input[type=date]',
          '.scale label',
          '.files input[type=file]',
          'iframe.content',
          '.ranking li',
          'button.plain',
        ].map((selector) => border(selector)),
        border('.files input[type=file]', '::file-selector-button'),
        ['.rating label', getComputedStyle(document.querySelector('.rating label')!).webkitTextStrokeColor, card] as [
          string,
          string,
          string,
        ],
      ]
    })
    for (const [what, edge, card] of edges) expect(contrast(edge, card), what).toBeGreaterThanOrEqual(3)
  })

  it('what an HTML block says is in the colours and letters of the page', async () => {
    const page = await visit({ map: everyType.map! }, {}, { theme: serviceTheme('Dark') })
    const body = page.frameLocator('iframe').locator('body')
    const [inside, outside] = [
      await body.evaluate((element) => getComputedStyle(element).color),
      await page.evaluate(() => getComputedStyle(document.body).color),
    ]
    expect(inside).toBe(outside)
    expect(await page.locator('iframe').evaluate((element) => getComputedStyle(element).backgroundColor)).toBe('rgba(0, 0, 0, 0)')
  })

  it('0 to 10 stand in one row on a phone, each as wide as a finger needs', async () => {
    const page = await visit({ recommend: everyType.recommend! }, {}, {}, 360)
    const boxes = await page
      .locator('.points label')
      .evaluateAll((labels) => labels.map((label) => label.getBoundingClientRect()).map(({ top, width, right }) => ({ top, width, right })))
    expect(boxes).toHaveLength(11)
    expect(new Set(boxes.map(({ top }) => top)).size).toBe(1)
    for (const { width, right } of boxes) {
      expect(width).toBeGreaterThanOrEqual(24)
      expect(right).toBeLessThanOrEqual(360)
    }
  })

  const required: Record<string, Question> = {
    name: { type: 'input', title: 'Your name', isRequired: true },
    pet: { type: 'yesno', title: 'Do you have a pet?', isRequired: true },
    submit: { type: 'submit', title: 'Done' },
  }

  it('what was missing is no longer asked for once it is given', async () => {
    const page = await visit(required, allAtOnce)
    const problems = page.locator('.problem:not(:empty)')
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect.poll(() => problems.count()).toBe(2)
    expect(await page.locator('#alert').textContent()).not.toBe('')
    await page.getByLabel('Your name').pressSequentially('A')
    expect(await problems.count()).toBe(1)
    expect(await page.getByLabel('Your name').getAttribute('aria-invalid')).toBeNull()
    await page.getByLabel('No').check()
    expect(await problems.count()).toBe(0)
    expect(await page.locator('#alert').textContent()).toBe('')
  })

  it('the same where one screen is shown at a time, and it comes back when it is missing again', async () => {
    const page = await visit(required)
    await page.click('#next')
    await page.locator('#problem-name:not(:empty)').waitFor()
    await page.getByLabel('Your name').fill('Ada')
    expect(await page.locator('#problem-name').textContent()).toBe('')
    await page.getByLabel('Your name').fill('')
    await page.click('#next')
    await page.locator('#problem-name:not(:empty)').waitFor()
  })

  it('yes or no goes on by itself when it is pointed at, not when keys walk over it, and never sends', async () => {
    const page = await visit({ pet: required.pet!, again: { ...required.pet!, title: 'And another?' } })
    await page.locator('#screen-pet').getByLabel('Yes').focus()
    await page.keyboard.press('Space')
    expect(await page.locator('#screen-pet').isVisible()).toBe(true)
    await page.getByText('No', { exact: true }).first().click()
    await page.locator('#screen-again').waitFor()
    await page.locator('#screen-again').getByText('Yes').click()
    await expect.poll(() => page.locator('#screen-again input').first().isChecked()).toBe(true)
    expect(await page.getByRole('button', { name: 'Submit' }).isVisible()).toBe(true)
  })
})
