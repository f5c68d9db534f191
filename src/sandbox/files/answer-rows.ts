import type { AnswerRow, AnswerTable } from './data.ts'

const ownColumns = ['id', 'date_start', 'date_end', 'is_complete', 'is_screenout', 'is_deleted', 'ip_address'] as const

/** Names of the columns: the answer's own fields, then the questions. */
export const answerHead = ({ columns }: AnswerTable): string[] => [...ownColumns, ...columns.map(({ title }) => title)]

/** The texts of one row, as many as the head has. */
export function answerTexts({ columns }: AnswerTable, row: AnswerRow): string[] {
  const own = ownColumns.map((name) => String(row[name] ?? ''))
  return own.concat(columns.map((_, index) => row.cells[index] ?? ''))
}
