/** Names and texts as SQL has them. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** What PostgreSQL can't hold, no zero byte and no half of a character, is shown as one it can. */
export const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '\u{FFFD}')

export const literal = (text: string | null): string =>
  text === null ? 'null' : `${text.includes('\\') ? ' E' : ''}'${storable(text).replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
