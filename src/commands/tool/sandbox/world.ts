/** What happens outside the API: people in the account cabinet, what the service sent, mailings and bookings. */
import { ownCommand, type Extras, type Options } from '../../../cli/command.ts'
import type { Context } from '../../../cli/context.ts'
import { readCount } from '../../../cli/values.ts'
import * as z from '../../../contract/core/schema.ts'
import type { Column } from '../../../output/columns.ts'
import { account, control, askForAny, askFor } from './ask.ts'

/** What a person does in the account cabinet: to an integration of a survey, or to a service of the account. */
export const cabinet = (verb: 'connect' | 'disconnect' | 'revoke', past: string, summary: string, examples: string[]) =>
  ownCommand(verb, {
    summary,
    positionals: ['survey-or-service', '[integration]'],
    arguments: {
      'survey-or-service': 'Id of a survey; or a service of the account, e.g. smtp',
      integration: 'Integration of the survey, e.g. crm_b or sheets',
    },
    extra: { account, control },
    examples,
    run: async (context, values, options) => {
      const first = values['survey-or-service']
      const target = values.integration === undefined ? { what: first } : { quiz: first, what: values.integration }
      const result = await askForAny(context, options, verb, target)
      await context.show.done(result, `${past} ${target.what}${'quiz' in target ? ` of survey ${target.quiz}` : ''}`)
    },
  })

const inboxColumns: Column[] = [
  'id',
  { path: 'at', as: 'time' },
  'channel',
  { path: 'quiz_id', label: 'survey' },
  'to',
  'subject',
  'text',
  'code',
]

const inboxFlags = {
  channel: {
    flag: '--channel <name>',
    about: 'Only of this channel',
    choices: ['email', 'messenger_a', 'messenger_b', 'sheets', 'crm_a', 'crm_b', 'automation', 'webhook'],
  },
  follow: { flag: '--follow', about: 'Wait for more until Ctrl-C' },
  control,
} as const satisfies Extras

export const inbox = ownCommand('inbox', {
  summary: 'Show what the service sent: e-mails, messages, spreadsheet rows, CRM entities',
  extra: inboxFlags,
  columns: inboxColumns,
  examples: ['sandbox inbox --channel email'],
  run: (context, _, options) => context.show.rows(inboxRows(context, options), inboxColumns),
})

const sent = z.array(z.looseObject({ id: z.int() }))

async function* inboxRows(context: Context, options: Options<typeof inboxFlags>): AsyncIterable<unknown[]> {
  const { poll } = await import('../../../system/poll.ts')
  const read = (after: number) => askFor(sent, context, options, 'inbox', { after, channel: options.channel })
  let rows = await read(0)
  yield rows
  for (let last = rows.at(-1)?.id ?? 0; options.follow; last = rows.at(-1)?.id ?? last) {
    rows = await poll(context.service, () => read(last).then((more) => (more.length > 0 ? more : undefined)), { every: 300 })
    yield rows
  }
}

export const mailingAdd = ownCommand('mailing add', {
  summary: 'Create a mailing campaign with a contact list',
  extra: {
    title: { flag: '--title <text>', about: 'Title of the campaign' },
    contacts: { flag: '--contacts <n>', about: 'Number of contacts' },
    quiz: { flag: '--quiz <survey>', about: 'Survey that it invites to' },
    account,
    control,
  },
  examples: ['sandbox mailing add --title "Spring letter" --contacts 20'],
  run: async (context, _, options) => {
    const result = await askFor(z.looseObject({ campaign_id: z.int(), list_id: z.int() }), context, options, 'mailing add', {
      title: options.title,
      contacts: readCount(options.contacts, '--contacts'),
      quiz: options.quiz,
    })
    await context.show.done(result, `Made campaign ${result.campaign_id} with contact list ${result.list_id}`, result.campaign_id)
  },
})

export const bookingAdd = ownCommand('booking add', {
  summary: 'Book a slot of a scheduler, as a respondent does',
  positionals: ['scheduler-id'],
  arguments: { 'scheduler-id': 'Id of a scheduler (see: scheduler list)' },
  extra: {
    start: { flag: '--start <time>', about: 'When it begins (default: the next free slot)' },
    name: { flag: '--name <text>', about: 'Name of the person who books' },
    email: { flag: '--email <address>', about: 'E-mail address of the person' },
    account,
    control,
  },
  examples: ['sandbox booking add 1'],
  run: async (context, values, options) => {
    const result = await askFor(z.looseObject({ booking_id: z.int() }), context, options, 'booking add', {
      scheduler_id: readCount(values['scheduler-id'], 'SCHEDULER_ID'),
      start_utc: options.start,
      name: options.name,
      email: options.email,
    })
    await context.show.done(result, `Made booking ${result.booking_id}`, result.booking_id)
  },
})
