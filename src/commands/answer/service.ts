/** The service as a sync asks it. */
import type { SurveySeen } from '../../answers/dictionary/learn.ts'
import type { Page, Query, Service } from '../../answers/sync/service.ts'
import type { Context } from '../../cli/context.ts'
import { listAnswers, type AnswerRow } from '../../contract/answer.ts'
import { viewQuiz } from '../../contract/quiz.ts'
import { viewReport } from '../../contract/report.ts'
import { CommandError } from '../../errors.ts'
import { mayBeOther } from '../../text/exact.ts'

const isOther = ({ id, answers = [] }: AnswerRow): boolean => mayBeOther(id) || answers.some(({ answer }) => mayBeOther(answer))

export function serviceOf(client: Awaited<ReturnType<Context['client']>>, quiz: number): Service {
  let requests = 0
  const pageOf = async ({ limit, ...query }: Query, exact: boolean): Promise<Page> => {
    requests++
    const read = client.rows(listAnswers, { id: quiz, ...query, limit }, { limit, exact })
    const rows: AnswerRow[] = []
    for await (const batch of read) rows.push(...(batch as AnswerRow[]))
    return { rows, total: read.total }
  }
  return {
    quiz,
    get requests() {
      return requests
    },
    page: async (query) => {
      const page = await pageOf(query, false)
      // To look at each number as it is written takes long, and hardly ever is there one that has to be.
      return page.rows.some(isOther) ? pageOf(query, true) : page
    },
    survey: async () => {
      requests++
      return (await client.call(viewQuiz, { id: quiz })) as SurveySeen
    },
    report: async () => {
      requests++
      try {
        const { questions } = await client.call(viewReport, { id: quiz })
        return questions ?? []
      } catch (error) {
        // What is published is only a help: the draft and the answers themselves say most.
        if (error instanceof CommandError && error.kind === 'forbidden') return []
        throw error
      }
    },
  }
}
