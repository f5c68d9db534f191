import * as z from '../core/schema.ts'
import { choice, idOf, integer, list, required, text } from '../core/fields.ts'
import { operation } from '../core/operation.ts'
import { requiredWhen } from '../core/rules.ts'

export const mailingSections = [
  'campaigns',
  'campaign',
  'recipients',
  'contact_lists',
  'contacts',
  'templates',
  'reputation',
  'balance',
  'settings',
  'smtp_logs',
] as const

export const viewMailings = operation({
  id: 'mailing.view',
  request: 'GET /workspace/{workspace_id}/mailings',
  summary: 'Read the state of mailings',
  query: {
    section: required(choice(mailingSections, 'What to read')),
    campaign_id: idOf('campaign', 'not_found'),
    list_id: idOf('contact list', 'not_found', 'List of contacts'),
    search: text('Only what holds this text'),
    statuses: list(text('Status'), 'Only recipients with these statuses'),
    days: integer('Days that the reputation is computed over', { min: 1, max: 365, default: 30 }),
  },
  rules: [requiredWhen('campaign_id', 'section', 'campaign', 'recipients'), requiredWhen('list_id', 'section', 'contacts')],
  paging: { by: 'offset', size: 20, max: 200 },
  result: z.looseObject({}),
  right: 'integrations',
  refusals: ['not_found'],
  offers: [
    { thing: 'campaign', at: 'items', with: { section: 'campaigns' }, name: 'title', tells: 'status' },
    { thing: 'contact list', at: 'items', with: { section: 'contact_lists' } },
  ],
})
