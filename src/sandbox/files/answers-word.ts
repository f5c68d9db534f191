/**
 * Answers as Word tables: rows are respondents, columns are questions. A table has at most 20 questions (a page is at most
 * 22 inches wide, and Word allows 63 columns) and 5,000 cells (the time to open a table grows with the square of its size);
 * the rest follows in further tables with the same head. A document has at most 30,000 cells with 5,000 characters each; its
 * first lines say what is left out.
 */
import type { AnswerRow, AnswerTable, OutFile } from './data.ts'
import { fileName } from '../../files/text.ts'
import { cutUnits } from '../../text/cut.ts'
import { wordBytes, wordType } from './word.ts'
import { cell, paragraph, rowXml, tableEnd, tableStart, type Cell } from './word-xml.ts'

const maxCells = 30_000
const tableCells = 5000
const maxText = 5000
const questionsPerTable = 20

/** Twips (1440 to the inch). */
const page = { minWidth: 16_838, maxWidth: 31_680, height: 11_906, margin: 720 } as const
const idWidth = 2000
const minColumnWidth = 1400

const grey = 'BFBFBF'
const borders = { top: grey, left: grey, bottom: grey, right: grey, insideH: grey, insideV: grey }
const small = 16

const cutCell = (text: string, { bold = false } = {}): Cell => cell(cutUnits(text, maxText, '…'), { size: small, bold })

interface Layout {
  pageWidth: number
  /** Of a question's column. */
  columnWidth: number
  /** Questions in each table. */
  perTable: number
  rowsPerTable: number
  /** Answers in the whole document. */
  maxRows: number
}

function layoutFor(columns: number): Layout {
  const perTable = Math.max(1, Math.min(columns, questionsPerTable))
  const wanted = idWidth + perTable * minColumnWidth + 2 * page.margin
  const pageWidth = Math.min(Math.max(wanted, page.minWidth), page.maxWidth)
  return {
    pageWidth,
    columnWidth: Math.floor((pageWidth - 2 * page.margin - idWidth) / perTable),
    perTable,
    rowsPerTable: Math.floor(tableCells / perTable),
    maxRows: Math.floor(maxCells / Math.max(1, columns)) || 1,
  }
}

/** Notes on what is left out; none when the document is complete. */
async function notes(table: AnswerTable, maxRows: number): Promise<string[]> {
  let count = 0
  let cut = false
  for await (const { cells } of table.rows()) {
    count += 1
    if (count > maxRows) break
    cut ||= cells.some((text) => text.length > maxText)
  }
  return [
    ...(count > maxRows ? [`Only the first ${maxRows} answers are shown. The CSV and XLSX exports contain all of them.`] : []),
    ...(cut ? [`Texts over ${maxText} characters are cut, marked with "…". The CSV and XLSX exports contain them in full.`] : []),
  ]
}

/** Tables of all respondents, with the questions from index `from` on. */
async function* rowsOf(table: AnswerTable, from: number, { perTable, columnWidth, rowsPerTable, maxRows }: Layout): AsyncGenerator<string> {
  const columns = table.columns.slice(from, from + perTable)
  const widths = [idWidth, ...columns.map(() => columnWidth)]
  const head = [cutCell('id', { bold: true }), ...columns.map(({ title }) => cutCell(title, { bold: true }))]
  const start = tableStart({ widths, borders }) + rowXml(head, widths, { head: true })
  yield start
  let count = 0
  for await (const row of table.rows()) {
    if (count === maxRows) break
    if (count > 0 && count % rowsPerTable === 0) yield tableEnd + start
    count += 1
    yield rowXml([cutCell(respondent(row)), ...columns.map((_, index) => cutCell(row.cells[from + index] ?? ''))], widths)
  }
  yield tableEnd
}

const respondent = ({ id, date_start, date_end }: AnswerRow): string => `${id}\n${date_end ?? date_start ?? ''}`.trim()

async function* body(table: AnswerTable, layout: Layout): AsyncGenerator<string> {
  yield paragraph(table.title, { bold: true, size: 28 })
  for (const note of await notes(table, layout.maxRows)) yield paragraph(note, { italic: true, size: small })
  yield paragraph('')
  for (let from = 0; from === 0 || from < table.columns.length; from += layout.perTable) yield* rowsOf(table, from, layout)
}

export function answersWord(table: AnswerTable): OutFile {
  const layout = layoutFor(table.columns.length)
  return {
    filename: fileName(table.title, 'answers', 'docx'),
    type: wordType,
    body: wordBytes({
      title: table.title,
      points: 8,
      page: { width: layout.pageWidth, height: page.height, margin: page.margin },
      body: body(table, layout),
    }),
  }
}
