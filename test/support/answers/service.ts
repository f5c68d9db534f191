/** The service as a sync asks it, over a real socket; and the same with misdeeds. */
import { surveyAnswers, type Page, type Query, type SurveyAnswers } from '../../../src/answers/sync/service.ts'
import type { AnswerRow } from '../../../src/contract/answers/answer.ts'
import { createClient } from '../../../src/client/index.ts'
import type { RunningSandbox } from '../sandbox.ts'

export const realService = ({ baseUrl, apiKey }: RunningSandbox, quiz: number): SurveyAnswers => {
  const client = createClient({ baseUrl, apiKey, allowHttp: true })
  return surveyAnswers({ call: client.call, rows: client.rows, note: () => {}, signal: new AbortController().signal }, quiz)
}

export type Listed = Omit<Page, 'rows'> & { rows: readonly AnswerRow[] }

export type Misdeed = (page: Listed, query: Query, nth: number) => Page | Promise<Page>

/** The same service, whose pages of lists go through `misdeed`. */
export function withMisdeed(service: SurveyAnswers, misdeed: Misdeed): SurveyAnswers {
  let nth = 0
  return {
    quiz: service.quiz,
    get requests() {
      return service.requests
    },
    survey: service.survey,
    report: service.report,
    page: async (query) => {
      const { rows, total } = await service.page(query)
      return misdeed({ rows: [...rows], total }, query, nth++)
    },
  }
}
