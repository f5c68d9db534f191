/**
 * Parses the subset of YAML that most survey files use, fifteen times faster than the library: maps and lists by indentation, or
 * in braces on one line; unquoted and quoted texts on one line; blocks after `|`; comments. Anything else, errors included, is left
 * to the library. A result is always the same as the library's.
 * What that buys stands in build/README.md. To take it out: remove it from `parseText`, and both files.
 */
import { Cursor, deepest, isName, readBareLine, readEnclosed, readName, Unsupported } from './simple-yaml-values.ts'

/** Characters that are not supported, tabs and carriage returns among them. */
const odd = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029\ufeff]/
/** A blank line, or one with a comment only. */
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
    // A map ends before a line with less indentation; the outermost one at the end of the text.
    if (!this.#goesOn(0)) throw new Unsupported()
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
    if (!this.#cursor.skip(restOfLine)) throw new Unsupported()
    this.#nextLine()
  }

  /** Whether the line continues a block with this indentation. */
  #goesOn(indent: number): boolean {
    if (this.#indent > indent) throw new Unsupported()
    return this.#indent === indent
  }

  #isDash(): boolean {
    return this.#cursor.is('-') && this.#cursor.text[this.#cursor.at + 1] === ' '
  }

  #block(indent: number, depth: number): unknown {
    if (depth > deepest) throw new Unsupported()
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
      if (!this.#isDash()) throw new Unsupported()
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
    if (this.#indent <= indent) throw new Unsupported()
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
    if (!cursor.is('\n')) throw new Unsupported()
    const start = ++cursor.at
    cursor.skipSpaces()
    const indent = ' '.repeat(cursor.at - start)
    if (indent.length <= outer || cursor.is('\n')) throw new Unsupported()
    cursor.at = start
    const lines: string[] = []
    while (cursor.is('\n') || cursor.text.startsWith(indent, cursor.at)) {
      const end = cursor.text.indexOf('\n', cursor.at)
      lines.push(cursor.text.slice(cursor.at + indent.length, end))
      cursor.at = end + 1
    }
    this.#nextLine()
    // Indented less than the block, but more than what contains it.
    if (this.#indent > outer) throw new Unsupported()
    while (lines.at(-1) === '') lines.pop()
    return `${lines.join('\n')}${isChomped ? '' : '\n'}`
  }
}

/** `undefined` where the text is not supported, or has an error. */
export function parseSimpleYaml(text: string): Record<string, unknown> | undefined {
  if (!text.endsWith('\n') || odd.test(text)) return undefined
  try {
    return new Reader(text).read()
  } catch (error) {
    if (error instanceof Unsupported) return undefined
    throw error
  }
}
