import { rowWith, titled, detailLine } from '../../confirm-details.ts'
import { command, group, type TextForm } from '../../../cli/command.ts'
import type { Context } from '../../../cli/context.ts'
import type { Input, Row } from '../../../contract/core/operation.ts'
import * as webhook from '../../../contract/integrations/webhook.ts'
import { usageError } from '../../../errors.ts'
import type { Column } from '../../../output/columns.ts'
import { periodFlags, resentLine } from '../integration.ts'
import { follow } from './follow.ts'
import { test } from './test.ts'
import { toCopy } from '../../../text/to-copy.ts'

interface Named {
  name: string
  value: string
}

function readPair(text: string, sign: string, form: string): Named {
  const at = text.indexOf(sign)
  const name = text.slice(0, at).trim()
  if (at < 0 || name === '') throw usageError(`${text === '' ? 'An empty value' : `"${text}"`} is not ${form}`)
  return { name, value: text.slice(at + sign.length).trim() }
}

/** Values in the order given; one empty text is the empty list. */
const pairs = (flag: string, sign: string, form: string, about: string): TextForm => ({
  flag,
  placeholder: form,
  about,
  read: (given) => (given.length === 1 && given[0] === '' ? [] : given.map((text) => readPair(text, sign, `${flag} ${form}`))),
})

const flags = {
  headers: pairs('--header', ':', 'NAME: VALUE', "Header of the call (repeatable; '' for none)"),
  body: pairs('--body', '=', 'NAME=VALUE', "Field added to what is sent (repeatable; '' for none)"),
  body_naming: pairs('--body-naming', '=', 'FIELD=NAME', "Name under which a field is sent (repeatable; '' for none)"),
  is_active: '--active',
} as const

const headerFile = {
  headerFile: {
    flag: '--header-file <file>',
    about: 'Read headers from a file, one NAME: VALUE a line (- for standard input), so that secrets stay out of the command line',
  },
} as const

/** Headers of the flags with those of the file. */
async function withHeaderFile<T extends { headers?: Named[] | undefined }>(
  context: Context,
  input: T,
  file: string | undefined,
): Promise<T> {
  if (file === undefined) return input
  const lines = (await context.ask.readText(file)).split(/\r?\n/).filter((line) => line.trim() !== '')
  return { ...input, headers: [...(input.headers ?? []), ...lines.map((line) => readPair(line, ':', 'NAME: VALUE'))] }
}

const columns: Column[] = [
  'id',
  'title',
  { path: 'is_active', label: 'active', as: 'yesno' },
  'method',
  'url',
  { path: 'incomplete', value: ({ incomplete, hours }) => (incomplete ? `after ${hours ?? 0} h` : 'no') },
  { path: 'headers', value: ({ headers }: Row<typeof webhook.listWebhooks>) => headers?.map(({ name }) => name).join(', ') },
]

const logColumns: Column[] = [
  'id',
  { path: 'created_at', label: 'sent', as: 'time' },
  'status',
  'http_status',
  'attempt',
  'answer_id',
  'duration_ms',
  'error',
]

/** The same operation, but the method may be left out: the service requires one, and what receives answers usually takes POST. */
const addPosting = {
  ...webhook.addWebhook,
  body: { ...webhook.addWebhook.body, method: { ...webhook.addWebhook.body.method, required: false, default: 'post' } },
}

const add = command('add', addPosting, {
  positionals: ['id', 'url'],
  flags,
  extra: headerFile,
  examples: [
    'webhook add 42 https://hooks.example.com/answers --title "Answers"',
    "webhook add 42 https://hooks.example.com/late --title Late --method put --incomplete --hours 24 --header 'X-Source: survey' --active",
  ],
  run: async (context, given, options) => {
    const input = await withHeaderFile(context, { ...given, method: given.method ?? 'post' }, options.headerFile)
    const result = await context.service.call(webhook.addWebhook, input)
    const lines = [`Added webhook ${result.webhook_id} to survey ${input.id}`]
    if (!input.is_active) lines.push(toCopy`It is switched off. To switch it on: surveyctl webhook enable ${input.id} ${result.webhook_id}`)
    await context.show.done(result, lines, result.webhook_id)
  },
})

const edit = command('edit', webhook.editWebhook, {
  flags,
  extra: headerFile,
  examples: [
    'webhook edit 42 7 --title "Answers, new address" --url https://hooks.example.com/v2',
    'webhook edit 42 7 --file webhook.yaml',
  ],
  run: async (context, given, options) => {
    const input = await withHeaderFile(context, given, options.headerFile)
    if (Object.keys(input).length <= 2) throw usageError('Nothing to change is given', 'See: surveyctl webhook edit --help')
    const result = await context.service.call(webhook.editWebhook, input)
    await context.show.done(result, `Changed webhook ${input.webhookId}`, input.webhookId)
  },
})

const logs = command('logs', webhook.listWebhookLogs, {
  columns: logColumns,
  extra: { follow: { flag: '--follow', about: 'Follow new deliveries as they happen, until Ctrl-C', endless: true } },
  examples: ['webhook logs 42 7', 'webhook logs 42 7 --limit 5 --json', 'webhook logs 42 7 --follow'],
  run: async (context, input, options) => {
    if (!options.follow) return context.show.list(webhook.listWebhookLogs, input, logColumns)
    await context.show.rows(follow(context, input), logColumns)
  },
})

const toggled = (is_active: boolean) => ({
  fixed: { is_active },
  done: (_: unknown, { id, webhookId }: Input<typeof webhook.toggleWebhook>) =>
    `Switched webhook ${webhookId} of survey ${id} ${is_active ? 'on' : 'off'}`,
})

const resend = command('resend', webhook.resendWebhookLogs, {
  shows: 'webhook logs {id} {webhookId}',
  flags: periodFlags,
  examples: ['webhook resend 42 7', 'webhook resend 42 7 --from 2026-11-01'],
  run: async (context, input) => {
    const result = await context.service.call(webhook.resendWebhookLogs, input)
    await context.show.done(
      result,
      [
        resentLine(result.resent, 'delivery', 'deliveries'),
        toCopy`To see how they end: surveyctl webhook logs ${input.id} ${input.webhookId}`,
      ],
      input.webhookId,
    )
  },
})

export const webhookGroup = group('webhook', {
  summary: 'Webhooks: addresses that are called with each answer',
  aliases: ['webhooks'],
  shows: 'webhook list {id}',
  lists: { webhook_not_found: 'webhook list {id}' },
  refusals: {
    webhook_exists: {
      says: '{it} already has a webhook with this address and method',
      also: ': webhook {webhook_id}',
      hint: 'To see and change it: surveyctl webhook list {id}, surveyctl webhook edit {id} {webhook_id}',
    },
  },
  commands: [
    command('list', webhook.listWebhooks, {
      aliases: ['ls'],
      columns,
      examples: ['webhook list 42', "webhook list 42 --jq '.[] | select(.is_active) | .url'"],
    }),
    add,
    edit,
    command('enable', webhook.toggleWebhook, { summary: 'Switch a webhook on', ...toggled(true), examples: ['webhook enable 42 8'] }),
    command('disable', webhook.toggleWebhook, { summary: 'Switch a webhook off', ...toggled(false), examples: ['webhook disable 42 8'] }),
    command('remove', webhook.removeWebhook, {
      aliases: ['rm'],
      confirm: ({ id, webhookId }) => `Remove webhook ${webhookId} of survey ${id} with its log?`,
      confirmDetails: async (context, { id, webhookId }) => {
        const { title, url, is_active } = await rowWith(context, webhook.listWebhooks, { id }, webhookId)
        return detailLine(
          titled('Webhook', webhookId, title),
          typeof url === 'string' && url,
          is_active === true && 'active',
          'cannot be brought back',
        )
      },
      done: (_, { id, webhookId }) => `Removed webhook ${webhookId} of survey ${id}`,
      examples: ['webhook remove 42 9 --yes'],
    }),
    logs,
    resend,
    test,
  ],
})
