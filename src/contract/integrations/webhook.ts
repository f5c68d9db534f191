import * as z from '../core/schema.ts'
import { boolean, choice, idOf, json, list, required, text } from '../core/fields.ts'
import { resendRules, resendSelection, resent } from './integration.ts'
import { done, listed, operation } from '../core/operation.ts'
import { readBack } from '../core/read-back.ts'
import { masked } from '../core/secret.ts'

export const webhookMethods = ['get', 'post', 'put', 'patch'] as const
/** Hours after which an incomplete answer is sent. */
export const webhookHours = [0, 1, 6, 12, 24] as const

export const webhook = z.looseObject({
  id: z.int(),
  title: z.optional(z.nullable(z.string())),
  url: z.optional(z.string()),
  method: z.optional(z.string()),
  is_active: z.optional(z.boolean()),
  incomplete: z.optional(z.boolean()),
  hours: z.optional(z.nullable(z.int())),
  headers: z.optional(z.array(z.looseObject({ name: z.string(), value: z.optional(z.nullable(z.string())) }))),
  body_naming: z.optional(z.unknown()),
})

/** Whether the address is a public one is the service's to judge: it may be a name. */
const publicUrl = text('Public address that is called', {
  pattern: /^https?:\/\/([^\s/?#@]*@)?(\[[\da-f:.]+\]|[^\s/?#@:[\]]+)(:\d{1,5})?([/?#]\S*)?$/i,
  limits: 'an http or https address',
})

const pair = { name: z.string().check(z.minLength(1, 'must not be empty')), value: z.string() }
const named = z.looseObject(pair, 'must be {name, value}')

const header = z.looseObject(
  {
    name: z.string().check(z.regex(/^[\w!#$%&'*+.^`|~-]+$/, 'must be the name of an HTTP header')),
    value: z.string().check(
      // oxlint-disable-next-line no-control-regex -- a line break here would be a header of its own
      z.regex(/^[^\u0000-\u0008\u000A-\u001F\u007F]*$/, 'must be one line without control characters'),
      z.refine((value) => value !== masked, { error: `must be the value itself, not ${masked}` }),
    ),
  },
  'must be {name, value}',
)

/** What can be sent of a webhook, whether it is new or changed. */
const fields = {
  title: text('Name shown in the list', { min: 1, max: 255 }),
  url: publicUrl,
  method: choice(webhookMethods, 'HTTP method of the call'),
  body: list(json(named, 'Name and value'), 'Fields added to what is sent: {name, value}', { max: 200 }),
  body_naming: list(json(named, 'Field, and its name in what is sent'), 'Names under which fields are sent: {name, value}', { max: 200 }),
  headers: list(json(header, 'Name and value'), 'Headers of the call: {name, value}', { max: 200 }),
  incomplete: boolean('Send incomplete answers too'),
  hours: choice(webhookHours, 'Hours after which an incomplete answer is sent'),
  is_active: boolean('Whether answers are sent'),
}

/** Switching off never asks the plan. */
const onlyOff = (input: Readonly<Record<string, unknown>>): boolean =>
  input.is_active === false && Object.keys(fields).every((name) => name === 'is_active' || input[name] === undefined)

const written = z.looseObject({ webhook_id: z.optional(z.int()), items: z.optional(z.array(webhook)) })

const webhookId = idOf('webhook', 'webhook_not_found')

export const listWebhooks = operation({
  id: 'webhook.list',
  request: 'GET /quiz/{id}/webhooks',
  sentBack: true,
  summary: 'List the webhooks of a survey',
  ...listed('items', webhook, { is_active: z.optional(z.boolean()) }),
  right: 'integrations',
  refusals: ['quiz_not_found'],
  offers: [{ thing: 'webhook', name: 'title', tells: 'url' }],
})

export const addWebhook = operation({
  id: 'webhook.add',
  request: 'POST /quiz/{id}/webhooks',
  effect: 'sends',
  summary: 'Add a webhook to a survey',
  body: {
    ...fields,
    title: required(fields.title),
    url: required(fields.url),
    method: required(fields.method),
    is_active: boolean('Whether the webhook is switched on at once', { default: false }),
  },
  result: z.looseObject({ webhook_id: z.int(), items: z.optional(z.array(webhook)) }),
  right: 'integrations',
  plan: { option: 'webhook' },
  refusals: ['webhook_exists'],
})

export const editWebhook = operation({
  id: 'webhook.edit',
  request: 'POST /quiz/{id}/webhooks/{webhookId}',
  effect: 'sends',
  summary: 'Change a webhook; what is not given stays, headers are replaced as a whole',
  params: { webhookId },
  body: fields,
  result: written,
  right: 'integrations',
  plan: { option: 'webhook', unless: onlyOff },
  repeatable: true,
  refusals: ['webhook_not_found', 'webhook_exists'],
  replaces: readBack(listWebhooks, ({ items }, { webhookId: id, headers }) =>
    headers === undefined ? items.find((one) => one.id === id) : undefined,
  ),
})

export const removeWebhook = operation({
  id: 'webhook.remove',
  request: 'DELETE /quiz/{id}/webhooks/{webhookId}',
  effect: 'deletes',
  summary: 'Remove a webhook with its log',
  params: { webhookId },
  result: done,
  right: 'integrations',
  refusals: ['webhook_not_found'],
})

export const toggleWebhook = operation({
  id: 'webhook.toggle',
  request: 'POST /quiz/{id}/webhooks/{webhookId}/toggle',
  effect: 'sends',
  summary: 'Switch a webhook on or off',
  params: { webhookId },
  body: { is_active: required(boolean('Whether answers are sent')) },
  result: written,
  right: 'integrations',
  plan: { option: 'webhook', unless: ({ is_active }) => is_active === false },
  repeatable: true,
  refusals: ['webhook_not_found'],
})

export const webhookLog = z.looseObject({ id: z.int(), status: z.optional(z.string()) })
export type WebhookLog = z.infer<typeof webhookLog>

export const listWebhookLogs = operation({
  id: 'webhook.logs',
  request: 'GET /quiz/{id}/webhooks/{webhookId}/logs',
  summary: 'List the deliveries of a webhook, latest first',
  params: { webhookId },
  ...listed('logs', webhookLog, { total: z.optional(z.int()) }),
  paging: { by: 'page', size: 20, max: 30 },
  right: 'integrations',
  refusals: ['webhook_not_found'],
})

export const resendWebhookLogs = operation({
  id: 'webhook.resend',
  request: 'POST /quiz/{id}/webhooks/{webhookId}/logs/resend',
  effect: 'sends',
  summary: 'Send failed deliveries again: all of them, or those that the flags select',
  params: { webhookId },
  body: resendSelection,
  rules: resendRules,
  result: resent,
  right: 'integrations',
  plan: { option: 'webhook' },
  refusals: ['webhook_not_found', 'not_found'],
})
