/** Whether what was read back is what was sent: a service may add fields to what stands in a list or a map, but no members of it. */
import { Exact, canonicalNumber } from '../../text/exact.ts'
import { isObject } from '../../text/is-object.ts'

/** On so many levels keys are members, as the ids in `entities`; below them they are fields, of which the service may add some. */
const memberLevels = 1

export function isAlike(found: unknown, sent: unknown, level = 0): boolean {
  if (found == null || sent == null) return (found ?? null) === (sent ?? null)
  if (Array.isArray(found) || Array.isArray(sent)) return areAlike(found, sent, level)
  if (found instanceof Exact || sent instanceof Exact) return canonicalOf(found) === canonicalOf(sent)
  if (!isObject(found) || !isObject(sent)) return found === sent
  const names = Object.keys(level < memberLevels ? { ...found, ...sent } : sent)
  return names.every((name) => isAlike(found[name], sent[name], level + 1))
}

const areAlike = (found: unknown, sent: unknown, level: number): boolean =>
  Array.isArray(found) &&
  Array.isArray(sent) &&
  found.length === sent.length &&
  found.every((one, index) => isAlike(one, sent[index], level + 1))

const canonicalOf = (value: unknown): string => (value instanceof Exact ? canonicalNumber(value) : JSON.stringify(value))
