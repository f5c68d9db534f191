/** Days, weeks (from Monday) and months, in UTC. */
export const units = ['day', 'week', 'month'] as const
export type Unit = (typeof units)[number]

const day = 86_400_000

/** The period of a moment, named by its first day, or by its month. */
export function periodOf(moment: number, unit: Unit): string {
  const date = new Date(moment)
  if (unit === 'month') return date.toISOString().slice(0, 7)
  const back = unit === 'week' ? ((date.getUTCDay() + 6) % 7) * day : 0
  return new Date(moment - back).toISOString().slice(0, 10)
}

/** All periods from the first to the last, also those without answers. */
export function periodsBetween(first: string, last: string, unit: Unit): string[] {
  const periods: string[] = []
  for (let period = first; period <= last; period = next(period, unit)) periods.push(period)
  return periods
}

function next(period: string, unit: Unit): string {
  if (unit !== 'month') return new Date(Date.parse(period) + (unit === 'week' ? 7 : 1) * day).toISOString().slice(0, 10)
  const date = new Date(`${period}-01`)
  date.setUTCMonth(date.getUTCMonth() + 1)
  return date.toISOString().slice(0, 7)
}
