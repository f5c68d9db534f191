/** CSV as in RFC 4180, in UTF-8 with a byte order mark, which spreadsheets need. */
import type { FileRows } from './rows.ts'
import { escapeFormula } from './safe-csv.ts'

const batchLength = 64 * 1024

const quoted = (cell: string): string => (/[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

/** `safe`: cells that a spreadsheet would take for formulas are escaped. */
export const csvLine = (cells: readonly string[], safe = false): string =>
  `${cells.map((cell) => quoted(safe ? escapeFormula(cell) : cell)).join(',')}\r\n`

export async function* csvBytes(rows: FileRows<readonly string[]>, safe = false): AsyncGenerator<Uint8Array> {
  let batch = '\uFEFF'
  for await (const cells of rows) {
    batch += csvLine(cells, safe)
    if (batch.length < batchLength) continue
    yield Buffer.from(batch)
    batch = ''
  }
  if (batch) yield Buffer.from(batch)
}
