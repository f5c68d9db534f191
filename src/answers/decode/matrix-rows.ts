/**
 * Titles may contain the separator of a matrix's rows (`; `), so several pieces of a split text may be one row. One walk from
 * each piece finds those that can be: to try every way of joining the pieces of forty rows would take eight hundred attempts.
 */
import type { OptionLookup } from './option-lookup.ts'
import { Split } from './split.ts'

/** Rows that may span several pieces: by the number of pieces in front of a row's end, where the row may begin, in order. */
export function joinedRows(pieces: Split, rows: OptionLookup, columns: OptionLookup): Map<number, number[]> {
  const ofRow = rows.mostSeparators('; ')
  const found = new Map<number, number[]>()
  if (ofRow === 0 && columns.mostSeparators('; ') === 0) return found
  const walk = new ColumnWalk(pieces, columns)
  for (let start = 0; start < pieces.count; start++) {
    const ends = new Set<number>()
    for (let last = start; last < pieces.count && last - start <= ofRow; last++) {
      const before = pieces.startOf(last) - pieces.startOf(start)
      if (before > rows.longest) break
      const text = pieces.joined(start, last + 1)
      for (const at of colonsIn(text, before, rows.longest))
        if (rows.find(text.slice(0, at))) for (const end of walk.ends(last, at - before + 2)) ends.add(end)
    }
    for (const end of ends) if (end > start + 1) found.set(end, [...(found.get(end) ?? []), start])
  }
  return found
}

/** Each place of the separator between a row and its columns. */
export function* colonsIn(text: string, from: number, to: number): Generator<number> {
  for (let at = text.indexOf(': ', from); at >= 0 && at <= to; at = text.indexOf(': ', at + 1)) yield at
}

/** Follows known columns, one after the other, through as many pieces as they span. */
class ColumnWalk {
  readonly #pieces: Split
  readonly #columns: OptionLookup

  constructor(pieces: Split, columns: OptionLookup) {
    this.#pieces = pieces
    this.#columns = columns
  }

  /** The numbers of pieces after which the columns may end that begin at this place of a piece. */
  ends(piece: number, place: number): Set<number> {
    const ends = new Set<number>()
    const seen = new Set<string>()
    const open: [piece: number, place: number][] = [[piece, place]]
    for (let state = open.pop(); state; state = open.pop()) {
      for (const [last, next] of this.#columnsFrom(...state)) {
        if (next === undefined) ends.add(last + 1)
        else if (!seen.has(`${last} ${next}`)) open.push([last, next])
        seen.add(`${last} ${next}`)
      }
    }
    return ends
  }

  /** For each known column that begins there: the piece in which it ends, and where the next column begins, if one follows in this piece. */
  *#columnsFrom(piece: number, place: number): Generator<[piece: number, place: number | undefined]> {
    const columns = this.#columns
    let commas = 0
    for (let last = piece; last < this.#pieces.count && last - piece <= columns.mostSeparators('; '); last++) {
      const text = this.#pieces.joined(piece, last + 1)
      const begin = this.#pieces.startOf(last) - this.#pieces.startOf(piece)
      for (let from = Math.max(begin, place); ; commas++) {
        const comma = text.indexOf(', ', from)
        const end = comma < 0 ? text.length : comma
        if (end - place > columns.longest) return
        if (columns.find(text.slice(place, end))) yield [last, comma < 0 ? undefined : comma + 2 - begin]
        if (comma < 0) break
        if (commas >= columns.mostSeparators(', ')) return
        from = comma + 2
      }
    }
  }
}
