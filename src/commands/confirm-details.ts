/** What a person is told before something is deleted, as the service has it. */
import type { Context } from '../cli/context.ts'
import type { AnyOperation, Input } from '../contract/core/operation.ts'
import { viewQuiz } from '../contract/surveys/quiz.ts'
import { counted } from '../text/counted.ts'

type Row = Readonly<Record<string, unknown>>

/** `3 answers`, `1 answer`; undefined where the service gives no number. */
export const countedIfKnown = (count: unknown, one: string, many?: string): string | undefined =>
  typeof count === 'number' ? counted(count, one, many) : undefined

/** `Promo list 7 "Spring" · 12 codes · 2 surveys` */
export const detailLine = (what: string, ...facts: (string | undefined | false)[]): string => [what, ...facts.filter(Boolean)].join(' · ')

export const titled = (what: string, id: unknown, title: unknown): string =>
  `${what} ${String(id)}${typeof title === 'string' && title !== '' ? ` "${title}"` : ''}`

/** The row of a list with this id; none when the list doesn't have it. */
export async function rowWith<Op extends AnyOperation>(context: Context, operation: Op, input: Input<Op>, id: unknown): Promise<Row> {
  for await (const rows of context.service.rows(operation, input)) {
    const found = rows.find((row) => String(row.id) === String(id))
    if (found) return found
  }
  return {}
}

/** The survey that something happens to. */
export async function surveyDetails(context: Context, id: number, ...facts: string[]): Promise<string> {
  const { name, is_published, answer_count } = await context.service.call(viewQuiz, { id })
  return detailLine(
    titled('Survey', id, name),
    is_published ? 'published' : 'not published',
    countedIfKnown(answer_count, 'answer'),
    ...facts,
  )
}
