/** The walk that `quiz check` and `condition test` rest on, against a browser in which the page is answered. */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { walk } from '../../src/model/walk.ts'
import { isBlank } from '../../src/model/question/index.ts'
import { waysThrough } from '../support/ways.ts'
import { answerPage } from '../support/answer-page.ts'
import { noBrowser, openBrowser } from '../support/browser.ts'
import { randomLogic, type LogicSurvey } from '../support/random-logic.ts'
import { useSandbox } from '../support/served.ts'

const quiz = 43
const full = process.env.SURVEYCTL_FULL === '1'
const surveys = full ? 200 : 40
const firstSeed = Number(process.env.TEST_SEED ?? 1)

/** A file that was compared with a number. */
const onceDiffered = [90_005]

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
