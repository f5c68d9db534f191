import { mapCrmA, mapCrmB } from '../../../contract/integrations/crm-mapping.ts'
import { crmBlocks, crmEntities, crms as names, toggleCrm, viewCrmFields } from '../../../contract/integrations/crm.ts'
import type { AnyOperation } from '../../../contract/core/operation.ts'
import { listIntegrations } from '../../../contract/integrations/integration.ts'
import { CommandError } from '../../../errors.ts'
import { isObject, type DocumentProblem } from '../../../model/document/shape.ts'
import {
  disconnects,
  namedConnections,
  picked,
  readConnection,
  readNamed,
  waitsFor,
  switchProblems,
  type Connections,
  type Facts,
} from './connections.ts'
import { bodyProblems, changedFields, problemsOfEach, unknownFields, type Reading, type Section, type SectionStep } from '../section.ts'

type Name = (typeof names)[number]

/** What an answer makes in each system, the request that maps it, and how that names its part. */
const parts: Readonly<Record<Name, { all: readonly string[]; operation: AnyOperation; param: string }>> = {
  crm_a: { all: crmBlocks, operation: mapCrmA, param: 'block' },
  crm_b: { all: crmEntities, operation: mapCrmB, param: 'entity' },
}
const isName = (name: string): name is Name => Object.hasOwn(parts, name)
const fieldsOf = (name: Name): string[] => Object.keys(parts[name].operation.body ?? {})

/** What answers fill in a CRM; only the parts and fields that a file has are managed. Only a person connects one. */
export const crm: Section<Connections> = {
  uses: [listIntegrations, viewCrmFields, mapCrmA, mapCrmB, toggleCrm],
  ...namedConnections,
  read: (reading) => readNamed(reading, names, (name) => readConnection(reading, name, () => readMapping(reading, name))),
  problems: problemsOfEach(problemsOf),
  waitsForPerson: waitsFor(names),
  refuses: ({ now, next }) =>
    names.flatMap((name) => (disconnects(now?.[name], next[name]) ? [`${name} can be disconnected by a person only`] : [])),
  steps: ({ now, next }) =>
    names.flatMap((name) => {
      const wanted = next[name]
      return wanted ? stepsOf(name, now?.[name] ?? {}, wanted) : []
    }),
}

async function readMapping({ service, id }: Reading, name: Name): Promise<Facts> {
  // Of the directories the smallest: what is mapped comes with any of them.
  const { is_active = false, current_mapping } = await service.call(viewCrmFields, { id, crm: name, sections: ['users'] })
  const mapping: unknown = current_mapping
  if (!isObject(mapping)) throw new CommandError('refused', `the service does not show what is mapped to ${name}`)
  const own = parts[name].all.flatMap((part) => (isObject(mapping[part]) ? [[part, picked(mapping[part], fieldsOf(name))] as const] : []))
  return { is_active, ...Object.fromEntries(own) }
}

function stepsOf(name: Name, now: Facts, { is_active, ...next }: Facts): SectionStep[] {
  const { operation, param } = parts[name]
  const maps = Object.entries(next).flatMap(([part, fields]): SectionStep[] => {
    if (!isObject(fields)) return []
    const before = now[part]
    const changed = { ...changedFields(isObject(before) ? before : undefined, fields) }
    // A stage that isn't sent with its pipeline is dropped.
    if (changed.category_id !== undefined && fields.default_stage !== undefined) changed.default_stage = fields.default_stage
    if (Object.keys(changed).length === 0) return []
    return [{ stage: 'connections', operation, input: ({ id }) => ({ id, [param]: part, ...changed }) }]
  })
  if (is_active === undefined || is_active === now.is_active) return maps
  const stage = is_active === true ? 'on' : 'off'
  return [...maps, { stage, operation: toggleCrm, input: ({ id }) => ({ id, crm: name, is_active }) }]
}

function problemsOf(name: string, facts: unknown): DocumentProblem[] {
  if (!isName(name)) return [{ path: [name], message: `is not a CRM; there are ${names.join(', ')}` }]
  if (facts === null) return []
  if (!isObject(facts)) return [{ path: [name], message: 'must be an object, or null for none' }]
  const { all, operation, param } = parts[name]
  const { is_active: _, ...own } = facts
  return [
    ...unknownFields(facts, ['is_active', ...all], [name]),
    ...switchProblems(facts, [name]),
    ...Object.entries(own).flatMap(([part, fields]): DocumentProblem[] => {
      if (!all.includes(part)) return []
      if (!isObject(fields)) return [{ path: [name, part], message: 'must be an object' }]
      return [
        ...unknownFields(fields, fieldsOf(name), [name, part]),
        ...bodyProblems(operation, { [param]: part, ...fields }, [name, part]),
      ]
    }),
  ]
}
