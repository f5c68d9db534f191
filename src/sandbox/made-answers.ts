/** Answers made up, put into the store: for the demo account and `sandbox answer`. */
import { randomUUID } from 'node:crypto'
import { answerTimes, type Answering, type MadeAnswer } from './answering.ts'
import { changeAnswer, findAnswer, insertAnswer } from './answers.ts'
import type { AnswerRecord, QuizRecord } from './entities.ts'
import type { Service } from './handler.ts'
import { fileValue, takeCode } from './respondents.ts'

export type Made = Generator<MadeAnswer>

/** Answers to the published version, made one by one as they are asked for. */
export const madeAnswers = (service: Service, quiz: QuizRecord, options: Omit<Answering, 'now' | 'file'>): Made =>
  answerTimes(quiz.published!, { ...options, now: service.now(), file: (_question, random) => sampleFile(service, quiz, random.between(1, 99_999)) })

/** Keeps one; a completed one takes a promo code when a list is attached. */
export function keepAnswer(service: Service, quiz: QuizRecord, made: MadeAnswer): AnswerRecord {
  const { store } = service
  const id = insertAnswer(store, { ...made, quiz_id: quiz.id, token: randomUUID(), version_id: quiz.version_id, promo_code: null })
  if (made.is_complete && !made.is_deleted && quiz.promo_list_id !== null) {
    changeAnswer(store, id, { promo_code: takeCode(service, { id, quiz_id: quiz.id }) })
  }
  return findAnswer(store, id)!
}

function sampleFile(service: Service, quiz: QuizRecord, number: number) {
  const bytes = new TextEncoder().encode(`Receipt ${number}\n`)
  return fileValue(service, service.files.put(bytes, { workspace_id: quiz.workspace_id, quiz_id: quiz.id, name: `receipt-${number}.txt`, type: 'text/plain', purpose: 'answer' }))
}
