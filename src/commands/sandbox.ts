import { group, ownCommand, type CommandDefinition, type ExtraFlag } from '../cli/command.ts'
import type { Context } from '../cli/context.ts'
import { readDuration } from '../cli/duration.ts'
import { usageError } from '../errors.ts'
import type { Column } from '../output/columns.ts'

type Options = Readonly<Record<string, any>>
type Values = Readonly<Record<string, any>>

const control: ExtraFlag = { flag: '--control <url>', about: 'Control address of the sandbox, where several run' }
const account: ExtraFlag = { flag: '--account <id>', about: 'Another account of the sandbox than its first' }

/** Asks the running sandbox. */
async function tell<T = any>(context: Context, options: Options, action: string, input: object): Promise<T> {
  const { ask, findSandbox } = await import('./sandbox-control.ts')
  const workspace_id = whole(options.account, '--account')
  return ask<T>(findSandbox(context, options.control), action, { ...input, ...(workspace_id !== undefined && { workspace_id }) }, context.signal)
}

function whole(text: string | undefined, flag: string, least = 1): number | undefined {
  if (text === undefined) return undefined
  if (/^\d{1,9}$/.test(text) && Number(text) >= least) return Number(text)
  throw usageError(`${flag} must be a whole number of at least ${least}`)
}

function percent(text: string | undefined, flag: string): number | undefined {
  if (text === undefined) return undefined
  if (text.trim() !== '' && Number(text) >= 0 && Number(text) <= 100) return Number(text)
  throw usageError(`${flag} must be a percentage from 0 to 100`)
}

/** `K=V` pairs; what isn't JSON is a text. */
function pairs(texts: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(texts.map((text) => {
    const [, key, value] = /^([^=]+)=(.*)$/s.exec(text) ?? []
    if (key === undefined) throw usageError(`"${text}" is not KEY=VALUE`)
    return [key, readValue(value!)]
  }))
}

function readValue(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Sends what isn't undefined. */
const given = (values: Values): Values => Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))

const seed: ExtraFlag = { flag: '--seed <seed>', about: 'What it begins with (default demo)', choices: ['demo', 'empty'] }
const startFlags = {
  data: { flag: '--data <folder>', about: 'Keep everything there; a later start goes on from it' },
  seed,
  allowLocalWebhooks: { flag: '--allow-local-webhooks', about: 'Let deliveries go to this machine' },
} as const satisfies Record<string, ExtraFlag>

const start = ownCommand('start', {
  summary: 'Run the service on this machine until Ctrl-C',
  positionals: [],
  extra: {
    port: { flag: '--port <n>', about: 'Port on 127.0.0.1, 0 for any free one (default 4010)' },
    ...startFlags,
    profile: { flag: '--no-profile', about: 'Do not save the profile "sandbox"' },
  },
  examples: ['sandbox start --help', 'sandbox run --seed empty -- surveyctl quiz list'],
  run: async (context, _, options) => {
    const { startSandbox } = await import('./sandbox-start.ts')
    await startSandbox(context, await import('../sandbox/index.ts'), options)
  },
})

const run = ownCommand('run', {
  summary: 'Run a command against a fresh sandbox, and stop it',
  positionals: ['command...'],
  extra: startFlags,
  examples: ['sandbox run -- surveyctl quiz list', "sandbox run --seed empty -- sh -c 'surveyctl folder create Spring && surveyctl tariff view'"],
  run: async (context, { command }: Values, options) => {
    const { runInSandbox } = await import('./sandbox-start.ts')
    await runInSandbox(context, await import('../sandbox/index.ts'), command ?? [], options)
  },
})

const answer = ownCommand('answer', {
  summary: 'Answer a published survey with plausible answers',
  positionals: ['survey'],
  extra: {
    count: { flag: '--count <n>', about: 'How many (default 1)' },
    incomplete: { flag: '--incomplete <percent>', about: 'Share of those who give up' },
    screenout: { flag: '--screenout <percent>', about: 'Share of those who are screened out' },
    deleted: { flag: '--deleted <percent>', about: 'Share of those whose answer is deleted afterwards' },
    seed: { flag: '--seed <n>', about: 'The same number gives the same answers' },
    control,
  },
  examples: ['sandbox answer 42 --count 50 --incomplete 20 --seed 1'],
  run: async (context, { survey }: Values, options) => {
    const result = await tell(context, options, 'answer', given({
      quiz: survey, count: whole(options.count, '--count'), seed: whole(options.seed, '--seed', 0),
      incomplete: percent(options.incomplete, '--incomplete'), screenout: percent(options.screenout, '--screenout'), deleted: percent(options.deleted, '--deleted'),
    }))
    const { answers, complete, incomplete, screenout, deleted, quiz_id } = result
    await context.done(result, `Answered survey ${quiz_id} ${answers} times: ${complete} complete, ${incomplete} incomplete, ${screenout} screened out, ${deleted} deleted`, quiz_id)
  },
})

const lock = ownCommand('lock', {
  summary: 'Begin a paid campaign, which locks the questions of a survey',
  positionals: ['survey'], extra: { title: { flag: '--title <text>', about: 'Title of the campaign' }, control },
  examples: ['sandbox lock 42 --title "Spring panel"'],
  run: async (context, { survey }: Values, options) => {
    const result = await tell(context, options, 'lock', given({ quiz: survey, title: options.title }))
    await context.done(result, `Locked survey ${result.quiz_id} by campaign "${result.campaign.title}"`, result.quiz_id)
  },
})

const unlock = ownCommand('unlock', {
  summary: 'End the paid campaign of a survey',
  positionals: ['survey'], extra: { control }, examples: ['sandbox unlock 48'],
  run: async (context, { survey }: Values, options) => {
    const result = await tell(context, options, 'unlock', { quiz: survey })
    await context.done(result, result.unlocked ? `Unlocked survey ${result.quiz_id}` : `Survey ${result.quiz_id} was not locked`, result.quiz_id)
  },
})

const planRows = ({ options, limits }: { options: Values; limits: Values }) => [
  ...Object.entries(options).map(([key, value]) => ({ key, value })),
  ...Object.entries(limits).map(([key, value]) => ({ key: `limits.${key}`, value })),
]
const planColumns: Column[] = ['key', { path: 'value', value: ({ value }) => value === null ? 'unlimited' : String(value) }]

const planShow = ownCommand('plan show', {
  summary: "Show the plan's options and limits", positionals: [], extra: { account, control }, columns: planColumns, examples: ['sandbox plan show'],
  run: async (context, _, options) => {
    const plan = await tell(context, options, 'plan show', {})
    if (context.flags.json) return context.show(plan)
    await context.showRows([planRows(plan)], planColumns)
  },
})

const planSet = ownCommand('plan set', {
  summary: 'Change options and limits of the plan; null is unlimited',
  positionals: ['change...'], extra: { account, control },
  examples: ['sandbox plan set sheets=false limits.quizzes=3', 'sandbox plan set limits.quizzes=null'],
  run: async (context, { change }: Values, options) => {
    const result = await tell(context, options, 'plan set', { change: pairs(change ?? []) })
    await context.done(result, `Changed the plan: ${(change as string[]).join(', ')}`)
  },
})

const keyColumns: Column[] = [{ path: 'api_key', label: 'key' }, 'member_id', 'role_id']

const keyOwner = ownCommand('key owner', {
  summary: 'Issue another key of the owner', positionals: [], extra: { account, control }, columns: keyColumns, examples: ['sandbox key owner'],
  run: async (context, _, options) => context.show(await tell(context, options, 'key owner', {}), keyColumns),
})

const keyParticipant = ownCommand('key participant', {
  summary: 'Issue a key of a new participant; rights that are not named are forbidden',
  positionals: [],
  extra: {
    right: { flag: '--right <right=value>', about: 'allowed, partially or forbidden (repeatable)', many: true },
    all: { flag: '--all', about: 'Allow every right first' },
    role: { flag: '--role <id>', about: 'Put the participant under a role' },
    account, control,
  },
  columns: keyColumns,
  examples: ['sandbox key participant --right view_results=allowed --right edit_quiz=partially', 'sandbox key participant --all --right integrations=forbidden'],
  run: async (context, _, options) => {
    const role_id = whole(options.role, '--role')
    const issued = await tell(context, options, 'key participant', given({ rights: pairs(options.right ?? []), all: options.all === true, role_id }))
    await context.show(issued, keyColumns)
  },
})

const keyRevoke = ownCommand('key revoke', {
  summary: 'Take a key back, as the account cabinet does', positionals: [],
  extra: { withKey: { flag: '--with-key', about: 'Read the key from standard input' }, control },
  examples: ["sandbox key owner --json | jq -r .api_key | surveyctl sandbox key revoke --with-key"],
  run: async (context, _, options) => {
    const api_key = (options.withKey ? await context.readText('-') : await context.ask('API key', '--with-key', { secret: true })).trim()
    await context.done(await tell(context, options, 'key revoke', { api_key }), 'Revoked the key')
  },
})

const accountColumns: Column[] = [{ path: 'api_key', label: 'key' }, 'workspace_id', 'folder_id']

const accountAdd = ownCommand('account add', {
  summary: 'Make another account with a key of its own', positionals: [], extra: { name: { flag: '--name <text>', about: 'Name of the account' }, control },
  columns: accountColumns, examples: ['sandbox account add --name "Second"'],
  run: async (context, _, options) => context.show(await tell(context, options, 'account add', given({ name: options.name })), accountColumns),
})

/** What a human does in the cabinet: to an integration of a survey, or to the account's own service. */
const cabinet = (verb: 'connect' | 'disconnect' | 'revoke', past: string, summary: string, examples: string[]) => ownCommand(verb, {
  summary, positionals: ['survey-or-what', '[what]'], extra: { account, control }, examples,
  run: async (context, values: Values, options) => {
    const first: string = values['survey-or-what']
    const target = values.what === undefined ? { what: first } : { quiz: first, what: values.what }
    const result = await tell(context, options, verb, target)
    await context.done(result, `${past} ${target.what}${'quiz' in target ? ` of survey ${target.quiz}` : ''}`)
  },
} satisfies CommandDefinition<any> & { summary: string })

const inboxColumns: Column[] = ['id', { path: 'at', as: 'time' }, 'channel', { path: 'quiz_id', label: 'survey' }, 'to', 'subject', 'text', 'code']

const inbox = ownCommand('inbox', {
  summary: 'Show what the service sent: letters, messages, rows, entities', positionals: [],
  extra: {
    channel: { flag: '--channel <name>', about: 'Only of this channel', choices: ['email', 'messenger_a', 'messenger_b', 'sheets', 'crm_a', 'crm_b', 'automation', 'webhook'] },
    follow: { flag: '--follow', about: 'Wait for more until Ctrl-C' },
    control,
  },
  columns: inboxColumns, examples: ['sandbox inbox --channel email'],
  run: (context, _, options) => context.showRows(inboxRows(context, options), inboxColumns),
})

async function* inboxRows(context: Context, options: Options): AsyncIterable<unknown[]> {
  const { poll } = await import('../cli/poll.ts')
  const read = (after: number): Promise<{ id: number }[]> => tell(context, options, 'inbox', given({ after, channel: options.channel }))
  let rows = await read(0)
  yield rows
  for (let last = rows.at(-1)?.id ?? 0; options.follow; last = rows.at(-1)!.id) {
    rows = (await poll(context, async () => (await read(last).then((more) => more.length > 0 ? more : undefined)), { every: 300 }))!
    yield rows
  }
}

const faultColumns: Column[] = ['id', 'pattern', 'status', 'code', 'delay', 'cut', 'reset', 'times', 'after_commit', 'struck']

const faultAdd = ownCommand('fault add', {
  summary: "Put a fault on requests: 'METHOD PATH' below the base address, * for a part, '* *' for all",
  positionals: ['pattern'],
  extra: {
    status: { flag: '--status <n>', about: 'Answer with this status' },
    code: { flag: '--code <code>', about: 'Code of the refusal' },
    delay: { flag: '--delay <time>', about: 'Wait first, e.g. 500ms or 2s' },
    cut: { flag: '--cut <bytes>', about: 'Break the connection after so many bytes of the body' },
    reset: { flag: '--reset', about: 'Break the connection instead of answering' },
    times: { flag: '--times <n>', about: 'Strike only so many requests' },
    retryAfter: { flag: '--retry-after <seconds>', about: 'Send the header Retry-After' },
    afterCommit: { flag: '--after-commit', about: 'Store the write first' },
    control,
  },
  columns: faultColumns,
  examples: ["sandbox fault add 'POST /quiz/*/save' --status 503 --times 1", "sandbox fault add '* *' --delay 500ms --times 3"],
  run: async (context, { pattern }: Values, options) => {
    const fault = await tell(context, options, 'fault add', given({
      pattern, code: options.code, reset: options.reset, after_commit: options.afterCommit,
      status: whole(options.status, '--status', 100), cut: whole(options.cut, '--cut', 0), times: whole(options.times, '--times'),
      retry_after: whole(options.retryAfter, '--retry-after', 0),
      delay: options.delay === undefined ? undefined : readDuration(options.delay, '--delay'),
    }))
    await context.done(fault, `Added fault ${fault.id} on ${fault.pattern}`, fault.id)
  },
})

const faultList = ownCommand('fault list', {
  summary: 'List the faults', positionals: [], extra: { control }, columns: faultColumns, examples: ['sandbox fault list'],
  run: async (context, _, options) => context.showRows([await tell<unknown[]>(context, options, 'fault list', {})], faultColumns),
})

const faultClear = ownCommand('fault clear', {
  summary: 'Take all faults away', positionals: [], extra: { control }, examples: ['sandbox fault clear'],
  run: async (context, _, options) => {
    const result = await tell(context, options, 'fault clear', {})
    await context.done(result, `Took ${result.cleared} faults away`)
  },
})

const mailingAdd = ownCommand('mailing add', {
  summary: 'Make a mailing campaign with a contact list', positionals: [],
  extra: {
    title: { flag: '--title <text>', about: 'Title of the campaign' }, contacts: { flag: '--contacts <n>', about: 'How many it goes to' },
    quiz: { flag: '--quiz <survey>', about: 'Survey that it invites to' }, account, control,
  },
  examples: ['sandbox mailing add --title "Spring letter" --contacts 20'],
  run: async (context, _, options) => {
    const result = await tell(context, options, 'mailing add', given({ title: options.title, contacts: whole(options.contacts, '--contacts'), quiz: options.quiz }))
    await context.done(result, `Made campaign ${result.campaign_id} with contact list ${result.list_id}`, result.campaign_id)
  },
})

const bookingAdd = ownCommand('booking add', {
  summary: 'Book a slot of a scheduler, as a respondent does', positionals: ['scheduler-id'],
  extra: { start: { flag: '--start <time>', about: 'When it begins (default: the next free slot)' }, name: { flag: '--name <text>', about: 'Who books' }, email: { flag: '--email <address>', about: 'Where to write to' }, account, control },
  examples: ['sandbox booking add 1'],
  run: async (context, values: Values, options) => {
    const result = await tell(context, options, 'booking add', given({
      scheduler_id: whole(values['scheduler-id'], 'SCHEDULER_ID'), start_utc: options.start, name: options.name, email: options.email,
    }))
    await context.done(result, `Made booking ${result.booking_id}`, result.booking_id)
  },
})

const reset = ownCommand('reset', {
  summary: 'Put the sandbox back to what it began with; keys and addresses stay', positionals: [],
  extra: { seed: { ...seed, about: 'Begin with this instead' }, control }, examples: ['sandbox reset', 'sandbox reset --seed empty'],
  run: async (context, _, options) => context.done(await tell(context, options, 'reset', given({ seed: options.seed })), 'Reset the sandbox'),
})

export const sandboxGroup = group('sandbox', 'Run the whole service on this machine', [
  start, run, answer, lock, unlock, planShow, planSet, keyOwner, keyParticipant, keyRevoke, accountAdd,
  cabinet('connect', 'Connected', 'Connect an integration of a survey, or a service of the account', ['sandbox connect 42 crm_b', 'sandbox connect smtp']),
  cabinet('disconnect', 'Disconnected', 'Disconnect an integration of a survey, or a service of the account', ['sandbox connect 42 crm_b && surveyctl sandbox disconnect 42 crm_b']),
  cabinet('revoke', 'Revoked the access of', 'Revoke the access that an integration was given', ['sandbox connect 42 crm_b && surveyctl sandbox revoke 42 crm_b']),
  inbox, faultAdd, faultList, faultClear, mailingAdd, bookingAdd, reset,
])
