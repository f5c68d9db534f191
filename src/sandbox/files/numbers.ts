/** Numbers as reports show them. */
import { share } from '../../model/share.ts'
import type { Labels } from './labels.ts'

/** `12.5%`; `0%` when the total is 0. */
export const percent = (count: number, total: number): string => `${share(count, total)}%`

/** `1 h 5 min`, `3 min 20 s`, `45 s`; a dash when unknown. */
export function duration(seconds: number | null, labels: Labels): string {
  if (seconds === null) return '–'
  const whole = Math.round(seconds)
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60), whole % 60]
  const minuteText = minutes > 0 && `${minutes} ${labels.minutes}`
  const secondText = (rest > 0 || whole < 60) && `${rest} ${labels.seconds}`
  const parts = hours > 0 ? [`${hours} ${labels.hours}`, minuteText] : [minuteText, secondText]
  return parts.filter(Boolean).join(' ')
}

/** Size of the parts when `count` things are divided evenly into as few parts of at most `max` as possible. */
export const evenly = (count: number, max: number): number => Math.max(1, Math.ceil(count / Math.ceil(count / max || 1)))
