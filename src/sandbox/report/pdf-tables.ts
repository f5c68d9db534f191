/** Tables of a report in PDF: bars on a track of 100%, grids, texts. */
import type { Content, ContentTable, CustomTableLayout, TableCell } from 'pdfmake/interfaces.js'
import type { Inline } from '../files/pdf.ts'
import { widestWord, type Table } from './report-facts.ts'
import { longestWord } from './word-width.ts'

export const textWidth = 515
export const tile = '#F0F4F8'
const hairline = '#D9E2EC'
const [track, filled] = ['#E4EBF3', '#2F6DB5']
const size = 8.5
const padding = 4
const barHeight = 9

/** Widths of columns, without padding. They are fixed: the column of row titles gives way to the words of a head. */
function widthsOf({ kind, head, rows }: Table): { names: number; bar: number; numbers: number } {
  const numbers = Math.max(0, (head.length || (rows[0]?.length ?? 0)) - 1)
  const usual = Math.floor((textWidth * 0.7) / Math.max(1, numbers))
  const number = kind === 'texts' ? 60 : kind === 'bars' ? 62 : Math.max(usual, longestWord(head.slice(1), size, widestWord) + 2 * padding)
  const left = textWidth - numbers * number
  const bar = kind === 'bars' ? 150 : 0
  return { names: left - bar - 2 * padding, bar: bar - 2 * padding, numbers: number - 2 * padding }
}

const barCell = (percent: number, width: number): TableCell => ({
  canvas: [
    { type: 'rect', x: 0, y: 0, w: width, h: barHeight, color: track },
    ...(percent > 0 ? [{ type: 'rect' as const, x: 0, y: 0, w: Math.max(1, (percent / 100) * width), h: barHeight, color: filled }] : []),
  ],
  margin: [0, 1, 0, 0],
})

const lines = (head: boolean): CustomTableLayout => ({
  hLineWidth: (row) => (row === 0 && !head ? 0 : 0.5),
  hLineColor: () => hairline,
  vLineWidth: () => 0,
  paddingTop: () => 4,
  paddingBottom: () => 4,
  paddingLeft: () => padding,
  paddingRight: () => padding,
})

/** The first column holds names, the others numbers. */
const alignmentOf = (column: number): 'left' | 'right' => (column === 0 ? 'left' : 'right')

/** Some rows of a table; the first ones with the table's head. */
function part(table: Table, from: number, to: number, inline: Inline): ContentTable {
  const { names, bar, numbers } = widthsOf(table)
  const isHeaded = from === 0 && table.head.length > 0
  const hasBars = table.filled !== undefined
  const cell = (text: string, index: number): TableCell => ({ text: inline(text), alignment: alignmentOf(index) })
  const head = table.head.map((text, index): TableCell => ({
    text: inline(text),
    alignment: alignmentOf(index),
    bold: true,
    fillColor: tile,
  }))
  const withBar = (cells: TableCell[], drawn: TableCell): TableCell[] => (hasBars ? cells.toSpliced(1, 0, drawn) : cells)
  return {
    table: {
      headerRows: isHeaded ? 1 : 0,
      keepWithHeaderRows: isHeaded ? 1 : 0,
      widths: [names, ...(hasBars ? [bar] : []), ...(table.rows[0] ?? []).slice(1).map(() => numbers)],
      body: [
        ...(isHeaded ? [withBar(head, { text: '', fillColor: tile })] : []),
        ...table.rows.slice(from, to).map((cells, index) => withBar(cells.map(cell), barCell(table.filled?.[from + index] ?? 0, bar))),
      ],
    },
    layout: lines(from === 0),
    fontSize: size,
    margin: [0, from === 0 ? 8 : 0, 0, 0],
  }
}

/** An upper bound: the widest letter is a little wider than high. */
const heightOf = (text: string, width: number, points: number): number =>
  text.split('\n').reduce((sum, line) => sum + Math.ceil((line.length * points * 1.1 + 1) / width), 0) * points * 1.3

const rowHeight = (cells: readonly string[], { names, numbers }: ReturnType<typeof widthsOf>): number =>
  2 * padding + 1 + Math.max(...cells.map((text, index) => heightOf(text, index === 0 ? names : numbers, size)))

/** A height that surely fits on a page. */
const safeHeight = 480
/** Rows that stay with the title when the whole table doesn't fit. */
const minRows = 3

/** How many rows surely fit on a page below a head of this height. */
function fitting(table: Table, height: number): number {
  const widths = widthsOf(table)
  let left = safeHeight - height - (table.head.length > 0 ? rowHeight(table.head, widths) : 0)
  for (const [index, cells] of table.rows.entries()) {
    left -= rowHeight(cells, widths)
    if (left < 0) return Math.min(index, minRows)
  }
  return table.rows.length
}

/** A title with its tables, never separated from the first rows. `titles` are its lines with their font sizes. */
export function together(
  head: Content[],
  titles: readonly [text: string, points: number][],
  tables: readonly Table[],
  inline: Inline,
): Content[] {
  const height = titles.reduce((sum, [text, points]) => sum + heightOf(text, textWidth, points) + 8, 0)
  const [first, ...rest] = tables
  const margin: [number, number, number, number] = [0, 18, 0, 0]
  const others = rest.map((table) => part(table, 0, table.rows.length, inline))
  if (!first) return [{ stack: head, unbreakable: height < safeHeight, margin }]
  const rows = fitting(first, height)
  if (rows === 0) return [{ stack: head, unbreakable: height < safeHeight, margin }, part(first, 0, first.rows.length, inline), ...others]
  return [
    { stack: [...head, part(first, 0, rows, inline)], unbreakable: true, margin },
    ...(rows < first.rows.length ? [part(first, rows, first.rows.length, inline)] : []),
    ...others,
  ]
}
