/** Plan, keys and further accounts of the sandbox. */
import { ownCommand } from '../../../cli/command.ts'
import { readCount } from '../../../cli/values.ts'
import * as z from '../../../contract/core/schema.ts'
import type { Column } from '../../../output/columns.ts'
import { account, control, pairs, askForAny, askFor } from './ask.ts'

const planShape = z.looseObject({
  options: z.record(z.string(), z.boolean()),
  limits: z.record(z.string(), z.nullable(z.number())),
})

const planRows = ({ options, limits }: z.infer<typeof planShape>) => [
  ...Object.entries(options).map(([key, value]) => ({ key, value })),
  ...Object.entries(limits).map(([key, value]) => ({ key: `limits.${key}`, value })),
]
const planColumns: Column[] = ['key', { path: 'value', value: ({ value }) => (value === null ? 'unlimited' : String(value)) }]

export const planShow = ownCommand('plan show', {
  summary: "Show the plan's options and limits",
  extra: { account, control },
  columns: planColumns,
  examples: ['sandbox plan show'],
  run: async (context, _, options) => {
    const plan = await askFor(planShape, context, options, 'plan show', {})
    if (context.show.form.asDocument) return context.show.thing(plan)
    await context.show.rows([planRows(plan)], planColumns)
  },
})

export const planSet = ownCommand('plan set', {
  summary: 'Change options and limits of the plan',
  positionals: ['change...'],
  arguments: { change: 'OPTION=true|false, or limits.NAME=NUMBER|unlimited, as `sandbox plan show` prints them' },
  extra: { account, control },
  examples: ['sandbox plan set sheets=false limits.quizzes=3', 'sandbox plan set limits.quizzes=unlimited'],
  run: async (context, { change }, options) => {
    const result = await askForAny(context, options, 'plan set', { change: pairs(change) })
    await context.show.done(result, `Changed the plan: ${change.join(', ')}`)
  },
})

const keyColumns: Column[] = [{ path: 'api_key', label: 'key' }, 'member_id', 'role_id']

export const keyOwner = ownCommand('key owner', {
  summary: 'Issue another key of the owner',
  extra: { account, control },
  columns: keyColumns,
  examples: ['sandbox key owner'],
  run: async (context, _, options) => context.show.thing(await askForAny(context, options, 'key owner', {}), keyColumns),
})

export const keyParticipant = ownCommand('key participant', {
  summary: 'Issue a key of a new participant; rights that are not named are forbidden',
  extra: {
    right: { flag: '--right <right=value>', about: 'allowed, partially or forbidden (repeatable)', many: true },
    all: { flag: '--all', about: 'Allow every right first' },
    role: { flag: '--role <id>', about: 'Give the participant this role' },
    account,
    control,
  },
  columns: keyColumns,
  examples: [
    'sandbox key participant --right view_results=allowed --right edit_quiz=partially',
    'sandbox key participant --all --right integrations=forbidden',
  ],
  run: async (context, _, options) => {
    const role_id = readCount(options.role, '--role')
    const issued = await askForAny(context, options, 'key participant', {
      rights: pairs(options.right ?? []),
      all: options.all === true,
      role_id,
    })
    await context.show.thing(issued, keyColumns)
  },
})

export const keyRevoke = ownCommand('key revoke', {
  summary: 'Revoke a key, as the account cabinet does',
  extra: { withKey: { flag: '--with-key', about: 'Read the key from standard input' }, control },
  examples: ['sandbox key owner --json | jq -r .api_key | surveyctl sandbox key revoke --with-key'],
  run: async (context, _, options) => {
    const api_key = (
      options.withKey ? await context.ask.readText('-') : await context.ask.value('API key', '--with-key', { secret: true })
    ).trim()
    await context.show.done(await askForAny(context, options, 'key revoke', { api_key }), 'Revoked the key')
  },
})

const accountColumns: Column[] = [{ path: 'api_key', label: 'key' }, 'workspace_id', 'folder_id']

export const accountAdd = ownCommand('account add', {
  summary: 'Create another account with a key of its own',
  extra: { name: { flag: '--name <text>', about: 'Name of the account' }, control },
  columns: accountColumns,
  examples: ['sandbox account add --name "Second"'],
  run: async (context, _, options) =>
    context.show.thing(await askForAny(context, options, 'account add', { name: options.name }), accountColumns),
})
