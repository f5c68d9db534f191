/** The text of a progress meter. */
import { duration, sizeText } from '../format.ts'
import { truncate, width } from '../table/width.ts'

export type Unit = 'bytes' | 'items'

export interface Measure {
  label: string
  unit: Unit
  /** Meters that share it. */
  open: number
  done: number
  /** 0 where it isn't known. */
  total: number
  /** What was done when, oldest first. */
  past: [time: number, done: number][]
}

/** The rate follows the network: it is that of the last seconds, or of so many steps where they take longer. */
const [recent, steps] = [3000, 10]

/** Columns of the bar: it shrinks for the text beside it, and is left out below the shortest. */
const [longest, shortest] = [20, 5]

function rateOf({ past, done }: Measure, now: number): number {
  if (past.at(-1)?.[1] !== done) past.push([now, done])
  while (past.length > 1 && now - past[1]![0] > recent && done - past[1]![1] >= steps) past.shift()
  const [since, before] = past[0]!
  return now > since ? ((done - before) * 1000) / (now - since) : 0
}

function meterText(measure: Measure, now: number, columns: number): string {
  const { label, unit, open, done, total } = measure
  const amount = (count: number): string => (unit === 'bytes' ? sizeText(count) : String(count))
  const rate = rateOf(measure, now)
  const speed = rate >= 0.5 ? [`${amount(Math.round(rate))}/s`] : []
  const name = open > 1 ? `${label} (${open} at once)` : label
  if (total === 0) return [name, ...(done === 0 ? [] : [amount(done)]), ...speed].join('  ')
  const share = Math.min(1, done / total)
  const left = rate > 0 && done < total ? [`${duration((total - done) / rate)} left`] : []
  const figures = [`${Math.floor(share * 100)}%`, `${amount(done)} of ${amount(total)}`, ...speed, ...left]
  const length = Math.min(longest, columns - width([name, '', ...figures].join('  ')))
  const filled = Math.round(share * length)
  const bar = length < shortest ? [] : ['━'.repeat(filled) + '─'.repeat(length - filled)]
  return [name, ...bar, ...figures].join('  ')
}

/** Cut to one line of the terminal: the bar shrinks first. */
export const meterLine = (measure: Measure, now: number, columns: number): string => truncate(meterText(measure, now, columns), columns)
