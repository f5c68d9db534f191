import * as z from '../core/schema.ts'
import { boolean, choice, naming, required, text } from '../core/fields.ts'
import { operation } from '../core/operation.ts'
import { requiredWhen, type FieldRule } from '../core/rules.ts'

export const counterServices = ['analytics_a', 'analytics_b', 'pixel_a', 'pixel_b'] as const

const service = naming(required(choice(counterServices, 'Service that counts', { code: 'unknown_service' })))

export const counterState = z.looseObject({
  service: z.optional(z.string()),
  counter: z.optional(z.nullable(z.string())),
  is_active: z.optional(z.boolean()),
})

/** `name` belongs to one service only. */
const onlyOf =
  (name: string, owner: string): FieldRule =>
  (input) =>
    input[name] !== undefined && input.service !== owner ? [{ field: name, message: `is for ${owner} only` }] : []

export const viewCounter = operation({
  id: 'counter.view',
  request: 'GET /quiz/{id}/integrations/counters/{service}',
  sentBack: true,
  summary: 'Show a counter or pixel of a survey',
  params: { service },
  result: counterState,
  right: 'integrations',
  plan: { option: '{service}' },
  refusals: ['unknown_service'],
})

export const changeCounter = operation({
  id: 'counter.change',
  request: 'POST /quiz/{id}/integrations/counters/{service}',
  effect: ({ action }) => (action === 'delete' ? 'deletes' : 'live'),
  summary: 'Set, switch or remove a counter or pixel of a survey',
  params: { service },
  body: {
    action: required(choice(['save', 'activate', 'deactivate', 'delete'], 'What to do')),
    counter: text('Number that the service gave', { min: 1, max: 20 }),
    version: choice(['current', 'legacy'], 'Version of the counter code; analytics_a only'),
    is_session_replay: boolean('Record sessions; analytics_b only'),
  },
  rules: [requiredWhen('counter', 'action', 'save'), onlyOf('version', 'analytics_a'), onlyOf('is_session_replay', 'analytics_b')],
  result: counterState,
  right: 'integrations',
  plan: { option: '{service}' },
  // Not repeatable: what is deleted cannot be deleted once more.
  refusals: ['unknown_service', 'not_connected'],
})
