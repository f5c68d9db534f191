/** Directories of the two simulated CRM systems: the same for every account. */
import type { crmSections } from '../../contract/integrations/crm.ts'
import type { Crm } from '../store/integrations/connection.ts'

type Section = (typeof crmSections)[number]
interface Entry {
  id: number | string
  name: string
}
interface CrmField extends Entry {
  type: string
  entity?: string
  subtypes?: readonly string[]
}

const users: readonly Entry[] = [
  { id: 11, name: 'Sales desk' },
  { id: 12, name: 'Support desk' },
]

export const pipelines = [
  {
    id: 101,
    name: 'Sales',
    statuses: [
      { id: 1001, name: 'New' },
      { id: 1002, name: 'In work' },
      { id: 142, name: 'Won' },
      { id: 143, name: 'Lost' },
    ],
  },
  {
    id: 102,
    name: 'Repeat sales',
    statuses: [
      { id: 1021, name: 'New' },
      { id: 142, name: 'Won' },
      { id: 143, name: 'Lost' },
    ],
  },
] as const

export const catalogues: readonly Entry[] = [
  { id: 301, name: 'Products' },
  { id: 302, name: 'Branches' },
]

export const customFields: readonly CrmField[] = [
  { id: 501, name: 'Comment', type: 'textarea', entity: 'lead' },
  { id: 502, name: 'Source', type: 'text', entity: 'lead' },
  { id: 511, name: 'Phone', type: 'multitext', entity: 'contact', subtypes: ['WORK', 'MOB', 'HOME'] },
  { id: 512, name: 'E-mail', type: 'multitext', entity: 'contact', subtypes: ['WORK', 'PRIV'] },
  { id: 521, name: 'Address', type: 'text', entity: 'company' },
]

const taskTypes: readonly Entry[] = [
  { id: 1, name: 'Call' },
  { id: 2, name: 'Meeting' },
  { id: 3, name: 'Letter' },
]

export const isUser = (id: unknown): boolean => users.some((user) => String(user.id) === String(id))

export const accountOf = () => ({ pipelines, users, task_types: taskTypes, custom_fields: customFields })

const fieldsOfA = (entity: string): readonly CrmField[] => customFields.filter((field) => field.entity === entity)

const sectionsOfA: Record<Section, () => Record<string, unknown>> = {
  lead: () => ({ lead: fieldsOfA('lead') }),
  contact: () => ({ contact: fieldsOfA('contact') }),
  company: () => ({ company: fieldsOfA('company') }),
  users: () => ({ users }),
  pipelines: () => ({ pipelines }),
  deal: () => ({ deal: null }),
  types: () => ({ types: null }),
}

const common: readonly CrmField[] = [
  { id: 'TITLE', name: 'Title', type: 'string' },
  { id: 'COMMENTS', name: 'Comment', type: 'string' },
]
const person: readonly CrmField[] = [
  { id: 'NAME', name: 'Name', type: 'string' },
  { id: 'PHONE', name: 'Phone', type: 'multifield' },
  { id: 'EMAIL', name: 'E-mail', type: 'multifield' },
]

const categories: readonly Entry[] = [
  { id: 0, name: 'General' },
  { id: 5, name: 'Repeat sales' },
]
const stageNames: readonly [string, string][] = [
  ['NEW', 'New'],
  ['PREPARATION', 'In work'],
  ['WON', 'Won'],
  ['LOSE', 'Lost'],
]

const stagesOf = (category: number): Entry[] =>
  !categories.some(({ id }) => id === category)
    ? []
    : stageNames.map(([id, name]) => ({ id: category === 0 ? id : `C${category}:${id}`, name }))

const sectionsOfB = (category: number): Record<Section, () => Record<string, unknown>> => ({
  lead: () => ({ lead: [...common, ...person, { id: 'SOURCE_ID', name: 'Source', type: 'status' }] }),
  deal: () => ({ deal: [...common, { id: 'OPPORTUNITY', name: 'Amount', type: 'double' }] }),
  contact: () => ({ contact: person }),
  company: () => ({ company: [...common, { id: 'ADDRESS', name: 'Address', type: 'string' }] }),
  users: () => ({ users }),
  pipelines: () => ({ deal_categories: categories, deal_stages: stagesOf(category) }),
  types: () => ({
    types: [
      { id: 'SALE', name: 'Sale' },
      { id: 'SERVICE', name: 'Service' },
    ],
  }),
})

export function directoriesOf(crm: Crm, sections: readonly Section[] = ['lead', 'contact'], category = 0): Record<string, unknown> {
  const known = crm === 'crm_a' ? sectionsOfA : sectionsOfB(category)
  return Object.assign({}, ...sections.map((section) => known[section]()))
}
