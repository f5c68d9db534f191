/** The requests of a sync, as an interface: tests give others. */
import type { AnswerRow } from '../../contract/answer.ts'
import type { ReportSeen, SurveySeen } from '../dictionary/update.ts'

export interface Query {
  sort: 'date_start' | 'date_end'
  order: 'asc' | 'desc'
  is_complete?: boolean
  offset: number
  limit: number
}

export interface Page {
  /** Parsed while they are iterated, which is possible once. */
  rows: Iterable<AnswerRow>
  /** How many answers the whole list has, where the service says so. */
  total: number | undefined
}

export interface Service {
  readonly quiz: number
  page: (query: Query) => Promise<Page>
  survey: () => Promise<SurveySeen>
  /** Questions of the current and of older publications; none where the report may not be read. */
  report: () => Promise<readonly ReportSeen[]>
  /** Requests so far. */
  readonly requests: number
}
