/** Words of the service back into what was chosen. */
import { slowList, slowMatrix } from '../support/answers/slow-words.ts'
import { fc } from '../support/property.ts'
import { describe, expect, it } from 'vitest'
import { Decoder } from '../../src/answers/decode/decoder.ts'
import { parseMatrix } from '../../src/answers/decode/matrix.ts'
import { OptionLookup } from '../../src/answers/decode/option-lookup.ts'
import { updateDictionary } from '../../src/answers/dictionary/update.ts'
import { emptyDictionary, type KnownQuestion } from '../../src/answers/dictionary/shape.ts'
import { answerText, listsOf } from '../../src/model/question/index.ts'
import type { AnswerValue, Question } from '../../src/model/survey.ts'

const id = '3f0c7c0e-0000-4000-8000-000000000001'

/** The question as the dictionary knows it from the draft. */
function known(question: Question): KnownQuestion {
  const dictionary = emptyDictionary(1)
  const times = { published_at: '2026-01-01T00:00:00Z', updated_at: '2026-01-01T00:00:00Z' }
  const survey = { ...times, widgets: { ids: [id], entities: { [id]: question } }, settings: { lang: 'en' } }
  updateDictionary(dictionary, { survey, report: [], sync: 1, keys: {} })
  return dictionary.questions[0]!
}

const option = (title: string, index: number) => ({ id: String(index + 1), title })
const choice = (titles: string[], choiceMultiple = true): Question => ({
  type: 'choice',
  title: 'Q',
  choiceEntities: titles.map(option),
  choiceMultiple,
})

const decoded = (question: Question, answer: unknown): unknown => new Decoder(known(question)).decode(answer)

describe('one option', () => {
  const question = choice(['Yes; of course', '2', 'No'], false)
  it.each([
    ['a title', 'Yes; of course', [1]],
    ['a title that is the id of another one', '2', [2]],
    ['an id', '3', [3]],
    ['a title in other spaces', ' Yes;  of course', [1]],
    ['an id in an array', ['2'], [2]],
    ['an object', { id: 3 }, [3]],
    ['a number', 1, [1]],
  ])('is %s', (_, answer, codes) => expect(decoded(question, answer)).toEqual({ is: 'codes', codes }))

  it('that nobody knows has a code of its own, the same one each time', () => {
    const decoder = new Decoder(known(question))
    expect(['Perhaps', 'Never', 'Perhaps'].map((text) => decoder.decode(text))).toEqual(
      [1001, 1002, 1001].map((code) => ({ is: 'codes', codes: [code] })),
    )
    expect(decoder.warnings).toMatchObject({ unlisted: 3 })
    expect(decoder.hasNewOptions).toBe(true)
  })
})

describe('several options', () => {
  it.each([
    ['titles', ['A', 'B', 'C'], 'A; C', [1, 3]],
    ['titles with the separator in them', ['A; B', 'C'], 'A; B; C', [1, 2]],
    ['the longest titles', ['A', 'B', 'A; B'], 'A; B', [3]],
    ['the one reading without unknown words', ['A; B', 'A', 'C'], 'A; B; C', [1, 3]],
    ['words beside them', ['A', 'B'], 'A; nobody; B', [1, 2, 1001]],
  ])('are %s', (_, titles, text, codes) => expect(decoded(choice(titles), text)).toEqual({ is: 'codes', codes }))
})

describe('other kinds', () => {
  it.each([
    [{ type: 'yesno', yesnoYesLabel: 'Sure' }, 'Sure', { is: 'codes', codes: [1] }],
    [{ type: 'yesno' }, 'No', { is: 'codes', codes: [0] }],
    [{ type: 'ranking', rankingEntities: ['A; 2. B', 'B'].map(option) }, '1. B; 2. A; 2. B', { is: 'codes', codes: [2, 1] }],
    [{ type: 'scale' }, '7', { is: 'number', number: 7 }],
    [{ type: 'slider' }, 2.5, { is: 'number', number: 2.5 }],
    [{ type: 'slider' }, 'many', undefined],
    [{ type: 'input' }, ' as it is ', { is: 'text', text: ' as it is ' }],
    [{ type: 'datetime', datetimeKind: 'date' }, '2026-02-28', { is: 'text', text: '2026-02-28' }],
    [{ type: 'datetime', datetimeKind: 'date' }, '2026-02-31', undefined],
    [{ type: 'datetime', datetimeKind: 'time' }, '09:30:00', { is: 'text', text: '09:30' }],
    [{ type: 'datetime', datetimeKind: 'datetime' }, '2026-01-31 09:30', { is: 'text', text: '2026-01-31T09:30' }],
    [
      { type: 'file' },
      'a (1).txt (https://x.test/1); b.txt (https://x.test/2)',
      {
        is: 'files',
        files: [
          { name: 'a (1).txt', url: 'https://x.test/1' },
          { name: 'b.txt', url: 'https://x.test/2' },
        ],
      },
    ],
    [
      { type: 'file' },
      [{ name: 'a.txt', url: 'https://x.test/1', size: 1 }],
      { is: 'files', files: [{ name: 'a.txt', url: 'https://x.test/1' }] },
    ],
    [
      { type: 'matrix', matrixRows: ['Price: low', 'Place'].map(option), matrixColumns: ['Good, better', 'Bad'].map(option) },
      'Price: low: Good, better; Place: Bad',
      {
        is: 'cells',
        cells: [
          [1, [1]],
          [2, [2]],
        ],
      },
    ],
    [{ type: 'matrix', matrixRows: ['R'].map(option), matrixColumns: ['C'].map(option) }, { 1: ['1'] }, { is: 'cells', cells: [[1, [1]]] }],
  ] as [Question, unknown, unknown][])('%j from %j', (question, answer, value) =>
    expect(decoded({ ...question, title: 'Q' }, answer)).toEqual(value),
  )
})

/** Titles that hold the very signs that stand between them. */
const title = fc.oneof(
  fc.constantFrom('A', 'B', 'A; B', 'A, B', 'A: B', '1', '2', '1. A', '; 2. B', ' ', ''),
  fc.string({ unit: fc.constantFrom('a', ';', ' ', ',', ':', '1', '.'), maxLength: 6 }),
)
const titles = fc.array(title, { minLength: 1, maxLength: 5 })

/** A question with a value that fits it, as codes. */
const given: fc.Arbitrary<{ question: Question; value: AnswerValue; expected: unknown }> = titles.chain((list) => {
  const all = list.map((_, index) => index + 1)
  const ids = (codes: readonly number[]): string[] => codes.map(String)
  const some = fc.subarray(all, { minLength: 1 })
  const row = fc.record({ row: fc.integer({ min: 1, max: list.length }), codes: some })
  return fc.oneof(
    some.map((codes) => ({ question: choice(list), value: ids(codes), expected: { is: 'codes', codes } })),
    fc
      .constantFrom(...all)
      .map((code) => ({ question: choice(list, false), value: ids([code]), expected: { is: 'codes', codes: [code] } })),
    fc.shuffledSubarray(all, { minLength: all.length }).map((codes) => ({
      question: { type: 'ranking', title: 'Q', rankingEntities: list.map(option) } as Question,
      value: ids(codes),
      expected: { is: 'codes', codes },
    })),
    fc.uniqueArray(row, { selector: ({ row }) => row, minLength: 1, maxLength: list.length }).map((rows) => ({
      question: {
        type: 'matrix',
        title: 'Q',
        matrixMultiple: true,
        matrixRows: list.map(option),
        matrixColumns: list.map(option),
      } as Question,
      value: Object.fromEntries(rows.map(({ row, codes }) => [String(row), ids(codes)])),
      expected: {
        is: 'cells',
        cells: rows.map(({ row, codes }) => [row, codes]).toSorted(([one], [other]) => Number(one) - Number(other)),
      },
    })),
  )
})

const sorted = (value: any): unknown =>
  value?.is === 'cells'
    ? {
        ...value,
        cells: value.cells
          .map(([row, codes]: [number, number[]]) => [row, codes.toSorted((a, b) => a - b)])
          .toSorted((a: any, b: any) => a[0] - b[0]),
      }
    : value

it('is what was answered, or is counted as doubtful', () => {
  fc.assert(
    fc.property(given, ({ question, value, expected }) => {
      const decoder = new Decoder(known(question))
      const found = decoder.decode(answerText(question, value, 'en'))
      const { unlisted, ambiguous } = decoder.warnings
      if (unlisted + ambiguous === 0) expect(sorted(found)).toEqual(sorted(expected))
    }),
    { numRuns: 3000 },
  )
})

it('is never doubtful where titles differ and hold no signs', () => {
  const plain = fc.uniqueArray(fc.stringMatching(/^[a-zа-я]{1,8}$/), { minLength: 1, maxLength: 6 })
  fc.assert(
    fc.property(plain, fc.boolean(), (list, reversed) => {
      const question = choice(list)
      const ids = listsOf(question).options!.map(({ id }) => id)
      const decoder = new Decoder(known(question))
      expect(decoder.decode(answerText(question, reversed ? ids.toReversed() : ids))).toEqual({
        is: 'codes',
        codes: (reversed ? ids.toReversed() : ids).map(Number),
      })
      expect(decoder.warnings).toEqual({ unlisted: 0, ambiguous: 0, unreadable: 0 })
    }),
  )
})

/** Words of the titles, whole and cut, between whatever stands between them. */
const said = (list: readonly string[]): fc.Arbitrary<string> =>
  fc
    .array(fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...list) }, fc.constantFrom('; ', ': ', ', ', ' ', '<b>A</b>', 'nobody')), {
      maxLength: 14,
    })
    .map((parts) => parts.join(''))
const signs = fc.array(fc.constantFrom('; ', ': ', ', ', '; ', ' '), { minLength: 14, maxLength: 14 })
const between = (list: readonly string[]): fc.Arbitrary<string> =>
  fc
    .tuple(fc.array(fc.constantFrom(...list), { minLength: 1, maxLength: 10 }), signs)
    .map(([words, marks]) => words.map((word, index) => (index === 0 ? word : marks[index]! + word)).join(''))

it('reads lists and matrices as whoever tries every way does', () => {
  const given = fc.tuple(titles, titles).chain(([rows, columns]) =>
    fc.record({
      rows: fc.constant(rows),
      columns: fc.constant(columns),
      text: fc.oneof(said([...rows, ...columns]), between([...rows, ...columns])),
    }),
  )
  fc.assert(
    fc.property(given, ({ rows, columns, text }) => {
      const [row, column] = [rows, columns].map((list) => new OptionLookup(known(choice(list)).options))
      const { unfit, ...read } = parseMatrix(text, row!, column!)
      const { unknown, ...slow } = slowMatrix(text, row!, column!)
      expect(read).toEqual(slow)
      // A row's label ends where its columns begin.
      expect(unfit.map(({ label }, at) => unknown[at]!.startsWith(label))).toEqual(unknown.map(() => true))
      for (const separator of ['; ', ', '] as const) expect(row!.parseList(text, separator)).toEqual(slowList(row!, text, separator))
    }),
    { numRuns: 2000 },
  )
})

const forty = (title: (at: number) => string): string[] => Array.from({ length: 40 }, (_, at) => title(at + 1))

it.each([
  [
    'plain titles',
    forty((at) => `How much do you know about country ${at}: its team, its players?`),
    ['Nothing', 'A little', 'Much', 'All'],
  ],
  [
    'titles like what stands between rows',
    forty((at) => `Country ${at}; its team: its players, its trainer`),
    ['None; at all', 'A; little', 'Much, very', 'All: all; all'],
  ],
])('reads a matrix of forty rows with %s quickly, each time another one', (_, rows, columns) => {
  const question: Question = { type: 'matrix', title: 'Q', matrixRows: rows.map(option), matrixColumns: columns.map(option) }
  const decoder = new Decoder(known(question))
  const began = process.cpuUsage()
  for (let nth = 0; nth < 200; nth++) {
    const chosen = rows.map((_, at) => ((nth * 7 + at * (nth + 3)) % 4) + 1)
    const value = decoder.decode(rows.map((row, at) => `${row}: ${columns[chosen[at]! - 1]}`).join('; '))
    expect(value).toEqual({ is: 'cells', cells: chosen.map((code, at) => [at + 1, [code]]) })
  }
  // It took minutes when every way to join its rows was tried.
  expect(process.cpuUsage(began).user / 1000).toBeLessThan(10_000)
})

it('reads long lists quickly, whose titles hold the separator', () => {
  const list = Array.from({ length: 300 }, (_, at) => `Option ${at}; as it was called before it was called otherwise`)
  const decoder = new Decoder(known(choice(list)))
  const began = process.cpuUsage()
  for (let nth = 1; nth <= 20; nth++) {
    const chosen = list.flatMap((_, at) => (at % 20 === nth % 20 ? [] : [at + 1]))
    expect(decoder.decode(chosen.map((code) => list[code - 1]).join('; '))).toEqual({ is: 'codes', codes: chosen })
  }
  expect(process.cpuUsage(began).user / 1000).toBeLessThan(10_000)
})

describe('an answer of thousands of parts', () => {
  const parts = 20_000
  const repeated = (part: (nth: number) => string, between = '; '): string =>
    Array.from({ length: parts }, (_, at) => part(at + 1)).join(between)
  const [long, deep] = [`A; ${'B; '.repeat(400)}`, ['A; 2. B', 'A', 'B', 'B; 3. A']]
  const matrix = (rows: string[], columns: string[]): Question => ({
    type: 'matrix',
    title: 'Q',
    matrixRows: rows.map(option),
    matrixColumns: columns.map(option),
  })
  const ranking: Question = { type: 'ranking', title: 'Q', rankingEntities: deep.map(option) }
  it.each([
    ['titles', choice(['A', 'B']), repeated((nth) => (nth % 2 ? 'A' : 'B'))],
    ['titles among some that are full of separators', choice(['A', long]), repeated(() => 'A')],
    ['unknown texts', choice(['A', 'B']), repeated(String)],
    ['ranks', ranking, repeated((nth) => `${nth}. ${nth % 2 ? 'A' : 'B'}`)],
    ['the same rank', ranking, repeated(() => '1. A; 2. ', '')],
    ['rows', matrix(['R; S', 'S'], ['C; D', 'D']), repeated(() => 'R; S: C; D')],
    ['rows of long titles', matrix([long, 'S'], [long, 'D']), repeated(() => 'S: D')],
    ['colons', matrix(['R', 'S'], ['C', 'D']), repeated(() => 'R', ': ')],
    ['columns', matrix(['R', 'S'], ['C, D', 'D', `C${', D'.repeat(400)}`]), `R: ${repeated(() => 'D', ', ')}`],
    ['file names', { type: 'file', title: 'Q' } as Question, repeated((nth) => `${nth}.txt`)],
    ['tags', choice(['<b>A</b>']), repeated(() => '<b>A</b>', '<b>; ')],
  ])('is read at once, or left as it came: %s', (_, question, text) => {
    const decoder = new Decoder(known(question))
    const began = process.cpuUsage()
    const value = decoder.decode(text)
    expect(process.cpuUsage(began).user / 1000).toBeLessThan(3000)
    if (value === undefined) expect(decoder.warnings.unreadable).toBe(1)
  })

  it('adds no thousands of options', () => {
    const question = known(choice(['A']))
    expect(new Decoder(question).decode(repeated(String))).toBe(undefined)
    expect(question.options).toHaveLength(1)
    expect(new Decoder(question).decode(repeated(() => 'no option'))).toEqual({ is: 'codes', codes: [1001] })
    expect(question.options).toHaveLength(2)
  })
})
