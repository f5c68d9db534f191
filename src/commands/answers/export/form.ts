/** `export form`: a survey for another system. */
import { command } from '../../../cli/command.ts'
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
      const [{ exported }, { readDraft }, { fileName }] = await Promise.all([
        import('../../../draft/document.ts'),
        import('../../../draft/read.ts'),
        import('../../../files/text.ts'),
      ])
      const draft = await readDraft(context.service, id)
      if (draft.updated_at !== undefined && draft.published_at !== undefined && draft.updated_at > draft.published_at)
        context.show.note(`This is the draft of survey ${id}, which was changed since it was published`)
      const body = async function* (): AsyncGenerator<Uint8Array> {
        if (as === 'yaml') return yield Buffer.from((await import('../../../model/document/index.ts')).formatText(exported(draft)))
        const { writeForm } = await import('../../../forms/write/index.ts')
        const { bytes, losses } = await writeForm(as, draft.content)
        for (const { severity, at, what, instead } of losses) context.show.warn(`${severity} ${at}: ${what} (${instead})`)
        yield* bytes
      }
      return { name: fileName(draft.name, 'form', endings[as]), type: types[as], body: body() }
    },
  },
})
