/** Typed answers as CSV and XLSX: wide, with labels or codes, or long. */
import { csvBytes } from '../../files/csv.ts'
import { xlsxBytes, type XlsxCell, type XlsxColumn } from '../../files/xlsx.ts'
import type { Cell, Column, OptionValues } from '../dictionary/columns.ts'
import { csvCells, textOf } from '../derive/csv.ts'
import { longHead, Table } from '../dictionary/table.ts'
import type { ExportSource } from './source.ts'

export interface TableOptions {
  values: OptionValues
  /** A line for each given value, in place of one for each answer. */
  long: boolean
  /** Cells of a CSV file that a spreadsheet would take for formulas are escaped. */
  safe?: boolean
}

export function csvOf(source: ExportSource, { values, long, safe }: TableOptions): AsyncGenerator<Uint8Array> {
  const table = new Table(source.dictionary, values)
  return csvBytes(long ? asTexts(longRows(source, table)) : wideTexts(source, table), safe)
}

async function* wideTexts(source: ExportSource, table: Table): AsyncGenerator<string[]> {
  yield table.columns.map(({ name }) => name)
  for await (const answer of source.answers()) yield csvCells(table, answer)
}

async function* longRows(source: ExportSource, table: Table): AsyncGenerator<(string | number | null)[]> {
  for await (const answer of source.answers()) yield* table.longRows(answer)
}

async function* asTexts(rows: AsyncIterable<(string | number | null)[]>): AsyncGenerator<string[]> {
  yield longHead
  for await (const row of rows) yield row.map(textOf)
}

export function xlsxOf(source: ExportSource, { values, long }: TableOptions): AsyncIterable<Uint8Array> {
  const table = new Table(source.dictionary, values)
  if (long) return xlsxBytes({ title: source.title, head: longHead, rows: longRows(source, table) })
  return xlsxBytes({
    title: source.title,
    head: table.columns.map(({ name }) => name),
    columns: table.columns.map(columnOf),
    rows: wideRows(source, table),
  })
}

const dayZero = Date.UTC(1899, 11, 30)

async function* wideRows(source: ExportSource, table: Table): AsyncGenerator<XlsxCell[]> {
  for await (const answer of source.answers()) {
    const cells = table.row(answer)
    yield table.columns.map((column, index) => xlsxCell(cells[index] ?? null, column))
  }
}

function xlsxCell(cell: Cell, { type }: Column): XlsxCell {
  if (cell === null) return null
  if ((type === 'timestamp' || type === 'date') && typeof cell !== 'boolean') return new Date(cell)
  if (type === 'time') return new Date(dayZero + Date.parse(`1970-01-01T${String(cell)}Z`))
  return cell
}

function columnOf({ type }: Column): XlsxColumn {
  if (type === 'timestamp') return { format: 'yyyy-mm-dd hh:mm:ss', width: 20 }
  if (type === 'date') return { format: 'yyyy-mm-dd', width: 12 }
  return type === 'time' ? { format: 'hh:mm' } : {}
}
