/** Which question of which report is meant. */
import type { Context } from '../../cli/context.ts'
import type { Input } from '../../contract/core/operation.ts'
import { viewReport, type listReportInputs, type ReportQuestion } from '../../contract/report.ts'
import { CommandError, usageError } from '../../errors.ts'
import { toCopy } from '../../text/to-copy.ts'

type OfQuestion = Input<typeof listReportInputs>

interface Flags {
  widgetId?: string
  widgetHash?: string
}

const asNumber = 'Or give the number of the question: surveyctl report inputs 42 5'

/** `input.question` is what was typed in the question's place. */
export async function questionNamed(context: Context, input: Readonly<Record<string, unknown>>, flags: Flags): Promise<OfQuestion> {
  const { question: typed, ...rest } = input
  const reference = String(typed)
  const id = Number(input.id)
  if (flags.widgetId !== undefined || flags.widgetHash !== undefined) {
    const { widgetId, widgetHash } = flags
    if (!widgetId || !widgetHash) throw usageError('--widget-id and --widget-hash belong together', asNumber)
    return { ...rest, id, report_uuid: reference, widget_id: widgetId, widget_hash: widgetHash }
  }
  const { report_uuid, questions = [] } = await context.call(viewReport, { id })
  if (reference === report_uuid) throw usageError('A report_uuid needs --widget-id and --widget-hash beside it', asNumber)
  const found = questions.filter((question, index) => isNamed(question, index, reference))
  const [question, ...others] = found
  if (!question?.widget_id || !question.widget_hash || !report_uuid)
    throw new CommandError('not_found', `The report of survey ${id} has no question "${reference}"`, {
      hint: toCopy`To see them with their numbers: surveyctl report view ${id}`,
    })
  if (others.length > 0)
    throw usageError(
      `"${reference}" is the title of ${found.length} questions`,
      toCopy`Give its number instead: surveyctl report view ${id}`,
    )
  return { ...rest, id, report_uuid, widget_id: question.widget_id, widget_hash: question.widget_hash }
}

/** The number that the report gives it; its place where the report gives none. */
export const numberOf = (question: ReportQuestion, index: number): string => String(question.number ?? index + 1)

const isNamed = (question: ReportQuestion, index: number, reference: string): boolean =>
  numberOf(question, index) === reference || question.title === reference || question.widget_id === reference.toLowerCase()
