/** What sends a webhook: an answer that is completed, and one that was left alone. */
import { findAnswer } from '../store/answer.ts'
import type { AnswerRecord, QuizRecord } from '../store/entities.ts'
import type { Service } from '../engine/handler.ts'
import { findQuiz } from '../store/quiz.ts'
import type { Kept } from '../store/records.ts'
import type { WebhookState } from './payload.ts'
import { enqueue, resume, webhooksOf } from './webhook-queue.ts'
import { isDeliverable } from './wording.ts'

/** An answer was completed: every webhook that is on hears of it. */
export function sendAnswer(service: Service, quiz: QuizRecord, answer: AnswerRecord): void {
  if (!isDeliverable(answer) || !service.plan(quiz.workspace_id).options.webhook) return
  for (const webhook of webhooksOf(service).list({ quiz_id: quiz.id })) {
    if (webhook.is_active) enqueue(service, webhook, answer, 'answer')
  }
}

/** Answers that were left alone for a webhook's hours, each once. Also takes up what an ended process left. */
export function sendIncomplete(service: Service, now: Date): void {
  for (const webhook of webhooksOf(service).list()) {
    if (!webhook.is_active || !webhook.incomplete || !mayBeSent(service, webhook)) continue
    for (const id of leftAlone(service, webhook, new Date(now.getTime() - webhook.hours * 3_600_000))) {
      const answer = findAnswer(service.store, id)!
      service.store.records('webhook_incomplete').insert({}, { quiz_id: webhook.quiz_id, key: `${webhook.id}:${id}` })
      enqueue(service, webhook, answer, 'incomplete_answer')
    }
  }
  resume(service)
}

/** The plan has webhooks, and the survey is not in the trash. */
const mayBeSent = (service: Service, { workspace_id, quiz_id }: Kept<WebhookState>): boolean =>
  service.plan(workspace_id!).options.webhook && findQuiz(service.store, quiz_id!) !== undefined

const leftAlone = ({ store }: Service, { id, quiz_id, active_since }: Kept<WebhookState>, before: Date): number[] =>
  store
    .all<{ id: number }>(
      `select id from answer where quiz_id = ? and is_complete = 0 and is_screenout = 0 and is_deleted = 0 and updated_at <= ? and updated_at >= ?
   and not exists (select 1 from record where kind = 'webhook_incomplete' and key = ? || ':' || answer.id) order by id limit 500`,
      quiz_id,
      before.toISOString(),
      active_since,
      String(id),
    )
    .map((row) => row.id)

/** A removed webhook needs no memory of what it was sent. */
export const forgetIncomplete = ({ store }: Service, webhookId: number): void =>
  void store.run("delete from record where kind = 'webhook_incomplete' and key like ?", `${webhookId}:%`)
