/** What a sync asks of the service. */
import type { AnswerRow } from '../../contract/answer.ts'
import type { ReportSeen, SurveySeen } from '../dictionary/learn.ts'

export interface Query {
  sort: 'date_start' | 'date_end'
  order: 'asc' | 'desc'
  is_complete?: boolean
  offset: number
  limit: number
}

export interface Page {
  /** Parsed as they are gone through, which is done once. */
  rows: Iterable<AnswerRow>
  /** As the service counts them, where it does. */
  total: number | undefined
}

export interface Service {
  readonly quiz: number
  page: (query: Query) => Promise<Page>
  survey: () => Promise<SurveySeen>
  /** Questions of the publication and of older ones; none where they may not be read. */
  report: () => Promise<readonly ReportSeen[]>
  /** Requests so far. */
  readonly requests: number
}
