/** Schemas as every client reads them: one type each, and nothing that says nothing. */
import type { JsonSchema } from '../contract/core/json-schema.ts'
import { isObject } from '../text/is-object.ts'

/** Their parts are named by others: a field may be called `items`. */
const named = ['properties', '$defs', 'patternProperties']
/** What is so without them. */
const usual = ['additionalProperties', 'items', 'propertyNames']
/** These are about the whole, whichever type a value has. */
const aboutAll = ['description', 'default', 'title', 'examples']

const saysNothing = (key: string, value: unknown): boolean =>
  usual.includes(key) &&
  isObject(value) &&
  (Object.keys(value).length === 0 || (key === 'propertyNames' && JSON.stringify(value) === '{"type":"string"}'))

const mapped = (value: object, map: (inner: unknown) => unknown): object =>
  Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, map(inner)]))

/** The list says it already. */
const plainItem = (schema: JsonSchema): JsonSchema => {
  const { items, description } = schema
  if (description === undefined || !isObject(items) || items.type !== 'string') return schema
  const { description: _, ...rest } = items
  return { ...schema, items: rest }
}

const part = (value: unknown): unknown => (Array.isArray(value) ? value.map(part) : isObject(value) ? portable(value) : value)

export function portable(schema: JsonSchema): JsonSchema {
  const parts = Object.fromEntries(
    Object.entries(plainItem(schema))
      .filter(([key, value]) => !saysNothing(key, value))
      .map(([key, value]) => [key, named.includes(key) && isObject(value) ? mapped(value, part) : part(value)]),
  )
  const { type: types, ...rest } = parts
  if (!Array.isArray(types)) return parts
  const of = (isAboutAll: boolean) => Object.fromEntries(Object.entries(rest).filter(([key]) => aboutAll.includes(key) === isAboutAll))
  return { anyOf: types.map((type) => (type === 'null' ? { type } : { type, ...of(false) })), ...of(true) }
}
