/** CSV: UTF-8 with a byte order mark (spreadsheets need it), RFC 4180. Cells are written as they are. */
import type { Rows } from './rows.ts'

const batchLength = 64 * 1024

const quoted = (cell: string): string => (/[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

export const csvLine = (cells: readonly string[]): string => `${cells.map(quoted).join(',')}\r\n`

export async function* csvBytes(rows: Rows<readonly string[]>): AsyncGenerator<Uint8Array> {
  let batch = '\uFEFF'
  for await (const cells of rows) {
    batch += csvLine(cells)
    if (batch.length < batchLength) continue
    yield Buffer.from(batch)
    batch = ''
  }
  if (batch) yield Buffer.from(batch)
}
