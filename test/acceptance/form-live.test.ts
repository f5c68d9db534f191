/** Surveys of other systems, live: published, answered in a browser along the ways of their logic, as their own engine goes. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { Model } from 'survey-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rulesOf } from '../../src/model/logic.ts'
import { walk } from '../../src/model/walk.ts'
import { plausible } from '../../src/sandbox/seed/plausible.ts'
import { seeded } from '../../src/sandbox/engine/random.ts'
import { answerPage } from '../support/answer-page.ts'
import { noBrowser, openBrowser } from '../support/browser.ts'
import { workbookOf } from '../support/form-files.ts'
import { freshFolder } from '../support/program.ts'
import { noSamples, samplePath } from '../support/samples.ts'
import { useSandbox } from '../support/served.ts'

const served = useSandbox('demo', { keep: true })

/** Imported, published; with the ids of its questions by their names. */
async function live(path: string): Promise<{ id: number; address: string; ids: Record<string, string>; draft: any }> {
  const done = await served.run(['quiz', 'import', path, '--folder', '2', '--new', '--json'])
  expect(done.exitCode, done.stderr).toBe(0)
  const { quiz_id: id, keys } = done.json
  expect((await served.run(['quiz', 'publish', String(id)])).exitCode).toBe(0)
  const draft = (await served.sandbox.request('GET', `/quiz/${id}`)).body as any
  return { id, address: draft.url_shared, ids: Object.fromEntries(Object.entries(keys).map(([uuid, key]) => [key, uuid])), draft }
}

const file = (name: string, content: string | Buffer): string => {
  const path = join(freshFolder(), name)
  writeFileSync(path, content)
  return path
}

const garden = {
  title: 'Garden',
  elements: [
    { type: 'boolean', name: 'grows', title: 'Do you grow anything?', isRequired: true },
    { type: 'checkbox', name: 'what', title: 'What?', choices: ['fruit', 'herbs', 'flowers'], visibleIf: '{grows} = true' },
    { type: 'rating', name: 'liked', title: 'How do you like it?', rateMax: 5, visibleIf: "{grows} = true and {what} contains 'herbs'" },
    { type: 'comment', name: 'why', title: 'What is wrong?', visibleIf: '{liked} < 3' },
    { type: 'radiogroup', name: 'would', title: 'Would you like to?', choices: ['yes', 'no'], visibleIf: '{grows} = false' },
    { type: 'text', name: 'word', title: 'One more word?', visibleIf: "{would} <> 'no' and {why} empty" },
  ],
}
const ways = [
  { grows: true, what: ['fruit', 'herbs'], liked: 2, why: 'Snails' },
  { grows: true, what: ['flowers'], word: 'Nice' },
  { grows: false, would: 'no' },
]

/** What the other engine shows one after the other, filled in as it goes, up to its end. */
function throughSurveyJs(form: object, answers: Readonly<Record<string, unknown>>): string[] {
  const model = new Model(form)
  const shown: string[] = []
  for (const question of model.getAllQuestions()) {
    if (!question.isVisible) continue
    shown.push(question.name)
    if (answers[question.name] !== undefined) question.value = answers[question.name]
  }
  while (!model.isLastPage && model.nextPage()) continue
  expect([model.tryComplete(), model.state]).toEqual([true, 'completed'])
  return shown
}

describe.skipIf(noBrowser)(`a survey that came from elsewhere${noBrowser}`, () => {
  let browser: Browser
  let page: Page
  beforeAll(async () => {
    browser = await openBrowser()
    page = await (await browser.newContext({ viewport: { width: 400, height: 300 } })).newPage()
  })
  afterAll(() => browser?.close())

  async function taken(address: string, answers: Record<string, unknown>): Promise<string[]> {
    await page.context().clearCookies()
    await page.goto(address, { waitUntil: 'domcontentloaded' })
    const { screens, end } = await page.evaluate(answerPage, answers)
    expect(end).not.toContain('refused')
    return screens
  }

  it('SurveyJS: three ways, in a browser and in its own engine', async () => {
    const { id, address, ids } = await live(file('garden.json', JSON.stringify(garden)))
    for (const answers of ways) {
      const stored = Object.fromEntries(
        Object.entries(answers).map(([name, value]) => [
          ids[name]!,
          typeof value === 'boolean' ? (value ? 'yes' : 'no') : name === 'would' ? [value] : value,
        ]),
      )
      const names = new Map(Object.entries(ids).map(([name, uuid]) => [uuid, name]))
      const screens = (await taken(address, stored)).filter((one) => one !== 'submit').map((one) => names.get(one))
      expect(screens).toEqual(throughSurveyJs(garden, answers))
    }
    const said = (await served.run(['answer', 'list', String(id), '--complete', '--json'])).json as any[]
    expect(said.map(({ answers }) => answers.length).toSorted()).toEqual([2, 3, 4])
  })

  it('XLSForm: three ways of a field team', async () => {
    const book = await workbookOf({
      survey: [
        ['type', 'name', 'label', 'relevant', 'required'],
        ['note', 'welcome', 'Well survey', null, null],
        ['select_one yes_no', 'works', 'Does the pump work?', null, 'yes'],
        ['select_multiple faults', 'faults', 'What is broken?', "${works} = 'no'", null],
        ['text', 'else', 'What else?', "selected(${faults}, 'other')", null],
        ['integer', 'users', 'How many families?', "${works} = 'yes'", null],
        ['note', 'end', 'Thank you', null, null],
      ],
      choices: [
        ['list_name', 'name', 'label'],
        ['yes_no', 'yes', 'Yes'],
        ['yes_no', 'no', 'No'],
        ['faults', 'handle', 'Handle'],
        ['faults', 'other', 'Something else'],
      ],
    })
    const { address, ids } = await live(file('wells.xlsx', book))
    const names = new Map(Object.entries(ids).map(([name, uuid]) => [uuid, name]))
    const way = async (answers: Record<string, unknown>): Promise<string[]> =>
      (await taken(address, Object.fromEntries(Object.entries(answers).map(([name, value]) => [ids[name]!, value])))).map(
        (one) => names.get(one) ?? one,
      )
    expect([
      await way({ works: 'yes', users: '12' }),
      await way({ works: 'no', faults: ['handle'] }),
      await way({ works: 'no', faults: ['handle', 'other'], else: 'Rope' }),
    ]).toEqual([
      ['welcome', 'works', 'users', 'submit'],
      ['welcome', 'works', 'faults', 'submit'],
      ['welcome', 'works', 'faults', 'else', 'submit'],
    ])
  })

  it.skipIf(noSamples).each(['xlsform/testB.xlsx', 'qsf/Survey_Logic_EVERYWHERE.qsf', 'lss/survey.lss'])(
    `%s, as it was live${noSamples}`,
    async (name) => {
      const { address, draft } = await live(samplePath(name))
      const { ids, entities } = draft.widgets
      const rules = rulesOf(draft.conditions)
      for (const seed of [1, 2, 3]) {
        const random = seeded(seed)
        const answers = Object.fromEntries(
          ids.flatMap((id: string) => {
            const { type } = entities[id]
            const value = ['welcome', 'submit', 'message', 'html', 'file'].includes(type) ? undefined : plausible(entities[id])(random)
            return value === undefined ? [] : [[id, value]]
          }),
        )
        expect([seed, await taken(address, answers)]).toEqual([seed, walk(ids, rules, answers).path])
      }
    },
    180_000,
  )
})

it('a survey of ours is opened and filled by the engine of SurveyJS', async () => {
  const path = join(freshFolder(), 'garden.json')
  const { id, ids } = await live(file('garden.json', JSON.stringify(garden)))
  expect((await served.run(['export', 'form', String(id), '--as', 'surveyjs', '-o', path])).exitCode).toBe(0)
  const form = JSON.parse(readFileSync(path, 'utf8'))
  const names = new Map<string, string>(form.pages.map(({ elements: [one] }: any) => [one.surveyctl.id, one.name]))
  const nameOf = (name: string): string => names.get(ids[name]!)!
  for (const answers of ways)
    expect(throughSurveyJs(form, Object.fromEntries(Object.entries(answers).map(([name, value]) => [nameOf(name), value])))).toEqual(
      throughSurveyJs(garden, answers).map(nameOf),
    )
})
