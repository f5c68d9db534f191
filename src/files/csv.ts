/** Answers as CSV: UTF-8 with a byte order mark (spreadsheets need it), RFC 4180. Cells are written as they are. */
import { answerHead, answerTexts } from '../sandbox/files/answer-rows.ts'
import type { AnswerTable, OutFile } from '../sandbox/files/data.ts'
import { fileName } from './text.ts'

const batchLength = 64 * 1024

const quoted = (cell: string): string => (/[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

const line = (cells: readonly string[]): string => `${cells.map(quoted).join(',')}\r\n`

async function* csvLines(table: AnswerTable): AsyncGenerator<Uint8Array> {
  let batch = `\uFEFF${line(answerHead(table))}`
  for await (const row of table.rows()) {
    batch += line(answerTexts(table, row))
    if (batch.length < batchLength) continue
    yield Buffer.from(batch)
    batch = ''
  }
  if (batch) yield Buffer.from(batch)
}

export const answersCsv = (table: AnswerTable): OutFile => ({
  filename: fileName(table.title, 'answers', 'csv'),
  type: 'text/csv; charset=utf-8',
  body: csvLines(table),
})
