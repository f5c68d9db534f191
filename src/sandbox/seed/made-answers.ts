/** Answers made up, put into the store: for the demo account and `sandbox answer`. */
import { randomUUID } from 'node:crypto'
import { answerTimes, type Answering, type MadeAnswer } from './answering.ts'
import { changeAnswer, findAnswer, insertAnswer } from '../store/answer.ts'
import type { AnswerRecord, QuizRecord } from '../store/entities.ts'
import type { AnswerValues, FileValue } from '../../model/survey.ts'
import type { Service } from '../engine/handler.ts'
import type { Random } from './random.ts'
import { fileValue, takeCode } from '../store/respondent.ts'

/** Answers to the published version, made one by one as they are asked for. */
export const madeAnswers = (
  service: Service,
  quiz: QuizRecord,
  { files = true, ...options }: Omit<Answering, 'now' | 'file'> & { files?: boolean },
): Generator<MadeAnswer> =>
  answerTimes(quiz.published!, { ...options, now: service.now(), ...(files && { file: (_question, random) => receipt(random) }) })

/** Keeps one; a completed one takes a promo code when a list is attached. */
export function insertMade(service: Service, quiz: QuizRecord, made: MadeAnswer): number {
  const { store } = service
  const values: AnswerValues = Object.fromEntries(
    Object.entries(made.values).map(([id, value]) => [id, isReceipt(value) ? [keepReceipt(service, quiz, value[0]!)] : value]),
  )
  const id = insertAnswer(store, { ...made, values, quiz_id: quiz.id, token: randomUUID(), version_id: quiz.version_id, promo_code: null })
  if (made.is_complete && !made.is_deleted && quiz.promo_list_id !== null) {
    changeAnswer(store, id, { promo_code: takeCode(service, { id, quiz_id: quiz.id }) })
  }
  return id
}

export const keepAnswer = (service: Service, quiz: QuizRecord, made: MadeAnswer): AnswerRecord =>
  findAnswer(service.store, insertMade(service, quiz, made))!

/** A file that exists only once its answer is kept: most answers that are tried are thrown away. */
function receipt(random: Random): FileValue | undefined {
  return random.chance(0.1) ? { id: '', url: '', name: `receipt-${random.between(1, 99_999)}.txt`, ext: 'txt', size: 0 } : undefined
}

const isReceipt = (value: unknown): value is FileValue[] => Array.isArray(value) && (value[0] as Partial<FileValue> | undefined)?.id === ''

function keepReceipt(service: Service, quiz: QuizRecord, { name }: FileValue): FileValue {
  const bytes = new TextEncoder().encode(`${name}\n`)
  return fileValue(
    service,
    service.files.put(bytes, { workspace_id: quiz.workspace_id, quiz_id: quiz.id, name, type: 'text/plain', purpose: 'answer' }),
  )
}
