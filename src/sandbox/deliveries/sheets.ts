/** Writes answers as rows of a spreadsheet: at once, daily, or on request. */
import { findAnswer, selectAnswers } from '../store/answers/answer.ts'
import { changeConnection, connectionOf, type SheetsState } from '../store/integrations/connection.ts'
import type { AnswerRecord, QuizRecord } from '../store/entities.ts'
import { sendToInbox } from '../store/inbox.ts'
import type { Service } from '../store/service.ts'
import type { RecordOf } from '../store/records.ts'
import { findQuiz } from '../store/surveys/quiz.ts'
import { linesOf } from './wording.ts'

/** Answers that are yet to be written, by survey. */
const waitingOf = ({ store }: Service) => store.records<{ answer_id: number }>('sheets_waiting')

export function writeToSheet(service: Service, quiz: QuizRecord, answer: AnswerRecord): void {
  const state = connectionOf(service.store, quiz, 'sheets')
  if (!state?.is_active || !service.plan(quiz.workspace_id).options.sheets) return
  waitingOf(service).insert({ answer_id: answer.id }, { workspace_id: quiz.workspace_id, quiz_id: quiz.id })
  if (state.sync_mode === 'realtime' && !state.requires_reconnect) writeWaiting(service, quiz, state)
}

/** Writes the answers that wait; returns their number. */
export function writeWaiting(service: Service, quiz: QuizRecord, state: RecordOf<SheetsState>): number {
  const waiting = waitingOf(service).list({ quiz_id: quiz.id })
  for (const { answer_id } of waiting) {
    const answer = findAnswer(service.store, answer_id)
    if (answer) writeRow(service, quiz, state, cellsOf(service, quiz, state, answer), 'value')
  }
  markSynced(service, quiz, state)
  return waiting.length
}

export const forgetWaiting = (service: Service, { id }: Pick<QuizRecord, 'id'>): number => waitingOf(service).removeAll({ quiz_id: id })

/** Writes all answers under a header row, those that waited included; returns their number. */
export function writeAll(service: Service, quiz: QuizRecord, state: RecordOf<SheetsState>): number {
  let rows = 0
  for (const answer of selectAnswers(service.store, { quiz_id: quiz.id, is_complete: true })) {
    const cells = cellsOf(service, quiz, state, answer)
    if (rows === 0) writeRow(service, quiz, state, cells, 'title')
    writeRow(service, quiz, state, cells, 'value')
    rows++
  }
  markSynced(service, quiz, state)
  return rows
}

function markSynced(service: Service, quiz: QuizRecord, state: RecordOf<SheetsState>): void {
  forgetWaiting(service, quiz)
  changeConnection(service.store, 'sheets', state, { last_synced_at: service.now().toISOString() })
}

/** Runs the daily syncs that are due. */
export function writeScheduled(service: Service, now: Date): void {
  for (const state of service.store.records<SheetsState>('sheets').list()) {
    if (state.next_sync_at === null || state.next_sync_at > now.toISOString()) continue
    const quiz = findQuiz(service.store, state.quiz_id)
    const next = changeConnection(service.store, 'sheets', state, { next_sync_at: nextSync(state, now) })
    if (quiz && state.is_active && !state.requires_reconnect && service.plan(quiz.workspace_id).options.sheets)
      writeWaiting(service, quiz, next)
  }
}

type Schedule = Pick<SheetsState, 'sync_mode' | 'schedule_hour' | 'schedule_minute'>

/** When the daily sync is due next (its time of day is in UTC); `null` in the other modes. */
export function nextSync({ sync_mode, schedule_hour, schedule_minute }: Schedule, now: Date): string | null {
  if (sync_mode !== 'scheduled' || schedule_hour === null || schedule_minute === null) return null
  const next = new Date(now)
  next.setUTCHours(schedule_hour, schedule_minute, 0, 0)
  if (next <= now) next.setUTCDate(next.getUTCDate() + 1)
  return next.toISOString()
}

interface Cell {
  title: string
  value: string
}

function cellsOf(
  { store }: Service,
  quiz: QuizRecord,
  { enable_timestamp, enable_personal_data, hidden_widget_ids }: SheetsState,
  answer: AnswerRecord,
): Cell[] {
  return [
    ...(enable_timestamp ? [{ title: 'Time', value: answer.date_end ?? '' }] : []),
    ...(enable_personal_data
      ? [
          { title: 'IP address', value: answer.ip_address },
          { title: 'Browser', value: answer.user_agent },
        ]
      : []),
    ...linesOf(store, quiz, answer, { without: hidden_widget_ids, unanswered: true }).map(({ question_text, answer: value }) => ({
      title: question_text,
      value,
    })),
  ]
}

/** Writes the titles or the values of the cells as one row, tab-separated. */
function writeRow(service: Service, quiz: QuizRecord, { table_title, table_url }: SheetsState, cells: Cell[], part: keyof Cell): void {
  const text = cells.map((cell) => cell[part].replace(/[\t\n\r]+/g, ' ')).join('\t')
  sendToInbox(service, quiz, { channel: 'sheets', to: table_url, subject: table_title, text })
}
