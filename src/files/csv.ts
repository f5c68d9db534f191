/** CSV: UTF-8 with a byte order mark (spreadsheets need it), RFC 4180. Cells are written as they are, or so that none is run. */
import type { Rows } from './rows.ts'
import { harmless } from './safe-csv.ts'

const batchLength = 64 * 1024

const quoted = (cell: string): string => (/[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

/** `safe`: a spreadsheet runs none of them. */
export const csvLine = (cells: readonly string[], safe = false): string =>
  `${cells.map((cell) => quoted(safe ? harmless(cell) : cell)).join(',')}\r\n`

export async function* csvBytes(rows: Rows<readonly string[]>, safe = false): AsyncGenerator<Uint8Array> {
  let batch = '\uFEFF'
  for await (const cells of rows) {
    batch += csvLine(cells, safe)
    if (batch.length < batchLength) continue
    yield Buffer.from(batch)
    batch = ''
  }
  if (batch) yield Buffer.from(batch)
}
