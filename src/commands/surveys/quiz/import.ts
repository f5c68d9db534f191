/** `quiz import`: its definition. What it does is loaded when it runs. */
import { ownCommand } from '../../../cli/command.ts'
import * as quiz from '../../../contract/surveys/quiz.ts'
import { setTexts } from '../../../contract/surveys/text.ts'
import { importFlags } from './import-flags.ts'

/** What it may send beside what every command of surveys knows. */
const media = async () => {
  const { uploadMedia, uploadOptionImage } = await import('../../../contract/surveys/media.ts')
  return [uploadMedia, uploadOptionImage]
}

const columns = ['severity', { path: 'at', label: 'place' }, 'key', 'what', 'instead', 'code'] as const

export const importCommand = ownCommand('import', {
  shows: 'quiz list --sort created_at --limit 10',
  summary: 'Bring a survey in from another system: XLSForm, SurveyJS, QSF, LSS, Typeform',
  positionals: ['file'],
  arguments: { file: 'XLSForm workbook, SurveyJS JSON, .qsf, .lss, .lsa or Typeform JSON, by its content; - for standard input' },
  columns,
  extra: importFlags,
  examples: [
    'quiz import visitors.json --folder 2 --name "Visitors"',
    'quiz import visitors.json -o imported.yaml --report losses.json',
    'quiz import visitors.json --into 43 --allow-loss --yes',
    'quiz import visitors.json -o - --strict > imported.yaml',
  ],
  also: [quiz.createQuiz, quiz.renameQuiz, quiz.saveQuiz, quiz.conditionsQuiz, quiz.setQuiz, setTexts, media],
  run: async (context, { file }, options) => (await import('./import-run.ts')).importSurvey(context, file, { ...options, columns }),
})
