/** `answer view`: one whole answer, question by question. */
import { command } from '../../../cli/command.ts'
import type { Context } from '../../../cli/context.ts'
import { readId } from '../../../cli/values.ts'
import { listAnswers, type AnswerRow } from '../../../contract/answers/answer.ts'
import { CommandError } from '../../../errors.ts'
import type { Chart, Column } from '../../../output/columns.ts'
import type { Renamed } from '../../../answers/renamed.ts'
import { answerText } from '../../../answers/answer-text.ts'
import { toCopy } from '../../../text/to-copy.ts'

/** When it was given, and how far. */
export const courseColumns = [
  { path: 'date_start', label: 'begun', as: 'time' },
  { path: 'date_end', label: 'ended', as: 'time' },
  { path: 'is_complete', label: 'complete', as: 'yesno' },
  { path: 'is_screenout', label: 'screened out', as: 'yesno' },
] satisfies Column[]

const ownColumns = [{ path: 'id', label: 'answer' }, ...courseColumns, { path: 'ip_address', label: 'address' }] satisfies Column[]

/** The service lists answers and reads none by its id: the list is read until it comes. */
async function find(context: Context, survey: number, id: number): Promise<AnswerRow> {
  for await (const rows of context.service.rows(listAnswers, { id: survey })) {
    const found = rows.find((row) => row.id === id)
    if (found) return found
  }
  throw new CommandError('not_found', `Survey ${survey} has no answer ${id}`, {
    hint: toCopy`It may be deleted. To see those there are: surveyctl answer list ${survey}`,
  })
}

const columnsOf = ({ answers = [] }: AnswerRow) =>
  answers.map(({ question_id, question_text, answer }, index) => ({
    path: question_id ?? `answers.${index}`,
    label: question_text || `question ${index + 1}`,
    value: () => answerText(answer),
  }))

/** In a pipe, where a person may read as well: behind each answer its question's title. */
const linesOf = (row: AnswerRow): object[] => [
  ...ownColumns.map(({ path }) => ({ field: path, value: row[path], title: null })),
  ...columnsOf(row).map(({ path, label, value }) => ({ field: path, value: value(), title: label })),
]

/** For a person: each question above what was given; where an option has another name by now, it stands below. */
const chartsOf = ({ answers = [] }: AnswerRow, { now, unfit }: Renamed): Chart[] =>
  answers.map(({ question_id: id = '', question_text, answer }, index) => ({
    heading: `${index + 1}. ${question_text || `Question ${index + 1}`}`,
    bars: [],
    lines: [
      answerText(answer) || '–',
      ...[now.get(id)].flatMap((text) => (text === undefined ? [] : [`now: ${text}`])),
      ...(unfit.get(id) ?? []).map(
        (label) =>
          `"${label}" fits no option; if one was once called so, \`labels\` in the file of --keys says it to answer stats and answer sync`,
      ),
    ],
  }))

/** Only a help: the answer is shown in any case. */
async function renamed(context: Context, id: number, row: AnswerRow): Promise<Renamed> {
  try {
    const [{ renamedIn }, { formerLabels }] = await Promise.all([import('../../../answers/renamed.ts'), import('./former.ts')])
    return await renamedIn(context.service, id, row, await formerLabels(context, id))
  } catch (error) {
    if (!(error instanceof CommandError) || context.service.signal.aborted) throw error
    context.show.note(`Whether options have other names by now could not be told: ${error.message}`)
    return { now: new Map(), unfit: new Map() }
  }
}

export const viewCommand = command('view', listAnswers, {
  summary: 'Show one whole answer, question by question',
  positionals: ['id', 'answer'],
  arguments: { answer: 'Id of the answer (see: answer list)' },
  flags: { is_complete: false, sort: false, order: false },
  columns: ownColumns,
  examples: ['answer view 42 1', 'answer view 42 1 --json'],
  run: async (context, { id, answer }) => {
    const row = await find(context, id, readId(answer, 'ANSWER'))
    const { form } = context.show
    if (form.asData || context.flags.fields) return context.show.thing(row, [...ownColumns, ...columnsOf(row)])
    if (!form.forPerson) return context.show.rows([linesOf(row)], ['field', 'value', 'title'])
    await context.show.thing(row, ownColumns)
    await context.show.charts(chartsOf(row, await renamed(context, id, row)))
  },
})
