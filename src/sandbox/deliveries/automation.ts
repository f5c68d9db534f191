/** Sends an answer as JSON to each subscription of the automation connector. */
import { connectionOf } from '../store/integrations/connection.ts'
import type { AnswerRecord, QuizRecord } from '../store/entities.ts'
import { sendToInbox } from '../store/inbox.ts'
import type { Service } from '../store/service.ts'
import { linesOf } from './wording.ts'

export function sendToAutomation(service: Service, quiz: QuizRecord, answer: AnswerRecord): void {
  const state = connectionOf(service.store, quiz, 'automation')
  if (!state?.is_active || !service.plan(quiz.workspace_id).options.automation) return
  const text = JSON.stringify({
    quiz_id: quiz.id,
    answer_id: answer.id,
    date_end: answer.date_end,
    answers: linesOf(service.store, quiz, answer),
  })
  for (const { url } of state.hooks) sendToInbox(service, quiz, { channel: 'automation', to: url, text })
}
