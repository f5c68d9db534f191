import * as z from '../core/schema.ts'
import { choice, date, integer, naming, required } from '../core/fields.ts'
import { listed, operation } from '../core/operation.ts'
import { notWith } from '../core/rules.ts'
import { periodInOrder } from '../core/selection.ts'

export const messengers = ['messenger_a', 'messenger_b'] as const

/** State of one integration in the overview; `blocked` is why nothing is sent, `null` when it is. */
export const integrationState = z.looseObject({
  connected: z.optional(z.boolean()),
  enabled: z.optional(z.boolean()),
  allowed_by_tariff: z.optional(z.boolean()),
  blocked: z.optional(z.nullable(z.string())),
})
export type IntegrationState = z.infer<typeof integrationState>

export const listIntegrations = operation({
  id: 'integration.list',
  request: 'GET /quiz/{id}/integrations',
  summary: 'Show which integrations a survey has, and what blocks them',
  result: z.looseObject({ integrations: z.record(z.string(), integrationState) }),
  right: 'integrations',
  refusals: ['quiz_not_found'],
})

const integration = naming(required(choice(messengers, 'Messenger')))

export const listIntegrationLogs = operation({
  id: 'integration.logs',
  request: 'GET /quiz/{id}/integrations/logs',
  summary: 'List the messages that a messenger was sent',
  query: { integration },
  ...listed('logs', z.looseObject({}), { total: z.optional(z.int()), unsent_count: z.optional(z.int()) }),
  paging: { by: 'page', size: 20, max: 100 },
  right: 'integrations',
  plan: { option: '{integration}' },
  refusals: ['not_connected'],
})

/** What of a log is sent again: one entry, those of a period, or all that failed. */
export const resendSelection = {
  log_id: integer('Only this entry of the log', { min: 1 }),
  date_from: date('Only what failed on this day or later'),
  date_to: date('Only what failed on this day or earlier'),
}
export const resendRules = [notWith('log_id', 'date_from', 'date_to'), periodInOrder]
export const resent = z.looseObject({ resent: z.optional(z.int()) })

export const resendIntegrationLogs = operation({
  id: 'integration.resend',
  request: 'POST /quiz/{id}/integrations/logs/resend',
  effect: 'sends',
  summary: 'Send failed messages to a messenger again: all of them, or those that the flags select',
  body: { integration, ...resendSelection },
  rules: resendRules,
  result: resent,
  right: 'integrations',
  plan: { option: '{integration}' },
  refusals: ['not_connected', 'not_found'],
})
