/** Generates and stores answers, for the demo account and `sandbox answer`. */
import { randomUUID } from 'node:crypto'
import { answersTo, type GenerateOptions, type GeneratedAnswer } from './answering.ts'
import { changeAnswer, getAnswer, insertAnswer } from '../store/answers/answer.ts'
import type { AnswerRecord, QuizRecord } from '../store/entities.ts'
import type { AnswerValue, AnswerValues, FileValue } from '../../model/survey.ts'
import type { Service } from '../store/service.ts'
import type { Random } from '../engine/random.ts'
import { storeAnswerFile } from '../store/blobs.ts'
import { takeCode } from '../store/surveys/promo.ts'

/** Answers to the published version, generated one at a time. */
export const generateAnswers = (
  service: Service,
  quiz: QuizRecord,
  { files = true, ...options }: Omit<GenerateOptions, 'now' | 'file'> & { files?: boolean },
): Generator<GeneratedAnswer> =>
  answersTo(quiz.published ?? quiz.draft, {
    ...options,
    now: service.now(),
    ...(files && { file: (_question, random) => receipt(random) }),
  })

/** Stores an answer; a complete one takes a promo code when a list is attached. */
export function insertGenerated(service: Service, quiz: QuizRecord, generated: GeneratedAnswer): number {
  const { store } = service
  const values: AnswerValues = Object.fromEntries(
    Object.entries(generated.values).map(([id, value]) => [
      id,
      isReceipt(value) ? value.map((file) => storeReceipt(service, quiz, file)) : value,
    ]),
  )
  const id = insertAnswer(store, {
    ...generated,
    values,
    quiz_id: quiz.id,
    token: randomUUID(),
    version_id: quiz.version_id,
    promo_code: null,
  })
  if (generated.is_complete && !generated.is_deleted && quiz.promo_list_id !== null) {
    changeAnswer(store, id, { promo_code: takeCode(service, { id, quiz_id: quiz.id }) })
  }
  return id
}

export const storeAnswer = (service: Service, quiz: QuizRecord, generated: GeneratedAnswer): AnswerRecord =>
  getAnswer(service.store, insertGenerated(service, quiz, generated))

/** A placeholder: the file is created only when its answer is stored, because most attempts are discarded. */
function receipt(random: Random): FileValue | undefined {
  return random.chance(0.1) ? { id: '', url: '', name: `receipt-${random.between(1, 99_999)}.txt`, ext: 'txt', size: 0 } : undefined
}

const isReceipt = (value: AnswerValue): value is FileValue[] =>
  Array.isArray(value) && value.some((each) => typeof each === 'object' && each.id === '')

function storeReceipt(service: Service, quiz: QuizRecord, { name }: FileValue): FileValue {
  return storeAnswerFile(service, quiz, name, 'text/plain', new TextEncoder().encode(`${name}\n`))
}
