/** What the reports say, before it is laid out. */
import { rounded } from '../../model/share.ts'
import type { ReportData, ReportQuestion } from '../files/data.ts'
import { duration, evenly, percent } from '../files/numbers.ts'
import { oneLine } from '../../files/text.ts'
import { wordsOf, type Words } from '../files/words.ts'

export const figures = (data: ReportData, words: Words): { value: string; label: string }[] => [
  { value: String(data.visits), label: words.visits },
  { value: String(data.completed), label: words.completed },
  { value: percent(data.completed, data.visits), label: words.rate },
  { value: duration(data.median_time, words), label: words.medianTime },
]

export const heading = ({ number, title }: ReportQuestion): string => oneLine(number ? `${number}. ${title}` : title)

export function subheading({ answered, average }: ReportQuestion, words: Words): string {
  const parts = [`${words.answers}: ${answered}`]
  if (average !== undefined && average !== null) parts.push(`${words.average}: ${rounded(average, 2)}`)
  return parts.join('   ·   ')
}

/** Rows of texts under a head, which may be empty. The first column names the row, the others are numbers. */
export interface Table {
  kind: 'bars' | 'grid' | 'texts'
  head: readonly string[]
  rows: readonly (readonly string[])[]
  /** Of `bars`: how much of a track of 100% each row fills. It is drawn after the first column. */
  filled?: readonly number[]
}

/** Columns of numbers that fit a page. */
const gridColumns = 6

export const tablesOf = (question: ReportQuestion, maxTexts: number, words: Words): Table[] =>
  question.answered === 0
    ? []
    : [...barTable(question, words), ...(question.grid ? split(question.grid) : []), ...textTable(question, maxTexts, words)]

function barTable({ bars = [], barsOf = 'option' }: ReportQuestion, words: Words): Table[] {
  if (bars.length === 0) return []
  const ranked = bars.some(({ place }) => place !== undefined)
  return [
    {
      kind: 'bars',
      head: [words[barsOf], words.count, words.share, ...(ranked ? [words.place] : [])],
      rows: bars.map((bar) => [bar.label, String(bar.count), `${bar.percent}%`, ...(ranked ? [placeOf(bar.place)] : [])]),
      filled: bars.map((bar) => bar.percent),
    },
  ]
}

/** Nobody's place is none. */
const placeOf = (place = 0): string => (place > 0 ? String(rounded(place, 2)) : '–')

/** A wide table in several that fit a page; each begins with the column that names the rows. */
function split({ columns, rows }: NonNullable<ReportQuestion['grid']>): Table[] {
  const tables: Table[] = []
  const width = evenly(columns.length - 1, gridColumns)
  const pick = (cells: readonly string[], from: number): string[] => [cells[0] ?? '', ...cells.slice(from, from + width)]
  for (let from = 1; from < Math.max(2, columns.length); from += width)
    tables.push({ kind: 'grid', head: pick(columns, from), rows: rows.map((cells) => pick(cells, from)) })
  return tables
}

/** How often each came stands beside the texts where one came more than once. */
function textTable({ texts = [] }: ReportQuestion, most: number, words: Words): Table[] {
  if (texts.length === 0) return []
  const shown = texts.slice(0, most)
  return shown.some(({ count }) => count > 1)
    ? [{ kind: 'texts', head: [words.answer, words.count], rows: shown.map(({ text, count }) => [text, String(count)]) }]
    : [{ kind: 'texts', head: [], rows: shown.map(({ text }) => [text]) }]
}

/** Of how many answers the texts are shown, where it isn't all. */
export function textNote({ texts = [], answered }: ReportQuestion, most: number, words: Words): string | undefined {
  const shown = texts.slice(0, most).reduce((sum, { count }) => sum + count, 0)
  return shown > 0 && answered > shown ? `${words.shown} ${shown} ${words.of} ${answered}` : undefined
}

export const reportWords = (data: ReportData): Words => wordsOf(data.lang)
