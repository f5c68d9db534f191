/** The command that shows how a thing stands: named when nobody knows what became of a write. */
import type { AnyOperation } from '../contract/operation.ts'
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

export function stateCommand(operation: AnyOperation, input: Values): string | undefined {
  const noun = operation.id.split('.')[0]!
  // The branding is only seen in the account cabinet.
  if (noun === 'branding') return undefined
  const survey = operation.path.includes('/quiz/{id}') ? ' {id}' : ''
  const which = ['crm', 'messenger', 'service'].filter((name) => name in operation.params).map((name) => ` {${name}}`)
  const usual = `${noun} ${lists.has(noun) ? 'list' : 'view'}${survey}${which.join('')}`
  const command = elsewhere[operation.id] ?? elsewhere[noun] ?? usual
  return `surveyctl ${command.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(input[name] ?? name.toUpperCase()))}`
}
