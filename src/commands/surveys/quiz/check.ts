import { command } from '../../../cli/command.ts'
import { listQuizzes } from '../../../contract/surveys/quiz.ts'
import { usageError } from '../../../errors.ts'
import { namedSurveys } from '../../named-surveys.ts'
import { checkFlags, findingColumns } from '../check/flags.ts'

/** Several surveys as one check: one account of findings, one exit code. */
export const check = command('check', listQuizzes, {
  summary: 'Check surveys for mistakes that respondents would meet',
  positionals: ['[surveys...]'],
  arguments: { surveys: 'Surveys, by id, virtual_id, address or exact name; all of them with --all' },
  flags: { folder_id: false, sort: false, order: false },
  extra: {
    ...checkFlags,
    strict: { flag: '--strict', about: 'Fail as well when the key or the plan keeps rules from being checked' },
  },
  columns: findingColumns,
  examples: [
    'quiz check 42 --fail-on never',
    'quiz check 42 43 --json --fail-on never',
    'quiz check 43 --sarif check.sarif --junit check.xml --fail-on never',
  ],
  also: async () => (await import('../../../check/operations.ts')).reads,
  run: async (context, { surveys = [] }, flags) => {
    if (context.flags.limit !== undefined || context.flags.offset !== undefined)
      throw usageError('quiz check takes surveys, or --all: no --limit and no --offset')
    if (surveys.length === 0 && !context.flags.all) throw usageError('SURVEY is missing', 'To check every survey: --all')
    if (surveys.length > 0 && context.flags.all) throw usageError('Give either surveys or --all')
    const { checkSurveys } = await import('../check/check.ts')
    await checkSurveys(context, await namedSurveys(context, surveys), flags)
  },
})
