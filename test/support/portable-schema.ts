/** What a schema says that not every client reads, by the rules of the protocol's own inspector (2.12, `--strict`). */
const maps = ['properties', 'patternProperties', 'dependentSchemas', 'dependencies', '$defs', 'definitions']
const lists = ['allOf', 'anyOf', 'oneOf', 'prefixItems']
const single = ['items', 'contains', 'not', 'propertyNames', 'if', 'then', 'else', 'contentSchema']
const orBoolean = ['additionalProperties', 'unevaluatedProperties', 'additionalItems', 'unevaluatedItems']
const says =
  /^(type|enum|const|multipleOf|(exclusive)?(max|min)imum|(max|min)(Length|Items|Contains|Properties)|pattern|format|content\w+|uniqueItems|required|dependent\w+|dependencies|allOf|anyOf|oneOf|not|items|prefixItems|contains|(additional|unevaluated)(Items|Properties)|properties|patternProperties|propertyNames|\$(dynamic|recursive)?[Rr]ef)$/

export function unportable(schema: unknown, at = '', key = ''): string[] {
  if (typeof schema === 'boolean') return orBoolean.includes(key) ? [] : [`${at}: ${schema}`]
  if (typeof schema !== 'object' || schema === null) return [`${at}: no schema`]
  const own = Object.entries(schema)
  return [
    ...(Array.isArray((schema as { type?: unknown }).type) ? [`${at}: several types`] : []),
    ...(own.some(([name]) => says.test(name)) || key === 'not' ? [] : [`${at}: says nothing`]),
    ...own.flatMap(([name, value]) => {
      if (name === '$ref' && !String(value).startsWith('#')) return [`${at}: refers to ${value}`]
      if (maps.includes(name)) return Object.entries(value as object).flatMap(([field, inner]) => unportable(inner, `${at}.${field}`, name))
      if (lists.includes(name)) return (value as unknown[]).flatMap((inner, index) => unportable(inner, `${at}.${name}.${index}`, name))
      return [...single, ...orBoolean].includes(name) ? unportable(value, `${at}.${name}`, name) : []
    }),
  ]
}
