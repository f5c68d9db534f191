/** `sandbox answer --edit` and `--delete`: changes stored answers as people do in the cabinet. */
import { ControlError } from './error.ts'
import { optionalNumber, type ActionInput } from './input.ts'
import type { QuizRecord } from '../store/entities.ts'
import type { Service } from '../store/service.ts'
import { generateAnswers } from '../seed/generated-answers.ts'
import { changeAnswer, findAnswer, getAnswer } from '../store/answers/answer.ts'
import { needAnswerable } from './answer.ts'

/** The ids of answers to the survey; refuses when one isn't. */
function needAnswers({ store }: Service, quiz: QuizRecord, given: unknown): number[] {
  const ids = Array.isArray(given) ? given.map(Number) : []
  if (ids.length === 0) throw new ControlError('ids must be a list of answers')
  const unknown = ids.filter((id) => findAnswer(store, id)?.quiz_id !== quiz.id)
  if (unknown.length > 0) throw new ControlError(`Survey ${quiz.id} has no answer ${unknown.join(', ')}`, 404)
  return ids
}

export function deleteAnswers(service: Service, quiz: QuizRecord, { ids: given }: ActionInput): unknown {
  const ids = needAnswers(service, quiz, given)
  for (const id of ids) changeAnswer(service.store, id, { is_deleted: true })
  return { quiz_id: quiz.id, deleted: ids.length }
}

/** Gives answers new values. `date_end` of complete ones becomes now, unless the edit is silent. */
export function editAnswers(service: Service, quiz: QuizRecord, { ids: given, seed: givenSeed, silent = false }: ActionInput): unknown {
  needAnswerable(quiz)
  const seed = optionalNumber(givenSeed, 'seed') ?? service.now().getTime()
  const ids = needAnswers(service, quiz, given)
  const generated = generateAnswers(service, quiz, { count: ids.length, seed, days: 0, files: false })
  const now = service.now().toISOString()
  for (const id of ids) {
    const { value, done } = generated.next()
    if (done) break
    const { values, score } = value
    const { date_end } = getAnswer(service.store, id)
    changeAnswer(service.store, id, { values, score, updated_at: now, ...(!silent && date_end !== null && { date_end: now }) })
  }
  return { quiz_id: quiz.id, edited: ids.length }
}
