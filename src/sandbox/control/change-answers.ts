/** `sandbox answer --edit/--delete`: what people do to answers that are there. */
import { ControlError } from './error.ts'
import type { Input } from './input.ts'
import type { QuizRecord } from '../store/entities.ts'
import type { Service } from '../engine/handler.ts'
import { madeAnswers } from '../seed/made-answers.ts'
import { changeAnswer, findAnswer } from '../store/answer.ts'
import { needAnswerable } from './answer.ts'

/** All of them, or none. */
function needAnswers({ store }: Service, quiz: QuizRecord, given: unknown): number[] {
  const ids = Array.isArray(given) ? given.map(Number) : []
  if (ids.length === 0) throw new ControlError('ids must be a list of answers')
  const unknown = ids.filter((id) => findAnswer(store, id)?.quiz_id !== quiz.id)
  if (unknown.length > 0) throw new ControlError(`Survey ${quiz.id} has no answer ${unknown.join(', ')}`, 404)
  return ids
}

export function deleteAnswers(service: Service, quiz: QuizRecord, { ids: given }: Input): unknown {
  const ids = needAnswers(service, quiz, given)
  for (const id of ids) changeAnswer(service.store, id, { is_deleted: true })
  return { quiz_id: quiz.id, deleted: ids.length }
}

/** Other answers to the same questions. The time of the end moves, unless the edit is a silent one. */
export function editAnswers(
  service: Service,
  quiz: QuizRecord,
  { ids: given, seed = service.now().getTime(), silent = false }: Input,
): unknown {
  needAnswerable(quiz)
  const ids = needAnswers(service, quiz, given)
  const made = madeAnswers(service, quiz, { count: ids.length, seed, days: 0, files: false })
  const now = service.now().toISOString()
  for (const id of ids) {
    const { values, score } = made.next().value!
    const { date_end } = findAnswer(service.store, id)!
    changeAnswer(service.store, id, { values, score, updated_at: now, ...(!silent && date_end !== null && { date_end: now }) })
  }
  return { quiz_id: quiz.id, edited: ids.length }
}
