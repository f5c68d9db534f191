/** Answers that are dates or times, as bars in order of time: by day, by month when there are many days, times by hour. */
import { share } from '../../model/share.ts'
import type { BarsOf, ReportQuestion } from '../files/data.ts'

/** With more days than this, bars are by month. */
const maxDays = 31

const isTime = (text: string): boolean => /^\d\d:\d\d$/.test(text)

/** `2026-01-31T09:30`, `2026-01-31` or `09:30`. */
const dayOf = (text: string): string => (isTime(text) ? `${text.slice(0, 2)}:00` : text.slice(0, 10))

export function dateBars(texts: ReadonlyMap<string, number>, answered: number): Pick<ReportQuestion, 'bars' | 'barsOf'> {
  const days = summed(texts, dayOf)
  const byMonth = days.size > maxDays
  const counts = byMonth ? summed(days, (day) => (isTime(day) ? day : day.slice(0, 7))) : days
  const bars = Array.from(counts, ([label, count]) => ({ label, count, percent: share(count, answered) }))
  return { bars: bars.sort((a, b) => (a.label < b.label ? -1 : 1)), barsOf: unitOf([...texts.keys()], byMonth) }
}

function summed(counts: ReadonlyMap<string, number>, keyOf: (text: string) => string): Map<string, number> {
  const sums = new Map<string, number>()
  for (const [text, count] of counts) sums.set(keyOf(text), (sums.get(keyOf(text)) ?? 0) + count)
  return sums
}

function unitOf(texts: readonly string[], byMonth: boolean): BarsOf {
  if (texts.length > 0 && texts.every(isTime)) return 'hour'
  return byMonth ? 'month' : 'day'
}
