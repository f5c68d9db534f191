/** When webhooks are sent: for an answer that is completed, and for one that was left incomplete. */
import { readAnswer, type StoredAnswer } from '../store/answers/answer.ts'
import type { AnswerRecord, QuizRecord } from '../store/entities.ts'
import type { Service } from '../store/service.ts'
import { findQuiz } from '../store/surveys/quiz.ts'
import type { RecordOf } from '../store/records.ts'
import type { WebhookState } from './payload.ts'
import { enqueue, resume, webhooksOf } from './webhook-queue.ts'

/** Sends a complete answer to every active webhook. */
export function sendAnswer(service: Service, quiz: QuizRecord, answer: AnswerRecord): void {
  if (!service.plan(quiz.workspace_id).options.webhook) return
  for (const webhook of webhooksOf(service).list({ quiz_id: quiz.id })) {
    if (webhook.is_active) enqueue(service, webhook, answer, 'answer')
  }
}

/** Sends each answer that was left incomplete for a webhook's `hours`, once. Also resumes what an earlier process left. */
export function sendIncomplete(service: Service, now: Date): void {
  for (const webhook of webhooksOf(service).list()) {
    if (!webhook.is_active || !webhook.incomplete || !mayBeSent(service, webhook)) continue
    for (const answer of abandonedAnswers(service, webhook, new Date(now.getTime() - webhook.hours * 3_600_000))) {
      service.store.records('webhook_incomplete').insert({}, { quiz_id: webhook.quiz_id, key: `${webhook.id}:${answer.id}` })
      enqueue(service, webhook, answer, 'incomplete_answer')
    }
  }
  resume(service)
}

/** The plan has webhooks, and the survey is not in the trash. */
function mayBeSent(service: Service, { quiz_id }: RecordOf<WebhookState>): boolean {
  const quiz = findQuiz(service.store, quiz_id)
  return quiz !== undefined && service.plan(quiz.workspace_id).options.webhook
}

/** Incomplete answers that were last touched before this time, but after the webhook was switched on, and weren't sent yet. */
const abandonedAnswers = ({ store }: Service, { id, quiz_id, active_since }: RecordOf<WebhookState>, before: Date): AnswerRecord[] =>
  store
    .all<StoredAnswer>(
      `select * from answer where quiz_id = ? and is_complete = 0 and is_screenout = 0 and is_deleted = 0 and updated_at <= ? and updated_at >= ?
   and not exists (select 1 from record where kind = 'webhook_incomplete' and key = ? || ':' || answer.id) order by id limit 500`,
      quiz_id,
      before.toISOString(),
      active_since,
      String(id),
    )
    .map(readAnswer)

/** Forgets which incomplete answers were sent, when a webhook is removed. */
export const forgetIncomplete = ({ store }: Service, webhookId: number): void =>
  void store.run("delete from record where kind = 'webhook_incomplete' and key like ?", `${webhookId}:%`)
