import * as z from '../core/schema.ts'
import { choice, file, idOf, list, quizId, required, text } from '../core/fields.ts'
import { done, listed, operation, type Result } from '../core/operation.ts'
import { readBack } from '../core/read-back.ts'

/** Codes that a list may be created with, and that are sent at once later. */
export const codesAtOnce = 1000
/** The service's own parser takes files up to 1 MB. */
export const importBytes = 2 ** 20
export const importFormats = ['txt', 'csv', 'xlsx', 'xls'] as const

const name = required(text('Name of the list', { min: 1, limits: 'not empty' }))
const code = text('Promo code', { min: 1, limits: 'not empty' })
const listId = required(idOf('promo list', 'not_found'))
const surveys = (about: string, min: number) => required(list(required(quizId('Survey')), about, { min }))
const search = text('Only those with this in the name')
const order = choice(['desc', 'asc'], 'Direction of the order', { default: 'desc' })
const paging = { by: 'offset', size: 20, max: 500 } as const

const promoList = z.looseObject({
  id: z.int(),
  name: z.optional(z.nullable(z.string())),
  codes_count: z.optional(z.int()),
  quizzes_count: z.optional(z.int()),
})
const promoCode = z.looseObject({ id: z.int(), code: z.string(), used: z.optional(z.union([z.boolean(), z.int()])) })
const codes = z.looseObject({
  /** The attached one. */
  list: z.optional(z.nullable(z.looseObject({ id: z.int() }))),
  data: z.array(promoCode),
  quizzes: z.optional(z.array(z.looseObject({ id: z.int() }))),
  stats: z.optional(z.nullable(z.looseObject({ total: z.optional(z.int()), used: z.optional(z.int()), unused: z.optional(z.int()) }))),
})

export const listPromos = operation({
  id: 'promo.list',
  request: 'GET /quiz/{id}/promo/list',
  summary: 'List the promo lists of the account',
  query: { search, sort: choice(['id', 'updated_at', 'name'], 'Order by this field', { default: 'updated_at' }), order },
  ...listed('data', promoList),
  paging,
  offers: [{ thing: 'promo list', tells: 'codes_count' }],
})

export const createPromo = operation({
  id: 'promo.create',
  request: 'POST /quiz/{id}/promo/list',
  effect: 'draft',
  summary: 'Create a promo list with its first codes',
  body: { name, codes: required(list(code, 'Codes', { min: 1, max: codesAtOnce })) },
  result: z.looseObject({ list_id: z.optional(z.int()), id: z.optional(z.int()), added: z.optional(z.int()) }),
})

export const renamePromo = operation({
  id: 'promo.rename',
  request: 'POST /quiz/{id}/promo/list/{list_id}',
  effect: 'draft',
  summary: 'Rename a promo list',
  params: { list_id: listId },
  body: { name },
  result: done,
  repeatable: true,
  refusals: ['not_found'],
})

export const deletePromo = operation({
  id: 'promo.delete',
  request: 'DELETE /quiz/{id}/promo/list/{list_id}',
  effect: 'deletes',
  summary: 'Delete a promo list with its codes',
  params: { list_id: listId },
  result: done,
  refusals: ['not_found'],
})

export const listCodes = operation({
  id: 'promo.codes',
  request: 'GET /quiz/{id}/promo/codes',
  summary: 'List the codes of a promo list',
  query: {
    list_id: listId,
    search: text('Only codes with this in them'),
    used: choice([1, 0], 'Used (1) or unused (0) codes only'),
    sort: choice(['id', 'updated_at', 'name'], 'Order by this field', { default: 'id' }),
    order,
  },
  rows: 'data',
  paging,
  result: codes,
  refusals: ['not_found'],
})

export const listAttachedCodes = operation({
  id: 'promo.attached-codes',
  request: 'GET /quiz/{id}/promo/codes/quiz',
  summary: 'List the codes of the promo list that is attached to a survey',
  rows: 'data',
  result: codes,
})

export const addCodes = operation({
  id: 'promo.add',
  request: 'POST /quiz/{id}/promo/codes',
  effect: 'live',
  summary: 'Add codes to a promo list',
  body: { list_id: listId, codes: required(list(code, 'Codes', { min: 1 })) },
  result: z.looseObject({ added: z.optional(z.int()), duplicates: z.optional(z.int()) }),
  refusals: ['not_found'],
})

export const removeCode = operation({
  id: 'promo.remove',
  request: 'DELETE /quiz/{id}/promo/codes/{code_id}',
  effect: 'deletes',
  summary: 'Remove a code',
  params: { code_id: required(idOf('promo code', 'not_found', 'Code')) },
  result: done,
  refusals: ['not_found'],
})

/** Nothing is stored: the codes come back, to be added to a list. */
export const parseCodes = operation({
  id: 'promo.import-file',
  request: 'POST /quiz/{id}/promo/import-file',
  effect: 'read',
  summary: 'Read the codes of a file',
  body: { file: required(file('File with the codes', `${importFormats.join(', ')}; up to 1 MB`)) },
  multipart: true,
  result: z.looseObject({ data: z.looseObject({ imported_count: z.optional(z.int()), codes: z.array(z.string()) }) }),
  safe: true,
})

export const attachPromo = operation({
  id: 'promo.attach',
  request: 'POST /quiz/{id}/promo/attach/{list_id}',
  effect: 'live',
  summary: 'Attach a promo list to surveys',
  params: { list_id: listId },
  body: { quize_ids: surveys('Surveys to attach it to', 1) },
  result: done,
  repeatable: true,
  refusals: ['not_found', 'quiz_not_found'],
})

export const detachPromo = operation({
  id: 'promo.detach',
  request: 'POST /quiz/{id}/promo/detach',
  effect: 'live',
  summary: 'Detach surveys from their promo list',
  body: { quize_ids: surveys('Surveys to detach', 1) },
  result: done,
  repeatable: true,
  refusals: ['quiz_not_found'],
})

export const listPinned = operation({
  id: 'promo.pinned',
  request: 'GET /quiz/{id}/promo/pinned',
  summary: 'List surveys, and to which of them a promo list is attached',
  query: { list_id: listId, search },
  rows: 'data',
  paging,
  result: z.looseObject({
    total: z.optional(z.int()),
    data: z.array(
      z.looseObject({
        id: z.int(),
        name: z.optional(z.nullable(z.string())),
        attach: z.optional(z.boolean()),
        current: z.optional(z.boolean()),
      }),
    ),
  }),
  refusals: ['not_found'],
})

/** In the order of the input, as a set has none; `undefined`: there are more surveys than a page has. */
function attachedIn({ total = Infinity, data }: Result<typeof listPinned>, { quize_ids }: Readonly<Record<string, unknown>>) {
  const ids = data.flatMap(({ id, attach }) => (attach === true ? [id] : []))
  const wanted = Array.isArray(quize_ids) ? quize_ids.filter((id) => ids.includes(id)) : []
  return total > data.length ? undefined : { quize_ids: [...new Set([...wanted, ...ids])] }
}

export const syncPromo = operation({
  id: 'promo.sync',
  request: 'POST /quiz/{id}/promo/sync',
  effect: 'live',
  summary: 'Attach a promo list to exactly these surveys, all others are detached',
  body: { list_id: listId, quize_ids: surveys('The final set of surveys; none detaches all', 0) },
  result: z.looseObject({ attached: z.optional(z.array(z.int())), detached: z.optional(z.array(z.int())) }),
  repeatable: true,
  refusals: ['not_found', 'quiz_not_found'],
  replaces: readBack(listPinned, attachedIn, ({ list_id }) => ({ list_id, limit: paging.max })),
})
