/**
 * Tables on a terminal: no lines, dim headings, numbers at the right, as wide as the terminal at most. Each `!`: rows and widths
 * have an entry for each column.
 */
import { fit, truncate, width, type Align } from './width.ts'

export interface TableColumn {
  heading: string
  align: Align
  /** Cut only if nothing else can be. */
  whole?: boolean
  /** Tells one row from another: cut or left out last of all. */
  identifies?: boolean
}

const gap = '  '
const narrowest = 4

/** Columns that a value keeps, while others are left out for it: a text, what identifies a row, what is typed as it stands. */
const readable = { text: 12, name: 24, whole: 40 }

/** The width below which a column isn't cut while there is another way. */
function leastOf({ align, whole, identifies }: TableColumn, wanted: number): number {
  if (align === 'right') return wanted
  return Math.min(wanted, whole ? readable.whole : identifies ? readable.name : readable.text)
}

const total = (widths: readonly number[]): number => widths.reduce((sum, each) => sum + each + gap.length, -gap.length)

/** Widths that fit: the widest column gives way first, and none below what can be read of it while there is room. */
export function fitWidths(wanted: readonly number[], columns: readonly TableColumn[], available: number): number[] {
  const least = wanted.map((each, index) => leastOf(columns[index]!, each))
  const cappedAt = (cap: number): number[] => wanted.map((each, index) => Math.min(each, Math.max(least[index]!, cap)))
  if (total(least) > available) {
    const cap = Math.max(narrowest, capOf(wanted, available - gap.length * (wanted.length - 1)))
    return wanted.map((each) => Math.min(each, cap))
  }
  let cap = available
  while (total(cappedAt(cap)) > available) cap--
  return cappedAt(cap)
}

/** Which columns are shown: the last ones are left out first, and none that identifies a row. */
export function columnsThatFit(wanted: readonly number[], columns: readonly TableColumn[], available: number): boolean[] {
  const kept = columns.map(() => true)
  const needed = (): number => total(wanted.flatMap((each, index) => (kept[index] ? [leastOf(columns[index]!, each)] : [])))
  for (let index = columns.length - 1; index >= 0 && needed() > available; index--) kept[index] = columns[index]!.identifies === true
  return kept
}

/** The width to cap columns at so that all fit. */
function capOf(widths: readonly number[], room: number): number {
  let left = room
  const rising = widths.toSorted((a, b) => a - b)
  for (const [index, each] of rising.entries()) {
    const share = Math.floor(left / (rising.length - index))
    if (each > share) return share
    left -= each
  }
  return Infinity
}

export const naturalWidths = (columns: readonly TableColumn[], rows: readonly (readonly string[])[]): number[] =>
  columns.map(({ heading }, index) => rows.reduce((widest, row) => Math.max(widest, width(row[index]!)), width(heading)))

/** The last column isn't padded, so that no line ends in spaces. */
function line(cells: readonly string[], columns: readonly TableColumn[], widths: readonly number[]): string {
  const last = cells.length - 1
  let text = ''
  for (let index = 0; index < last; index++) text += fit(cells[index]!, widths[index]!, columns[index]!.align) + gap
  const end = columns[last]!.align === 'right' ? fit(cells[last]!, widths[last]!, 'right') : truncate(cells[last]!, widths[last]!)
  return `${(text + end).trimEnd()}\n`
}

/** Lines of any number of rows, one at a time. */
export class LineTable {
  readonly #columns: readonly TableColumn[]
  readonly #widths: readonly number[]

  constructor(columns: readonly TableColumn[], widths: readonly number[]) {
    this.#columns = columns
    this.#widths = widths
  }

  heading(dim: (text: string) => string): string {
    return `${dim(
      line(
        this.#columns.map(({ heading }) => heading),
        this.#columns,
        this.#widths,
      ).slice(0, -1),
    )}\n`
  }

  rows(rows: readonly (readonly string[])[]): string {
    return rows.map((cells) => line(cells, this.#columns, this.#widths)).join('')
  }
}

const noLines = Object.fromEntries(
  [
    'top',
    'top-mid',
    'top-left',
    'top-right',
    'bottom',
    'bottom-mid',
    'bottom-left',
    'bottom-right',
    'left',
    'left-mid',
    'mid',
    'mid-mid',
    'right',
    'right-mid',
  ].map((name) => [name, '']),
)

/** A short table as a whole. cli-table3's time grows faster than its rows: longer ones are drawn by `LineTable`. */
export async function shortTable(
  columns: readonly TableColumn[],
  widths: readonly number[],
  rows: readonly (readonly string[])[],
  dim: (text: string) => string,
): Promise<string> {
  const { default: Table } = await import('cli-table3')
  const table = new Table({
    head: columns.map(({ heading }, index) => truncate(heading, widths[index]!)),
    chars: { ...noLines, middle: gap },
    style: { 'padding-left': 0, 'padding-right': 0, head: [], border: [], compact: true },
    colWidths: [...widths],
    colAligns: columns.map(({ align }) => align),
  })
  table.push(...rows.map((row) => row.map((cell, index) => truncate(cell, widths[index]!))))
  const [heading, ...lines] = table
    .toString()
    .split('\n')
    .map((text) => text.trimEnd())
  return [dim(heading!), ...lines, ''].join('\n')
}
