import type { Forgotten } from '../../../answers/folder/forget.ts'
import { ownCommand } from '../../../cli/command.ts'
import { readId } from '../../../cli/values.ts'
import { listAnswers } from '../../../contract/answers/answer.ts'
import { viewReport } from '../../../contract/answers/report.ts'
import { viewQuiz } from '../../../contract/surveys/quiz.ts'
import { CommandError, usageError } from '../../../errors.ts'
import type { Column } from '../../../output/columns.ts'
import { wantedOf } from './sync-wanted.ts'

const lines = (name: keyof Forgotten, label: string): Column => ({
  path: name,
  label,
  value: (one: Forgotten) => [one[name]].flat().join('\n') || 'nothing',
})

const columns: Column[] = [
  { path: 'quiz', label: 'survey' },
  'answer',
  { path: 'deleted_at', label: 'deletion seen', as: 'time' },
  lines('looked_through', 'looked through'),
  lines('removed_from', 'removed from'),
  lines('still_in', 'still in'),
  lines('not_ours', 'not ours to remove'),
]

export const forget = ownCommand('forget', {
  summary: 'Take an answer that was deleted on the service out of a synced folder or database, and show it',
  positionals: ['survey', 'answer', '[folder]'],
  arguments: { survey: 'Survey', answer: 'Id of the answer', folder: 'Folder of the survey, with the databases that belong to it' },
  asks: { survey: 'survey' },
  extra: {
    to: { flag: '--to <address>', about: 'The database of a sync without a folder: postgres://USER@HOST/DATABASE' },
    schema: { flag: '--schema <name>', about: 'Schema of that database (default survey_ID)' },
  },
  columns,
  examples: ['answer sync 42 answers --quiet && surveyctl sandbox answer 42 --delete 4 && surveyctl answer forget 42 4 answers'],
  also: [listAnswers, viewQuiz, viewReport],
  run: async (context, { survey, answer, folder }, options) => {
    const { forgetInDatabase, forgetInFolder } = await import('../../../answers/folder/forget.ts')
    const { databasesOf } = await import('../../../answers/folder/destinations.ts')
    const id = readId(answer, 'ANSWER')
    if ((folder === undefined) === (options.to === undefined)) throw usageError('Give the folder, or the database by --to')
    const quiz = await context.ask.quiz(survey)
    const wanted = await wantedOf(context, folder === undefined ? options : {}, false)
    const whose = { quiz, base_url: context.settings.address() }
    const forgotten =
      folder === undefined
        ? await forgetInDatabase(context.service, whose, databasesOf(quiz, wanted.destinations)[0]!, id, wanted)
        : await forgetInFolder(context.service, whose, folder, id, wanted)
    await context.show.thing(forgotten, columns)
    if (forgotten.still_in.length > 0)
      throw new CommandError('refused', `${forgotten.still_in.join(', ')} may still hold answer ${answer}`, {
        hint: 'Formats that are no longer written stay as they are: remove them, or write them again with --to',
      })
  },
})
