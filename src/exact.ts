/** Numbers that JavaScript would change: beyond 2^53, long or with zeros at their end, with an exponent. They go out as they came in. */

export class Exact {
  readonly #text: string

  constructor(text: string) {
    this.#text = text
  }

  toString(): string {
    return this.#text
  }

  valueOf(): number {
    return Number(this.#text)
  }

  toJSON(): unknown {
    return raw(this.#text)
  }
}

// Node has both since its version 22; the library of the compiler doesn't name them yet.
const raw = (text: string): unknown => (JSON as unknown as { rawJSON: (text: string) => unknown }).rawJSON(text)
type Reviver = (name: string, value: unknown, context: { source?: string }) => unknown

/** Whether there may be any: a look at each number's beginning. Behind a colon only where a name ends, for times have colons too. */
const mayHold = (text: string): boolean => /(?:"\s*:|[,[])\s*(?:-?\d+[.eE]|-?\d{16}|-0)/.test(text)

const keep: Reviver = (_, value, { source }) =>
  typeof value === 'number' && source !== undefined && JSON.stringify(value) !== source ? new Exact(source) : value

/** As JSON.parse, with such numbers kept as they are written. */
export const parseExactly = (text: string): unknown =>
  mayHold(text) ? JSON.parse(text, keep as Parameters<typeof JSON.parse>[1]) : JSON.parse(text)
