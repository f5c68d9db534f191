/** The contents of reports, before layout. */
import { rounded } from '../../model/share.ts'
import type { ReportData, ReportQuestion } from '../files/data.ts'
import { duration, evenly, percent } from '../files/numbers.ts'
import { oneLine } from '../../files/text.ts'
import type { Labels } from '../files/labels.ts'
import { longestWord } from './word-width.ts'

export const figures = (data: ReportData, labels: Labels): { value: string; label: string }[] => [
  { value: String(data.visits), label: labels.visits },
  { value: String(data.completed), label: labels.completed },
  { value: percent(data.completed, data.visits), label: labels.rate },
  { value: duration(data.median_time, labels), label: labels.medianTime },
]

export const heading = ({ number, title }: ReportQuestion): string => oneLine(number ? `${number}. ${title}` : title)

export function subheading({ answered, average }: ReportQuestion, labels: Labels): string {
  const parts = [`${labels.answers}: ${answered}`]
  if (average !== undefined && average !== null) parts.push(`${labels.average}: ${rounded(average, 2)}`)
  return parts.join('   ·   ')
}

/** Rows of texts below a head, which may be empty. The first column names the row, the others are numbers. */
export interface Table {
  kind: 'bars' | 'grid' | 'texts'
  head: readonly string[]
  rows: readonly (readonly string[])[]
  /** For `bars`: the percentage of each row, drawn as a bar after the first column. */
  percents?: readonly number[]
}

/** The most columns of a grid beside the one that names the rows, and the points that they share: a page has about 500. */
const gridColumns = 6
const gridWidth = 390
/** In points; a longer word of a head is broken. */
export const widestWord = 180

/** How many columns a part of a wide grid has, so that no word of their heads is broken (8.5 points, with 8 of padding). */
function columnsPerPart(heads: readonly string[]): number {
  const fitting = Math.floor(gridWidth / (longestWord(heads, 8.5, widestWord) + 8))
  return evenly(heads.length, Math.max(1, Math.min(gridColumns, fitting)))
}

export const tablesOf = (question: ReportQuestion, maxTexts: number, labels: Labels): Table[] =>
  question.answered === 0
    ? []
    : [...barTable(question, labels), ...(question.grid ? gridTables(question.grid) : []), ...textTable(question, maxTexts, labels)]

function barTable({ bars = [], barsOf = 'option' }: ReportQuestion, labels: Labels): Table[] {
  if (bars.length === 0) return []
  const ranked = bars.some(({ place }) => place !== undefined)
  return [
    {
      kind: 'bars',
      head: [labels[barsOf], labels.count, labels.share, ...(ranked ? [labels.place] : [])],
      rows: bars.map((bar) => [bar.label, String(bar.count), `${bar.percent}%`, ...(ranked ? [placeOf(bar.place)] : [])]),
      percents: bars.map((bar) => bar.percent),
    },
  ]
}

/** A dash when nobody ranked the option. */
const placeOf = (place = 0): string => (place > 0 ? String(rounded(place, 2)) : '–')

/** Divides a wide table into several that fit the page; each begins with the column that names the rows. */
function gridTables({ columns, rows }: NonNullable<ReportQuestion['grid']>): Table[] {
  const tables: Table[] = []
  const width = columnsPerPart(columns.slice(1))
  const pick = (cells: readonly string[], from: number): string[] => [cells[0] ?? '', ...cells.slice(from, from + width)]
  for (let from = 1; from < Math.max(2, columns.length); from += width)
    tables.push({ kind: 'grid', head: pick(columns, from), rows: rows.map((cells) => pick(cells, from)) })
  return tables
}

/** Texts, with their counts when any occurred more than once. */
function textTable({ texts = [] }: ReportQuestion, max: number, labels: Labels): Table[] {
  if (texts.length === 0) return []
  const shown = texts.slice(0, max)
  return shown.some(({ count }) => count > 1)
    ? [{ kind: 'texts', head: [labels.answer, labels.count], rows: shown.map(({ text, count }) => [text, String(count)]) }]
    : [{ kind: 'texts', head: [], rows: shown.map(({ text }) => [text]) }]
}

/** How many of the answers are shown, when not all are. */
export function textNote({ texts = [], answered }: ReportQuestion, max: number, labels: Labels): string | undefined {
  const shown = texts.slice(0, max).reduce((sum, { count }) => sum + count, 0)
  return shown > 0 && answered > shown ? `${labels.shown} ${shown} ${labels.of} ${answered}` : undefined
}
