/** Answers by the days on which they were started, in UTC: the service tells them apart in few of its lists. */
import { usageError } from '../errors.ts'
import { isDay, momentOf } from '../text/moment.ts'

const day = 86_400_000

/** From a moment on, and before another one. */
export interface Days {
  from: number
  until: number
}

export interface DayFlags {
  fromDate?: string | undefined
  toDate?: string | undefined
}

export function daysOf({ fromDate, toDate }: DayFlags): Days {
  const [from, to] = [dayOf(fromDate, '--from-date'), dayOf(toDate, '--to-date')]
  if (from !== undefined && to !== undefined && from > to) throw usageError('--from-date is after --to-date')
  return { from: from ?? -Infinity, until: to === undefined ? Infinity : to + day }
}

export const isWithin = ({ from, until }: Days, start: number): boolean => start >= from && start < until

function dayOf(text: string | undefined, flag: string): number | undefined {
  if (text === undefined) return undefined
  if (!isDay(text)) throw usageError(`${flag} must be a day such as 2026-01-31`)
  return momentOf(text)
}
