/** The text of a progress meter. */
import { bytes, duration } from './format.ts'
import { truncate, width } from './width.ts'

export type Unit = 'bytes' | 'items'

export interface Measured {
  label: string
  unit: Unit
  done: number
  /** 0 when it isn't known. */
  total: number
  /** Per second. */
  rate: number
}

/** Columns of the bar: it shrinks for the text beside it, and is left out below the shortest. */
const [longest, shortest] = [20, 5]

/** The rate of the last seconds, so that it follows the network. */
export class RecentRate {
  readonly #window = 3000
  readonly #marks: [time: number, done: number][]

  constructor(start: number) {
    this.#marks = [[start, 0]]
  }

  at(time: number, done: number): number {
    while (this.#marks.length > 1 && time - this.#marks[0]![0] > this.#window) this.#marks.shift()
    const [since, before] = this.#marks[0]!
    this.#marks.push([time, done])
    return time > since ? ((done - before) * 1000) / (time - since) : 0
  }
}

/** Fits into `columns` if possible: the bar shrinks first. */
export function meterText({ label, unit, done, total, rate }: Measured, columns: number): string {
  const amount = (count: number): string => (unit === 'bytes' ? bytes(count) : String(count))
  const speed = rate > 0 ? [`${amount(Math.round(rate))}/s`] : []
  if (total === 0) return [label, amount(done), ...speed].join('  ')
  const share = Math.min(1, done / total)
  const left = rate > 0 && done < total ? [`${duration((total - done) / rate)} left`] : []
  const told = [`${Math.floor(share * 100)}%`, `${amount(done)} of ${amount(total)}`, ...speed, ...left]
  const length = Math.min(longest, columns - width([label, '', ...told].join('  ')))
  const filled = Math.round(share * length)
  const bar = length < shortest ? [] : ['━'.repeat(filled) + '─'.repeat(length - filled)]
  return [label, ...bar, ...told].join('  ')
}

/** Cut to one line of the terminal. */
export const meterLine = (measured: Measured, columns: number): string => truncate(meterText(measured, columns), columns)
