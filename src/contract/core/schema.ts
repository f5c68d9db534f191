/**
 * zod's words, of which the contract is made. A schema is made when something is first checked with it: a command
 * needs a few of hundreds, a list none at all, and to load zod takes as long as all the rest of a start.
 */
import { zod, type Words } from './zod.ts'

export type { infer, ZodMiniType } from 'zod/mini'

/** Stands for a schema, or for a check of one, until it is needed. */
class Later {
  readonly #make: () => any
  #made: any

  constructor(make: () => unknown) {
    this.#make = make
  }

  get made(): any {
    return (this.#made ??= this.#make())
  }

  check(...checks: unknown[]): Later {
    return new Later(() => this.made.check(...checks.map(made)))
  }

  safeParse(value: unknown): unknown {
    return this.made.safeParse(value)
  }
}

/** What zod itself works with, also inside of lists and shapes. */
export function made(value: unknown): unknown {
  if (value instanceof Later) return value.made
  if (Array.isArray(value)) return value.map(made)
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, made(inner)]))
}

const word = <Name extends keyof Words>(name: Name): Words[Name] =>
  ((...given: unknown[]) =>
    new Later(() => (zod()[name] as (...given: unknown[]) => unknown)(...given.map(made)))) as unknown as Words[Name]

export const array = word('array')
export const boolean = word('boolean')
export const custom = word('custom')
export const discriminatedUnion = word('discriminatedUnion')
const enumOf = word('enum')
export { enumOf as enum }
export const extend = word('extend')
export const int = word('int')
export const literal = word('literal')
export const looseObject = word('looseObject')
export const minLength = word('minLength')
export const minimum = word('minimum')
export const nullable = word('nullable')
export const number = word('number')
export const object = word('object')
export const optional = word('optional')
export const partialRecord = word('partialRecord')
export const pick = word('pick')
export const record = word('record')
export const refine = word('refine')
export const regex = word('regex')
export const string = word('string')
export const union = word('union')
export const unknown = word('unknown')
