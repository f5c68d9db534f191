/** `quiz import`: its definition. What it does is loaded when it runs. */
import { ownCommand } from '../../../cli/command.ts'
import * as quiz from '../../../contract/surveys/quiz.ts'
import { setTexts } from '../../../contract/surveys/text.ts'
import { allowLoss } from '../loss-flag.ts'

/** What it may send beside what every command of surveys knows. */
const media = async () => {
  const { uploadMedia, uploadOptionImage } = await import('../../../contract/surveys/media.ts')
  return [uploadMedia, uploadOptionImage]
}

const columns = ['severity', { path: 'at', label: 'place' }, 'key', 'what', 'instead', 'code'] as const

export const importCommand = ownCommand(
  'import',
  {
    shows: 'quiz list --sort created_at --limit 10',
    summary: 'Bring a survey in from another system: XLSForm, SurveyJS, QSF, LSS, Typeform',
    positionals: ['file'],
    arguments: { file: 'XLSForm workbook, SurveyJS JSON, .qsf, .lss, .lsa or Typeform JSON, by its content; - for standard input' },
    columns,
    extra: {
      output: {
        flag: '-o, --output <file>',
        about: 'Write a survey file instead of sending anything (- for standard output)',
        saves: ['yaml', 'json'],
      },
      folder: { flag: '--folder <id>', about: 'Make a new survey in this folder' },
      into: { flag: '--into <survey>', about: 'Replace the draft of this survey; questions of the same names keep their answers' },
      name: { flag: '--name <text>', about: 'Name of the survey (default: as in the file)' },
      format: {
        flag: '--format <format>',
        about: 'What the file must be',
        choices: ['xlsform', 'surveyjs', 'qsf', 'lss', 'typeform'],
      },
      lang: { flag: '--lang <language>', about: 'Language to read, of a file in several (default: its own)' },
      groups: { flag: '--groups <how>', about: 'Titles of groups and pages', choices: ['message', 'drop'], default: 'message' },
      idSeed: { flag: '--id-seed <text>', about: 'Makes other ids, for a second survey from the same file' },
      keysOut: { flag: '--keys-out <file>', about: 'Write UUID: KEY lines there, as "answer sync --keys" reads them' },
      report: { flag: '--report <file>', about: 'Write the whole report there, as JSON' },
      strict: { flag: '--strict', about: 'Send nothing if a loss is major or fatal (exit 10)' },
      strictMinor: { flag: '--strict-minor', about: 'Send nothing if a loss is minor, major or fatal (exit 10)' },
      logic: { flag: '--no-logic', about: 'Questions only, without conditions and jumps' },
      uploadMedia: { flag: '--upload-media <folder>', about: 'Upload pictures that the file names, from this folder' },
      allowLoss,
      force: { flag: '--force', about: 'Replace existing files' },
    },
    examples: [
      'quiz import visitors.json --folder 2 --name "Visitors"',
      'quiz import visitors.json -o imported.yaml --report losses.json',
      'quiz import visitors.json --into 43 --allow-loss --yes',
      'quiz import visitors.json -o - --strict > imported.yaml',
    ],
    run: async (context, { file }, options) => (await import('./importing.ts')).importSurvey(context, file, { ...options, columns }),
  },
  [quiz.createQuiz, quiz.renameQuiz, quiz.saveQuiz, quiz.conditionsQuiz, quiz.setQuiz, setTexts, media],
)
