/** The command that shows how a thing stands: named when nobody knows what became of a write. */
import type { AnyOperation } from '../contract/operation.ts'
import type { Values } from './request.ts'

/** Verb to look with; absent nouns have `view`. */
const lists = new Set([
  'folder',
  'favorite',
  'template',
  'text',
  'version',
  'password',
  'promo',
  'webhook',
  'role',
  'scheduler',
  'integration',
])
/** Nouns that are seen through another one. */
const elsewhere: Readonly<Record<string, string>> = {
  branding: 'tariff view',
  block: 'booking list',
  media: 'quiz view',
  filter: 'quiz view',
  export: 'quiz view',
}

export function stateCommand(operation: AnyOperation, input: Values): string {
  const noun = operation.id.split('.')[0]!
  const survey = operation.path.includes('/quiz/{id}') && input.id !== undefined ? ` ${input.id}` : ''
  if (noun === 'quiz' && survey === '') return 'surveyctl quiz list --sort created_at --limit 10'
  const more = input.crm ?? input.messenger ?? input.service
  return `surveyctl ${elsewhere[noun] ?? `${noun} ${lists.has(noun) ? 'list' : 'view'}`}${survey}${more === undefined ? '' : ` ${more}`}`
}
