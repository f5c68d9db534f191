/** Turns a request into an operation's input. Text values (path, query, multipart) are parsed by the kind of their field. */
import { plainly } from '../../text/exact.ts'
import type { Field, Fields } from '../../contract/core/fields.ts'
import type { AnyOperation } from '../../contract/core/operation.ts'

export type InputValues = Record<string, unknown>

/** Path variables; `undefined` when a number or UUID is malformed, which makes the address a 404. */
export function readPath(operation: AnyOperation, given: Readonly<Record<string, string>>): InputValues | undefined {
  const input: InputValues = {}
  for (const [name, field] of Object.entries(operation.params)) {
    const value = readText(field, given[name] ?? '')
    if (['integer', 'uuid'].includes(field.kind) && !field.schema.safeParse(value).success) return undefined
    input[name] = value
  }
  return input
}

/** Query fields, with the defaults of those that weren't sent. */
export function readQuery(fields: Fields, query: URLSearchParams): InputValues {
  const input: InputValues = {}
  for (const [name, field] of Object.entries(fields)) {
    const value = readGiven(field, valuesOf(name, query))
    if (value !== undefined) input[name] = value
    else if (field.default !== undefined) input[name] = field.default
  }
  return input
}

/** Text fields of a multipart body, or of a body sent in the query. */
export function readForm(fields: Fields, form: URLSearchParams): InputValues {
  const input: InputValues = {}
  for (const [name, field] of Object.entries(fields)) {
    const value = field.kind === 'file' ? undefined : readGiven(field, valuesOf(name, form))
    if (value !== undefined) input[name] = value
  }
  return input
}

/** Body fields that the operation knows; others are ignored. Numbers in fields of kind `json` stay exactly as they were written. */
export function readBody(fields: Fields, body: Readonly<InputValues>): InputValues {
  const input: InputValues = {}
  for (const [name, { kind }] of Object.entries(fields))
    if (Object.hasOwn(body, name)) input[name] = kind === 'json' ? body[name] : plainly(body[name])
  return input
}

/** Values sent as `name`, `name[]` or `name[0]`, in that order of sending. */
function valuesOf(name: string, query: URLSearchParams): string[] {
  const values: string[] = []
  for (const [key, value] of query) {
    if (key === name || (key.startsWith(`${name}[`) && /^\[\d*\]$/.test(key.slice(name.length)))) values.push(value)
  }
  return values
}

function readGiven(field: Field, values: readonly string[]): unknown {
  const last = values.at(-1)
  if (last === undefined) return undefined
  const { item } = field
  if (!item) return readText(field, last)
  return values
    .flatMap((value) => value.split(','))
    .filter((value) => value !== '')
    .map((value) => readText(item, value))
}

function readText(field: Field, value: string): unknown {
  if (field.nullable && (value === '' || value === 'null')) return null
  switch (field.kind) {
    case 'integer':
      return /^-?\d{1,16}$/.test(value) ? Number(value) : value
    case 'number':
      return value.trim() !== '' && Number.isFinite(Number(value)) ? Number(value) : value
    case 'boolean':
      return booleans.get(value) ?? value
    case 'choice':
      return field.choices?.find((choice) => String(choice) === value) ?? value
    case 'json':
      return readJson(value)
    default:
      return value
  }
}

const booleans = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
])

function readJson(value: string): unknown {
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}
