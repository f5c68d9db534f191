/** Begin, end and state of an answer, from a row of the service. */
import type { AnswerRow } from '../../contract/answers/answer.ts'
import { momentOf } from '../../text/moment.ts'

export const startOf = (row: AnswerRow): number => momentOf(row.date_start) ?? 0
export const endOf = (row: AnswerRow): number | null => momentOf(row.date_end) ?? null

/** 0 incomplete, 1 complete, 2 screened out. */
export const stateOf = (row: AnswerRow): number => (row.is_complete ? 1 : row.is_screenout === true ? 2 : 0)
