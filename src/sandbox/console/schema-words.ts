/** JSON Schema in a few words, for tables: `integer, 1 to 30`, `list of text, up to 200`. */
// Our own OpenAPI document, which a test checks against OpenAPI's schema; pages read it as far as they show it.
// oxlint-disable-next-line typescript/no-explicit-any
export type Schema = Readonly<Record<string, any>>

const names: Readonly<Record<string, string>> = {
  string: 'text',
  array: 'list',
  integer: 'integer',
  number: 'number',
  boolean: 'true or false',
  object: 'object',
}

const span = (least: number | undefined, most: number | undefined, unit = ''): string | undefined => {
  if (least !== undefined && most !== undefined) return `${least} to ${most}${unit}`
  if (most !== undefined) return `up to ${most}${unit}`
  return least === undefined || least === 0 ? undefined : `at least ${least}${unit}`
}

const kindOf = (schema: Schema): string => {
  if (schema.enum) return (schema.enum as unknown[]).map((value) => JSON.stringify(value)).join(' | ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.contentMediaType) return 'file'
  if (schema.format) return `${schema.format}`
  const types = [schema.type ?? []].flat() as string[]
  const words = types.map((type) => (type === 'array' && schema.items ? `list of ${kindOf(schema.items)}` : (names[type] ?? type)))
  if (words.length > 0) return words.join(' or ')
  const choices = (schema.anyOf ?? schema.oneOf) as Schema[] | undefined
  return choices ? [...new Set(choices.map(kindOf))].join(' or ') : 'anything'
}

export const schemaWords = (schema: Schema): string =>
  [
    kindOf(schema),
    span(schema.minimum, schema.maximum),
    span(schema.minLength, schema.maxLength, ' characters'),
    span(schema.minItems, schema.maxItems, ' of them'),
    schema.default !== undefined && `default ${JSON.stringify(schema.default)}`,
  ]
    .filter(Boolean)
    .join(', ')
