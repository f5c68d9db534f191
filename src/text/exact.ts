/**
 * Numbers that JavaScript would change: beyond 2^53, long or with zeros at their end, with an exponent. They are kept as they
 * are written, and go out as they came in.
 */

/** Whether there is any in this process: else nothing has to be looked for. */
let isAnyMade = false

export class Exact {
  readonly #text: string

  constructor(text: string) {
    this.#text = text
    isAnyMade = true
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

/**
 * Whether there may be any: a look at each number's beginning. Behind a colon only where a name ends, for times have colons too.
 * Each place that a number may stand at is spelled out: to skip spaces with `\s*` takes half as long again.
 */
const mayHold = (text: string): boolean => /(?:[" \n\r\t]:|[,[ \n\r\t])(?:-?\d+[.eE]|-?\d{16}|-0)/.test(text) || /^\s*-?\d/.test(text)

/** A number as JSON writes it: as it is where JavaScript writes it alike. */
export const exactly = (source: string): number | Exact => (JSON.stringify(Number(source)) === source ? Number(source) : new Exact(source))

const exactOnes: Reviver = (_, value, { source }) => (typeof value === 'number' && source !== undefined ? exactly(source) : value)

/** As JSON.parse, with such numbers kept as they are written. */
export const parseExactly = (text: string): unknown =>
  mayHold(text) ? JSON.parse(text, exactOnes as Parameters<typeof JSON.parse>[1]) : JSON.parse(text)

/** A result that was read already, with them. */
export const exactlyIn = (text: string, read: unknown): unknown => (mayHold(text) ? parseExactly(text) : read)

/** A number as somebody types it: of their forms only the value counts. `undefined`: none, or one that nothing can hold. */
export function readNumber(text: string): number | Exact | undefined {
  const trimmed = text.trim()
  const value = Number(trimmed)
  if (trimmed === '' || !Number.isFinite(value)) return undefined
  if (!/^-?(0|[1-9]\d*)(\.\d+)?([eE][-+]?\d+)?$/.test(trimmed)) return Math.abs(value) > Number.MAX_SAFE_INTEGER ? undefined : value
  const exact = new Exact(trimmed)
  return canonicalNumber(exact) === JSON.stringify(value) ? value : exact
}

/** Whether one of the numbers in it may be another one than was written: beyond 2^53, or of more digits than can be told apart. */
export function mayBeOther(value: unknown): boolean {
  if (typeof value === 'number')
    return !Number.isSafeInteger(value) && (!Number.isFinite(value) || /\d{16}|e/.test(String(value).replace('.', '')))
  return typeof value === 'object' && value !== null && Object.values(value).some(mayBeOther)
}

/** With the numbers that JavaScript makes of them, for what counts or is judged by limits. */
export function plainly<T>(value: T): T
export function plainly(value: unknown): unknown {
  if (!isAnyMade || typeof value !== 'object' || value === null) return value
  if (value instanceof Exact) return value.valueOf()
  if (Array.isArray(value)) return value.map(plainly)
  if (Object.getPrototypeOf(value) !== Object.prototype) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, plainly(inner)]))
}

/** A text that is the same for equal numbers, however they are written. */
export function canonicalNumber(number: Exact): string {
  const text = decimal(String(number))
  const plain = JSON.stringify(number.valueOf())
  return text === decimal(plain) ? plain : text
}

/** All digits, and the power of ten behind them. */
function decimal(text: string): string {
  const [, minus = '', whole = '', part = '', power = '0'] = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([-+]?\d+))?$/.exec(text) ?? []
  const digits = `${whole}${part}`.replace(/^0+/, '')
  const significant = digits.replace(/0+$/, '')
  if (significant === '') return '0'
  return `${minus}${significant}e${BigInt(power) - BigInt(part.length) + BigInt(digits.length - significant.length)}`
}
