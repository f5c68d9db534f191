/** Reads values and fields of any type leniently. Numbers may be `Exact` objects, see text/exact.ts. */

export function isBlank(value: unknown): boolean {
  if (value === undefined || value === null) return true
  if (typeof value === 'string') return value.trim() === ''
  if (Array.isArray(value)) return value.length === 0
  return typeof value === 'object' && typeof value.valueOf() === 'object' && Object.values(value).every(isBlank)
}

/** A number, also as text; `otherwise` for anything else. */
export function finite(value: unknown, otherwise: number): number {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value?.valueOf()
  return typeof number === 'number' && Number.isFinite(number) ? number : otherwise
}

/** Any value as text; objects as JSON. */
export const asText = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value))

export const isDistinct = (list: readonly unknown[]): boolean => new Set(list).size === list.length
