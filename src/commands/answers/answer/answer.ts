import { command, group } from '../../../cli/command.ts'
import { readMoment } from '../../../cli/values.ts'
import { listAnswers, type AnswerRow } from '../../../contract/answers/answer.ts'
import { usageError } from '../../../errors.ts'
import type { Column } from '../../../output/columns.ts'
import { forget } from './forget.ts'
import { stats } from './stats.ts'
import { syncStatus } from './sync-status.ts'
import { syncStop } from './sync-stop.ts'
import { sync } from './sync.ts'
import { courseColumns, viewCommand } from './view.ts'
import { answerText } from '../../../answers/answer-text.ts'

const columns: Column[] = [
  'id',
  ...courseColumns,
  {
    path: 'answers',
    value: (row: AnswerRow) =>
      row.answers
        ?.map(({ answer }) => answerText(answer))
        .filter((text) => text !== '')
        .join(' · '),
  },
]

export const answerGroup = group('answer', {
  summary: 'Answers of respondents',
  aliases: ['answers'],
  commands: [
    command('list', listAnswers, {
      aliases: ['ls'],
      flags: { is_complete: ['--complete', '--incomplete'] },
      extra: {
        follow: { flag: '--follow', about: 'Show the latest answers, then new ones as they come', endless: true },
        since: {
          flag: '--since <time>',
          about: 'With --follow: begin with the answers of this time; last: where the last run with --since stopped',
        },
        fromDate: {
          flag: '--from-date <day>',
          about: 'Only answers started on this day (UTC) or later; told apart here, so all may be read',
        },
        toDate: { flag: '--to-date <day>', about: 'Only answers started on this day (UTC) or earlier' },
      },
      columns,
      examples: [
        'answer list 42',
        'answer list 42 --incomplete --sort date_start --limit 5',
        'answer list 42 --complete --all --ndjson',
        'answer list 42 --from-date 2026-11-01 --json',
        'answer list 42 --follow',
        'answer list 42 --complete --follow --since last --ndjson',
      ],
      run: async (context, input, options) => {
        const byDay = options.fromDate !== undefined || options.toDate !== undefined
        if (options.follow && byDay) throw usageError('--follow shows what comes: it takes no --from-date or --to-date')
        if (!options.follow && options.since) throw usageError('--since is for --follow')
        if (byDay) return (await import('./by-day.ts')).listByDay(context, input, options, columns)
        if (!options.follow) return context.show.list(listAnswers, input, columns)
        if (input.sort || input.order) throw usageError('--follow has an order of its own: it takes no --sort or --order')
        const from = options.since === undefined || options.since === 'last' ? options.since : readMoment(options.since, '--since', 'last')
        const { followAnswers } = await import('../../../answers/follow.ts')
        await context.show.rows(followAnswers(context.service, input, from), columns)
      },
    }),
    viewCommand,
    stats,
    // Of two verbs with the same beginning the longer one comes first.
    syncStatus,
    syncStop,
    sync,
    forget,
  ],
})
