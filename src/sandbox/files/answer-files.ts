/** Exports of answers: which part of an answer goes into which cell. src/files writes the formats. */
import { csvBytes } from '../../files/csv.ts'
import { savOfTexts } from '../../files/sav.ts'
import { fileName } from '../../files/text.ts'
import { xlsxBytes, xlsxType, type XlsxCell } from '../../files/xlsx.ts'
import { zipped } from '../../files/zip.ts'
import type { AnswerRow, AnswerTable, OutFile } from './data.ts'
import { sheetColumns, typedCells } from './typed-cells.ts'

const ownColumns = ['id', 'date_start', 'date_end', 'is_complete', 'is_screenout', 'is_deleted', 'ip_address'] as const

/** Names of the columns: the answer's own fields, then the questions. */
const answerHead = ({ columns }: AnswerTable): string[] => [...ownColumns, ...columns.map(({ title }) => title)]

/** The texts of one row, as many as the head has. */
function answerTexts({ columns }: AnswerTable, row: AnswerRow): string[] {
  const own = ownColumns.map((name) => String(row[name] ?? ''))
  return own.concat(columns.map((_, index) => row.cells[index] ?? ''))
}

export const answersCsv = (table: AnswerTable): OutFile => ({
  filename: fileName(table.title, 'answers', 'csv'),
  type: 'text/csv; charset=utf-8',
  body: csvBytes(csvRows(table)),
})

async function* csvRows(table: AnswerTable): AsyncGenerator<string[]> {
  yield answerHead(table)
  for await (const row of table.rows()) yield answerTexts(table, row)
}

const typedRows = async function* (table: AnswerTable): AsyncGenerator<XlsxCell[]> {
  for await (const row of table.rows()) yield typedCells(table, row)
}

export const answersXlsx = (table: AnswerTable): OutFile => ({
  filename: fileName(table.title, 'answers', 'xlsx'),
  type: xlsxType,
  body: xlsxBytes({ title: table.title, head: answerHead(table), columns: sheetColumns(table), rows: typedRows(table) }),
})

/** A ZIP archive of one file: each question is a string variable, its text the label. */
export const answersSav = (table: AnswerTable): OutFile => ({
  filename: fileName(table.title, 'answers', 'zip'),
  type: 'application/zip',
  body: savArchive(table),
})

async function* savArchive({ title, columns, rows }: AnswerTable): AsyncGenerator<Uint8Array> {
  const { most: maxBytes, bytes } = await savOfTexts({
    title,
    // A SAV file needs at least one variable: for a survey without questions it has an empty one.
    labels: columns.length > 0 ? columns.map(({ title }) => title) : [''],
    rows: async function* () {
      for await (const { cells } of rows()) yield cells
    },
  })
  yield* zipped([{ path: fileName(title, 'answers', 'sav'), data: bytes, huge: maxBytes > 0xffff_0000 }])
}
