/** `Row: column, column; Row: column` back into rows and columns. */
import { colonsIn, joinedRows } from './matrix-rows.ts'
import type { OptionLookup } from './option-lookup.ts'

export interface Cells {
  cells: [row: number, columns: number[]][]
  unknown: string[]
  ambiguous: boolean
}

interface Candidate extends Cells {
  rows: number
}

const none: Candidate = { cells: [], unknown: [], ambiguous: false, rows: 0 }

/** Fewest unknown texts; then fewest rows, whose titles are the longest. */
const isBetter = (one: Candidate, other: Candidate | undefined): boolean =>
  !other || one.unknown.length < other.unknown.length || (one.unknown.length === other.unknown.length && one.rows < other.rows)

export function parseMatrix(text: string, rows: OptionLookup, columns: OptionLookup): Cells {
  const pieces = text.split('; ')
  const best: (Candidate | undefined)[] = [none]
  const joined = joinedRows(pieces, rows, columns)
  for (let end = 1; end <= pieces.length; end++) {
    for (const start of [...(joined.get(end) ?? []), end - 1]) {
      const front = best[start]
      const way = front && withRow(front, pieces.slice(start, end).join('; '), rows, columns, end - start === 1)
      if (!way) continue
      const before = best[end]
      if (isBetter(way, before)) best[end] = way
      else if (before && way.unknown.length === before.unknown.length) best[end] = { ...before, ambiguous: true }
    }
  }
  const { cells, unknown, ambiguous } = best[pieces.length] ?? none
  return { cells, unknown, ambiguous: ambiguous || new Set(cells.map(([row]) => row)).size < cells.length }
}

/** `before` with one more row. A text that is no row counts as unknown only where it is a single piece (`shortest`). */
function withRow(before: Candidate, text: string, rows: OptionLookup, columns: OptionLookup, shortest: boolean): Candidate | undefined {
  const readings = [...colonsIn(text)].flatMap((at) => {
    const row = rows.find(text.slice(0, at))
    if (!row) return []
    const { codes, unknown, ambiguous } = columns.parseList(text.slice(at + 2), ', ')
    return [{ row: row.code, codes, unknown, ambiguous: ambiguous || rows.isAmbiguous(text.slice(0, at)) }]
  })
  const [first, ...others] = readings.toSorted((one, other) => one.unknown.length - other.unknown.length)
  if (!first) return shortest ? { ...before, unknown: [...before.unknown, text], rows: before.rows + 1 } : undefined
  // In a text of several pieces, unknown texts belong to another row.
  if (first.unknown.length > 0 && !shortest) return undefined
  return {
    cells: [...before.cells, [first.row, first.codes]],
    unknown: [...before.unknown, ...first.unknown],
    ambiguous: before.ambiguous || first.ambiguous || others.some(({ unknown }) => unknown.length === first.unknown.length),
    rows: before.rows + 1,
  }
}
