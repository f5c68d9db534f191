/**
 * zod's functions that the contract is written with, made lazy: a schema is built when something is first checked with it.
 * A command needs a few of hundreds, a list none at all.
 */
import { zod, type Zod, type ZodMiniType } from './zod.ts'

export type { infer, Zod, ZodMiniType } from './zod.ts'

interface Real {
  check: (...checks: unknown[]) => unknown
  safeParse: (value: unknown) => unknown
}

/** Stands for a schema, or for one of its checks, until it is needed. */
class Later {
  readonly #make: () => unknown
  #made: unknown

  constructor(make: () => unknown) {
    this.#make = make
  }

  /** Only schemas and checks are made late. */
  get made(): Real {
    return (this.#made ??= this.#make()) as Real
  }

  check(...checks: unknown[]): Later {
    return new Later(() => this.made.check(...checks.map(made)))
  }

  safeParse(value: unknown): unknown {
    return this.made.safeParse(value)
  }
}

/** The real schema in place of a lazy one, also inside lists and shapes. */
export function made<T>(value: T): T
export function made(value: unknown): unknown {
  if (value instanceof Later) return value.made
  if (Array.isArray(value)) return value.map(made)
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, made(inner)]))
}

// Each stands for what zod's own function makes: their types are zod's, one for each word.
const later = <Word extends keyof Zod>(word: Word): Zod[Word] =>
  ((...given: unknown[]) => new Later(() => (zod()[word] as (...given: unknown[]) => unknown)(...given.map(made)))) as never

/** A schema that is built with zod's own functions when it is needed. */
export const late = <T>(make: (zod: Zod) => ZodMiniType<T>): ZodMiniType<T> =>
  // `made` and `safeParse` are all that anybody does with one.
  new Later(() => make(zod())) as never

/** What the specification doesn't show: any value passes, so each field of the type must bear to be something else. */
export const unproven = <T>(): ZodMiniType<T> => custom<T>()

export const array = later('array')
export const boolean = later('boolean')
export const custom = later('custom')
export const discriminatedUnion = later('discriminatedUnion')
const enumOf = later('enum')
export { enumOf as enum }
export const extend = later('extend')
export const int = later('int')
export const literal = later('literal')
export const looseObject = later('looseObject')
export const minLength = later('minLength')
export const minimum = later('minimum')
export const nullable = later('nullable')
export const number = later('number')
export const object = later('object')
export const optional = later('optional')
export const partialRecord = later('partialRecord')
export const pick = later('pick')
export const record = later('record')
export const refine = later('refine')
export const regex = later('regex')
export const string = later('string')
export const union = later('union')
export const unknown = later('unknown')
