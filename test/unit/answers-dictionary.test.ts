import { Table } from '../../src/answers/dictionary/table.ts'
/** What is remembered of questions: names, codes, titles. */
import { describe, expect, it } from 'vitest'
import { columnsOf } from '../../src/answers/dictionary/columns.ts'
import { Decoder } from '../../src/answers/decode/decoder.ts'
import { checkNaming, freeKey, slug } from '../../src/answers/dictionary/keys.ts'
import type { ReportSeen } from '../../src/answers/dictionary/reported.ts'
import { updateDictionary } from '../../src/answers/dictionary/update.ts'
import { emptyDictionary, type Dictionary } from '../../src/answers/dictionary/shape.ts'

describe('a key', () => {
  it.each([
    ['How old are you?', 'how_old_are_you'],
    ['Где вы живёте? Ёж', 'gde_vy_zhivete_ezh'],
    ['Größe, façade', 'grosse_facade'],
    ['<b>Bold</b> title', 'bold_title'],
    ['7 days', 'days'],
    ['A very long title that goes on and on', 'a_very_long_title_that'],
    ['Question 1', 'question1'],
    ['By', ''],
    ['ID', ''],
    ['日本', ''],
    ['file urls', 'fileurls'],
  ])('of %j is %j', (title, key) => expect(slug(title)).toBe(key))

  it('is given once', () => {
    expect([freeKey('Age', 1, new Set()), freeKey('Age', 2, new Set(['age'])), freeKey('日本', 7, new Set())]).toEqual([
      'age',
      'age2',
      'q7',
    ])
  })

  it.each([['1a'], ['a b'], ['with'], ['id'], ['a_'], ['a_1'], ['x_urls'], ['x'.repeat(49)], ['ключ']])('is not %j', (key) =>
    expect(() => checkNaming({ [key]: key })).toThrow(/is no name|reserved/),
  )
  it('is not that of another question', () => expect(() => checkNaming({ one: 'age', other: 'AGE' })).toThrow('is the key of one'))
})

describe('the file of --keys', () => {
  it.each([
    [{ one: { a: 'b' } }, 'one: a map is no name'],
    [{ one: ['a'] }, 'one: a list is no name'],
    [{ one: null }, 'one: nothing is no name'],
    [{ one: 7 }, 'one: "7" is no name'],
    [{ labels: ['a'] }, 'labels: a list is not {UUID:'],
    [{ labels: { one: { 'Garden tools': { deep: 1 } } } }, 'labels: a map is not {UUID:'],
  ])('%j is refused by what it is', (file, message) => expect(() => checkNaming(file)).toThrow(message))

  it('says which option a former label was', () => {
    const dictionary = emptyDictionary(1)
    const survey = { ...times, widgets: { ids: ['q'], entities: { q: entity('Q', [['1', 'Seeds'], ['2', 'Tools']]) as any } } } // prettier-ignore
    updateDictionary(dictionary, { survey, sync: 1, keys: {}, labels: { q: { 'Garden tools': 'Tools', Grain: '1' } } })
    const decoder = new Decoder(dictionary.questions[0]!)
    expect(['Garden tools', 'Grain'].map((text) => decoder.decode(text))).toEqual([2, 1].map((code) => ({ is: 'codes', codes: [code] })))
    const wrong = { survey, sync: 1, keys: {}, labels: { q: { Old: 'Lamps' } } }
    expect(() => updateDictionary(dictionary, wrong)).toThrow('labels: "q" has no option "Lamps"')
  })
})

const entity = (title: string, options: [id: string, title: string][], more = {}) => ({
  type: 'choice',
  title,
  choiceEntities: options.map(([id, title]) => ({ id, title })),
  ...more,
})

/** Of a survey whose draft is what was published last. */
const times = { published_at: '2026-01-01T00:00:00Z', updated_at: '2026-01-01T00:00:00Z' }

function teach(dictionary: Dictionary, entities: Record<string, unknown>, sync: number, report: ReportSeen[] = [], keys = {}): Dictionary {
  updateDictionary(dictionary, { survey: { ...times, widgets: { ids: Object.keys(entities), entities } }, report, sync, keys })
  return dictionary
}

const codes = ({ questions }: Dictionary, index = 0): [number, string, boolean][] =>
  questions[index]!.options.map(({ code, title, gone }) => [code, title, gone])

describe('the dictionary', () => {
  it('keeps codes whatever happens to the options', () => {
    const dictionary = teach(
      emptyDictionary(1),
      {
        q: entity('Q', [
          ['a', 'A'],
          ['b', 'B'],
        ]),
      },
      1,
    )
    teach(
      dictionary,
      {
        q: entity('Q', [
          ['c', 'C'],
          ['b', 'Bee'],
        ]),
      },
      2,
    )
    expect(codes(dictionary)).toEqual([
      [1, 'A', true],
      [2, 'Bee', false],
      [3, 'C', false],
    ])
    expect(dictionary.questions[0]!.options[1]!.was).toEqual(['B'])
    expect(dictionary.revision).toBe(2)
  })

  it('takes whole numbers for codes when all ids are some', () => {
    const coded = (...options: [id: string, title: string][]) => codes(teach(emptyDictionary(1), { q: entity('Q', options) }, 1))
    expect(coded(['5', 'A'], ['20', 'B'])).toEqual([
      [5, 'A', false],
      [20, 'B', false],
    ])
    expect(coded(['5', 'A'], ['x', 'B'])).toEqual([
      [1, 'A', false],
      [2, 'B', false],
    ])
  })

  it('keeps a question that was removed, and takes one of another kind for another variable', () => {
    const dictionary = teach(emptyDictionary(1), { q: entity('Age', [['1', 'A']]), r: { type: 'input', title: 'Rest' } }, 1)
    teach(dictionary, { q: entity('Age', [['1', 'A']], { choiceMultiple: true }) }, 2)
    expect(dictionary.questions.map(({ key, kind, until }) => [key, kind, until])).toEqual([
      ['age', 'single', 2],
      ['rest', 'text', 2],
      ['age_v2', 'multiple', null],
    ])
    expect(
      columnsOf(dictionary)
        .slice(6)
        .map(({ name }) => name),
    ).toEqual(['age', 'age_v2_1', 'rest'])
  })

  it('learns from the report what the draft no longer has', () => {
    const bars = [
      { id: '1', label: 'Old', count: 3 },
      { id: '9', label: 'Nine', count: 4 },
    ]
    const dictionary = teach(emptyDictionary(1), { q: entity('Q', [['1', 'New']]) }, 1, [
      { widget_id: 'q', type: 'choice', title: 'Q', answered: 5, bars },
      { widget_id: 'gone', type: 'choice', title: 'Gone', answered: 5, bars },
    ])
    expect(codes(dictionary)).toEqual([
      [1, 'New', false],
      [9, 'Nine', false],
    ])
    expect(dictionary.questions[0]!.options[0]!.was).toEqual(['Old'])
    // More answers than respondents: several may be chosen.
    expect(dictionary.questions[1]).toMatchObject({ key: 'gone', kind: 'multiple' })
  })

  it('takes the keys that a person wrote', () => {
    const dictionary = teach(emptyDictionary(1), { a: entity('Age', []), b: entity('Sex', []) }, 1)
    teach(dictionary, { a: entity('Age', []), b: entity('Sex', []) }, 2, [], { b: 'age' })
    expect(dictionary.questions.map(({ key }) => key)).toEqual(['age2', 'age'])
    expect(dictionary.revision).toBe(2)
  })
})

describe('a draft that is not what was published', () => {
  const edited = { published_at: '2026-01-01T00:00:00Z', updated_at: '2026-01-01T00:00:01Z' }
  const entities = { q: entity('Drafted?', [['1', 'Renamed'], ['7', 'New'], ['2', 'B']]), n: { type: 'input', title: 'Shall we?' } } as any // prettier-ignore
  const survey = { ...edited, widgets: { ids: ['q', 'n'], entities } }
  const asked = (id: string, title: string, ...labels: [string, string, boolean?][]): ReportSeen => ({
    widget_id: id,
    type: 'choice',
    title,
    answered: 5,
    bars: labels.map(([one, label, removed]) => ({ id: one, label, count: 1, ...(removed && { removed }) })),
  })

  it('is no source of names, labels, questions and options', () => {
    const dictionary = emptyDictionary(1)
    const report = [asked('q', 'Asked?', ['1', 'A'], ['2', 'B'], ['3', 'C', true])]
    updateDictionary(dictionary, { survey, report, sync: 1, keys: {} })
    expect(dictionary.questions.map(({ key, title, kind }) => [key, title, kind])).toEqual([['asked', 'Asked?', 'single']])
    expect(codes(dictionary)).toEqual([
      [1, 'A', false],
      [2, 'B', false],
      [3, 'C', true],
    ])
  })

  it('removes nothing: only a publication does', () => {
    const dictionary = teach(emptyDictionary(1), { q: entity('Q', [['1', 'A'], ['2', 'B']]), r: { type: 'input', title: 'R' } }, 1) // prettier-ignore
    const report = [asked('q', 'Q', ['1', 'A'], ['2', 'B']), { widget_id: 'r', type: 'input', title: 'R', answered: 3 }]
    const without = { ids: ['q'], entities: { q: entity('Q', [['1', 'A']]) as any } }
    const shown = (): [boolean, boolean] => [dictionary.questions[1]!.until !== null, dictionary.questions[0]!.options[1]!.gone]
    updateDictionary(dictionary, { survey: { ...edited, widgets: without }, report, sync: 2, keys: {} })
    expect(shown()).toEqual([false, false])
    updateDictionary(dictionary, { survey: { ...times, widgets: without }, report, sync: 3, keys: {} })
    expect(shown()).toEqual([true, true])
  })

  it('of a survey that was never published is nothing', () => {
    const dictionary = emptyDictionary(1)
    const never = { ...survey, is_published: false, published_at: null }
    updateDictionary(dictionary, {
      survey: never,
      report: [{ ...asked('q', 'Drafted?', ['1', 'Renamed']), answered: 0 }],
      sync: 1,
      keys: {},
    })
    expect(dictionary.questions).toEqual([])
  })
})

it('rows of a matrix with one title keep a member each', () => {
  const option = (code: number, title: string) => ({ id: String(code), code, title, was: [], gone: false })
  const dictionary = emptyDictionary(1)
  dictionary.questions.push({
    n: 1,
    id: 'q',
    key: 'rate',
    type: 'matrix',
    kind: 'matrix',
    title: 'Rate',
    rows: [option(1, 'Shop'), option(2, 'Shop'), option(3, 'Shop (2)')],
    options: [option(1, 'Good'), option(2, 'Bad')],
    order: 1,
    since: 1,
    until: null,
  })
  const body = JSON.stringify([[1, { 1: ['1'], 2: ['2'], 3: ['1'] }]])
  const members = new Table(dictionary).members({ id: 7, start: 1, end: null, state: 1, body, net: null })
  expect(JSON.parse(`{${members}}`).rate).toEqual({ Shop: 'Good', 'Shop (2)': 'Bad', 'Shop (2) (3)': 'Good' })
})
