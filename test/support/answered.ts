/** How a person answers the questions of `everyType` in a browser, a row a type: what is stored then, and what the CSV says. */
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { QuestionType } from '../../src/contract/surveys/question.ts'
import { everyType } from './respondent.ts'

interface Way {
  /** What is done on its screen, but for the button that leads on. */
  give?: (page: Page, screen: Locator) => Promise<unknown>
  /** It goes on by itself. */
  leaves?: true
  /** What is stored, and what the CSV says; a screen without an answer has neither. */
  stored?: unknown
  text?: unknown
}

const words = 'Вкусно 😋, "честно"\n=1+1'

const ways: Record<QuestionType, Way> = {
  welcome: {},
  yesno: { give: (_, screen) => screen.getByText('Yes', { exact: true }).click(), leaves: true, stored: 'yes', text: 'Yes' },
  choice: {
    give: async (_, screen) => {
      await screen.getByText('The food').click()
      await screen.getByText('The place').click()
    },
    stored: ['food', 'place'],
    text: 'The food; The place',
  },
  dropdown: {
    give: (page) => page.getByLabel('How did you hear of us?').selectOption({ label: 'On the web' }),
    stored: 'web',
    text: 'On the web',
  },
  ranking: {
    give: (page) => page.getByRole('button', { name: 'Move down: Price' }).click(),
    stored: ['speed', 'price', 'taste'],
    text: expect.stringMatching(/Speed.*Price.*Taste/),
  },
  slider: {
    give: async (page, screen) => {
      await screen.locator('input[type=range]').fill('120')
      expect(await page.getByLabel('How much did you spend?').inputValue()).toBe('120')
    },
    stored: 120,
    text: '120',
  },
  rating: { give: (_, screen) => screen.locator('label').nth(3).click(), stored: 4, text: '4' },
  scale: { give: (_, screen) => screen.locator('label', { hasText: '10' }).click(), stored: 10, text: '10' },
  input: { give: (page) => page.getByLabel('In your own words').fill(words), stored: words, text: words },
  email: { give: (page) => page.getByLabel('Your e-mail').fill('me@example.com'), stored: 'me@example.com', text: 'me@example.com' },
  phone: { give: (page) => page.getByLabel('Your phone').fill('+1 202 555 0100'), stored: '+1 202 555 0100', text: '+1 202 555 0100' },
  datetime: { give: (page) => page.getByLabel('When were you here?').fill('2026-05-30'), stored: '2026-05-30', text: '2026-05-30' },
  matrix: {
    give: async (page) => {
      await page.getByRole('group', { name: 'Soup' }).getByText('Good').locator('..').click()
      await page.getByRole('group', { name: 'Salad' }).getByText('Fair').locator('..').click()
    },
    stored: { soup: ['good'], salad: ['fair'] },
    text: expect.stringMatching(/Soup.*Good.*Salad.*Fair/),
  },
  message: { give: (page) => page.getByRole('button', { name: 'Go on' }).click(), leaves: true },
  file: {
    give: async (page, screen) => {
      await page.getByLabel('A photo of the bill').setInputFiles({ name: 'bill.txt', mimeType: 'text/plain', buffer: Buffer.from('12.50') })
      await screen.getByRole('button', { name: 'Remove' }).waitFor()
    },
    stored: [expect.objectContaining({ name: 'bill.txt' })],
    text: expect.stringContaining('bill.txt'),
  },
  html: {
    give: async (page) => {
      await page.frameLocator('iframe.content').getByText('Mill Lane').waitFor()
      expect(await page.evaluate('window.hacked')).toBeUndefined()
    },
  },
  submit: {},
}

const asked = Object.entries(everyType).filter(([name]) => name !== 'welcome' && name !== 'submit')

/** Answers all of it, from the first question's screen to the last one; `arrive` waits for a screen by its name. */
export async function answerAll(page: Page, screen: (name: string) => Locator, arrive: (name: string) => Promise<void>): Promise<void> {
  for (const [index, [name, { type }]] of asked.entries()) {
    const { give, leaves } = ways[type]
    await give?.(page, screen(name))
    if (!leaves) await page.click('#next')
    await arrive(asked[index + 1]?.[0] ?? 'submit')
  }
}

/** What is stored then, by the names of `everyType`. */
export const stored = Object.fromEntries(asked.flatMap(([name, { type }]) => ('stored' in ways[type] ? [[name, ways[type].stored]] : [])))

/** What the CSV says, by the titles. */
export const inCsv = Object.fromEntries(asked.flatMap(([, { type, title }]) => ('text' in ways[type] ? [[title, ways[type].text]] : [])))
