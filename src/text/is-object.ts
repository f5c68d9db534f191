import { Exact } from './exact.ts'

/** An object with named fields: neither null, a list nor a number that is kept as it is written. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Exact)
