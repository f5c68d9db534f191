/** Where a list goes on: tool, filters and place, signed, so that none is made up or used for another list. */
import { createHash, createHmac, randomBytes } from 'node:crypto'
import { usageError } from '../errors.ts'

const key = randomBytes(32)
const sign = (text: string): string => createHmac('sha256', key).update(text).digest('base64url').slice(0, 22)

/** The same for the same input, in whatever order. */
export const digestOf = (value: unknown): string => createHash('sha256').update(stable(value)).digest('base64url').slice(0, 22)

const stable = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  ) ?? 'undefined'

export const cursorAt = (place: number, list: unknown): string => `${place}.${sign(`${place}.${digestOf(list)}`)}`

export function placeAt(cursor: string | undefined, list: unknown): number {
  if (cursor === undefined) return 0
  const place = Number(/^(\d{1,9})\./.exec(cursor)?.[1])
  if (!Number.isSafeInteger(place) || cursorAt(place, list) !== cursor)
    throw usageError(
      'cursor is of another list, or was changed',
      'Take next_cursor of the last result, with the same other fields; or leave it out',
    )
  return place
}
