/** Values of flags and arguments: times, counts, ids. */
import { usageError } from '../errors.ts'
import { momentOf } from '../text/moment.ts'

const units = new Map(Object.entries<number>({ ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }))

/** `500ms`, `30s`, `5m`, `2h`, `1d` to milliseconds; a number without a unit could mean any of them. */
export function readDuration(text: string, flag: string): number
/** A flag that isn't given says nothing. */
export function readDuration(text: string | undefined, flag: string): number | undefined
export function readDuration(text: string | undefined, flag: string): number | undefined {
  if (text === undefined) return undefined
  const [, amount, unit = ''] = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/.exec(text.trim()) ?? []
  const millis = Number(amount) * (units.get(unit) ?? NaN)
  if (!Number.isFinite(millis)) throw usageError(`${flag} must be a number and its unit, like 500ms, 30s, 5m, 2h or 1d, not "${text}"`)
  return millis
}

/** `2026-01-31` or `2026-01-31T09:00:00Z` to milliseconds; without a zone it is UTC. `words` may stand in its place. */
export function readMoment(text: string, flag: string, ...words: readonly string[]): number {
  const moment = /^\d{4}-\d\d-\d\d/.test(text) ? momentOf(text) : undefined
  if (moment !== undefined) return moment
  const forms = [...words, 'a day like 2026-01-31', 'a time like 2026-01-31T09:00:00Z']
  throw usageError(`${flag} must be ${forms.slice(0, -1).join(', ')} or ${forms.at(-1)}, not "${text}"`)
}

/** Of at most 15 digits, which JavaScript holds exactly. */
export const isId = (text: string): boolean => /^\d{1,15}$/.test(text) && Number(text) > 0

/** `called`: the flag, or the place. */
export function readId(text: string, called: string): number {
  if (isId(text)) return Number(text)
  throw usageError(`${called} must be a whole number, not "${text}"`)
}

export function readCount(text: string, flag: string, least?: number): number
export function readCount(text: string | undefined, flag: string, least?: number): number | undefined
export function readCount(text: string | undefined, flag: string, least = 1): number | undefined {
  if (text === undefined) return undefined
  if (/^\d{1,9}$/.test(text) && Number(text) >= least) return Number(text)
  throw usageError(`${flag} must be a whole number of at least ${least}, not "${text}"`)
}
