/** `answer stats` of surveys that are larger than a screen: long texts, many groups, paper. */
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { emptyContent } from '../../src/sandbox/store/surveys/quiz.ts'
import { noBrowser, openBrowser } from '../support/browser.ts'
import { freshFolder } from '../support/program.ts'
import { surveyWith, useSandbox } from '../support/served.ts'
import { noTerminal, onTerminal } from '../support/terminal.ts'

const served = useSandbox('empty', { keep: true })
const idOf = (place: number): string => `90000000-0000-4000-8000-${String(place).padStart(12, '0')}`
const forty = (name: string) => Array.from({ length: 40 }, (_, index) => ({ id: String(index + 1), title: `${name} ${index + 1} of them` }))
const [longTitle, longText] = ['A title that goes on and on '.repeat(12).trim(), '🙂'.repeat(8000)]
let quiz: string
const folder = join(freshFolder(), 'answers')

beforeAll(async () => {
  const content = emptyContent()
  content.settings.lang = 'en'
  content.widgets = {
    ids: [1, 2, 3].map(idOf),
    entities: {
      [idOf(1)]: { type: 'input', title: longTitle },
      [idOf(2)]: { type: 'dropdown', title: 'City', dropdownEntities: forty('City') },
      [idOf(3)]: { type: 'dropdown', title: 'Shop', dropdownEntities: forty('Shop') },
    },
  } as never
  const answers = Array.from({ length: 120 }, (_, index) => ({
    values: { [idOf(1)]: longText, [idOf(2)]: String((index % 40) + 1), [idOf(3)]: String(((index * 7) % 40) + 1) },
  }))
  quiz = String(await surveyWith(served.sandbox, 'Large', content, answers))
  expect((await served.run(['answer', 'sync', quiz, folder, '--to', 'ndjson'])).exitCode).toBe(0)
})

const terminal = (columns: number, ...args: string[]): string[] =>
  onTerminal(columns, ['answer', 'stats', quiz, ...args, '--synced', folder], { LC_ALL: 'C.UTF-8' })

it.skipIf(noTerminal)('fills no screen with one text or one title (needs script)', () => {
  const shown = terminal(80, '1').join('\n')
  expect(shown).toContain('8,000 characters')
  expect(shown).toMatch(/answers · variable\s\w+/)
  expect(shown.match(/🙂/gu)).toHaveLength(200)
  expect(shown).toMatch(/…”\s+120 times/)
  expect(terminal(80, '--funnel').length).toBeLessThan(30)
})

it('has the whole text in a pipe and as JSON', async () => {
  expect((await served.run(['answer', 'stats', quiz, '1'])).stdout.split('\t')[1]).toBe(longText)
  const { json } = await served.run(['answer', 'stats', quiz, '1', '--json'])
  expect(json.questions[0].texts).toMatchObject({ length: { min: 8000, max: 8000 }, top: [{ text: longText }] })
})

it.skipIf(noTerminal)('compares forty groups side by side, block by block (needs script)', () => {
  const lines = terminal(80, '2', '--by', '3')
  expect(lines.filter((line) => line.startsWith('  City 40 of them '))).toHaveLength(10)
  expect(lines.length).toBeLessThan(500)
  const cells = lines.filter((line) => line.startsWith('  City 1 of them ')).flatMap((line) => line.match(/\d+ +[\d.]+%/g))
  expect(cells).toHaveLength(40)
  expect(cells.map((cell) => Number.parseInt(cell!, 10)).reduce((sum, many) => sum + many, 0)).toBe(3)
})

it.skipIf(noBrowser !== '')(`has all of a comparison on paper, and begins on the first sheet${noBrowser}`, async () => {
  const file = join(freshFolder(), 'page.html')
  expect((await served.run(['answer', 'stats', quiz, '--by', '3', '--html', file])).exitCode).toBe(0)
  const browser = await openBrowser()
  // A4 without its margins, at 96 dots an inch.
  const page = await browser.newPage({ viewport: { width: 688, height: 1000 } })
  await page.emulateMedia({ media: 'print' })
  await page.goto(`file://${file}`)
  const edges = await page.locator('th[scope=col]').evaluateAll((heads) => heads.map((head) => head.getBoundingClientRect().right))
  expect(edges).toHaveLength(2 * 40)
  expect(Math.max(...edges)).toBeLessThanOrEqual(688)
  const kept = await page.locator('section').evaluateAll((all) => all.map((one) => getComputedStyle(one).breakInside))
  expect(new Set(kept)).toEqual(new Set(['auto']))
  await browser.close()
})
