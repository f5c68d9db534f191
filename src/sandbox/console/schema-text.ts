/** JSON Schema as short text, for tables: `integer, 1 to 30`, `list of text, up to 200`. */

/** A part of our own OpenAPI document, which a test validates: typing it again here would say nothing more. */
// oxlint-disable-next-line typescript/no-explicit-any
export type Schema = Readonly<Record<string, any>>

const names = new Map(
  Object.entries<string>({
    string: 'text',
    array: 'list',
    integer: 'integer',
    number: 'number',
    boolean: 'true or false',
    object: 'object',
  }),
)

const rangeText = (min: number | undefined, max: number | undefined, unit = ''): string | undefined => {
  if (min !== undefined && max !== undefined) return `${min} to ${max}${unit}`
  if (max !== undefined) return `up to ${max}${unit}`
  return min === undefined || min === 0 ? undefined : `at least ${min}${unit}`
}

const kindOf = (schema: Schema): string => {
  if (schema.enum) return schema.enum.map((value: unknown) => JSON.stringify(value)).join(' | ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.contentMediaType) return 'file'
  if (schema.format) return `${schema.format}`
  const types: string[] = [schema.type ?? []].flat()
  const texts = types.map((type) => (type === 'array' && schema.items ? `list of ${kindOf(schema.items)}` : (names.get(type) ?? type)))
  if (texts.length > 0) return texts.join(' or ')
  const choices: Schema[] | undefined = schema.anyOf ?? schema.oneOf
  return choices ? [...new Set(choices.map(kindOf))].join(' or ') : 'anything'
}

export const schemaText = (schema: Schema): string =>
  [
    kindOf(schema),
    rangeText(schema.minimum, schema.maximum),
    rangeText(schema.minLength, schema.maxLength, ' characters'),
    rangeText(schema.minItems, schema.maxItems, ' items'),
    schema.default !== undefined && `default ${JSON.stringify(schema.default)}`,
  ]
    .filter(Boolean)
    .join(', ')
