import * as z from '../core/schema.ts'
import { choice, required } from '../core/fields.ts'
import { operation } from '../core/operation.ts'

export const automationState = z.looseObject({
  connected: z.optional(z.boolean()),
  is_active: z.optional(z.boolean()),
  /** Subscriptions on the connector's side. */
  hooks: z.optional(z.int()),
})

export const viewAutomation = operation({
  id: 'automation.view',
  request: 'GET /quiz/{id}/integrations/automation',
  sentBack: true,
  summary: 'Show the automation connector of a survey',
  integration: 'automation',
  result: automationState,
  right: 'integrations',
  plan: { option: 'automation' },
})

export const changeAutomation = operation({
  id: 'automation.change',
  request: 'POST /quiz/{id}/integrations/automation',
  effect: ({ action }) => (action === 'delete' ? 'deletes' : action === 'activate' ? 'sends' : 'live'),
  summary: 'Switch the automation connector of a survey',
  integration: 'automation',
  body: { action: required(choice(['activate', 'deactivate', 'delete'], 'What to do')) },
  result: z.extend(automationState, { removed_hooks: z.optional(z.int()) }),
  right: 'integrations',
  plan: { option: 'automation' },
  refusals: ['not_connected'],
})
