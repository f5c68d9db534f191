/** A survey with a question of every type, and answers with the values that formats and programs stumble over. */
import type { AnswerValues, Content } from '../../../src/model/survey.ts'
import { emptyContent } from '../../../src/sandbox/store/surveys/quiz.ts'
import type { GivenAnswer } from '../served.ts'
import {
  files,
  listed,
  matrix,
  moment,
  multiple,
  number,
  ranking,
  single,
  text,
  type Asked,
  type Cell,
  type Column,
  type Option,
} from './expected.ts'

const titles = ['Yes, "surely"', "It's; perhaps", '=SUM(A1)', '🙂 smile', 'a & b < c', 'NA', 'Ünï ş', 'x'.repeat(110)]
/** By place, as their ids are words. */
const options: Option[] = titles.map((title, index) => ({ id: `id-${index}`, title, code: index + 1 }))
const numbered: Option[] = [10, 20, 30].map((code) => ({ id: String(code), title: `Place ${code}: near, or far`, code }))
const rows: Option[] = ['Price: low', '"Speed"', 'Look & feel'].map((title, index) => ({ id: `r${index}`, title, code: index + 1 }))
const columns: Option[] = ['Bad', 'So, so', '👍'].map((title, index) => ({ id: `c${index}`, title, code: index + 1 }))
const yesno: Option[] = [
  { id: 'yes', title: 'Sure; yes', code: 1 },
  { id: 'no', title: '-', code: 0 },
]

export const asked: readonly Asked[] = [
  single('one_of_them', { type: 'choice', title: 'One of "them"?', choiceMultiple: false, choiceEntities: listed(options) }, options),
  single('where_from_exactly', { type: 'dropdown', title: 'Where from; exactly?', dropdownEntities: listed(numbered) }, numbered),
  single('sure_or_not', { type: 'yesno', title: "Sure, or 'not'?", yesnoYesLabel: 'Sure; yes', yesnoNoLabel: '-' }, yesno),
  multiple('several_of_them', 'Several of them 🙂', options),
  ranking('in_order', 'In order', options.slice(0, 4)),
  matrix('one_a_row', 'One a row', rows, columns, false),
  matrix('several_a_row', 'Several a row', rows, columns, true),
  number('how_much', { type: 'slider', title: 'How much?', sliderMin: -1000, sliderMax: 1000 }),
  number('how_good', { type: 'rating', title: 'How good?', ratingCount: 5 }),
  number('how_likely', { type: 'scale', title: 'How likely?', scaleFrom: 0, scaleTo: 10 }),
  text('why', { type: 'input', title: 'Why?' }),
  text('chto', { type: 'input', title: 'Что?' }),
  text('q13', { type: 'email', title: '@' }),
  text('phone_phone_phone_phone', { type: 'phone', title: 'Phone '.repeat(60).trim() }),
  moment('which_day', 'Which day?', 'date'),
  moment('which_hour', 'Which hour?', 'time'),
  moment('which_moment', 'Which moment?', 'datetime'),
  files('proof', 'Proof'),
]

const idOf = (place: number): string => `90000000-0000-4000-8000-${String(place + 1).padStart(12, '0')}`

const placeOf = (key: string): number => asked.findIndex((one) => one.key === key)

export function oddContent(): Content {
  const content = emptyContent()
  content.settings.lang = 'en'
  content.widgets = {
    ids: asked.map((_, place) => idOf(place)),
    entities: Object.fromEntries(asked.map(({ question }, place) => [idOf(place), { ...question }])),
  }
  const [sure, good] = [placeOf('sure_or_not'), placeOf('how_good')].map(idOf)
  const test = { question: sure, operator: 'equals', value: 'yes' }
  content.conditions = { rules: [{ if: { all: [test] }, then: { action: 'show', questions: [good] } }] }
  return content
}

const file = (name: string, url: string) => ({ id: 'f', name, url, ext: 'txt', size: 1 })

/** What each question is answered with, one after the other; a shorter list begins anew. */
const values: Record<string, readonly AnswerValues[string][]> = {
  one_of_them: options.map(({ id }) => [id]),
  where_from_exactly: numbered.map(({ id }) => id),
  sure_or_not: ['yes', 'no'],
  several_of_them: [['id-0'], ['id-1', 'id-2'], options.map(({ id }) => id), ['id-7', 'id-3'].toSorted()],
  in_order: [
    ['id-3', 'id-1', 'id-0', 'id-2'],
    ['id-2', 'id-0', 'id-1', 'id-3'],
  ],
  one_a_row: [{ r0: ['c0'], r1: ['c1'], r2: ['c2'] }, { r1: ['c2'] }],
  several_a_row: [{ r0: ['c0', 'c2'], r2: ['c1'] }, { r0: ['c0', 'c1', 'c2'], r1: ['c2'], r2: ['c0'] }],
  how_much: [0, -1, -12.75, 0.1, 0.30000000000000004, 1e-7, 123_456_789.125, -99, 151, 152, -100, 2 ** 53, 1e21, 1 / 3],
  how_good: [1, 5],
  how_likely: [0, 10, 7],
  why: [
    'plain', '🙂👩‍👩‍👧‍👦', 'He said "no", \'maybe\'', 'two\nlines', 'three\r\nlines', '=1+1', '+49 30', '-1', '@SUM(A1)', '\ttab\t',
    ' leading', 'trailing ', '\u00A0kept\u00A0', 'zero\u200Bwidth', 'e\u0301', 'שלום עולם', 'NULL', 'NA', 'null', 'true', '0012', '1e5',
    '2026-01-01', "it's; a; list", String.raw`\N`, String.raw`\\`, '{"a":[1]}', '<b>&amp;</b>', '%s %n', '.', '#N/A', 'a\u2028b', '_x000D_',
    'line\n', '""', ',', ';', '\'', '--', 'ß'.repeat(150), 'é'.repeat(127) + 'x', 'x'.repeat(255), 'x'.repeat(256),
  ],
  chto: ['да', '😀'.repeat(8191), 'я'.repeat(127), `${'a'.repeat(254)}€`, 'long '.repeat(6553).trim()],
  q13: ['a@example.com', '"odd"@example.com'],
  phone_phone_phone_phone: ['+1 202 555 0100', '0012'],
  which_day: ['2026-01-31', '2000-02-29', '1583-01-01', '9999-12-31', '1969-12-31', '1900-02-28', '1900-03-01', '1970-01-01'],
  which_hour: ['00:00', '23:59', '09:30', '12:00'],
  which_moment: ['2026-03-29T02:30', '1969-12-31T23:59', '2000-02-29T00:00', '9999-12-31T23:59', '1900-01-01T00:00'],
  proof: [
    [file('a (1).txt', 'https://files.test/1')],
    [file('ä;b.txt', 'https://files.test/2?x=1&y=2'), file('"c".pdf', 'https://files.test/3')],
  ],
} // prettier-ignore

const count = Math.max(...Object.values(values).map(({ length }) => length)) + 5

/** Begins at the edges of months, and two at one moment. */
const begins = ['2026-02-28T23:59:59.999Z', '2026-03-01T00:00:00.000Z', '2024-02-29T12:00:00.000Z', '2026-03-01T00:00:00.000Z']

export const answers: readonly (GivenAnswer & { date_start: string })[] = Array.from({ length: count }, (_, nth) => {
  const isOpen = nth % 11 === 7
  const date_start = begins[nth] ?? new Date(Date.parse('2026-04-30T20:00:00.000Z') + nth * 600_001).toISOString()
  return {
    // Every fifth answer leaves each question out in its turn, the last but one all of them.
    values: Object.fromEntries(
      asked.flatMap(({ key }, place) => {
        const list = values[key]!
        const isBlank = nth === count - 2 || (nth >= list.length && (nth + place) % 5 === 0)
        return isBlank ? [] : [[idOf(place), list[nth % list.length]!]]
      }),
    ),
    date_start,
    date_end: isOpen ? null : new Date(Date.parse(date_start) + nth * 1500).toISOString(),
    is_complete: !isOpen && nth % 13 !== 9,
    is_screenout: !isOpen && nth % 13 === 9,
  }
})

export const ownColumns: readonly Column[] = [
  { name: 'id', label: 'Answer', type: 'integer', measure: 'scale' },
  { name: 'date_start', label: 'Begun', type: 'moment', measure: 'scale' },
  { name: 'date_end', label: 'Ended', type: 'moment', measure: 'scale' },
  { name: 'duration_s', label: 'Seconds from begin to end', type: 'number', measure: 'scale' },
  { name: 'is_complete', label: 'Complete', type: 'boolean', measure: 'nominal' },
  { name: 'is_screenout', label: 'Screened out', type: 'boolean', measure: 'nominal' },
]

/** Numbers for blanks of each kind. */
export const blankCodes = { seen: -99, hidden: -98, unreached: -97 }

/** Why a completed answer says nothing to a question: it was seen, or not shown. */
const blankOf = (key: string, { values: said }: GivenAnswer): number =>
  key === 'how_good' && said[idOf(placeOf('sure_or_not'))] !== 'yes' ? blankCodes.hidden : blankCodes.seen

export interface Expected {
  columns: readonly Column[]
  /** By id, as are the others. */
  rows: Cell[][]
  json: Record<string, unknown>[]
  long: Cell[][]
}

/** `first`: the id of the first answer. */
export function expectedOf(
  first: number,
  { values: form = 'labels', complete = false, blanks = false }: { values?: 'labels' | 'codes'; complete?: boolean; blanks?: boolean } = {},
): Expected {
  const all = [...ownColumns, ...asked.flatMap((one) => one.columns)]
  const shown = (cell: Cell, { codes }: Column): Cell =>
    form === 'codes' || !codes ? cell : (codes.find(([code]) => code === cell)?.[1] ?? null)
  const kept = answers.map((answer, nth) => ({ ...answer, id: first + nth })).filter(({ is_complete }) => is_complete || !complete)
  const given = ({ values: said }: GivenAnswer) => asked.map((one, place) => ({ ...one, value: said[idOf(place)] }))
  const facts = ({ id, date_start, date_end, is_complete, is_screenout }: (typeof kept)[number]): Cell[] => [
    id,
    date_start,
    date_end ?? null,
    date_end ? (Date.parse(date_end) - Date.parse(date_start)) / 1000 : null,
    is_complete!,
    is_screenout!,
  ]
  return {
    columns: all,
    rows: kept.map((answer) =>
      [
        ...facts(answer),
        ...given(answer).flatMap(({ key, cells, columns: of, value }) =>
          value === undefined ? of.map(({ type }) => (blanks && type !== 'text' ? blankOf(key, answer) : null)) : cells(value),
        ),
      ].map((cell, index) => shown(cell, all[index]!)),
    ),
    json: kept.map((answer) => ({
      ...Object.fromEntries(facts(answer).map((cell, index) => [ownColumns[index]!.name, cell])),
      ...Object.fromEntries(given(answer).map(({ key, json, value }) => [key, value === undefined ? null : json(value)])),
    })),
    long: kept.flatMap((answer) =>
      given(answer).flatMap(({ key, entries, value }) =>
        value === undefined ? [] : entries(value).map((entry): Cell[] => [answer.id, key, ...entry]),
      ),
    ),
  }
}
