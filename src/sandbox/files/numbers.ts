/** Numbers as reports show them. */
import { share } from '../../model/share.ts'
import type { Words } from './words.ts'

/** `12.5%`; of nothing it is `0%`. */
export const percent = (count: number, total: number): string => `${share(count, total)}%`

/** `1 h 5 min`, `3 min 20 s`, `45 s`; a dash when unknown. */
export function duration(seconds: number | null, words: Words): string {
  if (seconds === null) return '–'
  const whole = Math.round(seconds)
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60), whole % 60]
  const parts =
    hours > 0
      ? ([
          [hours, words.hours],
          [minutes, words.minutes],
        ] as const)
      : ([
          [minutes, words.minutes],
          [rest, words.seconds],
        ] as const)
  return parts
    .filter(([value], index) => value > 0 || (index === 1 && whole < 60))
    .map(([value, unit]) => `${value} ${unit}`)
    .join(' ')
}

/** Size of the parts when `count` things are dealt into as few as hold at most `most` each, as evenly as can be. */
export const evenly = (count: number, most: number): number => Math.max(1, Math.ceil(count / Math.ceil(count / most || 1)))
