/** What a sync asks of the service about one survey. */
import { listAnswers, type AnswerRow } from '../../contract/answers/answer.ts'
import { viewReport } from '../../contract/answers/report.ts'
import { viewQuiz } from '../../contract/surveys/quiz.ts'
import { CommandError } from '../../errors.ts'
import type { Service } from '../../service.ts'
import { mayBeOther } from '../../text/exact.ts'
import type { ReportSeen } from '../dictionary/reported.ts'
import type { SurveySeen } from '../dictionary/update.ts'

export interface Query {
  sort: 'date_start' | 'date_end'
  order: 'asc' | 'desc'
  is_complete?: boolean
  offset: number
  limit: number
}

/** What an answer has its place in the list by. */
export type AnswerPlace = Pick<AnswerRow, 'id' | 'date_start' | 'date_end'>

export interface Page<Row = AnswerRow> {
  /** Parsed while they are iterated, which is possible once. */
  rows: Iterable<Row>
  /** How many answers the whole list has, where the service says so. */
  total: number | undefined
}

export interface AnswerPages<Row = AnswerRow> {
  readonly quiz: number
  page: (query: Query) => Promise<Page<Row>>
}

/** Tests give others. */
export interface SurveyAnswers extends AnswerPages {
  survey: () => Promise<SurveySeen>
  /** Counts of all answers or of some, with the questions of the current and of older publications; none where they may not be read, `undefined` where reading them failed. */
  report: (only?: { ids: number[]; is_complete: boolean }) => Promise<readonly ReportSeen[] | undefined>
  /** Requests so far. */
  readonly requests: number
}

/** Whether there is a number that JavaScript may have rounded. */
export const hasOther = (rows: readonly AnswerRow[]): boolean =>
  rows.some(({ id, answers = [] }) => mayBeOther(id) || answers.some(({ answer }) => mayBeOther(answer)))

function* flat<Row>(batches: Iterable<readonly Row[]>): Generator<Row> {
  for (const batch of batches) yield* batch
}

export function surveyAnswers(service: Pick<Service, 'call' | 'rows' | 'note' | 'signal'>, quiz: number): SurveyAnswers {
  let requests = 0
  return {
    quiz,
    get requests() {
      return requests
    },
    page: async (query) => {
      requests++
      const read = service.rows(listAnswers, { id: quiz, ...query }, { exact: hasOther })
      return { rows: flat(await read.page()), total: read.total }
    },
    survey: async () => {
      requests++
      return service.call(viewQuiz, { id: quiz })
    },
    report: async (only) => {
      requests++
      try {
        const { questions } = await service.call(viewReport, { id: quiz, ...only }, { once: true })
        return questions ?? []
      } catch (error) {
        // What is published is only a help: the draft and the answers themselves say most.
        if (!(error instanceof CommandError) || service.signal.aborted) throw error
        if (error.kind === 'forbidden') return []
        service.note(`Survey ${quiz}: its report could not be read, so options of older publications may be missing. ${error.message}`)
        return undefined
      }
    },
  }
}
