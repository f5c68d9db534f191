/** Which question of which report is meant. */
import type { Input } from '../../contract/core/operation.ts'
import { viewReport, type listReportInputs, type ReportQuestion } from '../../contract/answers/report.ts'
import { CommandError, usageError } from '../../errors.ts'
import { questionNamed, type QuestionNames } from '../../model/document/index.ts'
import type { Service } from '../../service.ts'
import { toCopy } from '../../text/to-copy.ts'
import { namedScreens } from '../dictionary/named-screens.ts'

type OfQuestion = Input<typeof listReportInputs>

interface Flags {
  widgetId?: string
  widgetHash?: string
}

const asNumber = 'Or give the number of the question: surveyctl report inputs 42 5'

/** `input.question` is what was typed in the question's place. */
export async function reportQuestion(
  service: Pick<Service, 'call'>,
  input: Readonly<Record<string, unknown>>,
  flags: Flags,
): Promise<OfQuestion> {
  const { question: typed, ...rest } = input
  const reference = String(typed)
  const id = Number(input.id)
  if (flags.widgetId !== undefined || flags.widgetHash !== undefined) {
    const { widgetId, widgetHash } = flags
    if (!widgetId || !widgetHash) throw usageError('--widget-id and --widget-hash belong together', asNumber)
    return { ...rest, id, report_uuid: reference, widget_id: widgetId, widget_hash: widgetHash }
  }
  const { report_uuid, questions = [] } = await service.call(viewReport, { id })
  if (reference === report_uuid) throw usageError('A report_uuid needs --widget-id and --widget-hash beside it', asNumber)
  const { id: widget_id } = questionNamed(namesIn(id, questions), reference, id, {
    owner: `The report of survey ${id}`,
    list: toCopy`surveyctl report view ${id}`,
  })
  const question = questions.find((each) => each.widget_id === widget_id)
  if (!question?.widget_id || !question.widget_hash || !report_uuid)
    throw new CommandError('refused', `The report of survey ${id} does not say where the answers to "${reference}" are`)
  return { ...rest, id, report_uuid, widget_id: question.widget_id, widget_hash: question.widget_hash }
}

/** The number that the report gives it; its place where the report gives none. */
export const numberOf = (question: ReportQuestion, index: number): string => String(question.number ?? index + 1)

/** Under the same names as in the draft; its numbers are the report's own. */
function namesIn(id: number, questions: readonly ReportQuestion[]): QuestionNames[] {
  const known = questions.flatMap(({ widget_id, type, title }) => (widget_id ? [{ id: widget_id, type: type ?? '', title }] : []))
  const screens = { ids: known.map((each) => each.id), entities: Object.fromEntries(known.map(({ id: widget, ...its }) => [widget, its])) }
  const numbers = new Map(questions.map((question, index) => [question.widget_id, numberOf(question, index)]))
  return namedScreens(id, { screens }).map((row) => ({ ...row, number: Number(numbers.get(row.id)) }))
}
