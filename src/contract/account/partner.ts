import * as z from '../core/schema.ts'
import { choice, date, idOf, integer, required, text } from '../core/fields.ts'
import { operation } from '../core/operation.ts'
import { requiredWhen } from '../core/rules.ts'
import { periodInOrder } from '../core/selection.ts'

const source = z.looseObject({ id: z.optional(z.int()), name: z.optional(z.nullable(z.string())) })

/** One overview of several lists: `limit` and `offset` page the people who registered. */
export const viewPartner = operation({
  id: 'partner.view',
  request: 'GET /partner',
  summary: 'Show the partner program: balance, registrations, accruals, labels',
  query: {
    date_from: date('From this day on'),
    date_to: date('Up to this day'),
    source_id: idOf('label', 'source_not_found', 'Only people who came by this label'),
    limit: integer('Registrations to show', { min: 1, max: 200, default: 20 }),
    offset: integer('Registrations to skip', { min: 0, default: 0 }),
  },
  rules: [periodInOrder],
  result: z.looseObject({
    registrations: z.optional(z.looseObject({ total: z.optional(z.int()), returned: z.optional(z.int()) })),
    balance: z.optional(z.looseObject({})),
    sources: z.optional(z.array(source)),
  }),
  refusals: ['source_not_found'],
  offers: [{ thing: 'label', at: 'sources' }],
})

/** Creates, renames and deletes labels, by `action`. */
export const changeSource = operation({
  id: 'partner.source',
  request: 'POST /partner/sources',
  effect: ({ action }) => (action === 'delete' ? 'deletes' : 'draft'),
  summary: 'Create, rename or delete a label of the partner program',
  body: {
    action: required(choice(['create', 'rename', 'delete'], 'What to do')),
    source_id: idOf('label', 'source_not_found'),
    name: text('Name of the label; without it a new one gets the first free number', { min: 3, max: 25 }),
  },
  rules: [requiredWhen('source_id', 'action', 'rename', 'delete'), requiredWhen('name', 'action', 'rename')],
  result: z.looseObject({ source_id: z.optional(z.int()), name: z.optional(z.string()) }),
  refusals: ['source_not_found'],
})
