/**
 * Where a title has within it what stands between the rows of a matrix, several pieces may be one row. Which can be is found in
 * one walk from each piece: of forty rows nobody tries the eight hundred ways to join them.
 */
import type { Words } from './words.ts'

/** By the piece behind which a row of several pieces may end: where it may begin, in order. */
export function joinedRows(pieces: readonly string[], rows: Words, columns: Words): Map<number, number[]> {
  const [ofRow, ofColumn, commas] = [rows.most('; '), columns.most('; '), columns.most(', ')]
  const found = new Map<number, number[]>()
  if (ofRow === 0 && ofColumn === 0) return found
  for (let start = 0; start < pieces.length; start++) {
    const ends = new Set<number>()
    for (let last = start; last < pieces.length && last - start <= ofRow; last++) {
      const before = last === start ? '' : `${pieces.slice(start, last).join('; ')}; `
      for (const at of marks(pieces[last]!)) {
        if (!rows.find(before + pieces[last]!.slice(0, at))) continue
        const walk = new Walk([pieces[last]!.slice(at + 2), ...pieces.slice(last + 1)], columns, ofColumn, commas)
        for (const count of walk.ends()) ends.add(last + count)
      }
    }
    for (const end of ends) if (end > start + 1) found.set(end, [...(found.get(end) ?? []), start])
  }
  return found
}

function* marks(text: string): Generator<number> {
  for (let at = text.indexOf(': '); at >= 0; at = text.indexOf(': ', at + 1)) yield at
}

/** Known columns, one behind the other, through as many pieces as they reach. */
class Walk {
  readonly #pieces: readonly string[]
  readonly #columns: Words
  readonly #mostPieces: number
  readonly #mostCommas: number
  readonly #parts: string[][] = []

  constructor(pieces: readonly string[], columns: Words, semicolons: number, commas: number) {
    this.#pieces = pieces
    this.#columns = columns
    this.#mostPieces = semicolons
    this.#mostCommas = commas
  }

  /** After how many pieces the columns may end. */
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
    return (this.#parts[piece] ??= this.#pieces[piece]!.split(', '))
  }

  /** The last part of each column that begins there. */
  *#columnsFrom(piece: number, part: number): Generator<[piece: number, part: number]> {
    let text = ''
    let commas = 0
    for (let at = piece; at < this.#pieces.length && at - piece <= this.#mostPieces; at++) {
      const parts = this.#partsOf(at)
      for (let index = at === piece ? part : 0; index < parts.length; index++) {
        const isFirst = at === piece && index === part
        if (!isFirst && index > 0) commas++
        if (commas > this.#mostCommas) return
        text += isFirst ? parts[index]! : `${index > 0 ? ', ' : '; '}${parts[index]!}`
        if (this.#columns.find(text)) yield [at, index]
      }
    }
  }
}
