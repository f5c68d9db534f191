import type { Given } from './effect.ts'
import type { AnyOperation, Replaces, Result } from './operation.ts'
import { isObject } from '../../text/is-object.ts'

/** How a write is read back that replaces a whole. */
export const readBack = <Op extends AnyOperation>(
  by: Op,
  shows: (answer: Result<Op>, input: Given) => unknown,
  asks: Replaces['asks'] = () => ({}),
): Replaces => ({
  by,
  asks,
  shows: (answer, input) => {
    const shown = shows(answer, input)
    return isObject(shown) ? shown : undefined
  },
})
