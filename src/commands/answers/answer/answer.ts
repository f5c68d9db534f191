import { command, group } from '../../../cli/command.ts'
import type { Context } from '../../../cli/context.ts'
import { poll } from '../../../system/poll.ts'
import { listAnswers, type AnswerRow } from '../../../contract/answers/answer.ts'
import type { Input } from '../../../contract/core/operation.ts'
import { usageError } from '../../../errors.ts'
import type { Column } from '../../../output/columns.ts'
import { stats } from './stats.ts'
import { syncStatus } from './sync-status.ts'
import { sync } from './sync.ts'
import { viewCommand } from './view.ts'
import { answerText } from './answer-text.ts'

type Query = Input<typeof listAnswers>

const columns: Column[] = [
  'id',
  { path: 'date_start', label: 'begun', as: 'time' },
  { path: 'date_end', label: 'ended', as: 'time' },
  { path: 'is_complete', label: 'complete', as: 'yesno' },
  { path: 'is_screenout', label: 'screened out', as: 'yesno' },
  {
    path: 'answers',
    value: (row: AnswerRow) =>
      row.answers
        ?.map(({ answer }) => answerText(answer))
        .filter((text) => text !== '')
        .join(' · '),
  },
]

const shownAtFirst = 10
const lookEvery = 2000
/** An answer may be stored a little later than the time it carries. */
const lateness = 60_000

/** Answers of this moment and later, latest first; at least `least` of them, even if older. */
async function since(context: Context, query: Query, field: 'date_start' | 'date_end', moment: number, least = 0): Promise<AnswerRow[]> {
  const found: AnswerRow[] = []
  for await (const rows of context.service.rows(listAnswers, { ...query, sort: field, order: 'desc' })) {
    for (const row of rows) {
      if (found.length >= least && timeOf(row, field) < moment) return found
      found.push(row)
    }
  }
  return found
}

const timeOf = (row: AnswerRow, field: 'date_start' | 'date_end'): number => Date.parse(row[field] ?? '') || 0

/** The latest answers, then each new one as it comes, until it is interrupted. */
async function* follow(context: Context, query: Query): AsyncGenerator<AnswerRow[]> {
  // Completed answers are new when they end, all others when they begin.
  const field = query.is_complete === true ? 'date_end' : 'date_start'
  const first = await since(context, query, field, Infinity, shownAtFirst)
  yield first.toReversed()
  let latest = Math.max(0, ...first.map((row) => timeOf(row, field)))
  const recent = await since(context, query, field, latest - lateness)
  const seen = new Set([...first, ...recent].filter((row) => timeOf(row, field) <= latest).map(({ id }) => id))
  for (;;) {
    const news = await poll(
      context.service,
      async () => {
        const rows = (await since(context, query, field, latest - lateness)).filter(({ id }) => !seen.has(id))
        return rows.length > 0 ? rows : undefined
      },
      { every: lookEvery },
    )
    for (const row of news) {
      seen.add(row.id)
      latest = Math.max(latest, timeOf(row, field))
    }
    yield news.reverse()
  }
}

export const answerGroup = group(
  'answer',
  'Answers of respondents',
  [
    command('list', listAnswers, {
      aliases: ['ls'],
      flags: { is_complete: ['--complete', '--incomplete'] },
      extra: { follow: { flag: '--follow', about: 'Show the latest answers, then new ones as they come' } },
      columns,
      examples: [
        'answer list 42',
        'answer list 42 --incomplete --sort date_start --limit 5',
        'answer list 42 --complete --all --ndjson',
        'answer list 42 --follow',
      ],
      run: async (context, input, options) => {
        if (!options.follow) return context.show.list(listAnswers, input, columns)
        const { raw, limit, offset, all } = context.flags
        if (context.show.form.asDocument || raw || limit !== undefined || offset !== undefined || all || input.sort || input.order) {
          throw usageError(
            '--follow has no end and an order of its own: it takes no --json, --jq, --raw, --limit, --offset, --all, --sort or --order',
            'For programs: --follow --ndjson',
          )
        }
        for await (const rows of follow(context, input)) await context.show.rows([rows], columns)
      },
    }),
    viewCommand,
    stats,
    // Of two verbs with the same beginning the longer one comes first.
    syncStatus,
    sync,
  ],
  ['answers'],
)
