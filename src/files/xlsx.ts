/** A spreadsheet of one table, streamed, with a bold, frozen head and filters. Texts are never taken for formulas. */
import type { FileRows } from './rows.ts'
import { escapeXml, oneLine, xmlSafe } from './text.ts'
import { cutUnits } from '../text/cut.ts'
import { closing, nameOf, opening, partsOf, styleOf, xlsxStyles, type Sheet, type XlsxColumn } from './xlsx-parts.ts'
import { zipped, type ZipEntry } from './zip.ts'

export const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export type { XlsxColumn }
export type XlsxCell = string | number | boolean | Date | null

export interface XlsxSheet {
  /** Of any form: the name of the sheet is made from it. */
  title: string
  head: readonly string[]
  columns?: readonly XlsxColumn[]
  rows: FileRows<readonly XlsxCell[]>
}

/** What a cell of a spreadsheet holds, in UTF-16 units. */
const maxCell = 32_767
const maxName = 31
/** Limits of a sheet; further rows go into another one. */
const most = { rows: 1_048_576, bytes: 2 ** 31 }

/** 31 characters, whole words where they are short enough, without those that sheet references use. */
export function sheetName(title: string): string {
  const whole = oneLine(xmlSafe(title).replace(/[[\]:*?/\\]/g, ' '))
  const cut = cutUnits(whole, maxName)
  const words = whole.length > cut.length && whole[cut.length] !== ' ' ? cut.replace(/ \S*$/, '') : cut
  const name = words.replace(/^['\s]+|['\s]+$/g, '')
  return name && name.toLowerCase() !== 'history' ? name : 'Answers'
}

/** `_x000D_` and its like stand for characters in this format: a literal one needs its underscore escaped. */
const cellText = (text: string): string => escapeXml(cutUnits(xmlSafe(text), maxCell)).replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')

const textCell = (place: string, text: string): string =>
  text === '' ? '' : `<c ${place} t="inlineStr"><is><t xml:space="preserve">${cellText(text)}</t></is></c>`

/** Days since 30 December 1899, as the format counts. */
const serialOf = (date: Date): number => (date.getTime() - Date.UTC(1899, 11, 30)) / 86_400_000

/** Dates before March 1900 are shown wrongly by some programs; a time without a date is on day 0. */
const holds = (serial: number): boolean => serial >= 61 || (serial >= 0 && serial < 1)

function cellOf(cell: XlsxCell, place: string, style: number): string {
  if (cell === null) return ''
  if (typeof cell === 'string') return textCell(place, cell)
  if (typeof cell === 'boolean') return `<c ${place} s="${xlsxStyles.boolean}" t="b"><v>${Number(cell)}</v></c>`
  const value = typeof cell === 'number' ? cell : serialOf(cell)
  if (typeof cell === 'number' ? Number.isFinite(cell) : holds(value)) return `<c ${place} s="${style}"><v>${value}</v></c>`
  return textCell(place, typeof cell === 'number' || Number.isNaN(value) ? String(cell) : cell.toISOString())
}

/** `A`, `Z`, `AA`... */
const letters = (index: number): string => (index < 26 ? '' : letters(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26))

class RowWriter {
  readonly #columns: { name: string; date: number; plain: number }[]
  readonly #head: string

  constructor({ head, columns = [] }: XlsxSheet) {
    this.#columns = head.map((_, index) => {
      const style = styleOf(columns, index)
      return { name: letters(index), date: style ?? xlsxStyles.date, plain: style ?? xlsxStyles.plain }
    })
    this.#head = head.map((text, index) => textCell(`r="${letters(index)}1" s="${xlsxStyles.head}"`, text)).join('')
  }

  head(): string {
    return `<row r="1">${this.#head}</row>`
  }

  row(cells: readonly XlsxCell[], number: number): string {
    let text = `<row r="${number}">`
    for (const [index, { name, date, plain }] of this.#columns.entries()) {
      const cell = cells[index] ?? null
      text += cellOf(cell, `r="${name}${number}"`, cell instanceof Date ? date : plain)
    }
    return `${text}</row>`
  }
}

/** The rows, with one row of lookahead: whether a full sheet is followed by another one. */
class Cursor {
  readonly #rows: AsyncIterator<readonly XlsxCell[]> | Iterator<readonly XlsxCell[]>
  #next: readonly XlsxCell[] | undefined

  constructor(rows: FileRows<readonly XlsxCell[]>) {
    this.#rows = Symbol.asyncIterator in rows ? rows[Symbol.asyncIterator]() : rows[Symbol.iterator]()
  }

  async peek(): Promise<readonly XlsxCell[] | undefined> {
    if (this.#next) return this.#next
    const { done, value } = await this.#rows.next()
    return (this.#next = done ? undefined : value)
  }

  async take(): Promise<readonly XlsxCell[] | undefined> {
    const row = await this.peek()
    this.#next = undefined
    return row
  }

  async close(): Promise<void> {
    await this.#rows.return?.()
  }
}

const batchLength = 64 * 1024

type Written = Omit<Sheet, 'name'> & { more: boolean }

/** One sheet of as many rows as it holds; says at its end whether there are more. */
async function* sheetBytes(sheet: XlsxSheet, cursor: Cursor, ended: (sheet: Written) => void): AsyncGenerator<Buffer> {
  const writer = new RowWriter(sheet)
  let [number, bytes, batch, complete] = [1, 0, opening(sheet.columns ?? []) + writer.head(), false]
  try {
    while (number < most.rows && bytes < most.bytes) {
      const row = await cursor.take()
      if (!row) break
      batch += writer.row(row, ++number)
      if (batch.length < batchLength) continue
      const piece = Buffer.from(batch)
      bytes += piece.length
      batch = ''
      yield piece
    }
    const range = { from: 'A1', to: `${letters(Math.max(0, sheet.head.length - 1))}${number}` }
    yield Buffer.from(batch + closing(range))
    complete = true
    ended({ range, more: (await cursor.peek()) !== undefined })
  } finally {
    if (!complete) await cursor.close()
  }
}

async function* entries(tables: readonly XlsxSheet[]): AsyncGenerator<ZipEntry> {
  const sheets: Sheet[] = []
  for (const table of tables) {
    const cursor = new Cursor(table.rows)
    const name = sheetName(table.title)
    for (let [more, part] = [true, 0]; more; part++) {
      const { promise, resolve } = Promise.withResolvers<Written>()
      yield { path: `xl/worksheets/sheet${sheets.length + 1}.xml`, data: sheetBytes(table, cursor, resolve) }
      const ended = await promise
      sheets.push({ range: ended.range, name: nameOf(name, part) })
      more = ended.more
    }
  }
  for (const [path, text] of Object.entries(
    partsOf(
      sheets,
      tables.flatMap(({ columns = [] }) => columns),
    ),
  ))
    yield { path, data: Buffer.from(text) }
}

/** Styles of columns are of the first sheet. */
export const xlsxBytes = (...sheets: readonly XlsxSheet[]): AsyncIterable<Uint8Array> => zipped(entries(sheets))
