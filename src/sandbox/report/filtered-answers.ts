/** Which answers a summary or a report is about. */
import { countSelected, selectAnswers, type AnswerSelection } from '../store/answer.ts'
import type { QuizRecord, AnswerRecord } from '../store/entities.ts'
import { answerText, isBlank } from '../../model/question/index.ts'
import type { Questionnaire } from '../store/questionnaire.ts'
import type { Store } from '../store/store.ts'

export interface QuestionFilter {
  question_id: string
  values?: unknown[] | undefined
}

/** What a summary or a report is asked for: the body of its request. */
export interface Filters {
  is_complete?: boolean | undefined
  ids?: readonly number[] | undefined
  excludedIds?: readonly number[] | undefined
  date_from?: string | undefined
  date_to?: string | undefined
  filters?: readonly QuestionFilter[] | undefined
}

const selectionOf = (quizId: number, { is_complete = true, ids, excludedIds, date_from, date_to }: Filters): AnswerSelection => ({
  quiz_id: quizId,
  is_complete,
  ids,
  excludedIds,
  from: date_from,
  to: date_to,
})

/** In the order they came. */
export const filteredAnswers = (store: Store, quiz: QuizRecord, filters: Filters, questionnaire: Questionnaire): Generator<AnswerRecord> =>
  fitting(store, selectionOf(quiz.id, filters), filters.filters ?? [], questionnaire)

function* fitting(
  store: Store,
  selection: AnswerSelection,
  conditions: readonly QuestionFilter[],
  questionnaire: Questionnaire,
): Generator<AnswerRecord> {
  for (const answer of selectAnswers(store, selection)) {
    if (conditions.every((condition) => fits(answer, condition, questionnaire))) yield answer
  }
}

function fits(answer: AnswerRecord, { question_id, values }: QuestionFilter, { lang, questionOf }: Questionnaire): boolean {
  const given = answer.values[question_id]
  if (isBlank(given)) return false
  if (!values) return true
  const question = questionOf(answer, question_id)
  const words = question ? [answerText(question, given, lang)] : []
  return [...[given].flat(), ...words].some((value) => values.some((wanted) => String(wanted) === String(value)))
}

/** How many there are of another completeness, all else being as asked. */
export function countOf(
  store: Store,
  quiz: QuizRecord,
  filters: Filters,
  more: Partial<AnswerSelection>,
  questionnaire: Questionnaire,
): number {
  const selection = { ...selectionOf(quiz.id, filters), ...more }
  const conditions = filters.filters ?? []
  if (conditions.length === 0) return countSelected(store, selection)
  let count = 0
  for (const _ of fitting(store, selection, conditions, questionnaire)) count++
  return count
}
