/** What a command looks like from outside, derived from its operation and its definition. */
import { isWrite, pathNames, type AnyOperation } from '../contract/core/operation.ts'
import type { Field, Fields } from '../contract/core/fields.ts'
import { flagsOf, isTextForm, kebab, type FieldFlags } from './flags/of-field.ts'
import type { Command, Values } from './command.ts'

export interface Positional {
  name: string
  several: boolean
  optional: boolean
  /** `key=value...`: settings typed by the body's fields. */
  settings: boolean
  field?: Field
  /** As usage shows it: SURVEY, WEBHOOK_ID, KEY=VALUE. */
  label: string
}

export interface Shape {
  operation?: AnyOperation
  positionals: Positional[]
  /** Fields that are given by flags. */
  flags: FieldFlags[]
  /** Whether `--file` takes the body. */
  takesFile: boolean
  isWrite: boolean
  isFile: boolean
  isList: boolean
  /** The command runs once for each of several surveys. */
  bulk: boolean
  needsWorkspace: boolean
  /** It may destroy something, and asks first. */
  confirms: boolean
  /** It runs until it is interrupted, whatever its flags. */
  endless: boolean
}

/** SURVEY, FOLDER, WEBHOOK_ID; a list is given one by one, so `codes...` is CODE. */
const labelOf = (name: string, field: Field | undefined, several: boolean): string => {
  if (field?.refers === 'quiz' && name === 'id') return 'SURVEY'
  if (field?.refers === 'folder' || field?.item?.refers === 'folder') return 'FOLDER'
  return kebab(several ? name.replace(/s$/, '') : name)
    .replaceAll('-', '_')
    .toUpperCase()
}

function readPositional(spec: string, fields: Fields, label?: string): Positional {
  const optional = spec.startsWith('[')
  const bare = spec.replace(/^\[|\]$/g, '')
  const several = bare.endsWith('...')
  const name = bare.replace(/\.\.\.$/, '')
  const settings = name === 'key=value'
  const field = fields[name]
  return {
    name,
    several,
    optional,
    settings,
    ...(field && { field }),
    label: settings ? 'KEY=VALUE' : (label ?? labelOf(name, field, several)),
  }
}

/** The surveys that a command is for, as they were given. */
export const surveysIn = ({ id }: Values): string[] => [id].flat().map(String)

export const fieldsOf = (operation: AnyOperation | undefined): Fields =>
  operation ? { ...operation.params, ...operation.query, ...operation.body } : {}

const pagingNames = new Set(['limit', 'offset', 'page', 'per_page'])

/** What is given by position, in order. */
export function positionalsOf({ operation, definition }: Command): Positional[] {
  const fields = fieldsOf(operation)
  const path = operation ? pathNames(operation.path).filter((name) => name !== 'workspace_id') : []
  return (definition.positionals ?? path).map((spec) => {
    const name = spec.replace(/[[\].]/g, '')
    const flag = definition.flags?.[name]
    return readPositional(spec, fields, isTextForm(flag) ? flag.placeholder : undefined)
  })
}

export function shapeOf(command: Command): Shape {
  const { operation, definition } = command
  const { also } = definition
  const fields = fieldsOf(operation)
  const positionals = positionalsOf(command)
  const taken = new Set([...positionals.map(({ name }) => name), ...Object.keys(definition.fixed ?? {}), 'workspace_id'])
  const settings = positionals.some((positional) => positional.settings)
  const flags = Object.entries(fields).flatMap(([name, field]) => {
    const flag = definition.flags?.[name]
    if (taken.has(name) || flag === false || (definition.fixed && flag === undefined)) return []
    if (operation?.paging && pagingNames.has(name)) return []
    if (settings && operation && Object.hasOwn(operation.body, name)) return []
    return [flagsOf(name, field, flag)]
  })
  const ofBody = ({ name }: { name: string }): boolean => operation !== undefined && Object.hasOwn(operation.body, name)
  const bodyFlags = flags.filter(ofBody)
  const scalars = [...positionals.filter(ofBody), ...bodyFlags].filter(({ field }) => field && !['list', 'json'].includes(field.kind))
  const writes = operation ? isWrite(operation) : typeof also === 'object' && also.some((one) => typeof one === 'object' && isWrite(one))
  return {
    ...(operation && { operation }),
    positionals,
    flags,
    isWrite: writes,
    takesFile:
      operation !== undefined &&
      !operation.multipart &&
      (settings || scalars.length > 1 || bodyFlags.length > 1 || bodyFlags.some(({ field }) => field.kind === 'json')),
    isFile: operation?.file === true || definition.file?.make !== undefined,
    isList: operation?.rows !== undefined,
    bulk: positionals[0]?.name === 'id' && positionals[0].several && positionals[0].field?.refers === 'quiz',
    needsWorkspace: operation ? pathNames(operation.path).includes('workspace_id') : false,
    confirms: definition.confirm !== undefined,
    endless: definition.endless === true,
  }
}
