/**
 * Answers as a Word table: rows are respondents, columns are questions. A table holds 20 questions
 * (a page is at most 22 inches wide, Word takes at most 63 columns) and 5,000 cells (the time to open
 * one grows with its square); what is over follows in further tables with the same head. At most
 * 30,000 cells go in, and 5,000 characters a cell; the first lines of the document say so when it
 * matters. Written by hand, since it is streamed.
 */
import type { AnswerRow, AnswerTable, OutFile } from './data.ts'
import { cutUnits, escapeXml, fileName } from '../../files/text.ts'
import { wordType } from './word.ts'
import { zipped } from '../../files/zip.ts'

const maxCells = 30_000
const tableCells = 5000
const maxText = 5000
const questionsPerTable = 20

/** Twips (1440 to the inch). */
const page = { least: 16_838, most: 31_680, height: 11_906, margin: 720 } as const
const idWidth = 2000
const leastColumn = 1400

const main = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packageNs = 'http://schemas.openxmlformats.org/package/2006'

const contentTypes = `${head}<Types xmlns="${packageNs}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="${wordType}.main+xml"/><Override PartName="/word/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.styles+xml"/></Types>`
const relations = (id: string, type: string, target: string): string =>
  `${head}<Relationships xmlns="${packageNs}/relationships"><Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/></Relationships>`
const styles = `${head}<w:styles xmlns:w="${main}"><w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="Arial" w:hAnsi="Arial" w:cs="Arial"/><w:sz w:val="16"/></w:rPr></w:rPrDefault></w:docDefaults></w:styles>`

const run = (text: string, format = ''): string => {
  const lines = escapeXml(text)
    .split(/\r\n|\r|\n/)
    .map((line) => `<w:t xml:space="preserve">${line}</w:t>`)
  return `<w:r>${format && `<w:rPr>${format}</w:rPr>`}${lines.join('<w:br/>')}</w:r>`
}

const paragraph = (text: string, format = ''): string => `<w:p>${text ? run(text, format) : ''}</w:p>`

const cell = (text: string, width: number, format = ''): string =>
  `<w:tc><w:tcPr><w:tcW w:w="${width}" w:type="dxa"/></w:tcPr>${paragraph(cutUnits(text, maxText, '…'), format)}</w:tc>`

const borders = ['top', 'left', 'bottom', 'right', 'insideH', 'insideV']
  .map((side) => `<w:${side} w:val="single" w:sz="4" w:space="0" w:color="BFBFBF"/>`)
  .join('')

interface Plan {
  perTable: number
  width: number
  column: number
  rowsPerTable: number
  maxRows: number
}

function plan(columns: number): Plan {
  const perTable = Math.max(1, Math.min(columns, questionsPerTable))
  const wanted = idWidth + perTable * leastColumn + 2 * page.margin
  const width = Math.min(Math.max(wanted, page.least), page.most)
  const column = Math.floor((width - 2 * page.margin - idWidth) / perTable)
  return {
    perTable,
    width,
    column,
    rowsPerTable: Math.floor(tableCells / perTable),
    maxRows: Math.floor(maxCells / Math.max(1, columns)) || 1,
  }
}

/** What is left out, for the reader to see; nothing when all is in. */
async function notes(table: AnswerTable, maxRows: number): Promise<string[]> {
  let count = 0
  let cut = false
  for await (const { cells } of table.rows()) {
    count += 1
    if (count > maxRows) break
    cut ||= cells.some((text) => text.length > maxText)
  }
  return [
    ...(count > maxRows ? [`Only the first ${maxRows} answers are shown. CSV and XLSX hold all of them.`] : []),
    ...(cut ? [`Texts over ${maxText} characters are cut, marked with "…". CSV and XLSX hold them in full.`] : []),
  ]
}

function tableStart(columns: AnswerTable['columns'], column: number): string {
  const grid = [idWidth, ...columns.map(() => column)].map((width) => `<w:gridCol w:w="${width}"/>`).join('')
  const titles = columns.map(({ title }) => cell(title, column, '<w:b/>')).join('')
  return `<w:tbl><w:tblPr><w:tblW w:w="${idWidth + column * columns.length}" w:type="dxa"/><w:tblBorders>${borders}</w:tblBorders><w:tblLayout w:type="fixed"/></w:tblPr><w:tblGrid>${grid}</w:tblGrid><w:tr><w:trPr><w:tblHeader/></w:trPr>${cell('id', idWidth, '<w:b/>')}${titles}</w:tr>`
}

const tableEnd = `</w:tbl>${paragraph('')}`

/** All respondents, with the questions from the given one on. */
async function* rowsOf(table: AnswerTable, from: number, { perTable, column, rowsPerTable, maxRows }: Plan): AsyncGenerator<string> {
  const columns = table.columns.slice(from, from + perTable)
  const start = tableStart(columns, column)
  yield start
  let count = 0
  for await (const row of table.rows()) {
    if (count === maxRows) break
    if (count > 0 && count % rowsPerTable === 0) yield tableEnd + start
    count += 1
    yield `<w:tr>${cell(respondent(row), idWidth)}${columns.map((_, index) => cell(row.cells[from + index] ?? '', column)).join('')}</w:tr>`
  }
  yield tableEnd
}

const respondent = ({ id, date_start, date_end }: AnswerRow): string => `${id}\n${date_end ?? date_start ?? ''}`.trim()

async function* document(table: AnswerTable): AsyncGenerator<string> {
  const shape = plan(table.columns.length)
  yield `${head}<w:document xmlns:w="${main}"><w:body>${paragraph(table.title, '<w:b/><w:sz w:val="28"/>')}`
  for (const note of await notes(table, shape.maxRows)) yield paragraph(note, '<w:i/>')
  yield paragraph('')
  for (let from = 0; from === 0 || from < table.columns.length; from += shape.perTable) {
    yield* rowsOf(table, from, shape)
  }
  yield `<w:sectPr><w:pgSz w:w="${shape.width}" w:h="${page.height}" w:orient="landscape"/><w:pgMar w:top="720" w:right="720" w:bottom="720" w:left="720" w:header="360" w:footer="360" w:gutter="0"/></w:sectPr></w:body></w:document>`
}

/** Larger pieces: each has a price further down. */
async function* batched(pieces: AsyncIterable<string>): AsyncGenerator<Buffer> {
  let batch = ''
  for await (const piece of pieces) {
    batch += piece
    if (batch.length < 64 * 1024) continue
    yield Buffer.from(batch)
    batch = ''
  }
  yield Buffer.from(batch)
}

export const answersWord = (table: AnswerTable): OutFile => ({
  filename: fileName(table.title, 'answers', 'docx'),
  type: wordType,
  body: zipped([
    { path: '[Content_Types].xml', data: Buffer.from(contentTypes) },
    { path: '_rels/.rels', data: Buffer.from(relations('rId1', 'officeDocument', 'word/document.xml')) },
    { path: 'word/_rels/document.xml.rels', data: Buffer.from(relations('rId1', 'styles', 'styles.xml')) },
    { path: 'word/styles.xml', data: Buffer.from(styles) },
    { path: 'word/document.xml', data: batched(document(table)) },
  ]),
})
