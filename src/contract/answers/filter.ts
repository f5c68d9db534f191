import * as z from '../core/schema.ts'
import { choice, json, required } from '../core/fields.ts'
import { operation } from '../core/operation.ts'

const filterSet = z.looseObject({}, 'must be an object')

export const saveFilters = operation({
  id: 'filter.save',
  request: 'POST /quiz/{id}/filters',
  effect: 'live',
  summary: 'Replace the saved filter sets of a survey',
  body: {
    type: required(choice(['answers', 'report'], 'What the sets are for')),
    filters: required(json(z.array(filterSet, 'must be a list'), 'Filter sets, all of them; an empty list clears')),
  },
  result: z.looseObject({ items: z.optional(z.array(z.looseObject({}))) }),
  right: 'view_results',
  repeatable: true,
  replaces: 'unread',
})
