/** Answers as a spreadsheet, streamed. Every cell but the id is text, so nothing is ever taken for a formula. */
import { answerHead, answerTexts } from '../sandbox/files/answer-rows.ts'
import type { AnswerTable, OutFile } from '../sandbox/files/data.ts'
import { cutUnits, fileName, oneLine, xmlSafe } from './text.ts'

/** What a cell of a spreadsheet holds, in UTF-16 units. */
const maxCell = 32_767

/** `_x000D_` and its like stand for characters in this format: a literal one needs its underscore escaped. */
const cellText = (text: string): string => cutUnits(xmlSafe(text), maxCell).replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')

/** 31 characters, without those that sheet references use. */
export function sheetName(title: string): string {
  const name = cutUnits(oneLine(xmlSafe(title).replace(/[[\]:*?/\\]/g, ' ')), 31).replace(/^['\s]+|['\s]+$/g, '')
  return name && name.toLowerCase() !== 'history' ? name : 'Answers'
}

async function* sheetRows(table: AnswerTable): AsyncGenerator<(string | number)[]> {
  yield answerHead(table).map(cellText)
  for await (const row of table.rows()) {
    const [, ...texts] = answerTexts(table, row)
    yield [row.id, ...texts.map(cellText)]
  }
}

export async function answersXlsx(table: AnswerTable): Promise<OutFile> {
  const { writeXlsxStream } = await import('hucre/xlsx')
  return {
    filename: fileName(table.title, 'answers', 'xlsx'),
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    body: writeXlsxStream(sheetRows(table), { name: sheetName(table.title), freezePane: { rows: 1 } }),
  }
}
