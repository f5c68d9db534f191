import * as contract from '../../../contract/answers/report.ts'
import { countAnswers, type CountedQuestion } from '../../report/counting.ts'
import type { QuizRecord, AnswerRecord } from '../../store/entities.ts'
import { answerKindOf } from '../../../model/question/index.ts'
import { filteredAnswers, type Filters } from '../../report/filtered-answers.ts'
import type { OffsetInput } from '../../engine/paging.ts'
import { inSlices } from '../../engine/slices.ts'
import { refuse } from '../../store/refusal.ts'
import type { HandlersOf, Seed } from '../../engine/handler.ts'
import type { Service } from '../../store/service.ts'
import { questionnaireOf, type GivenValue } from '../../store/answers/questionnaire.ts'
import { uuidOf, widgetHash, widgetHashes } from '../../store/answers/widget-hash.ts'
import { findQuiz } from '../../store/surveys/quiz.ts'

/** A requested report. Its key is the `report_uuid`, by which its files and texts are read. */
interface Report {
  filters: Filters
  created_at: string
}

export const handlers: HandlersOf<typeof contract> = {
  viewReport: async ({ input: { id: _, ...filters }, quiz, service }) => {
    const { store } = service
    const { report_uuid, created_at } = storeReport(service, quiz, filters)
    const { questions, total, visits, completed, median_time } = await countAnswers(store, quiz, filters)
    return {
      status: true,
      quiz_id: quiz.id,
      report_uuid,
      created_at,
      filters,
      total,
      visits,
      completed,
      median_time,
      questions: questions.map(shown),
    }
  },

  listReportFiles: ({ input, quiz, service }) =>
    pageOf(
      input,
      eachAnswer(service, quiz, input, ({ id }, { reader, value }) =>
        answerKindOf(reader.question) === 'files' && Array.isArray(value)
          ? [...value].flatMap((file) => (typeof file === 'object' ? [{ answer_id: id, ...file }] : []))
          : [],
      ),
    ),

  listReportInputs: ({ input, quiz, service }) =>
    pageOf(
      input,
      eachAnswer(service, quiz, input, ({ id, date_end, date_start }, { reader, value }) =>
        answerKindOf(reader.question) === 'text' ? [{ answer_id: id, date: date_end ?? date_start, value: reader.textOf(value) }] : [],
      ),
    ),
}

/** Stores the report's filters; the same filters on the same survey give the same `report_uuid`. */
function storeReport({ store, now }: Service, quiz: QuizRecord, filters: Filters) {
  const report_uuid = uuidOf(`${quiz.virtual_id} ${JSON.stringify(filters)}`)
  const owner = { quiz_id: quiz.id, key: report_uuid }
  const reports = store.records<Report>('report')
  const { created_at } = reports.find(owner) ?? reports.put(owner, { filters, created_at: now().toISOString() })
  return { report_uuid, created_at }
}

/** The demo's published survey has a report on all complete answers. */
export const seed: Seed = (service) => {
  const quiz = findQuiz(service.store, 42)
  if (quiz) storeReport(service, quiz, {})
}

function shown({ id, question, title, number, tally, average_answer_time, is_old_answer_time }: CountedQuestion) {
  const { kind, bars, rows, texts, files, answered, skipped, average } = tally
  return {
    widget_id: id,
    widget_hash: widgetHash(id, question),
    number,
    type: question.type,
    title,
    answered,
    skipped,
    average,
    average_answer_time,
    is_old_answer_time,
    ...(kind === 'bars' && { bars }),
    ...(kind === 'matrix' && { rows }),
    ...(kind === 'texts' && { texts }),
    ...(kind === 'files' && { files }),
  }
}

interface QuestionVersion {
  report_uuid: string
  widget_id: string
  widget_hash: string
}

/** For each answer of the report, in order, the items that `read` makes of its value for one question; none where it has no value. */
function* eachAnswer<T>(
  { store }: Service,
  quiz: QuizRecord,
  { report_uuid, widget_id, widget_hash }: QuestionVersion,
  read: (answer: AnswerRecord, given: GivenValue) => T[],
): Generator<T[]> {
  const report = store.records<Report>('report').find({ quiz_id: quiz.id, key: report_uuid.toLowerCase() }) ?? refuse(400, 'not_found')
  const questionnaire = questionnaireOf(store, quiz)
  const asked = questionnaire.asked.find(({ id }) => id === widget_id)
  if (!asked || !widgetHashes(store, quiz, widget_id).has(widget_hash.toLowerCase())) refuse(400, 'not_found')
  for (const answer of filteredAnswers(store, quiz, report.filters, questionnaire)) {
    const given = questionnaire.given(answer, widget_id)
    yield given ? read(answer, given) : []
  }
}

type ListPage<T> = {
  limit: number
  offset: number
  items: T[]
  total: number
}

/** One page of the items of all answers; the others are only counted. */
const pageOf = <T>(page: OffsetInput, answers: Iterable<T[]>): Promise<ListPage<T>> => inSlices(collectPage(page, answers))

function* collectPage<T>({ limit = 50, offset = 0 }: OffsetInput, answers: Iterable<T[]>): Generator<void, ListPage<T>> {
  const items: T[] = []
  let total = 0
  for (const itemsOfAnswer of answers) {
    for (const item of itemsOfAnswer) {
      if (total >= offset && items.length < limit) items.push(item)
      total++
    }
    yield
  }
  return { items, total, limit, offset }
}
