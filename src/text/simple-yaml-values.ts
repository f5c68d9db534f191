/** Values of YAML that stand on one line: bare, in quotes, in braces or brackets. For simple-yaml.ts, which says what that is. */
import { exactly } from './exact.ts'

/** The text has an error, or a feature that this parser doesn't support. */
export class Unsupported extends Error {}

export const deepest = 50

/** A position in a text. */
export class Cursor {
  readonly text: string
  at = 0

  constructor(text: string) {
    this.text = text
  }

  is(char: string): boolean {
    return this.text[this.at] === char
  }

  /** Skips what a sticky pattern matches here. Returns whether it did. */
  skip(pattern: RegExp): boolean {
    pattern.lastIndex = this.at
    const found = pattern.test(this.text)
    if (found) this.at = pattern.lastIndex
    return found
  }

  skipSpaces(): void {
    while (this.is(' ')) this.at++
  }

  /** Reads up to and including the character at `end`, which has to be on this line. */
  upTo(end: number): string {
    const found = this.text.slice(this.at, end + 1)
    if (end < 0 || found.includes('\n')) throw new Unsupported()
    this.at = end + 1
    return found
  }
}

const constants: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ...['~', 'null', 'Null', 'NULL'].map((word) => [word, null] as const),
  ...['true', 'True', 'TRUE'].map((word) => [word, true] as const),
  ...['false', 'False', 'FALSE'].map((word) => [word, false] as const),
])

const name = /[A-Za-z_][\w.@-]{0,99}(?=:[ \n])/y

export function isName({ text, at }: Cursor): boolean {
  name.lastIndex = at
  return name.test(text)
}

/** Reads a key and its colon. Refuses one that `into` has already. */
export function readName(cursor: Cursor, into: object): string {
  const from = cursor.at
  if (!cursor.skip(name)) throw new Unsupported()
  const found = cursor.text.slice(from, cursor.at++)
  if (constants.has(found) || found === '__proto__' || Object.hasOwn(into, found)) throw new Unsupported()
  return found
}

/** Reads a value in quotes, braces or brackets; `undefined` where it begins with none of them. */
export function readEnclosed(cursor: Cursor, depth: number): unknown {
  switch (cursor.text[cursor.at]) {
    case '"':
      return doubleQuoted(cursor)
    case "'":
      return singleQuoted(cursor)
    case '{':
      return mapInBraces(cursor, depth + 1)
    case '[':
      return listInBrackets(cursor, depth + 1)
    default:
      return undefined
  }
}

function doubleQuoted(cursor: Cursor): string {
  let end = cursor.at
  do end = cursor.text.indexOf('"', end + 1)
  while (isEscaped(cursor.text, end))
  const found = cursor.upTo(end)
  if (!found.includes('\\')) return found.slice(1, -1)
  try {
    // Escapes that JSON has as well mean the same in both.
    return String(JSON.parse(found))
  } catch {
    throw new Unsupported()
  }
}

function isEscaped(text: string, at: number): boolean {
  let first = at
  while (text[first - 1] === '\\') first--
  return (at - first) % 2 === 1
}

function singleQuoted(cursor: Cursor): string {
  const { text } = cursor
  let end = text.indexOf("'", cursor.at + 1)
  while (end >= 0 && text[end + 1] === "'") end = text.indexOf("'", end + 2)
  return cursor.upTo(end).slice(1, -1).replaceAll("''", "'")
}

function mapInBraces(cursor: Cursor, depth: number): Record<string, unknown> {
  const map: Record<string, unknown> = {}
  readItems(cursor, '}', () => {
    const own = readName(cursor, map)
    cursor.skipSpaces()
    map[own] = readItem(cursor, depth)
  })
  return map
}

function listInBrackets(cursor: Cursor, depth: number): unknown[] {
  const list: unknown[] = []
  readItems(cursor, ']', () => list.push(readItem(cursor, depth)))
  return list
}

function readItems(cursor: Cursor, end: string, read: () => void): void {
  cursor.at++
  cursor.skipSpaces()
  while (!cursor.is(end)) {
    read()
    cursor.skipSpaces()
    if (cursor.is(end)) break
    if (!cursor.is(',')) throw new Unsupported()
    cursor.at++
    cursor.skipSpaces()
  }
  cursor.at++
}

const bareInBraces = /[^,[\]{}\n]*/y

function readItem(cursor: Cursor, depth: number): unknown {
  if (depth > deepest) throw new Unsupported()
  const enclosed = readEnclosed(cursor, depth)
  if (enclosed !== undefined) return enclosed
  bareInBraces.lastIndex = cursor.at
  const found = bareInBraces.exec(cursor.text)?.[0] ?? ''
  if (found.includes(' #')) throw new Unsupported()
  return readBare(cursor, found)
}

export function readBareLine(cursor: Cursor): unknown {
  const line = cursor.text.slice(cursor.at, cursor.text.indexOf('\n', cursor.at))
  const comment = line.indexOf(' #')
  return readBare(cursor, comment < 0 ? line : line.slice(0, comment))
}

/** How an unquoted text may begin. */
const bareStart = /^(?:-\d|[^-?:,[\]{}#&*!|>'"%@`\s])/

/** An unquoted value; `found`: the text from here on, with trailing spaces. */
function readBare(cursor: Cursor, found: string): unknown {
  const text = withoutSpaces(found)
  if (!bareStart.test(text) || text.includes(': ') || text.endsWith(':')) throw new Unsupported()
  cursor.at += text.length
  return scalarOf(text)
}

function withoutSpaces(text: string): string {
  let end = text.length
  while (text[end - 1] === ' ') end--
  return text.slice(0, end)
}

function scalarOf(text: string): unknown {
  if (!/^[-+.\d]/.test(text)) return constants.has(text) ? constants.get(text) : text
  if (/^(?:0|-?[1-9]\d{0,14})$/.test(text)) return Number(text)
  if (/^-?(?:0|[1-9]\d{0,14})\.\d{1,15}$/.test(text)) return exactly(text)
  // May be a number of another form.
  if (/^[-+]?[.\d][.\da-zA-Z]*(?:[-+]\d+)?$/.test(text)) throw new Unsupported()
  return text
}
