/** Identifiers and text literals of SQL. */
export const identifier = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** A table whose name needs no quotes. */
export const tableIn = (schema: string, table: string): string => `${identifier(schema)}.${table}`

/** With U+FFFD in place of what PostgreSQL can't store: zero bytes and lone surrogates. */
export const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '\u{FFFD}')

export const literal = (text: string | null): string =>
  text === null ? 'null' : `${text.includes('\\') ? ' E' : ''}'${storable(text).replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
