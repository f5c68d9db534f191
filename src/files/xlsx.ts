/** A spreadsheet of one table, streamed. Texts are never taken for formulas. */
import type { Rows } from './rows.ts'
import { cutUnits, oneLine, xmlSafe } from './text.ts'

export const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export type XlsxCell = string | number | boolean | Date | null

export interface XlsxColumn {
  /** In characters. */
  width?: number
  /** How numbers and dates are shown, e.g. `yyyy-mm-dd hh:mm`. */
  format?: string
}

export interface XlsxSheet {
  /** Whatever the sheet is called: what a sheet's name can't hold is left out. */
  title: string
  head: readonly string[]
  columns?: readonly XlsxColumn[]
  rows: Rows<readonly XlsxCell[]>
}

/** What a cell of a spreadsheet holds, in UTF-16 units. */
const maxCell = 32_767

/** `_x000D_` and its like stand for characters in this format: a literal one needs its underscore escaped. */
const cellText = (text: string): string => cutUnits(xmlSafe(text), maxCell).replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')

const safe = (cell: XlsxCell): XlsxCell => (typeof cell === 'string' ? cellText(cell) : cell)

/** 31 characters, without those that sheet references use. */
export function sheetName(title: string): string {
  const name = cutUnits(oneLine(xmlSafe(title).replace(/[[\]:*?/\\]/g, ' ')), 31).replace(/^['\s]+|['\s]+$/g, '')
  return name && name.toLowerCase() !== 'history' ? name : 'Answers'
}

async function* sheetRows({ head, rows }: XlsxSheet): AsyncGenerator<XlsxCell[]> {
  yield head.map(cellText)
  for await (const row of rows) yield row.map(safe)
}

/** The head stays in sight; a table longer than a sheet goes on in further ones. */
export async function xlsxBytes(sheet: XlsxSheet): Promise<AsyncIterable<Uint8Array>> {
  const { writeXlsxStream } = await import('hucre/xlsx')
  const columns = sheet.columns?.map(({ width, format }) => ({
    ...(width !== undefined && { width }),
    ...(format !== undefined && { numFmt: format }),
  }))
  return writeXlsxStream(sheetRows(sheet), { name: sheetName(sheet.title), freezePane: { rows: 1 }, ...(columns && { columns }) })
}
