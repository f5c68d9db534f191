/** Begin, end and state of an answer, from a row of the service. */
import type { AnswerRow } from '../../contract/answers/answer.ts'

const time = (text: unknown): number | null => {
  if (typeof text !== 'string' || text === '') return null
  // Times without a zone are UTC.
  const moment = Date.parse(/[zZ]|[+-]\d\d:?\d\d$/.test(text) ? text : `${text.replace(' ', 'T')}Z`)
  return Number.isNaN(moment) ? null : moment
}

export const startOf = (row: AnswerRow): number => time(row.date_start) ?? 0
export const endOf = (row: AnswerRow): number | null => time(row.date_end)

/** 0 incomplete, 1 complete, 2 screened out. */
export const stateOf = (row: AnswerRow): number => (row.is_complete ? 1 : row.is_screenout === true ? 2 : 0)
