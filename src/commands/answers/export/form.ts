/** `export form`: a survey for another system. */
import { command } from '../../../cli/command.ts'
import type { Context } from '../../../cli/context.ts'
import { viewQuiz } from '../../../contract/surveys/quiz.ts'

const types = {
  surveyjs: 'application/json',
  xlsform: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  yaml: 'application/yaml',
} as const
const endings = { surveyjs: 'json', xlsform: 'xlsx', yaml: 'yaml' } as const

export const form = command('form', viewQuiz, {
  summary: 'Save the draft of a survey for another system: SurveyJS JSON, an XLSForm workbook, or a survey file',
  extra: { as: { flag: '--as <form>', about: 'File format', choices: ['surveyjs', 'xlsform', 'yaml'], default: 'surveyjs' } },
  examples: [
    'export form 42 --as surveyjs -o survey.json',
    'export form 42 --as xlsform -o survey.xlsx',
    'export form 42 --as yaml -o survey.yaml --force',
  ],
  file: {
    make: async (context, { id }, { as }) => {
      const [{ idMapFor, exported }, { readDraft }, { fileName }] = await Promise.all([
        import('../../../draft/document.ts'),
        import('../../../draft/read.ts'),
        import('../../../files/text.ts'),
      ])
      const draft = await readDraft(context.service, id)
      if (draft.updated_at !== undefined && draft.published_at !== undefined && draft.updated_at > draft.published_at)
        context.show.note(`This is the draft of survey ${id}, which was changed since it was published`)
      const { questions } = idMapFor(draft.content)
      const names = new Map(Object.entries(questions).map(([key, uuid]) => [uuid, key]))
      const body = async function* () {
        if (as === 'xlsform') yield* await xlsForm(context, draft.content, names)
        else
          yield Buffer.from(
            as === 'yaml'
              ? (await import('../../../model/document/index.ts')).formatText(exported(draft))
              : await surveyJs(context, draft.content, names),
          )
      }
      return { name: fileName(draft.name, 'form', endings[as]), type: types[as], body: body() }
    },
  },
})

type Content = Parameters<typeof import('../../../forms/write/surveyjs.ts').writeSurveyJs>[0]

async function surveyJs({ show }: Context, content: Content, names: ReadonlyMap<string, string>): Promise<string> {
  const [{ Losses }, { writeSurveyJs }] = await Promise.all([import('../../../forms/loss.ts'), import('../../../forms/write/surveyjs.ts')])
  const losses = new Losses()
  const survey = writeSurveyJs(content, names, losses)
  tell(show, losses)
  return `${JSON.stringify(survey, undefined, 2)}\n`
}

async function xlsForm({ show }: Context, content: Content, names: ReadonlyMap<string, string>): Promise<AsyncIterable<Uint8Array>> {
  const [{ Losses }, { writeXlsForm }, { xlsxBytes }] = await Promise.all([
    import('../../../forms/loss.ts'),
    import('../../../forms/write/xlsform.ts'),
    import('../../../files/xlsx.ts'),
  ])
  const losses = new Losses()
  const sheets = writeXlsForm(content, names, losses)
  tell(show, losses)
  return xlsxBytes(...sheets)
}

function tell(show: Context['show'], losses: import('../../../forms/loss.ts').Losses): void {
  for (const { severity, at, what, instead } of losses.sorted()) show.warn(`${severity} ${at}: ${what} (${instead})`)
}
