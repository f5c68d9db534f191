/** Days, weeks (from Monday) and months, in UTC. A period is the moment in which it begins. */
import { usageError } from '../../errors.ts'

export const units = ['day', 'week', 'month'] as const
export type Unit = (typeof units)[number]

const day = 86_400_000
/** 27 years of days. */
const mostPeriods = 10_000

export function periodOf(moment: number, unit: Unit): number {
  const date = new Date(moment)
  date.setUTCHours(0, 0, 0, 0)
  if (unit === 'month') date.setUTCDate(1)
  if (unit === 'week') date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7))
  return date.getTime()
}

/** Its first day, or its month. */
export function nameOf(period: number, unit: Unit): string {
  const [name = ''] = new Date(period).toISOString().split('T')
  return unit === 'month' ? name.slice(0, -3) : name
}

/** How many there are from the first to the last. */
function count(first: number, last: number, unit: Unit): number {
  const [from, to] = [new Date(first), new Date(last)]
  if (unit === 'month') return (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth() + 1
  return Math.round((last - first) / (unit === 'week' ? 7 * day : day)) + 1
}

/** A trend from one moment to another that is far away would fill the memory. */
export function refuseTooLong(first: number, last: number, unit: Unit): void {
  const many = count(first, last, unit)
  if (many <= mostPeriods) return
  throw usageError(
    `--trend ${unit} would have ${many.toLocaleString('en')} ${unit}s, from ${nameOf(first, unit)} to ${nameOf(last, unit)}; there may be ${mostPeriods.toLocaleString('en')}`,
    'Choose the time by --from-date and --to-date, or a longer unit',
  )
}

/** All periods from the first to the last, also those without answers. */
export const periodsBetween = (first: number, last: number, unit: Unit): number[] =>
  Array.from({ length: count(first, last, unit) }, (_, at) => {
    const date = new Date(first)
    if (unit === 'month') date.setUTCMonth(date.getUTCMonth() + at)
    else date.setUTCDate(date.getUTCDate() + at * (unit === 'week' ? 7 : 1))
    return date.getTime()
  })
