/** The service as a sync asks it. */
import type { Service } from '../../answers/sync/service.ts'
import type { Context } from '../../cli/context.ts'
import { listAnswers, type AnswerRow } from '../../contract/answer.ts'
import { viewQuiz } from '../../contract/quiz.ts'
import { viewReport } from '../../contract/report.ts'
import { CommandError } from '../../errors.ts'
import { mayBeOther } from '../../text/exact.ts'

const isOther = ({ id, answers = [] }: AnswerRow): boolean => mayBeOther(id) || answers.some(({ answer }) => mayBeOther(answer))

function* flat<Row>(batches: Iterable<readonly Row[]>): Generator<Row> {
  for (const batch of batches) yield* batch
}

export function serviceOf(client: Awaited<ReturnType<Context['client']>>, quiz: number): Service {
  let requests = 0
  return {
    quiz,
    get requests() {
      return requests
    },
    page: async (query) => {
      requests++
      const read = client.rows(listAnswers, { id: quiz, ...query }, { exact: (rows) => rows.some(isOther) })
      return { rows: flat(await read.page()), total: read.total }
    },
    survey: async () => {
      requests++
      return client.call(viewQuiz, { id: quiz })
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
