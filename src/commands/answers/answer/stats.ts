import { command } from '../../../cli/command.ts'
import { listAnswers } from '../../../contract/answers/answer.ts'
import { viewQuiz } from '../../../contract/surveys/quiz.ts'
import { viewReport } from '../../../contract/answers/report.ts'
import { statsFlags } from './stats/flags.ts'

export const stats = command('stats', viewQuiz, {
  summary: 'Count answers: bars, means, NPS, cross-tabs, trend, funnel',
  positionals: ['id', '[questions...]'],
  arguments: { questions: 'Only these: number, key, variable, id or exact title. The result names each by its variable' },
  extra: statsFlags,
  examples: [
    'answer stats 42',
    'answer stats 42 3 6 --by 1',
    'answer stats 42 --trend week --from-date 2026-01-01',
    'answer stats 42 --funnel --html funnel.html',
    'answer sync 42 answers --quiet && surveyctl answer stats 42 --synced answers --where have_you_ordered_from_us=1',
  ],
  also: [listAnswers, viewReport],
  run: async (context, { id, questions = [] }, options) => {
    const { runStats } = await import('./stats/run.ts')
    await runStats(context, id, questions, options)
  },
})
