/** `Row: column, column; Row: column` back into rows and columns. */
import { joinedRows } from './matrix-rows.ts'
import type { Words } from './words.ts'

export interface Cells {
  cells: [row: number, columns: number[]][]
  unknown: string[]
  ambiguous: boolean
}

interface Way extends Cells {
  rows: number
}

const none: Way = { cells: [], unknown: [], ambiguous: false, rows: 0 }

/** Fewest unknown words; then fewest rows, which are the longest titles. */
const isBetter = (one: Way, other: Way | undefined): boolean =>
  !other || one.unknown.length < other.unknown.length || (one.unknown.length === other.unknown.length && one.rows < other.rows)

export function matrixWords(text: string, rows: Words, columns: Words): Cells {
  const pieces = text.split('; ')
  const best: (Way | undefined)[] = [none]
  const joined = joinedRows(pieces, rows, columns)
  for (let end = 1; end <= pieces.length; end++) {
    for (const start of [...(joined.get(end) ?? []), end - 1]) {
      const way = extend(best[start]!, pieces.slice(start, end).join('; '), rows, columns, end - start === 1)
      if (!way) continue
      const before = best[end]
      if (isBetter(way, before)) best[end] = way
      else if (before && way.unknown.length === before.unknown.length) best[end] = { ...before, ambiguous: true }
    }
  }
  const { cells, unknown, ambiguous } = best[pieces.length]!
  return { cells, unknown, ambiguous: ambiguous || new Set(cells.map(([row]) => row)).size < cells.length }
}

/** One more row behind `before`; words that are no row count as unknown where they can't be longer. */
function extend(before: Way, text: string, rows: Words, columns: Words, shortest: boolean): Way | undefined {
  const readings = [...places(text, ': ')].flatMap((at) => {
    const row = rows.find(text.slice(0, at))
    if (!row) return []
    const { codes, unknown, ambiguous } = columns.list(text.slice(at + 2), ', ')
    return [{ row: row.code, codes, unknown, ambiguous: ambiguous || rows.isUnsure(text.slice(0, at)) }]
  })
  const [first, ...others] = readings.toSorted((one, other) => one.unknown.length - other.unknown.length)
  if (!first) return shortest ? { ...before, unknown: [...before.unknown, text], rows: before.rows + 1 } : undefined
  // Over the bound of a row, unknown words are another row's.
  if (first.unknown.length > 0 && !shortest) return undefined
  return {
    cells: [...before.cells, [first.row, first.codes]],
    unknown: [...before.unknown, ...first.unknown],
    ambiguous: before.ambiguous || first.ambiguous || others.some(({ unknown }) => unknown.length === first.unknown.length),
    rows: before.rows + 1,
  }
}

function* places(text: string, mark: string): Generator<number> {
  for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + 1)) yield at
}
