/** Distinct codes in the order they came. */
import { createHash } from 'node:crypto'
import { usageError } from '../errors.ts'

const longest = 2 ** 15

export class CodeList {
  /** Codes that were given, doubled ones included. */
  read = 0
  readonly #codes: string[] = []
  readonly #places = new Map<string, number>()

  get size(): number {
    return this.#codes.length
  }

  get doubled(): number {
    return this.read - this.size
  }

  /** Takes a code, trimmed; an empty one is none. */
  add(text: string): void {
    const trimmed = text.trim()
    if (trimmed === '') return
    if (Buffer.byteLength(trimmed) > longest)
      throw usageError(`A code has more than ${longest} bytes: "${trimmed.slice(0, 40)}…"`, 'Is it a file with one code a line?')
    this.read++
    if (this.#places.has(trimmed)) return
    // A string of its own: a part of the text that it was cut from would hold all of that in memory.
    const code = Buffer.from(trimmed).toString()
    this.#places.set(code, this.size)
    this.#codes.push(code)
  }

  /** Codes from number `from` on, at most `count`. */
  slice(from: number, count: number): string[] {
    return this.#codes.slice(from, from + count)
  }

  /** The number of a code; none when it isn't in the list. */
  indexOf(code: string): number | undefined {
    return this.#places.get(code)
  }

  /** The same for the same codes in the same order. */
  digest(): string {
    const hash = createHash('sha256')
    for (const code of this.#codes) hash.update(code).update('\n')
    return hash.digest('hex')
  }
}
