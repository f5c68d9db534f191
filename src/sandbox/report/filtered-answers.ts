/** The answers that a summary or a report covers. */
import { countSelected, selectAnswers, type AnswerSelection } from '../store/answers/answer.ts'
import type { QuizRecord, AnswerRecord } from '../store/entities.ts'
import { idsNamed } from '../../model/publications.ts'
import type { Questionnaire } from '../store/answers/questionnaire.ts'
import type { Store } from '../store/store.ts'

interface QuestionFilter {
  question_id: string
  values?: unknown[] | undefined
}

/** The filters in the request of a summary or a report. */
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

/** The answers that match all filters, in the order in which they began. */
export const filteredAnswers = (store: Store, quiz: QuizRecord, filters: Filters, questionnaire: Questionnaire): Generator<AnswerRecord> =>
  matching(store, selectionOf(quiz.id, filters), filters.filters ?? [], questionnaire)

function* matching(
  store: Store,
  selection: AnswerSelection,
  conditions: readonly QuestionFilter[],
  questionnaire: Questionnaire,
): Generator<AnswerRecord> {
  const tests = conditions.map((condition) => testOf(condition, questionnaire))
  for (const answer of selectAnswers(store, selection)) if (tests.every((fits) => fits(answer))) yield answer
}

/** A filter's values are ids, titles or positions of options, or whole answers as text; without values any answer fits. */
function testOf({ question_id, values }: QuestionFilter, questionnaire: Questionnaire): (answer: AnswerRecord) => boolean {
  const wanted = new Set(values?.map(String))
  const optionIds = new Map(
    questionnaire.asked.map((asked) => [asked, new Set([...wanted].flatMap((each) => idsNamed(asked.lists.options ?? [], each)))]),
  )
  return (answer) => {
    const given = questionnaire.given(answer, question_id)
    if (!given || !values) return given !== undefined
    const { value, reader } = given
    if (wanted.has(reader.textOf(value))) return true
    // Without options, values are compared with the answer itself.
    const accepted = (reader.asked.lists.options && optionIds.get(reader.asked)) ?? wanted
    return [reader.merged(value)].flat().some((each) => accepted.has(String(each)))
  }
}

/** Counts the answers that match the filters; `override` replaces parts of the selection, such as whether they are complete. */
export function* countOf(
  store: Store,
  quiz: QuizRecord,
  filters: Filters,
  override: Partial<AnswerSelection>,
  questionnaire: Questionnaire,
): Generator<void, number> {
  const selection = { ...selectionOf(quiz.id, filters), ...override }
  const conditions = filters.filters ?? []
  if (conditions.length === 0) return countSelected(store, selection)
  let count = 0
  for (const _ of matching(store, selection, conditions, questionnaire)) {
    count++
    yield
  }
  return count
}
