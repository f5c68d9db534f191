import { Exact } from './exact.ts'

const isInner = (value: unknown): value is object => typeof value === 'object' && value !== null && !(value instanceof Exact)

/** Whether lists and objects stand in each other more than so many times: too deep for functions that call themselves. */
export const isDeeper = (value: unknown, depth: number): boolean => isInner(value) && goesDeeper(value, depth)

/** Not called for texts and numbers, which are most of an answer: that is seven times as fast. */
function goesDeeper(value: object, depth: number): boolean {
  if (depth === 0) return true
  if (Array.isArray(value)) {
    for (const one of value) if (isInner(one) && goesDeeper(one, depth - 1)) return true
    return false
  }
  for (const name in value) {
    // Of what JSON.parse makes all names are its own.
    const one = (value as Record<string, unknown>)[name]
    if (isInner(one) && goesDeeper(one, depth - 1)) return true
  }
  return false
}
