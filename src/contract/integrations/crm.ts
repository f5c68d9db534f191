import * as z from '../core/schema.ts'
import { boolean, choice, integer, json, list, naming, required, type Field } from '../core/fields.ts'
import { operation } from '../core/operation.ts'
import { readBack } from '../core/read-back.ts'
import { quizListQuery } from '../surveys/quiz.ts'
import { quizRow } from '../core/records.ts'
import type { FieldRule } from '../core/rules.ts'

export const crms = ['crm_a', 'crm_b'] as const
/** What an answer creates: in crm_b, and in crm_a. */
export const crmEntities = ['lead', 'contact', 'company', 'deal'] as const
export type CrmEntity = (typeof crmEntities)[number]
export const crmBlocks = ['deal', 'list', 'task'] as const
export type CrmBlock = (typeof crmBlocks)[number]
type Mapping = { readonly [part in CrmEntity | CrmBlock]?: { enabled?: unknown; active?: unknown } | null } | null

export const crmSections = ['lead', 'deal', 'contact', 'company', 'users', 'pipelines', 'types'] as const

const crm = naming(required(choice(crms, 'CRM system', { code: 'unknown_crm' })))
const common = { params: { crm }, right: 'integrations' } as const

export const viewCrm = operation({
  id: 'crm.view',
  request: 'GET /quiz/{id}/integrations/crm/{crm}',
  summary: 'Show whether a CRM is connected and answers are sent to it',
  ...common,
  plan: { option: '{crm}' },
  result: z.looseObject({ crm: z.optional(z.string()), connected: z.optional(z.boolean()), is_active: z.optional(z.boolean()) }),
  refusals: ['unknown_crm'],
})

/** The service takes the texts `true` and `false` as well. */
const switched: Field<boolean, true> = {
  ...required(boolean('Whether answers are sent')),
  schema: z.custom<boolean>((value) => [true, false, 'true', 'false'].includes(value), { error: 'must be true or false' }),
}

export const toggleCrm = operation({
  id: 'crm.toggle',
  request: 'POST /quiz/{id}/integrations/crm/{crm}/toggle',
  effect: 'sends',
  summary: 'Switch sending answers to a CRM on or off',
  ...common,
  plan: { option: '{crm}' },
  body: { is_active: switched },
  result: z.looseObject({ is_active: z.optional(z.boolean()) }),
  repeatable: true,
  refusals: ['unknown_crm', 'not_connected', 'toggle_failed'],
})

export const checkCrm = operation({
  id: 'crm.check',
  request: 'GET /quiz/{id}/integrations/crm/{crm}/check',
  summary: 'Test the connection to a CRM',
  ...common,
  plan: { option: '{crm}' },
  result: z.looseObject({ connection_ok: z.boolean(), message: z.optional(z.unknown()) }),
  refusals: ['unknown_crm'],
})

const categoryOfB: FieldRule = ({ crm: system, deal_category_id }) =>
  deal_category_id !== undefined && system === 'crm_a' ? [{ field: 'deal_category_id', message: 'is for crm_b only' }] : []

export const viewCrmFields = operation({
  id: 'crm.fields',
  request: 'GET /quiz/{id}/integrations/crm/{crm}/fields',
  sentBack: true,
  summary: "Show the CRM's fields and directories, and what is mapped to them",
  ...common,
  plan: { option: '{crm}' },
  query: {
    sections: list(choice(crmSections, 'Section'), 'Sections to read; lead and contact when none is named'),
    deal_category_id: integer("Pipeline whose stages are read; crm_b only, the CRM's default when absent", { min: 0 }),
  },
  rules: [categoryOfB],
  result: z.looseObject({
    is_active: z.optional(z.boolean()),
    directories: z.optional(z.record(z.string(), z.unknown())),
    current_mapping: z.optional(z.unproven<Mapping>()),
  }),
  refusals: ['unknown_crm', 'not_connected', 'connection_lost', 'directories_failed'],
})

const account = { right: 'integrations', plan: { option: 'crm_a' } } as const

export const viewCrmAccount = operation({
  id: 'crm.account',
  request: 'GET /crm_a/account',
  summary: 'Show the pipelines, users, task types and fields of the crm_a account',
  integration: 'crm_a',
  ...account,
  result: z.looseObject({
    pipelines: z.optional(z.unknown()),
    users: z.optional(z.unknown()),
    task_types: z.optional(z.unknown()),
    custom_fields: z.optional(z.unknown()),
  }),
  refusals: ['not_connected', 'connection_lost', 'directories_failed'],
})

export const listCrmLists = operation({
  id: 'crm.lists',
  request: 'GET /crm_a/lists',
  summary: 'List the catalogues of the crm_a account',
  integration: 'crm_a',
  ...account,
  result: z.looseObject({ response: z.looseObject({ items: z.array(z.looseObject({})) }) }),
  refusals: ['not_connected', 'connection_lost', 'directories_failed'],
})

export const listCrmQuizzes = operation({
  id: 'crm.quizzes',
  request: 'GET /crm_a/quiz',
  summary: 'List surveys with whether they send answers to crm_a',
  integration: 'crm_a',
  ...account,
  query: quizListQuery,
  rows: '',
  paging: { by: 'offset' },
  result: z.array(z.extend(z.pick(quizRow, { id: true, name: true, folder: true }), { crm_a_is_active: z.optional(z.boolean()) })),
})

export const viewCrmSettings = operation({
  id: 'crm.settings',
  request: 'GET /crm_a/quiz/{id}/settings',
  sentBack: true,
  summary: "Show a survey's settings for crm_a",
  integration: 'crm_a',
  ...account,
  result: z.looseObject({ is_active: z.optional(z.boolean()), settings: z.optional(z.unknown()) }),
  refusals: ['quiz_not_found', 'not_connected'],
})

export const setCrmSettings = operation({
  id: 'crm.settings-set',
  request: 'POST /crm_a/quiz/{id}/settings',
  effect: 'sends',
  summary: "Replace a survey's settings for crm_a unchecked; crm map is preferred",
  integration: 'crm_a',
  ...account,
  body: { settings: required(json(z.array(z.unknown(), 'must be a list'), 'Settings')), is_active: boolean('Whether answers are sent') },
  result: z.looseObject({}),
  repeatable: true,
  refusals: ['quiz_not_found', 'not_connected'],
  replaces: readBack(viewCrmSettings, (shown) => shown),
})
