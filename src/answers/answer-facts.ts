/** What is so of an answer as the service lists it: its id, its begin and end, its state. */
import type { AnswerRow } from '../contract/answers/answer.ts'
import { CommandError } from '../errors.ts'
import { momentOf } from '../text/moment.ts'

/** What an answer is known by, refused where it can't be told from others by it. */
export function idOf({ id }: Pick<AnswerRow, 'id'>): number {
  if (Number.isSafeInteger(id)) return id
  const how = id === undefined ? 'without an id' : `whose id is ${String(id)}: this tool keeps whole numbers of up to 15 digits`
  throw new CommandError('refused', `The service sent an answer ${how}`)
}

export const startOf = (row: AnswerRow): number => momentOf(row.date_start) ?? 0
export const endOf = (row: AnswerRow): number | null => momentOf(row.date_end) ?? null

/** 0 incomplete, 1 complete, 2 screened out. */
export const stateOf = (row: AnswerRow): number => (row.is_complete ? 1 : row.is_screenout === true ? 2 : 0)
