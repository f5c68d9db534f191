/** `answer list --from-date --to-date`: the service has no such filter, so answers are told apart here. */
import { daysOf, isWithin, type DayFlags } from '../../../answers/days.ts'
import type { Context } from '../../../cli/context.ts'
import { listAnswers, type AnswerRow } from '../../../contract/answers/answer.ts'
import type { Input } from '../../../contract/core/operation.ts'
import { usageError } from '../../../errors.ts'
import { momentOf } from '../../../text/moment.ts'
import type { Column } from '../../../output/columns.ts'

type Query = Input<typeof listAnswers>

export async function listByDay(context: Context, query: Query, given: DayFlags, columns: readonly Column[]): Promise<void> {
  const days = daysOf(given)
  const { raw, limit = Infinity, offset = 0 } = context.flags
  if (raw) throw usageError('--raw cannot be given together with --from-date or --to-date: answers are picked here, not by the service')
  const { sort = 'date_start', order = 'desc' } = query
  let [read, fit, shown] = [0, 0, 0]
  /** What comes later is farther away still. */
  const isPast = (start: number): boolean => sort === 'date_start' && (order === 'desc' ? start < days.from : start >= days.until)
  async function* picked(): AsyncGenerator<AnswerRow[]> {
    for await (const rows of context.service.rows(listAnswers, { ...query, sort, order })) {
      const some: AnswerRow[] = []
      for (const row of rows) {
        const start = momentOf(row.date_start) ?? 0
        read++
        if (isPast(start) || shown >= limit) return yield some
        if (!isWithin(days, start) || fit++ < offset) continue
        some.push(row)
        shown++
      }
      yield some
    }
  }
  await context.show.rows(picked(), columns)
  context.show.note(
    `The service does not filter answers by day: ${read.toLocaleString('en')} were read, ${shown.toLocaleString('en')} of them shown`,
  )
}
