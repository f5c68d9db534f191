/** The walk that `quiz check` and `condition test` rest on, against a browser in which the page is answered. */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { walk } from '../../src/model/walk.ts'
import { isBlank } from '../../src/model/question/index.ts'
import { waysThrough } from '../support/ways.ts'
import { noBrowser, openBrowser } from '../support/browser.ts'
import { randomLogic, type LogicSurvey } from '../support/random-logic.ts'
import { useSandbox } from '../support/served.ts'

const quiz = 43
const full = process.env.SURVEYCTL_FULL === '1'
const surveys = full ? 200 : 40
const firstSeed = Number(process.env.TEST_SEED ?? 1)

/** A file that was compared with a number. */
const onceDiffered = [90_005]

interface Taken {
  /** In the order in which they were there. */
  screens: string[]
  end: string
}

/** Answers the page that is open, as far as it asks; runs in the browser. */
async function answerPage(answers: Record<string, unknown>): Promise<Taken> {
  const find = <E extends HTMLElement>(selector: string): E[] => [...document.querySelectorAll<E>(selector)]
  const sections = (): HTMLElement[] => find('#survey [data-id]').filter(({ hidden }) => !hidden)
  const told = (field: HTMLElement): boolean => field.dispatchEvent(new Event('change', { bubbles: true }))
  const write = (field: HTMLInputElement | HTMLSelectElement, value: string): void => {
    field.value = value
    told(field)
  }
  const until = async (isDone: () => boolean): Promise<void> => {
    for (const end = Date.now() + 60_000; !isDone() && Date.now() < end;) await new Promise((resolve) => setTimeout(resolve, 1))
  }
  const isKept = (section: HTMLElement): boolean => section.querySelector('.files [type=hidden]') !== null
  /** A question that is off the way again is not answered any more. */
  const answer = async (section: HTMLElement): Promise<void> => {
    const id = section.dataset.id!
    const value = answers[id]
    if (value === undefined) return
    const wanted = (name: string): string[] =>
      [name === id ? value : (value as Record<string, unknown>)[name.slice(`${id}.row.`.length)]].flat().map(String)
    const upload = section.querySelector<HTMLInputElement>('[type=file]')
    if (upload && !isKept(section)) {
      const files = new DataTransfer()
      files.items.add(new File(['text'], 'note.txt', { type: 'text/plain' }))
      upload.files = files.files
      told(upload)
      await until(() => isKept(section))
    }
    const ranking = section.querySelector('.ranking ol')
    for (const [at, option] of ranking ? (value as string[]).entries() : []) {
      const item = (): HTMLElement => section.querySelector<HTMLElement>(`[name="${id}.rank.${option}"]`)!.closest('li')!
      do item().querySelector('button')!.click()
      while ([...ranking!.children].indexOf(item()) > at)
    }
    for (const field of section.querySelectorAll<HTMLInputElement>('[type=radio],[type=checkbox]'))
      if (wanted(field.name).includes(field.value) !== field.checked) field.click()
    if (ranking || upload) return
    const field = [...section.querySelectorAll<HTMLInputElement>('input,select,textarea')].find((each) => each.name === id)
    if (field && field.type !== 'radio' && field.type !== 'checkbox' && field.value !== String(value)) write(field, String(value))
  }
  const screens: string[] = []
  for (let turn = 0; document.getElementById('survey') && turn < 30; turn++) {
    const names = (): string =>
      sections()
        .map(({ dataset }) => dataset.id)
        .join(' ')
    // All at once: what is given brings others, and takes some away.
    for (let before = ''; before !== names();) {
      before = names()
      for (const section of sections()) if (!section.hidden) await answer(section)
    }
    if (document.querySelector('form.one')) screens.push(names())
    else screens.splice(0, screens.length, ...names().split(' '))
    const before = names()
    const problem = (): string | undefined => find('.problem').find(({ textContent }) => textContent !== '')?.textContent ?? undefined
    document.getElementById('next')!.click()
    await until(() => !document.getElementById('survey') || names() !== before || problem() !== undefined)
    if (document.getElementById('survey') && problem() !== undefined) return { screens, end: `refused: ${problem()}` }
  }
  return { screens, end: document.getElementById('main')!.innerText.trim() }
}

describe.skipIf(noBrowser)(`the walk through ${surveys} surveys with logic${noBrowser}`, () => {
  const served = useSandbox('demo', { keep: true })
  let browser: Browser
  let page: Page
  beforeAll(async () => {
    browser = await openBrowser()
    page = await (await browser.newContext({ viewport: { width: 400, height: 300 } })).newPage()
  })
  afterAll(() => browser?.close())

  /** Published, and its address. */
  async function put({ ids, entities, rules, settings }: LogicSurvey): Promise<string> {
    const send = async (path: string, body: object): Promise<void> => {
      const { status, body: said } = await served.sandbox.request('POST', `/quiz/${quiz}/${path}`, body)
      if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(said)}`)
    }
    await send('save', { ids, entities })
    await send('conditions', { conditions: { rules } })
    await send('settings/info', settings)
    await send('publish', {})
    return (await served.sandbox.request('GET', `/quiz/${quiz}`)).body.url_shared
  }

  /** As a person types them, by ids: a question has no number where it can't be answered. */
  const typed = ({ ids, entities, answers }: LogicSurvey): string[] =>
    ids.flatMap((id) => {
      const value = answers[id]
      if (value === undefined || isBlank(value)) return []
      const words = (cells: unknown): string => [cells].flat().join(', ')
      if (entities[id]!.type === 'file') return [`${id}=note.txt`]
      if (entities[id]!.type !== 'matrix') return [`${id}=${words(value)}`]
      return [
        `${id}=${Object.entries(value as object)
          .map(([row, cells]) => `${row}: ${words(cells)}`)
          .join('; ')}`,
      ]
    })

  it(
    'is that of a respondent in a browser, and one of those that the check knows',
    async () => {
      for (const seed of [...Array.from({ length: surveys }, (_, index) => firstSeed + index), ...onceDiffered]) {
        const survey = randomLogic(seed)
        const { ids, rules, entities, settings, answers } = survey
        const address = await put(survey)
        await page.context().clearCookies()
        await page.goto(address, { waitUntil: 'domcontentloaded' })
        const taken = await page.evaluate(answerPage, answers)
        const way = walk(ids, rules, answers)
        const end = way.end === 'submit' ? 'Completed' : (way.message ?? '')
        expect({ seed, screens: taken.screens, end: taken.end }).toEqual({ seed, screens: way.path, end: expect.stringContaining(end) })
        const { ways, complete } = waysThrough({ ids, rules, questions: entities, requiredMode: settings.question_required_mode })
        if (seed % 10 === 0) {
          const { json } = await served.run(['condition', 'test', String(quiz), ...typed(survey), '--json'])
          expect([seed, json.path.map(({ id }: { id: string }) => id), json.end, json.unanswered]).toEqual([seed, way.path, way.end, []])
        }
        if (complete) expect([seed, ways.map((each) => each.walk)]).toEqual([seed, expect.arrayContaining([way])])
      }
    },
    full ? 1_200_000 : 240_000,
  )
})
