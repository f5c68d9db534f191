/** A survey of ours as XLSForm: by the rules of that format, read again as it was, and shown by its own logic as ours is. */
import { describe, expect, it } from 'vitest'
import { lower } from '../../src/forms/lower/lower.ts'
import { Losses } from '../../src/forms/loss.ts'
import { readSheets } from '../../src/forms/read/xlsform/read.ts'
import { writeXlsForm, type SheetText } from '../../src/forms/write/xlsform.ts'
import type { Rule } from '../../src/model/logic.ts'
import { examples } from '../../src/model/question/registry.ts'
import { walk } from '../../src/model/walk.ts'
import { anySurvey } from '../support/any-questions.ts'
import { fc } from '../support/property.ts'
import { randomLogic, type LogicSurvey } from '../support/random-logic.ts'
import { pyxformProblems, surveyRows, type Cells } from '../support/xlsform-rules.ts'
import { holds } from '../support/xpath.ts'

const seeds = Array.from({ length: 200 }, (_, index) => index + Number(process.env.TEST_SEED ?? 1))

const cellsOf = (sheets: readonly SheetText[]): Map<string, Cells> =>
  new Map(sheets.map(({ title, head, rows }) => [title, [head, ...rows]]))
const named = (ids: readonly string[]): Map<string, string> => new Map(ids.map((id, index) => [id, `q${index}`]))

function written({ ids, entities, rules, settings }: Pick<LogicSurvey, 'ids' | 'entities' | 'rules' | 'settings'>) {
  const losses = new Losses()
  const screens = { ids, entities: entities as Record<string, { type: string }> }
  const sheets = cellsOf(writeXlsForm({ name: 'Ours', screens, conditions: { rules }, settings }, named(ids), losses))
  return { sheets, codes: losses.list.map(({ code }) => code) }
}

function readAgain(sheets: ReadonlyMap<string, Cells>): any {
  const losses = new Losses()
  const { content } = lower(readSheets(sheets, 'ours', { groups: 'message', losses }), { losses })
  return { ...content, codes: losses.list.map(({ code }) => code) }
}

/** As another program leaves it, which has no use for our columns. */
const withoutOwn = (sheets: ReadonlyMap<string, Cells>): Map<string, Cells> =>
  new Map(
    [...sheets].map(([name, cells]) => {
      const places = cells[0]!.flatMap((head, index) => (head === 'surveyctl' ? [] : [index]))
      return [name, cells.map((row) => places.map((place) => row[place]))]
    }),
  )

const present = (entity: object): object =>
  Object.fromEntries(Object.entries(entity).filter(([, value]) => value !== undefined && value !== null && value !== ''))

describe('XLSForm', () => {
  it('has every type of question by its rules, and gives each back as it was', () => {
    const ids = Object.keys(examples).map((type, index) =>
      type === 'welcome' || type === 'submit' ? type : `00000000-0000-4000-8000-0000000000${10 + index}`,
    )
    const entities = Object.fromEntries(
      Object.values(examples).map((question, index) => [
        ids[index]!,
        { ...question, title: `${question.title} *now* \${x} <b>a</b>`, filling_time_seconds: 9 },
      ]),
    ) as LogicSurvey['entities']
    const order = ['welcome', ...ids.filter((id) => id.length > 9), 'submit']
    const survey = { ids: order, entities, rules: [], settings: { lang: 'ru' as const, numeration: true } }
    const { sheets, codes } = written(survey)
    expect(pyxformProblems(sheets)).toEqual([])
    expect(new Set(codes)).toEqual(new Set(['setting.dropped']))
    const again = readAgain(sheets)
    expect([again.name, again.screens.ids, again.settings]).toEqual(['Ours', order, survey.settings])
    for (const id of order) expect(present(again.screens.entities[id])).toEqual(present(entities[id]!))
  })

  it('keeps ids, titles, options, order and what is required where another program drops our column', () => {
    const ids = Object.keys(examples).map((type, index) =>
      type === 'welcome' || type === 'submit' ? type : `00000000-0000-4000-8000-0000000000${10 + index}`,
    )
    const entities = Object.fromEntries(
      Object.values(examples).map((question, index) => [ids[index]!, question]),
    ) as LogicSurvey['entities']
    const order = ['welcome', ...ids.filter((id) => id.length > 9), 'submit']
    const again = readAgain(withoutOwn(written({ ids: order, entities, rules: [], settings: { lang: 'en' } }).sheets))
    expect(again.screens.ids).toEqual(order)
    const sameType = order.filter((id) => again.screens.entities[id].type === entities[id]!.type)
    expect(
      order
        .filter((id) => !sameType.includes(id))
        .map((id) => entities[id]!.type)
        .toSorted(),
    ).toEqual(['html', 'phone', 'scale'])
    for (const id of sameType.filter((one) => one !== 'submit')) {
      const lists = (of: any): unknown =>
        ['choiceEntities', 'dropdownEntities', 'rankingEntities', 'matrixRows', 'matrixColumns'].map((field) =>
          of[field]?.map(({ id: option, title }: any) => [option, title]),
        )
      const [now, was] = [again.screens.entities[id], entities[id]!]
      expect([now.title, now.isRequired ?? false, lists(now)]).toEqual([was.title, was.isRequired ?? false, lists(was)])
    }
  })

  it('keeps any title and any option, in names that the format takes', () => {
    fc.assert(
      fc.property(anySurvey, (survey) => {
        const { sheets } = written(survey)
        expect(pyxformProblems(sheets)).toEqual([])
        const again = readAgain(sheets)
        expect(again.screens.ids).toEqual(survey.ids)
        for (const one of survey.ids) expect(present(again.screens.entities[one])).toEqual(present(survey.entities[one]))
      }),
      { numRuns: 300 },
    )
  })

  it('gives logic back rule by rule; what is changed in the workbook wins', () => {
    for (const seed of seeds.slice(0, 40)) {
      const survey = randomLogic(seed)
      const { sheets } = written(survey)
      const again = readAgain(sheets)
      expect([seed, again.screens.ids, again.conditions]).toEqual([seed, survey.ids, { rules: survey.rules }])
    }
    const { sheets } = written(randomLogic(1))
    const [head, ...rows] = sheets.get('survey') as string[][]
    const place = head!.findIndex((name) => name.startsWith('label'))
    const changed = rows.map((row) => row.with(place, row[place] === '' ? '' : `New ${row[place]}`))
    const last = changed.findLastIndex((row) => row[head!.indexOf('surveyctl_id')]!.length > 9)
    changed[last] = changed[last]!.with(head!.indexOf('relevant'), 'true()')
    const again = readAgain(new Map([...sheets, ['survey', [head!, ...changed]]]))
    expect(Object.values<any>(again.screens.entities).filter(({ title }) => title?.startsWith('New Question')).length).toBeGreaterThan(2)
    expect(JSON.stringify(again.conditions)).not.toBe(JSON.stringify({ rules: randomLogic(1).rules }))
  })

  it('shows by its own logic what is shown here, and so does what is read without our column', () => {
    let compared = 0
    for (const seed of seeds) {
      const all = randomLogic(seed)
      const rules = all.rules.filter(({ then }) => then.action !== 'screenout' && !JSON.stringify(then).includes('gone'))
      const survey = { ...all, rules }
      const { sheets, codes } = written(survey)
      expect([seed, pyxformProblems(sheets)]).toEqual([seed, []])
      if (codes.some((code) => code.startsWith('logic')) || hasOddTexts(survey)) continue
      compared++
      const ours = walk(survey.ids, rules, survey.answers).path.filter((id) => id !== 'welcome' && id !== 'submit')
      expect([seed, shownBy(sheets, survey)]).toEqual([seed, ours])
      const again = readAgain(withoutOwn(sheets))
      if (again.codes.some((code: string) => code.startsWith('logic'))) throw new Error(`${seed}: ${again.codes.join(' ')}`)
      const back = walk(again.screens.ids, again.conditions.rules ?? [], survey.answers).path.filter(
        (id: string) => id !== 'welcome' && id !== 'submit',
      )
      expect([seed, back]).toEqual([seed, ours])
    }
    expect(compared).toBeGreaterThan(60)
  })
})

/** Texts that are no numbers have an order here, and none there. */
const hasOddTexts = ({ rules, entities, answers }: Pick<LogicSurvey, 'rules' | 'entities' | 'answers'>): boolean =>
  rules.some(({ if: on }: Rule) =>
    ('all' in on ? on.all : on.any).some(
      ({ question, operator }) =>
        ['input', 'phone', 'email'].includes(entities[question]?.type ?? '') &&
        ['greater', 'less', 'at_least', 'at_most'].includes(operator) &&
        Number.isNaN(Number(answers[question] ?? 0)),
    ),
  )

/** Questions that a program of XLSForm shows, one row after the other. */
function shownBy(sheets: ReadonlyMap<string, Cells>, { entities, answers }: LogicSurvey): string[] {
  const given: Record<string, string> = {}
  const shown: string[] = []
  let group: { id: string; shown: boolean } | undefined
  for (const { type, name, relevant, row } of surveyRows(sheets)) {
    const id = row.surveyctl_id ?? ''
    const visible = relevant === '' || holds(relevant, given)
    if (type === 'end_group') group = undefined
    if (type === 'end_group' || id === 'welcome' || id === 'submit') continue
    if (type === 'begin_group') group = { id, shown: visible }
    if (visible && (!group || group.id === id)) shown.push(id)
    const value: any = answers[group?.id ?? id]
    const isShown = group ? group.shown : visible
    const inRow = group && value ? value[id] : value
    given[name] =
      !isShown || inRow === undefined || type === 'begin_group' || entities[id]?.type === 'file' ? '' : [inRow].flat().join(' ').trim()
    if (entities[id]?.type === 'file' && isShown && value) given[name] = 'note.txt'
  }
  return shown
}
