/**
 * The part of YAML that survey files are mostly of, read fifteen times faster than the library reads it: maps and lists by
 * indentation, and on one line in braces; texts bare, in quotes on one line, or as a block after `|`; comments. Whatever else
 * stands there, or is wrong, is left to the library: what comes of it here is what comes of it there, or nothing.
 * What that buys stands in build/README.md. To take it out: remove it from `parseText`, and both files.
 */
import { Cursor, deepest, isName, readBareLine, readEnclosed, readName, Unknown } from './simple-yaml-values.ts'

/** Tabs and carriage returns too: a rare file has them. */
const odd = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029\ufeff]/
/** A line that says nothing. */
const empty = / *(?:#.*)?\n/y
const restOfLine = /(?: +#.*| *)\n/y

class Reader {
  readonly #cursor: Cursor
  /** Where the line begins. */
  #line = 0
  /** Of the line; -1 behind the last one. */
  #indent = 0

  constructor(text: string) {
    this.#cursor = new Cursor(text)
  }

  read(): Record<string, unknown> {
    this.#nextLine()
    // Each map ends before a line that is less far in; the outermost at the end of the text.
    if (!this.#goesOn(0)) throw new Unknown()
    return this.#map(0, 1)
  }

  #nextLine(): void {
    const cursor = this.#cursor
    while (cursor.skip(empty));
    this.#line = cursor.at
    cursor.skipSpaces()
    this.#indent = cursor.at === cursor.text.length ? -1 : cursor.at - this.#line
  }

  #endLine(): void {
    if (!this.#cursor.skip(restOfLine)) throw new Unknown()
    this.#nextLine()
  }

  /** Whether the line goes on with what stands this far in. */
  #goesOn(indent: number): boolean {
    if (this.#indent > indent) throw new Unknown()
    return this.#indent === indent
  }

  #isDash(): boolean {
    return this.#cursor.is('-') && this.#cursor.text[this.#cursor.at + 1] === ' '
  }

  #block(indent: number, depth: number): unknown {
    if (depth > deepest) throw new Unknown()
    return this.#isDash() ? this.#list(indent, depth) : this.#map(indent, depth)
  }

  #map(indent: number, depth: number): Record<string, unknown> {
    const map: Record<string, unknown> = {}
    do {
      const own = readName(this.#cursor, map)
      map[own] = this.#value(indent, depth)
    } while (this.#goesOn(indent))
    return map
  }

  #list(indent: number, depth: number): unknown[] {
    const list: unknown[] = []
    const cursor = this.#cursor
    do {
      if (!this.#isDash()) throw new Unknown()
      cursor.at += 2
      cursor.skipSpaces()
      const isBlock = this.#isDash() || isName(cursor)
      list.push(isBlock ? this.#block(cursor.at - this.#line, depth + 1) : this.#inline(indent, depth))
    } while (this.#goesOn(indent))
    return list
  }

  #value(indent: number, depth: number): unknown {
    if (!this.#cursor.skip(restOfLine)) {
      this.#cursor.skipSpaces()
      return this.#inline(indent, depth)
    }
    this.#nextLine()
    if (this.#indent <= indent) throw new Unknown()
    return this.#block(this.#indent, depth + 1)
  }

  /** What begins on this line, and ends there unless it is a block. */
  #inline(indent: number, depth: number): unknown {
    if (this.#cursor.is('|')) return this.#literal(indent)
    const enclosed = readEnclosed(this.#cursor, depth)
    const found = enclosed === undefined ? readBareLine(this.#cursor) : enclosed
    this.#endLine()
    return found
  }

  /** The lines behind `|` or `|-`, as they are. */
  #literal(outer: number): string {
    const cursor = this.#cursor
    cursor.at++
    const isChomped = cursor.is('-')
    if (isChomped) cursor.at++
    if (!cursor.is('\n')) throw new Unknown()
    const start = ++cursor.at
    cursor.skipSpaces()
    const indent = ' '.repeat(cursor.at - start)
    if (indent.length <= outer || cursor.is('\n')) throw new Unknown()
    cursor.at = start
    const lines: string[] = []
    while (cursor.is('\n') || cursor.text.startsWith(indent, cursor.at)) {
      const end = cursor.text.indexOf('\n', cursor.at)
      lines.push(cursor.text.slice(cursor.at + indent.length, end))
      cursor.at = end + 1
    }
    this.#nextLine()
    // Less far in than the block, and yet further than what it stands in.
    if (this.#indent > outer) throw new Unknown()
    while (lines.at(-1) === '') lines.pop()
    return `${lines.join('\n')}${isChomped ? '' : '\n'}`
  }
}

/** `undefined`: there is something else in it, or something wrong. */
export function parseSimpleYaml(text: string): Record<string, unknown> | undefined {
  if (!text.endsWith('\n') || odd.test(text)) return undefined
  try {
    return new Reader(text).read()
  } catch (error) {
    if (error instanceof Unknown) return undefined
    throw error
  }
}
