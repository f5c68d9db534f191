/** What the reports say, before it is laid out. */
import type { ReportData, ReportQuestion } from '../files/data.ts'
import { duration, evenly, percent } from '../files/numbers.ts'
import { rounded } from '../../model/share.ts'
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

export interface Grid {
  columns: string[]
  rows: string[][]
}

/** The numbers behind the bars. */
export const barGrid = ({ bars = [], answered }: ReportQuestion, words: Words): Grid => ({
  columns: [words.option, words.count, words.share],
  rows: bars.map(({ label, count }) => [label, String(count), percent(count, answered)]),
})

/** A wide table in several that fit a page; each begins with the column that names the rows. */
export function split({ columns, rows }: NonNullable<ReportQuestion['table']>, most: number): Grid[] {
  const grids: Grid[] = []
  const width = evenly(columns.length - 1, most)
  const pick = (cells: readonly (string | number)[], from: number): string[] =>
    [cells[0] ?? '', ...cells.slice(from, from + width)].map(String)
  for (let from = 1; from < Math.max(2, columns.length); from += width) {
    grids.push({ columns: pick(columns, from), rows: rows.map((cells) => pick(cells, from)) })
  }
  return grids
}

/** The first texts, and a note when there are more; what is given may be a sample of the answers. */
export function someTexts(
  { texts = [], answered }: ReportQuestion,
  most: number,
  words: Words,
): { texts: readonly string[]; note: string | undefined } {
  const shown = texts.slice(0, most)
  const all = Math.max(answered, texts.length)
  return { texts: shown, note: shown.length > 0 && all > shown.length ? `${words.shown} ${shown.length} ${words.of} ${all}` : undefined }
}

export const reportWords = (data: ReportData): Words => wordsOf(data.lang)
