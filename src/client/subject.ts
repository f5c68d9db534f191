/** What a request is about, in the user's terms: "Survey 42", "Webhook 7 of survey 42". */
import type { AnyOperation } from '../contract/core/operation.ts'
import type { Values } from './request.ts'

/** What the variable of a path is the id of. */
const things: Readonly<Record<string, string>> = {
  versionId: 'version',
  passwordId: 'password',
  folderId: 'folder',
  questionId: 'favourite question',
  list_id: 'promo list',
  code_id: 'promo code',
  webhookId: 'webhook',
  emailId: 'recipient',
  schedulerId: 'scheduler',
  bookingId: 'booking',
  blockId: 'time block',
  presetId: 'preset',
  memberId: 'participant',
  theme_id: 'theme',
  report_uuid: 'report',
  entity: 'mapping',
  block: 'mapping',
  workspace_id: 'account',
}

/** Integrations that are a word of the path, not a variable. */
const fixed = /\/integrations\/(sheets|automation)\b/

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

export function subjectOf(operation: AnyOperation, input: Values): string {
  const integration = integrationOf(operation, input)
  const [survey, part] = [surveyOf(operation, input), integration ?? partOf(operation, input)]
  const whole = survey && part ? `${part} of ${survey}` : (part ?? survey ?? accountOf(input) ?? operation.summary)
  return integration === undefined ? capital(whole) : whole
}

const surveyOf = (operation: AnyOperation, input: Values): string | undefined =>
  operation.path.includes('/quiz/{id}') && input.id !== undefined ? `survey ${input.id}` : undefined

const accountOf = (input: Values): string | undefined => (input.workspace_id === undefined ? undefined : `account ${input.workspace_id}`)

/** The service's own name, written as it is. */
function integrationOf(operation: AnyOperation, input: Values): string | undefined {
  const name = fixed.exec(operation.path)?.[1] ?? input.crm ?? input.messenger ?? input.service ?? input.integration
  return name === undefined ? undefined : String(name)
}

function partOf(operation: AnyOperation, input: Values): string | undefined {
  const name = Object.keys(operation.params).findLast((variable) => variable !== 'id' && variable !== 'workspace_id' && variable in things)
  return name === undefined || input[name] === undefined ? undefined : `${things[name]} ${input[name]}`
}

/** Which input names the thing that a `..._not_found` code is about. */
const missing: Readonly<Record<string, readonly [thing: string, ...names: string[]]>> = {
  quiz_not_found: ['survey', 'id', 'source_quiz_id'],
  workspace_not_found: ['account', 'workspace_id'],
  folder_not_found: ['folder', 'folder_id', 'folderId'],
  answer_not_found: ['answer', 'answer_id'],
  not_found_option: ['option', 'option_id'],
  webhook_not_found: ['webhook', 'webhookId'],
  password_not_found: ['password', 'passwordId'],
  template_not_found: ['template', 'template_id'],
  scheduler_not_found: ['scheduler', 'schedulerId', 'scheduler_id'],
  account_not_found: ['seller account', 'payment_account_id'],
  source_not_found: ['label', 'source_id'],
  list_not_found: ['promo list', 'list_id'],
}

/** What a plain `not_found` may be about, where a field of the query or body names it. */
const inBody: Readonly<Record<string, string>> = { list_id: 'promo list', role_id: 'role', favorite_question_id: 'favourite question' }

/** The thing that isn't there. */
export function missingSubject(code: string, operation: AnyOperation, input: Values): string {
  const [thing, ...names] = missing[code] ?? []
  if (Array.isArray(input.quize_ids) && thing === 'survey') return 'One of the surveys'
  const id = names.map((name) => input[name]).find((value) => value !== undefined)
  if (thing && id !== undefined) return `${capital(thing)} ${id}`
  if (thing === 'survey' && Array.isArray(input.ids)) return 'One of the surveys'
  if (code === 'not_found' && typeof input.section === 'string')
    return input.list_id === undefined ? `Campaign ${input.campaign_id ?? ''}`.trim() : `Contact list ${input.list_id}`
  const named = Object.entries(inBody).find(([name]) => code === 'not_found' && input[name] !== undefined)
  if (named) return `${capital(named[1])} ${String(input[named[0]])}`
  return thing ? `The ${thing}` : subjectOf(operation, input)
}
