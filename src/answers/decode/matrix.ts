/** `Row: column, column; Row: column` back into rows and columns. */
import { colonsIn, joinedRows } from './matrix-rows.ts'
import type { OptionLookup } from './option-lookup.ts'
import { Split } from './split.ts'
import { unfitOptions, type Unfit } from './unfit.ts'

export interface Cells {
  cells: [row: number, columns: number[]][]
  unfit: Unfit[]
  ambiguous: boolean
}

/** A way to read the text up to a piece, as its last row and the way before it. */
interface Way {
  before?: Way
  cell?: [row: number, columns: number[]]
  /** Of the last row: columns that are unknown, or the whole text. */
  unfit: readonly Unfit[]
  unknownRow?: string
  ambiguous: boolean
  rows: number
  /** Of all rows. */
  unknowns: number
}

const none: Way = { unfit: [], ambiguous: false, rows: 0, unknowns: 0 }

/** Fewest unknown texts; then fewest rows, whose titles are the longest. */
const isBetter = (one: Way, other: Way | undefined): boolean =>
  !other || one.unknowns < other.unknowns || (one.unknowns === other.unknowns && one.rows < other.rows)

export function parseMatrix(text: string, rows: OptionLookup, columns: OptionLookup): Cells {
  const pieces = new Split(text, '; ')
  const best: Way[] = [none]
  const joined = joinedRows(pieces, rows, columns)
  for (let end = 1; end <= pieces.count; end++) {
    let found: Way | undefined
    for (const start of [...(joined.get(end) ?? []), end - 1]) {
      // A single piece is always a way: each end has one.
      const way = withRow(best[start]!, pieces.joined(start, end), rows, columns, end - start === 1)
      if (!way) continue
      if (isBetter(way, found)) found = way
      else if (found && way.unknowns === found.unknowns) found = { ...found, ambiguous: true }
    }
    best.push(found!)
  }
  const ways: Way[] = []
  for (let way = best.at(-1); way; way = way.before) ways.push(way)
  ways.reverse()
  const cells = ways.flatMap(({ cell }) => (cell ? [cell] : []))
  const isTwice = new Set(cells.map(([row]) => row)).size < cells.length
  const unfit = ways.flatMap(({ unfit: found, unknownRow }) => (unknownRow === undefined ? found : unfitRow(unknownRow, columns)))
  return { cells, unfit, ambiguous: isTwice || ways.some(({ ambiguous }) => ambiguous) }
}

const mostColons = 10

/** A text that begins with no row that is known: its label ends where known columns follow, or at the first colon. */
function unfitRow(text: string, columns: OptionLookup): Unfit {
  let found: Unfit = { label: text, list: 'rows' }
  for (const at of [...colonsIn(text, 0, text.length)].slice(0, mostColons)) {
    const { codes, unknown } = columns.parseList(text.slice(at + 2), ', ')
    if (found.columns && codes.length <= found.columns.length) continue
    found = { label: text.slice(0, at), list: 'rows', columns: codes, unknownColumns: unknown.length }
    if (unknown.length === 0) break
  }
  return found
}

/** `before` with one more row; `undefined`: the text is no row. Only a single piece counts as an unknown one. */
function withRow(before: Way, text: string, rows: OptionLookup, columns: OptionLookup, isSinglePiece: boolean): Way | undefined {
  const readings = [...colonsIn(text, 0, rows.longest)].flatMap((at) => {
    const row = rows.find(text.slice(0, at))
    if (!row) return []
    const { codes, unknown, ambiguous } = columns.parseList(text.slice(at + 2), ', ')
    return [{ row: row.code, codes, unknown, ambiguous: ambiguous || rows.isAmbiguous(text.slice(0, at)) }]
  })
  const [first, ...others] = readings.toSorted((one, other) => one.unknown.length - other.unknown.length)
  const next = { before, rows: before.rows + 1 }
  if (!first) return isSinglePiece ? { ...next, unfit: [], unknownRow: text, unknowns: before.unknowns + 1, ambiguous: false } : undefined
  // In a text of several pieces, unknown texts belong to another row.
  if (first.unknown.length > 0 && !isSinglePiece) return undefined
  return {
    ...next,
    cell: [first.row, first.codes],
    unfit: unfitOptions(first.unknown, first.row),
    unknowns: before.unknowns + first.unknown.length,
    ambiguous: first.ambiguous || others.some(({ unknown }) => unknown.length === first.unknown.length),
  }
}
