/** `report view`: bars and figures for a person, a row a bar for a script, the report itself under `--json`. */
import type { Context } from '../../../cli/context.ts'
import type { Input } from '../../../contract/core/operation.ts'
import { answerKindOfType, type AnswerKind } from '../../../model/question/index.ts'
import { viewReport } from '../../../contract/answers/report.ts'
import type { Column } from '../../../output/columns.ts'
import { asCounted, chartOf, overview, rowsOf } from '../../../answers/report/shown.ts'
import { toCopy } from '../../../text/to-copy.ts'

/** A bar as a row; questions without bars have one row, with what was answered. */
export const barColumns: Column[] = ['number', 'title', 'type', 'row', 'option', 'count', 'percent']

/** The verb that reads answers one by one, by what they are made of. */
const readers: Partial<Record<AnswerKind, string>> = { text: 'inputs', files: 'files' }

const readerOf = (type: string): string | undefined => readers[answerKindOfType(type)]

export async function view(context: Context, input: Input<typeof viewReport>): Promise<void> {
  if (context.show.form.asDocument || context.flags.raw) return context.show.view(viewReport, input)
  const report = await context.service.call(viewReport, input)
  const questions = (report.questions ?? []).map(asCounted)
  if (!context.show.form.forPerson) await context.show.rows([questions.flatMap(rowsOf)], barColumns)
  else {
    context.show.note(overview(report))
    await context.show.charts(questions.map(chartOf))
  }
  const readable = questions.filter(({ type, answered }) => readerOf(type) !== undefined && answered !== 0)
  const [first] = readable
  if (!first) return
  const which = `${readable.length === 1 ? 'question' : 'questions'} ${readable.map(({ number }) => number).join(', ')}`
  context.show.note(toCopy`To read the texts or files of ${which}: surveyctl report ${readerOf(first.type)} ${input.id} ${first.number}`)
}
