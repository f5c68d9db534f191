/** What respondents, and the people of a campaign, do to a survey. */
import { ownCommand, type Extras, type Options } from '../../../cli/command.ts'
import type { Context } from '../../../cli/context.ts'
import { readCount } from '../../../cli/values.ts'
import * as z from '../../../contract/core/schema.ts'
import { poll } from '../../../system/poll.ts'
import { usageError } from '../../../errors.ts'
import type { AnswerTally } from '../../../sandbox/control/answer.ts'
import { control, percent, askFor } from './ask.ts'
import { counted } from '../../../text/counted.ts'

const aboutArguments = { survey: 'Id of a survey' }

const tally = z.looseObject({
  quiz_id: z.int(),
  answers: z.int(),
  complete: z.int(),
  incomplete: z.int(),
  screenout: z.int(),
  deleted: z.int(),
  delivered: z.boolean(),
})

const lineOf = ({ quiz_id, answers, complete, incomplete, screenout, deleted, delivered }: AnswerTally): string =>
  `Answered survey ${quiz_id} ${counted(answers, 'time')}: ${complete} complete, ${incomplete} incomplete, ${screenout} screened out, ${deleted} deleted${
    delivered ? '' : '; too many for letters, webhooks and files: there are none'
  }`

const idsOf = (text: string, flag: string): number[] => text.split(',').map((id) => readCount(id.trim(), flag))

const quiz_id = z.int()
const changed = z.looseObject({ quiz_id, edited: z.optional(z.int()), deleted: z.optional(z.int()) })

const answerFlags = {
  count: { flag: '--count <n>', about: 'Number of answers (default 1); above 10000 no e-mails, webhooks and files' },
  days: { flag: '--days <n>', about: 'Spread their start over the last N days (default: now)' },
  incomplete: { flag: '--incomplete <percent>', about: 'Share of respondents who give up' },
  screenout: { flag: '--screenout <percent>', about: 'Share of respondents who are screened out' },
  deleted: { flag: '--deleted <percent>', about: 'Share of answers that are deleted afterwards' },
  seed: { flag: '--seed <n>', about: 'The same number gives the same answers' },
  edit: { flag: '--edit <ids>', about: 'Give these answers other values (comma-separated)' },
  silent: { flag: '--silent', about: 'With --edit: keep their end time' },
  delete: { flag: '--delete <ids>', about: 'Delete these answers (comma-separated)' },
  control,
} as const satisfies Extras

type AnswerOptions = Options<typeof answerFlags>

/** Answers that are there: `--edit` and `--delete`. */
async function change(context: Context, quiz: string, options: AnswerOptions): Promise<void> {
  const { edit, delete: gone, silent, seed, count } = options
  if (edit !== undefined && gone !== undefined) throw usageError('Give either --edit or --delete')
  if (count !== undefined) throw usageError('--count makes new answers: it takes neither --edit nor --delete')
  const [verb, text = ''] = edit === undefined ? ['delete', gone] : ['edit', edit]
  const input = { quiz, ids: idsOf(text, `--${verb}`), seed: readCount(seed, '--seed', 0), silent }
  const result = await askFor(changed, context, options, `answer ${verb}`, input)
  await context.show.done(
    result,
    `${verb === 'edit' ? 'Edited' : 'Deleted'} ${counted(result.edited ?? result.deleted ?? 0, 'answer')} of survey ${result.quiz_id}`,
    result.quiz_id,
  )
}

/** Fewer answers are there before anybody would look how far it is. */
const followedFrom = 1000

/** Shows how far it is until the work ends. */
async function followed<T>(context: Context, options: AnswerOptions, quiz: string, count: number, work: Promise<T>): Promise<T> {
  const meter = context.show.meter('answers', count)
  const ended = new AbortController()
  let known = 0
  const look = async (): Promise<undefined> => {
    const answers = await askFor(z.int(), context, options, 'answer progress', { quiz })
    meter.advance(Math.max(answers - known, 0))
    known = Math.max(answers, known)
  }
  // How far it is may remain unknown.
  const looking = poll(ended, look, { every: 250 }).catch(() => {})
  try {
    return await work
  } finally {
    ended.abort()
    await looking
    meter.end()
  }
}

export const answer = ownCommand('answer', {
  summary: 'Answer a published survey with plausible answers, or edit and delete existing ones',
  positionals: ['survey'],
  arguments: aboutArguments,
  extra: answerFlags,
  examples: [
    'sandbox answer 42 --count 50 --incomplete 20 --seed 1',
    'sandbox answer 42 --edit 2,3 --silent',
    'sandbox answer 42 --delete 4',
  ],
  run: async (context, { survey }, options) => {
    if (options.edit !== undefined || options.delete !== undefined) return change(context, survey, options)
    if (options.silent) throw usageError('--silent needs --edit')
    const count = readCount(options.count, '--count')
    const input = {
      quiz: survey,
      count,
      days: readCount(options.days, '--days', 0),
      seed: readCount(options.seed, '--seed', 0),
      incomplete: percent(options.incomplete, '--incomplete'),
      screenout: percent(options.screenout, '--screenout'),
      deleted: percent(options.deleted, '--deleted'),
    }
    const answering = askFor(tally, context, options, 'answer', input)
    const result = await (count === undefined || count < followedFrom ? answering : followed(context, options, survey, count, answering))
    await context.show.done(result, lineOf(result), result.quiz_id)
  },
})

export const lock = ownCommand('lock', {
  summary: 'Start a paid campaign, which locks the questions of a survey',
  positionals: ['survey'],
  arguments: aboutArguments,
  extra: { title: { flag: '--title <text>', about: 'Title of the campaign' }, control },
  examples: ['sandbox lock 42 --title "Spring panel"'],
  run: async (context, { survey }, options) => {
    const result = await askFor(z.looseObject({ quiz_id, campaign: z.looseObject({ title: z.string() }) }), context, options, 'lock', {
      quiz: survey,
      title: options.title,
    })
    await context.show.done(result, `Locked survey ${result.quiz_id} by campaign "${result.campaign.title}"`, result.quiz_id)
  },
})

export const unlock = ownCommand('unlock', {
  summary: 'End the paid campaign of a survey',
  positionals: ['survey'],
  arguments: aboutArguments,
  extra: { control },
  examples: ['sandbox unlock 48'],
  run: async (context, { survey }, options) => {
    const result = await askFor(z.looseObject({ quiz_id, unlocked: z.boolean() }), context, options, 'unlock', { quiz: survey })
    await context.show.done(
      result,
      result.unlocked ? `Unlocked survey ${result.quiz_id}` : `Survey ${result.quiz_id} was not locked`,
      result.quiz_id,
    )
  },
})
