/** Tables of a report in PDF: bars on a track of 100%, grids, texts. */
import type { Content, ContentTable, CustomTableLayout, TableCell } from 'pdfmake/interfaces.js'
import type { Inline } from '../files/pdf.ts'
import { widestWord, type Table } from './report-facts.ts'
import { longestWord } from './word-width.ts'

/** Lengths are in points. */
const textWidth = 515
export const tileColor = '#F0F4F8'
const hairlineColor = '#D9E2EC'
const [trackColor, barColor] = ['#E4EBF3', '#2F6DB5']
const fontSize = 8.5
const padding = 4
const barHeight = 9

/** Widths of the columns of names, bars and numbers, without padding. Numbers come first: the names get what is left. */
function widthsOf({ kind, head, rows }: Table): { names: number; bar: number; numbers: number } {
  const count = Math.max(0, (head.length || (rows[0]?.length ?? 0)) - 1)
  const even = Math.floor((textWidth * 0.7) / Math.max(1, count))
  const number =
    kind === 'texts' ? 60 : kind === 'bars' ? 62 : Math.max(even, longestWord(head.slice(1), fontSize, widestWord) + 2 * padding)
  const bar = kind === 'bars' ? 150 : 0
  const names = textWidth - count * number - bar
  return { names: names - 2 * padding, bar: bar - 2 * padding, numbers: number - 2 * padding }
}

const barCell = (percent: number, width: number): TableCell => ({
  canvas: [
    { type: 'rect', x: 0, y: 0, w: width, h: barHeight, color: trackColor },
    ...(percent > 0 ? [{ type: 'rect' as const, x: 0, y: 0, w: Math.max(1, (percent / 100) * width), h: barHeight, color: barColor }] : []),
  ],
  margin: [0, 1, 0, 0],
})

/** The first line is left out of a table that continues another. */
const layoutOf = (isFirst: boolean): CustomTableLayout => ({
  hLineWidth: (row) => (row === 0 && !isFirst ? 0 : 0.5),
  hLineColor: () => hairlineColor,
  vLineWidth: () => 0,
  paddingTop: () => 4,
  paddingBottom: () => 4,
  paddingLeft: () => padding,
  paddingRight: () => padding,
})

/** The first column holds names, the others numbers. */
const alignmentOf = (column: number): 'left' | 'right' => (column === 0 ? 'left' : 'right')

/** Rows `from` up to, not including, `to`; the first ones with the table's head. */
function part(table: Table, from: number, to: number, inline: Inline): ContentTable {
  const { names, bar, numbers } = widthsOf(table)
  const isHeaded = from === 0 && table.head.length > 0
  const hasBars = table.percents !== undefined
  const cell = (text: string, index: number): TableCell => ({ text: inline(text), alignment: alignmentOf(index) })
  const head = table.head.map((text, index): TableCell => ({
    text: inline(text),
    alignment: alignmentOf(index),
    bold: true,
    fillColor: tileColor,
  }))
  const withBar = (cells: TableCell[], drawn: TableCell): TableCell[] => (hasBars ? cells.toSpliced(1, 0, drawn) : cells)
  return {
    table: {
      headerRows: isHeaded ? 1 : 0,
      keepWithHeaderRows: isHeaded ? 1 : 0,
      widths: [names, ...(hasBars ? [bar] : []), ...(table.rows[0] ?? []).slice(1).map(() => numbers)],
      body: [
        ...(isHeaded ? [withBar(head, { text: '', fillColor: tileColor })] : []),
        ...table.rows.slice(from, to).map((cells, index) => withBar(cells.map(cell), barCell(table.percents?.[from + index] ?? 0, bar))),
      ],
    },
    layout: layoutOf(from === 0),
    fontSize,
    margin: [0, from === 0 ? 8 : 0, 0, 0],
  }
}

/** The most that a text can take up: no letter is wider than 1.1 times its size. */
const heightOf = (text: string, width: number, points: number): number =>
  text.split('\n').reduce((sum, line) => sum + Math.ceil((line.length * points * 1.1 + 1) / width), 0) * points * 1.3

const rowHeight = (cells: readonly string[], { names, numbers }: ReturnType<typeof widthsOf>): number =>
  2 * padding + 1 + Math.max(...cells.map((text, index) => heightOf(text, index === 0 ? names : numbers, fontSize)))

/** A height that surely fits on a page. */
const safeHeight = 480
/** Rows that stay with the title when the whole table doesn't fit. */
const minRows = 3

/** How many rows stay with a title of this height: all if the whole table surely fits on its page, else at most `minRows`. */
function rowsWithTitle(table: Table, height: number): number {
  const widths = widthsOf(table)
  let left = safeHeight - height - (table.head.length > 0 ? rowHeight(table.head, widths) : 0)
  for (const [index, cells] of table.rows.entries()) {
    left -= rowHeight(cells, widths)
    if (left < 0) return Math.min(index, minRows)
  }
  return table.rows.length
}

/** The most that one text of a title takes up. */
export const titleHeight = (text: string, points: number): number => heightOf(text, textWidth, points) + 8

/** A title, of at most this height, with its tables, never separated from the first rows. */
export function titledTables(title: Content[], height: number, tables: readonly Table[], inline: Inline): Content[] {
  const [first, ...rest] = tables
  const margin: [number, number, number, number] = [0, 18, 0, 0]
  const others = rest.map((table) => part(table, 0, table.rows.length, inline))
  if (!first) return [{ stack: title, unbreakable: height < safeHeight, margin }]
  const rows = rowsWithTitle(first, height)
  if (rows === 0) return [{ stack: title, unbreakable: height < safeHeight, margin }, part(first, 0, first.rows.length, inline), ...others]
  return [
    { stack: [...title, part(first, 0, rows, inline)], unbreakable: true, margin },
    ...(rows < first.rows.length ? [part(first, rows, first.rows.length, inline)] : []),
    ...others,
  ]
}
