/** Respondents' answers as they are kept. */
import type { AnswerRecord } from './entities.ts'
import type { Bindable } from './records.ts'
import type { Row, Store } from './store.ts'

export function readAnswer(row: Row): AnswerRecord {
  return {
    ...row,
    is_complete: row.is_complete === 1,
    is_screenout: row.is_screenout === 1,
    is_deleted: row.is_deleted === 1,
    values: JSON.parse(row.values),
    hidden: JSON.parse(row.hidden),
  } as AnswerRecord
}

export const insertAnswer = (store: Store, answer: Omit<AnswerRecord, 'id'>): number => {
  const { values, ...row } = answer
  return store.insert('answer', { ...row, '"values"': values })
}

export const changeAnswer = (store: Store, id: number, patch: Partial<Omit<AnswerRecord, 'id' | 'quiz_id'>>): boolean => {
  const { values, ...row } = patch
  return store.update('answer', id, { ...row, ...(values && { '"values"': values }) })
}

export function findAnswer(store: Store, id: number): AnswerRecord | undefined {
  const row = store.get('select * from answer where id = ?', id)
  return row && readAnswer(row)
}

/** The latest that was completed, of those that were not deleted. */
export function latestWhole(store: Store, quiz_id: number): AnswerRecord | undefined {
  const row = store.get('select * from answer where quiz_id = ? and is_complete = 1 and is_deleted = 0 order by id desc limit 1', quiz_id)
  return row && readAnswer(row)
}

export interface AnswerSelection {
  quiz_id: number
  /** Both kinds when absent. */
  is_complete?: boolean | null | undefined
  ids?: readonly number[] | undefined
  excludedIds?: readonly number[] | undefined
  /** Screened-out and deleted answers are left out unless asked for. */
  is_screenout?: boolean | undefined
  is_deleted?: boolean | undefined
  /** Begun on or after, and before or on, these days (`Y-m-d`). */
  from?: string | undefined
  to?: string | undefined
}

/** The `where` of a selection, for queries on `answer`. */
export function whereAnswers(selection: AnswerSelection): { where: string; values: Bindable[] } {
  const { quiz_id, is_complete, ids, excludedIds, is_screenout, is_deleted, from, to } = selection
  const parts: [sql: string, ...values: Bindable[]][] = [['quiz_id = ?', quiz_id]]
  // A screened-out answer is never complete: asked for, it comes whatever the completeness.
  if (is_complete !== undefined && is_complete !== null)
    parts.push([is_screenout ? '(is_complete = ? or is_screenout = 1)' : 'is_complete = ?', is_complete])
  if (ids && ids.length > 0) parts.push(['id in (select value from json_each(?))', JSON.stringify(ids)])
  if (excludedIds && excludedIds.length > 0) parts.push(['id not in (select value from json_each(?))', JSON.stringify(excludedIds)])
  if (!is_screenout) parts.push(['is_screenout = 0'])
  if (!is_deleted) parts.push(['is_deleted = 0'])
  if (from) parts.push(['date_start >= ?', `${from}T00:00:00.000Z`])
  if (to) parts.push(['date_start <= ?', `${to}T23:59:59.999Z`])
  return { where: parts.map(([sql]) => sql).join(' and '), values: parts.flatMap(([, ...values]) => values) }
}

export const countSelected = (store: Store, selection: AnswerSelection): number => {
  const { where, values } = whereAnswers(selection)
  return store.count(`select count(*) from answer where ${where}`, ...values)
}

/** All selected answers in the order they came, read in portions: safe across awaits, and of constant memory. */
export function* selectAnswers(store: Store, selection: AnswerSelection, portion = 100): Generator<AnswerRecord> {
  const { where, values } = whereAnswers(selection)
  for (let last = 0; ;) {
    const rows = store.all(`select * from answer where ${where} and id > ? order by id limit ?`, ...values, last, portion)
    for (const row of rows) yield readAnswer(row)
    if (rows.length < portion) return
    last = rows.at(-1)!.id
  }
}
