/** What may be read of a value or a field, whatever it holds. A number that is kept as it is written is an object with that value. */

export function isBlank(value: unknown): boolean {
  if (value === undefined || value === null) return true
  if (typeof value === 'string') return value.trim() === ''
  if (Array.isArray(value)) return value.length === 0
  return typeof value === 'object' && typeof value.valueOf() === 'object' && Object.values(value).every(isBlank)
}

/** Numbers in quotes count, the rest is absent. */
export function finite(value: unknown, otherwise: number): number {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value?.valueOf()
  return typeof number === 'number' && Number.isFinite(number) ? number : otherwise
}

/** As it stands, also where it has a shape that isn't known. */
export const asText = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value))

export const isDistinct = (list: readonly unknown[]): boolean => new Set(list).size === list.length
