/** JSON Schemas of a project's sections, derived from the operations that write them. */
import { changeAutomation } from '../../contract/integrations/automation.ts'
import type { Fields } from '../../contract/core/fields.ts'
import { objectSchema, type JsonSchema } from '../../contract/core/json-schema.ts'
import { changeCounter, counterServices } from '../../contract/integrations/counter.ts'
import { crmBlocks, crmEntities } from '../../contract/integrations/crm.ts'
import { mapCrmA, mapCrmB } from '../../contract/integrations/crm-mapping.ts'
import { letterFields, letters } from '../../contract/integrations/email.ts'
import { messengers } from '../../contract/integrations/integration.ts'
import { changeMessenger } from '../../contract/integrations/messenger.ts'
import { setPayment } from '../../contract/account/payment.ts'
import { buildQr } from '../../contract/surveys/qr.ts'
import { changeSheets } from '../../contract/integrations/sheets.ts'
import { languages } from '../../contract/surveys/text.ts'
import { addWebhook } from '../../contract/integrations/webhook.ts'
import type { MoreSchemas } from '../../model/document/schema.ts'
import { isObject } from '../../model/document/shape.ts'

const flag: JsonSchema = { type: 'boolean' }
const object = (properties: Readonly<Record<string, JsonSchema>>, required: readonly string[] = []): JsonSchema => ({
  type: 'object',
  properties,
  ...(required.length > 0 && { required }),
  additionalProperties: false,
})
const orNull = (schema: JsonSchema): JsonSchema => ({ anyOf: [schema, { type: 'null' }] })
const byKey = (schema: JsonSchema): JsonSchema => ({ type: 'object', additionalProperties: schema })
const named = (names: readonly string[], schema: (name: string) => JsonSchema): JsonSchema =>
  object(Object.fromEntries(names.map((name) => [name, schema(name)])))

/** The schema as it applies to files, which have `q:KEY` where the service expects the id of a question. */
const inFile = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(inFile)
  if (!isObject(schema)) return schema
  const isId = schema.format === 'uuid' || (typeof schema.pattern === 'string' && schema.pattern.includes('[0-9a-f]{8}'))
  const told = Object.entries(schema).filter(([name]) => !(isId && ['format', 'pattern'].includes(name)))
  return Object.fromEntries(told.map(([name, value]) => [name, inFile(value)]))
}

/** Fields of an operation's body, but for those that files write in another way (`without`). */
function bodyOf(fields: Fields, without: readonly string[] = []): Record<string, JsonSchema> {
  const { properties } = objectSchema(Object.fromEntries(Object.entries(fields).filter(([name]) => !without.includes(name))))
  // It is an object, as `properties` is.
  return inFile(properties) as Record<string, JsonSchema>
}

const variable = { type: 'string', pattern: '^[A-Za-z_][A-Za-z0-9_]*$', description: 'Environment variable that holds it' }
const secret = object({ env: variable, rev: { type: 'integer', minimum: 0, description: 'A higher one sends it again' } }, ['env'])

const webhook = (): JsonSchema => {
  const { url, ...fields } = bodyOf(addWebhook.body, ['headers'])
  const headers = { type: 'array', items: object({ name: { type: 'string' }, value: secret }, ['name', 'value']) }
  return object({ ...fields, url: { anyOf: [url ?? {}, object({ env: variable }, ['env'])] }, headers }, ['title', 'url', 'method'])
}

const letter = (name: string): JsonSchema =>
  object({
    enabled: flag,
    ...bodyOf(letterFields),
    ...(name === 'client' && { source: { type: 'string', description: 'Hidden variable that holds the address' } }),
    excluded_questions: { type: 'array', items: { type: 'string' }, description: 'Questions that the letter leaves out, as q:KEY' },
  })

const sheetsOnce = ['action', 'export_mode']
const mapped = (fields: Fields, parts: readonly string[]): JsonSchema => {
  const part = object(bodyOf(fields))
  return orNull(object({ is_active: flag, ...Object.fromEntries(parts.map((name) => [name, part])) }))
}

/** By name. Sections that any survey document may have are described in model/document/schema. */
export const sectionSchemas = (): MoreSchemas => ({
  type: { enum: ['full', 'micro'], description: 'Shown and compared; the service sets it' },
  template: { ...flag, description: 'Made a template; nothing takes that back' },
  note: { type: 'string', description: 'Note for colleagues' },
  theme: { type: ['string', 'integer'], description: 'Id of a theme, or its name in environments.ENV.themes' },
  hidden: { type: 'object', description: 'Hidden variables: shown and compared, never sent' },
  conditions: { type: 'object', description: 'Logic, as the service has it; questions as q:KEY' },
  texts: named(languages, () => byKey({ type: 'string' })),
  letters: named(letters, letter),
  recipients: byKey(object({ enabled: flag })),
  webhooks: byKey(webhook()),
  messengers: named(messengers, () => orNull(object({ is_active: flag, ...bodyOf(changeMessenger.body, ['action', 'recipient_id']) }))),
  sheets: orNull(object({ is_active: flag, ...bodyOf(changeSheets.body, sheetsOnce) })),
  automation: orNull(object({ is_active: flag, ...bodyOf(changeAutomation.body, ['action']) })),
  crm: object({ crm_a: mapped(mapCrmA.body, crmBlocks), crm_b: mapped(mapCrmB.body, crmEntities) }),
  counters: named(counterServices, () => orNull(object({ is_active: flag, ...bodyOf(changeCounter.body, ['action']) }))),
  promo: { type: ['string', 'integer', 'null'], description: 'List of promo codes that is attached: its name or id' },
  payment: orNull(
    object({ ...bodyOf(setPayment.body, ['payment_account_id']), payment_account_id: { type: ['string', 'integer'] } }, [
      'payment_account_id',
      'payment_type',
    ]),
  ),
  qr: orNull(object(bodyOf(buildQr.body))),
})
