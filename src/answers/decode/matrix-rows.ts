/**
 * Titles may contain the separator of a matrix's rows (`; `), so several pieces of a split text may be one row. One walk from
 * each piece finds those that can be: to try every way of joining the pieces of forty rows would take eight hundred attempts.
 */
import type { OptionLookup } from './option-lookup.ts'

/** Rows that may span several pieces: by the number of pieces in front of a row's end, where the row may begin, in order. */
export function joinedRows(pieces: readonly string[], rows: OptionLookup, columns: OptionLookup): Map<number, number[]> {
  const [ofRow, ofColumn, commas] = [rows.mostSeparators('; '), columns.mostSeparators('; '), columns.mostSeparators(', ')]
  const found = new Map<number, number[]>()
  if (ofRow === 0 && ofColumn === 0) return found
  for (let start = 0; start < pieces.length; start++) {
    const ends = new Set<number>()
    for (let last = start; last - start <= ofRow; last++) {
      const piece = pieces[last]
      if (piece === undefined) break
      const before = last === start ? '' : `${pieces.slice(start, last).join('; ')}; `
      for (const at of colonsIn(piece)) {
        if (!rows.find(before + piece.slice(0, at))) continue
        const walk = new ColumnWalk([piece.slice(at + 2), ...pieces.slice(last + 1)], columns, ofColumn, commas)
        for (const count of walk.ends()) ends.add(last + count)
      }
    }
    for (const end of ends) if (end > start + 1) found.set(end, [...(found.get(end) ?? []), start])
  }
  return found
}

/** Each place of the separator between a row and its columns. */
export function* colonsIn(text: string): Generator<number> {
  for (let at = text.indexOf(': '); at >= 0; at = text.indexOf(': ', at + 1)) yield at
}

/** Follows known columns, one after the other, through as many pieces as they span. */
class ColumnWalk {
  readonly #pieces: readonly string[]
  readonly #columns: OptionLookup
  readonly #mostPieces: number
  readonly #mostCommas: number
  readonly #parts: string[][] = []

  constructor(pieces: readonly string[], columns: OptionLookup, semicolons: number, commas: number) {
    this.#pieces = pieces
    this.#columns = columns
    this.#mostPieces = semicolons
    this.#mostCommas = commas
  }

  /** The numbers of pieces after which the columns may end. */
  ends(): Set<number> {
    const ends = new Set<number>()
    const seen = new Set<string>()
    const open: [piece: number, part: number][] = [[0, 0]]
    for (let state = open.pop(); state; state = open.pop()) {
      for (const [piece, part] of this.#columnsFrom(...state)) {
        if (part === this.#partsOf(piece).length - 1) ends.add(piece + 1)
        else if (!seen.has(`${piece} ${part}`)) open.push([piece, part + 1])
        seen.add(`${piece} ${part}`)
      }
    }
    return ends
  }

  #partsOf(piece: number): string[] {
    return (this.#parts[piece] ??= (this.#pieces[piece] ?? '').split(', '))
  }

  /** For each known column that begins at this part: where its last part is. */
  *#columnsFrom(piece: number, part: number): Generator<[piece: number, part: number]> {
    let text = ''
    let commas = 0
    for (let at = piece; at < this.#pieces.length && at - piece <= this.#mostPieces; at++) {
      const parts = this.#partsOf(at)
      for (let index = at === piece ? part : 0; ; index++) {
        const title = parts[index]
        if (title === undefined) break
        const isFirst = at === piece && index === part
        if (!isFirst && index > 0) commas++
        if (commas > this.#mostCommas) return
        text += isFirst ? title : `${index > 0 ? ', ' : '; '}${title}`
        if (this.#columns.find(text)) yield [at, index]
      }
    }
  }
}
