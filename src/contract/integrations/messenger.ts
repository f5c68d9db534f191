import * as z from '../core/schema.ts'
import { boolean, choice, list, naming, required, text, uuid } from '../core/fields.ts'
import { messengers } from './integration.ts'
import { operation } from '../core/operation.ts'
import { readBack } from '../core/read-back.ts'
import { requiredWhen, type FieldRule } from '../core/rules.ts'

export const messengerActions = ['activate', 'deactivate', 'delete', 'toggle_buttons', 'save_widgets', 'remove_recipient', 'test'] as const

const messenger = naming(required(choice(messengers, 'Messenger', { code: 'unknown_messenger' })))

export const messengerState = z.looseObject({
  messenger: z.optional(z.string()),
  is_active: z.optional(z.boolean()),
  subject: z.optional(z.nullable(z.string())),
  buttons_enabled: z.optional(z.boolean()),
  bot_url: z.optional(z.nullable(z.string())),
  recipients: z.optional(z.array(z.looseObject({ id: z.union([z.string(), z.int()]), title: z.optional(z.nullable(z.string())) }))),
  hidden_widget_ids: z.optional(z.array(z.string())),
})

/** The action saves both the subject and the excluded questions. */
const somethingToSave: FieldRule = ({ action, subject, hidden_widget_ids }) =>
  action === 'save_widgets' && subject === undefined && hidden_widget_ids === undefined
    ? [{ field: 'hidden_widget_ids', message: 'is required when action is save_widgets and no subject is given' }]
    : []

export const viewMessenger = operation({
  id: 'messenger.view',
  request: 'GET /quiz/{id}/integrations/messenger/{messenger}',
  sentBack: true,
  summary: 'Show how a survey notifies a messenger',
  params: { messenger },
  result: messengerState,
  right: 'integrations',
  plan: { option: '{messenger}' },
  refusals: ['unknown_messenger', 'not_connected'],
})

export const changeMessenger = operation({
  id: 'messenger.change',
  request: 'POST /quiz/{id}/integrations/messenger/{messenger}',
  effect: ({ action }) =>
    action === 'delete' || action === 'remove_recipient' ? 'deletes' : action === 'activate' || action === 'test' ? 'sends' : 'live',
  summary: 'Change how a survey notifies a messenger',
  params: { messenger },
  body: {
    action: required(choice(messengerActions, 'What to do')),
    buttons_enabled: boolean('Whether messages have buttons'),
    subject: text('Subject of the messages', { max: 70 }),
    hidden_widget_ids: list(uuid('Question'), 'Questions left out of the messages; replaces the list', { max: 500 }),
    recipient_id: text('Recipient', { min: 1, limits: 'not empty' }),
  },
  rules: [
    requiredWhen('buttons_enabled', 'action', 'toggle_buttons'),
    requiredWhen('recipient_id', 'action', 'remove_recipient'),
    somethingToSave,
  ],
  result: messengerState,
  right: 'integrations',
  plan: { option: '{messenger}' },
  refusals: ['unknown_messenger', 'not_connected', 'inactive', 'no_recipients', 'test_failed', 'not_found'],
  replaces: readBack(viewMessenger, (shown, { action }) => (action === 'save_widgets' ? shown : undefined)),
})
