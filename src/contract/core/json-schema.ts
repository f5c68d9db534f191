/** Schemas and fields as JSON Schema, for those who read it: OpenAPI, editors. */
import { toJSONSchema } from 'zod/mini'
import type { Field, FieldKind, Fields } from './fields.ts'
import { made, type ZodMiniType } from './schema.ts'
import { secretFields } from './secret.ts'

export type JsonSchema = Readonly<Record<string, unknown>>

/** What can't be said in JSON Schema (rules in code) is left open. */
export function jsonSchemaOf(schema: ZodMiniType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...written } = toJSONSchema(made(schema), {
    unrepresentable: 'any',
    io,
    override: ({ jsonSchema }) => unbound(jsonSchema),
  })
  return written
}

/** Every whole number that JavaScript can hold is no limit of the service. */
function unbound(schema: { minimum?: number; maximum?: number }): void {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
}

/** Patterns of JSON Schema have no flags: one that needs them is told in words only. */
const patternOf = ({ pattern }: Field): JsonSchema => (pattern && pattern.flags === '' ? { pattern: pattern.source } : {})

const withoutGaps = (schema: Record<string, unknown>): JsonSchema =>
  Object.fromEntries(Object.entries(schema).filter(([, value]) => value !== undefined))

const byKind: Record<FieldKind, (field: Field) => JsonSchema> = {
  text: (field) => withoutGaps({ type: 'string', minLength: field.min, maxLength: field.max, ...patternOf(field) }),
  integer: ({ min, max }) => withoutGaps({ type: 'integer', minimum: min, maximum: max }),
  number: ({ min, max }) => withoutGaps({ type: 'number', minimum: min, maximum: max }),
  boolean: () => ({ type: 'boolean' }),
  choice: ({ choices = [] }) => ({ enum: choices }),
  date: () => ({ type: 'string', format: 'date' }),
  // Not `date-time`: a time without an offset is taken too.
  instant: () => ({ type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\d([T ]\\d\\d:\\d\\d.*)?$' }),
  color: () => ({ type: 'string', pattern: '^#[0-9A-Fa-f]{6}$' }),
  uuid: () => ({ type: 'string', format: 'uuid' }),
  list: ({ item, min, max }) => withoutGaps({ type: 'array', items: item && fieldSchema(item), minItems: min, maxItems: max }),
  json: ({ schema }) => jsonSchemaOf(schema, 'input'),
  file: () => ({ type: 'string', contentMediaType: 'application/octet-stream' }),
}

/** In words what the keywords don't say: a limit of a file, a form. */
const described = ({ about, limits, kind, pattern }: Field): string =>
  limits !== undefined && (kind === 'file' || kind === 'instant' || pattern) ? `${about} (${limits})` : about

export function fieldSchema(field: Field): JsonSchema {
  const bare = byKind[field.kind](field)
  const nullable = field.kind !== 'json' && field.nullable
  return withoutGaps({
    ...(nullable ? orNull(bare) : bare),
    description: described(field),
    default: field.default,
  })
}

const orNull = (schema: JsonSchema): JsonSchema => {
  if (Array.isArray(schema.enum)) return { ...schema, enum: [...schema.enum, null] }
  return { ...schema, type: [schema.type, 'null'] }
}

/** An object of fields; what it doesn't know passes. */
export function objectSchema(fields: Fields): JsonSchema {
  const secret = secretFields(fields)
  const required = Object.entries(fields).flatMap(([name, field]) => (field.required ? [name] : []))
  return {
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(fields).map(([name, field]) => [name, { ...fieldSchema(field), ...(secret.includes(name) && { writeOnly: true }) }]),
    ),
    ...(required.length > 0 && { required }),
  }
}
