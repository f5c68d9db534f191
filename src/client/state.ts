/** The command that shows how a thing stands: named when nobody knows what became of a write. */
import type { AnyOperation } from '../contract/core/operation.ts'
import type { Values } from './request.ts'

/** Nouns that are looked at with `list`; the others have `view`. */
const lists = new Set(['folder', 'favorite', 'text', 'version', 'password', 'promo', 'webhook', 'role', 'scheduler', 'integration'])

const newest = 'quiz list --sort created_at --limit 10'
const booked = 'booking list --from DATE --to DATE'

/** Operations, and whole nouns, that are seen elsewhere. */
const elsewhere: Readonly<Record<string, string>> = {
  'quiz.create': newest,
  'quiz.from-template': newest,
  'quiz.generate': newest,
  'quiz.restore': newest,
  'quiz.duplicate': newest,
  'promo.add': 'promo codes {id} --list {list_id}',
  'promo.attach': 'promo pinned {id} --list {list_id}',
  'promo.sync': 'promo pinned {id} --list {list_id}',
  'integration.resend': 'integration logs {id} {integration}',
  'webhook.resend': 'webhook logs {id} {webhookId}',
  'crm.map-a': 'crm view {id} crm_a',
  'crm.map-b': 'crm view {id} crm_b',
  'crm.settings-set': 'crm settings {id}',
  booking: booked,
  block: booked,
  filter: 'quiz view {id}',
  media: 'storage usage',
}

/** Where what an error code is about is listed. */
const homes: Readonly<Record<string, string>> = {
  quiz_not_found: 'quiz list',
  folder_not_found: 'folder list',
  answer_not_found: 'answer list {id}',
  webhook_not_found: 'webhook list {id}',
  password_not_found: 'password list {id}',
  template_not_found: 'template list',
  scheduler_not_found: 'scheduler list',
  account_not_found: 'payment view {id}',
  source_not_found: 'partner view',
  list_not_found: 'promo list {id}',
}

const nounOf = ({ id }: AnyOperation): string => id.split('.')[0]!

export function stateCommand(operation: AnyOperation, input: Values): string | undefined {
  const noun = nounOf(operation)
  // The branding is only seen in the account cabinet.
  if (noun === 'branding') return undefined
  const survey = operation.path.includes('/quiz/{id}') ? ' {id}' : ''
  const which = ['crm', 'messenger', 'service'].filter((name) => name in operation.params).map((name) => ` {${name}}`)
  const usual = `${noun} ${lists.has(noun) ? 'list' : 'view'}${survey}${which.join('')}`
  return `surveyctl ${withValues(elsewhere[operation.id] ?? elsewhere[noun] ?? usual, operation, input)}`
}

/** The command that shows what there is, when something isn't. */
export function listCommand(code: string, operation: AnyOperation, input: Values): string | undefined {
  const noun = nounOf(operation)
  const home =
    homes[code] ??
    (noun === 'quiz'
      ? 'quiz list'
      : noun === 'mailing'
        ? `mailing ${input.list_id === undefined ? 'campaigns' : 'contact-lists'}`
        : undefined)
  // Participants are listed in the account cabinet only.
  if (home === undefined && noun === 'member') return undefined
  return home === undefined ? stateCommand(operation, input) : `surveyctl ${withValues(home, operation, input)}`
}

/** `{id}`, `{crm}`: from what was asked for, else as a word to be replaced. */
export function withValues(text: string, operation: AnyOperation | undefined, input: Values): string {
  const crm = /crm_[ab]/.exec(operation?.path ?? '')?.[0]
  const values: Values = { ...(crm && { crm }), ...input }
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? (name === 'id' ? 'SURVEY' : name.toUpperCase())))
}
