/** Which fields of a CRM an answer fills: one operation for each of the two systems. */
import * as z from '../core/schema.ts'
import { boolean, choice, integer, json, list, required, text, uuidPattern, type Field } from '../core/fields.ts'
import { operation } from '../core/operation.ts'
import { readBack } from '../core/read-back.ts'
import type { Problem, FieldRule } from '../core/rules.ts'
import { crmBlocks, crmEntities, viewCrmFields, type CrmEntity } from './crm.ts'
import { isObject } from '../../text/is-object.ts'

const mostFields = 200
const question = z.string().check(z.regex(uuidPattern, 'must be the UUID of a question'))

/** An object of up to so many keys. */
function map<T>(value: z.ZodMiniType<T>, about: string): Field<Record<string, T>, false> {
  const schema = z
    .record(z.string(), value, 'must be an object')
    .check(z.refine((entries) => Object.keys(entries).length <= mostFields, { error: `must hold up to ${mostFields} values` }))
  // `check` gives back the schema without the type of its values.
  return json(schema as unknown as z.ZodMiniType<Record<string, T>>, about)
}

/** A field of the CRM is filled from an answer or with a text of its own. */
const source = z.looseObject(
  { widget_id: z.optional(z.nullable(question)), static_value: z.optional(z.nullable(z.string())) },
  'must be {widget_id} or {static_value}',
)
export type FieldSource = z.infer<typeof source>

const oneSource: FieldRule = ({ fields }) =>
  Object.entries(isObject(fields) ? fields : {}).flatMap(([name, filledBy]): Problem[] => {
    const field = `fields.${name}`
    const { widget_id, static_value } = isObject(filledBy) ? filledBy : {}
    if (widget_id != null && static_value != null)
      return [{ field, message: 'takes widget_id or static_value, not both', code: 'field_ambiguous' }]
    return widget_id == null && static_value == null ? [{ field, message: 'needs widget_id or static_value', code: 'field_empty' }] : []
  })

/** A stage is named after its pipeline: `C5:NEW` in pipeline 5, no `C` in the default one. */
export const stageFits = (stage: string, category: number): boolean =>
  category === 0 ? !stage.startsWith('C') : stage.startsWith(`C${category}:`)

export const stageMismatch = (category: number): Problem => ({
  field: 'default_stage',
  code: 'stage_mismatch',
  message: category === 0 ? 'must not start with C in the default pipeline' : `must start with C${category}: in pipeline ${category}`,
})

/** With no pipeline in the call the saved one counts, which only the service knows. */
const stageOfPipeline: FieldRule = ({ entity, default_stage, category_id }) =>
  entity === 'deal' && typeof default_stage === 'string' && typeof category_id === 'number' && !stageFits(default_stage, category_id)
    ? [stageMismatch(category_id)]
    : []

const stageOfDeal: FieldRule = ({ entity, default_stage }) =>
  default_stage !== undefined && entity !== 'deal'
    ? [{ field: 'default_stage', message: 'is for deals only', code: 'stage_deal_only' }]
    : []

const onlyFor =
  (owner: CrmEntity, ...names: string[]): FieldRule =>
  (input) =>
    input.entity === owner
      ? []
      : names.filter((name) => input[name] !== undefined).map((field) => ({ field, message: `is for a ${owner} only` }))

/** Of the directories the smallest is read: what is mapped comes with any of them. */
const mappedIn = (crm: 'crm_a' | 'crm_b', part: 'entity' | 'block') =>
  readBack(
    viewCrmFields,
    ({ current_mapping: mapped }: { current_mapping?: unknown }, input) =>
      isObject(mapped) ? (mapped[String(input[part])] ?? {}) : undefined,
    () => ({ crm, sections: ['users'] }),
  )

export const mapCrmB = operation({
  id: 'crm.map-b',
  request: 'POST /quiz/{id}/integrations/crm_b/mapping/{entity}',
  effect: 'sends',
  summary: 'Map answers to an entity of crm_b; what is not given stays',
  integration: 'crm_b',
  params: { entity: required(choice(crmEntities, 'Entity that an answer creates', { code: 'unknown_entity' })) },
  body: {
    enabled: boolean('Create this entity on an answer'),
    fields: map(source, 'Fields and what fills them: {widget_id} or {static_value}; replaces all'),
    title_type: choice(['Field', 'Static'], 'Whether the title is an answer or a text'),
    title_value: text('Question or text that is the title'),
    company_title_value: text('Question or text that is the title of the company'),
    status: text('Status of a new lead'),
    add_id_to_title: boolean("Add the answer's id to the title; lead only"),
    category_id: integer('Pipeline of a deal; 0 is the default one', { min: 0 }),
    default_stage: text('Stage of a new deal'),
    link_to_lead: boolean('Link a deal to the lead'),
  },
  rules: [
    oneSource,
    stageOfDeal,
    stageOfPipeline,
    onlyFor('lead', 'status', 'add_id_to_title'),
    onlyFor('deal', 'category_id', 'link_to_lead'),
  ],
  result: z.looseObject({ stage_dropped: z.optional(z.unknown()) }),
  right: 'integrations',
  plan: { option: 'crm_b' },
  repeatable: true,
  refusals: ['unknown_entity', 'not_connected', 'connection_lost', 'field_ambiguous', 'field_empty', 'stage_mismatch', 'stage_deal_only'],
  replaces: mappedIn('crm_b', 'entity'),
})

const idOrName = z.union([z.string(), z.int()])

export const mapCrmA = operation({
  id: 'crm.map-a',
  request: 'POST /quiz/{id}/integrations/crm_a/mapping/{block}',
  effect: 'sends',
  summary: 'Map answers to deals, lists or tasks of crm_a; what is not given stays',
  integration: 'crm_a',
  params: { block: required(choice(crmBlocks, 'What an answer creates', { code: 'unknown_block' })) },
  body: {
    active: list(
      integer('Number', { min: 0 }),
      'Pipelines of deals; of lists 0 (contacts), 1 (companies) or catalogues; none: nothing is created',
    ),
    titles: map(z.string(), 'Question or text that is the title, by pipeline or list'),
    statuses: map(idOrName, 'Status of what is created, by pipeline'),
    users: map(idOrName, 'Responsible user, by pipeline or list'),
    use_price: map(z.boolean(), 'Whether the points of an answer are the price, by pipeline'),
    bind: map(question, 'Question that fills each field of the CRM'),
    subtype: map(z.string(), 'Kind of the value of each field that has kinds, e.g. WORK'),
  },
  result: z.looseObject({}),
  right: 'integrations',
  plan: { option: 'crm_a' },
  repeatable: true,
  refusals: [
    'unknown_block',
    'not_connected',
    'connection_lost',
    'pipeline_unknown',
    'status_mismatch',
    'field_unknown',
    'bind_not_widget',
    'subtype_without_bind',
    'user_unknown',
    'title_empty',
    'directories_unavailable',
  ],
  replaces: mappedIn('crm_a', 'block'),
})
