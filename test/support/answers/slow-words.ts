/** Words read back into options by trying every way to join them: slow, and easy to see through. */
import type { Cells } from '../../../src/answers/decode/matrix.ts'
import type { OptionReading, OptionLookup } from '../../../src/answers/decode/option-lookup.ts'

interface Way {
  parts: string[]
  unknown: number
  ways: number
}

/** Fewest unknown words, then fewest parts. */
const isBetter = (one: Way, other: Way): boolean =>
  one.unknown < other.unknown || (one.unknown === other.unknown && one.parts.length < other.parts.length)

export function slowList(words: OptionLookup, text: string, separator: string): OptionReading {
  const pieces = text.split(separator)
  const best: Way[] = [{ parts: [], unknown: 0, ways: 1 }]
  for (let end = 1; end <= pieces.length; end++) {
    for (let start = 0; start < end; start++) {
      const title = pieces.slice(start, end).join(separator)
      const isKnown = words.find(title) !== undefined
      if (!isKnown && end - start > 1) continue
      const [before, now] = [best[start]!, best[end]]
      const way = { parts: [...before.parts, title], unknown: before.unknown + Number(!isKnown), ways: before.ways }
      const ways = now && now.unknown === way.unknown ? now.ways + way.ways : undefined
      if (!now || isBetter(way, now)) best[end] = way
      if (ways !== undefined) best[end]!.ways = ways
    }
  }
  const { parts, ways } = best[pieces.length]!
  const found = parts.map((part) => words.find(part))
  return {
    codes: [...new Set(found.flatMap((option) => (option ? [option.code] : [])))],
    unknown: parts.filter((_, index) => !found[index]),
    ambiguous: ways > 1 || parts.some((part) => words.isAmbiguous(part)),
  }
}

interface SlowCells extends Omit<Cells, 'unfit'> {
  unknown: string[]
}

interface Rows extends SlowCells {
  rows: number
}

export function slowMatrix(text: string, rows: OptionLookup, columns: OptionLookup): SlowCells {
  const pieces = text.split('; ')
  const best: (Rows | undefined)[] = [{ cells: [], unknown: [], ambiguous: false, rows: 0 }]
  for (let end = 1; end <= pieces.length; end++) {
    for (let start = 0; start < end; start++) {
      const before = best[start]!
      const way = withRow(before, pieces.slice(start, end).join('; '), rows, columns, end - start === 1)
      const now = best[end]
      if (!way) continue
      const [more, less] = [way.unknown.length, now?.unknown.length ?? Infinity]
      if (more < less || (more === less && way.rows < now!.rows)) best[end] = way
      else if (more === less) best[end] = { ...now!, ambiguous: true }
    }
  }
  const { cells, unknown, ambiguous } = best[pieces.length]!
  return { cells, unknown, ambiguous: ambiguous || new Set(cells.map(([row]) => row)).size < cells.length }
}

function withRow(before: Rows, text: string, rows: OptionLookup, columns: OptionLookup, isOnePiece: boolean): Rows | undefined {
  const readings = [...text.matchAll(/: /g)].flatMap(({ index }) => {
    const title = text.slice(0, index)
    const row = rows.find(title)
    if (!row) return []
    const read = slowList(columns, text.slice(index + 2), ', ')
    return [{ ...read, row: row.code, ambiguous: read.ambiguous || rows.isAmbiguous(title) }]
  })
  const [first, ...others] = readings.toSorted((one, other) => one.unknown.length - other.unknown.length)
  if (!first && !isOnePiece) return undefined
  if (!first) return { ...before, unknown: [...before.unknown, text], rows: before.rows + 1 }
  if (first.unknown.length > 0 && !isOnePiece) return undefined
  const isUnsure = first.ambiguous || others.some(({ unknown }) => unknown.length === first.unknown.length)
  return {
    cells: [...before.cells, [first.row, first.codes]],
    unknown: [...before.unknown, ...first.unknown],
    ambiguous: before.ambiguous || isUnsure,
    rows: before.rows + 1,
  }
}
