/** What respondents, and the people of a campaign, do to a survey. */
import { ownCommand } from '../../cli/command.ts'
import { control, given, percent, tell, whole } from './ask.ts'

const survey = { survey: 'Id of a survey' }

interface Answered {
  quiz_id: number
  answers: number
  complete: number
  incomplete: number
  screenout: number
  deleted: number
}

export const answer = ownCommand('answer', {
  summary: 'Answer a published survey with plausible answers',
  positionals: ['survey'],
  arguments: survey,
  extra: {
    count: { flag: '--count <n>', about: 'How many (default 1)' },
    incomplete: { flag: '--incomplete <percent>', about: 'Share of those who give up' },
    screenout: { flag: '--screenout <percent>', about: 'Share of those who are screened out' },
    deleted: { flag: '--deleted <percent>', about: 'Share of those whose answer is deleted afterwards' },
    seed: { flag: '--seed <n>', about: 'The same number gives the same answers' },
    control,
  },
  examples: ['sandbox answer 42 --count 50 --incomplete 20 --seed 1'],
  run: async (context, { survey }, options) => {
    const result = await tell<Answered>(
      context,
      options,
      'answer',
      given({
        quiz: survey,
        count: whole(options.count, '--count'),
        seed: whole(options.seed, '--seed', 0),
        incomplete: percent(options.incomplete, '--incomplete'),
        screenout: percent(options.screenout, '--screenout'),
        deleted: percent(options.deleted, '--deleted'),
      }),
    )
    const { answers, complete, incomplete, screenout, deleted, quiz_id } = result
    await context.done(
      result,
      `Answered survey ${quiz_id} ${answers} times: ${complete} complete, ${incomplete} incomplete, ${screenout} screened out, ${deleted} deleted`,
      quiz_id,
    )
  },
})

export const lock = ownCommand('lock', {
  summary: 'Begin a paid campaign, which locks the questions of a survey',
  positionals: ['survey'],
  arguments: survey,
  extra: { title: { flag: '--title <text>', about: 'Title of the campaign' }, control },
  examples: ['sandbox lock 42 --title "Spring panel"'],
  run: async (context, { survey }, options) => {
    const result = await tell<{ quiz_id: number; campaign: { title: string } }>(
      context,
      options,
      'lock',
      given({ quiz: survey, title: options.title }),
    )
    await context.done(result, `Locked survey ${result.quiz_id} by campaign "${result.campaign.title}"`, result.quiz_id)
  },
})

export const unlock = ownCommand('unlock', {
  summary: 'End the paid campaign of a survey',
  positionals: ['survey'],
  arguments: survey,
  extra: { control },
  examples: ['sandbox unlock 48'],
  run: async (context, { survey }, options) => {
    const result = await tell<{ quiz_id: number; unlocked: boolean }>(context, options, 'unlock', { quiz: survey })
    await context.done(
      result,
      result.unlocked ? `Unlocked survey ${result.quiz_id}` : `Survey ${result.quiz_id} was not locked`,
      result.quiz_id,
    )
  },
})
