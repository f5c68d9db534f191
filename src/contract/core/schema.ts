/**
 * zod's words, of which the contract is made. A schema is made when something is first checked with it: a command
 * needs a few of hundreds, a list none at all.
 */
import * as zod from 'zod/mini'

export type { infer, ZodMiniType } from 'zod/mini'

interface Real {
  check: (...checks: unknown[]) => unknown
  safeParse: (value: unknown) => unknown
}

/** Stands for a schema, or for a check of one, until it is needed. */
class Later {
  readonly #make: () => unknown
  #made: unknown

  constructor(make: () => unknown) {
    this.#make = make
  }

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

/** What zod itself works with, also inside of lists and shapes. */
export function made<T>(value: T): T
export function made(value: unknown): unknown {
  if (value instanceof Later) return value.made
  if (Array.isArray(value)) return value.map(made)
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, made(inner)]))
}

const later = <Make extends (...given: never[]) => unknown>(make: Make): Make =>
  ((...given: unknown[]) => new Later(() => make(...(given.map(made) as never[])))) as unknown as Make

/** What fields are made of. Not all of zod: it would be kept and loaded. */
const words = {
  array: zod.array,
  boolean: zod.boolean,
  custom: zod.custom,
  int: zod.int,
  nullable: zod.nullable,
  number: zod.number,
  refine: zod.refine,
  string: zod.string,
}
export type Zod = typeof words

/** A schema that is put together from zod's own words when it is needed. */
export const late = <T>(make: (zod: Zod) => zod.ZodMiniType<T>): zod.ZodMiniType<T> =>
  // `made` and `safeParse` are all that anybody does with one.
  new Later(() => make(words)) as never

export const array = later(zod.array)
export const boolean = later(zod.boolean)
export const custom = later(zod.custom)
export const discriminatedUnion = later(zod.discriminatedUnion)
const enumOf = later(zod.enum)
export { enumOf as enum }
export const extend = later(zod.extend)
export const int = later(zod.int)
export const literal = later(zod.literal)
export const looseObject = later(zod.looseObject)
export const minLength = later(zod.minLength)
export const minimum = later(zod.minimum)
export const nullable = later(zod.nullable)
export const number = later(zod.number)
export const object = later(zod.object)
export const optional = later(zod.optional)
export const partialRecord = later(zod.partialRecord)
export const pick = later(zod.pick)
export const record = later(zod.record)
export const refine = later(zod.refine)
export const regex = later(zod.regex)
export const string = later(zod.string)
export const union = later(zod.union)
export const unknown = later(zod.unknown)
