/** Respondents' answers in the database. */
import type { AnswerRecord } from '../entities.ts'
import { missing, type Store, type Stored } from '../store.ts'
import { Where } from '../where.ts'

export type StoredAnswer = Stored<AnswerRecord, 'values' | 'hidden'>

export function readAnswer(row: StoredAnswer): AnswerRecord {
  return {
    ...row,
    is_complete: row.is_complete === 1,
    is_screenout: row.is_screenout === 1,
    is_deleted: row.is_deleted === 1,
    values: JSON.parse(row.values),
    hidden: JSON.parse(row.hidden),
  }
}

// `values` is a keyword of SQL, so the column's name is quoted.
export const insertAnswer = (store: Store, answer: Omit<AnswerRecord, 'id'>): number => {
  const { values, ...row } = answer
  return store.insert('answer', { ...row, '"values"': values })
}

export const changeAnswer = (store: Store, id: number, patch: Partial<Omit<AnswerRecord, 'id' | 'quiz_id'>>): void => {
  const { values, ...row } = patch
  store.update('answer', id, { ...row, ...(values && { '"values"': values }) })
}

export function findAnswer(store: Store, id: number): AnswerRecord | undefined {
  const row = store.get<StoredAnswer>('select * from answer where id = ?', id)
  return row && readAnswer(row)
}

/** An answer that is known to exist. */
export const getAnswer = (store: Store, id: number): AnswerRecord => findAnswer(store, id) ?? missing('answer', id)

/** The latest complete answers that weren't deleted, latest first. */
export const latestComplete = (store: Store, quiz_id: number, limit: number): AnswerRecord[] =>
  store
    .all<StoredAnswer>(
      'select * from answer where quiz_id = ? and is_complete = 1 and is_deleted = 0 order by id desc limit ?',
      quiz_id,
      limit,
    )
    .map(readAnswer)

export interface AnswerSelection {
  quiz_id: number
  /** Complete and incomplete ones when absent. */
  is_complete?: boolean | null | undefined
  ids?: readonly number[] | undefined
  excludedIds?: readonly number[] | undefined
  /** Screened-out and deleted answers are left out unless asked for. */
  is_screenout?: boolean | undefined
  is_deleted?: boolean | undefined
  /** Begun between these days (`Y-m-d`), both included. */
  from?: string | undefined
  to?: string | undefined
}

/** The condition of a selection, for queries on `answer`. */
export function whereAnswers(selection: AnswerSelection): Where {
  const { quiz_id, is_complete, ids, excludedIds, is_screenout, is_deleted, from, to } = selection
  const where = new Where().and('quiz_id = ?', quiz_id)
  // A screened-out answer is never complete: when asked for, it is included whatever `is_complete` says.
  if (is_complete !== undefined && is_complete !== null)
    where.and(is_screenout ? '(is_complete = ? or is_screenout = 1)' : 'is_complete = ?', is_complete)
  if (ids && ids.length > 0) where.and('id in (select value from json_each(?))', JSON.stringify(ids))
  if (excludedIds && excludedIds.length > 0) where.and('id not in (select value from json_each(?))', JSON.stringify(excludedIds))
  if (!is_screenout) where.and('is_screenout = 0')
  if (!is_deleted) where.and('is_deleted = 0')
  if (from) where.and('date_start >= ?', `${from}T00:00:00.000Z`)
  if (to) where.and('date_start <= ?', `${to}T23:59:59.999Z`)
  return where
}

export const countSelected = (store: Store, selection: AnswerSelection): number => {
  const { sql, values } = whereAnswers(selection)
  return store.number(`select count(*) from answer where ${sql}`, ...values)
}

/** Ids of the answers, in the order of `selectAnswers`. */
export function selectAnswerIds(store: Store, selection: AnswerSelection): number[] {
  const { sql, values } = whereAnswers(selection)
  return store.all<{ id: number }>(`select id from answer where ${sql} order by id`, ...values).map(({ id }) => id)
}

const batch = 100

/** All selected answers in the order in which they began, read in batches: safe across awaits, with constant memory. */
export function* selectAnswers(store: Store, selection: AnswerSelection): Generator<AnswerRecord> {
  const { sql, values } = whereAnswers(selection)
  for (let lastId = 0; ;) {
    const rows = store.all<StoredAnswer>(`select * from answer where ${sql} and id > ? order by id limit ?`, ...values, lastId, batch)
    for (const row of rows) yield readAnswer(row)
    const last = rows.at(-1)
    if (!last || rows.length < batch) return
    lastId = last.id
  }
}
