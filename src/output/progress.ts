/** A spinner or progress meter while the user waits; on standard error and only on a terminal. */
import { isTerminal } from './terminal.ts'
import type { Ora } from 'ora'
import { wantsColor } from './color.ts'
import type { Measured, RecentRate, Unit } from './meter.ts'
import { withoutSecrets } from '../text/secrets.ts'
import { writeError } from './stderr.ts'

export interface ProgressOptions {
  quiet: boolean
  color?: boolean | undefined
}

export interface Meter {
  /** Adds to the total: bytes of one more file, items of one more list. */
  expect: (total: number) => void
  advance: (amount: number) => void
  end: () => void
}

// Loading ora takes some 40 ms: the spinner appears before 100 ms have passed, and never for a quick answer.
const patience = 50
const redrawEvery = 100
const clearLine = '\r\x1b[K'

export const wantsProgress = (tty: boolean, quiet: boolean, env: NodeJS.ProcessEnv): boolean =>
  tty && !quiet && !env.CI && env.SURVEYCTL_SPINNER !== '0' && env.TERM !== 'dumb'

/** Without the last column: a full line would wrap on some terminals. */
const columns = (): number => (process.stderr.columns ?? 80) - 1

interface Gauge extends Omit<Measured, 'rate'> {
  recent: RecentRate
  text: (measured: Measured) => string
  /** When it was last drawn. */
  drawn: number
  /** Nothing has been drawn yet: the spinner shows instead. */
  waiting: boolean
  open: number
}

export class Progress {
  readonly #enabled: boolean
  readonly #color: boolean
  #waits = 0
  #timer: NodeJS.Timeout | undefined
  #spinner: Ora | undefined
  #gauge: Gauge | undefined
  #line = ''

  constructor({ quiet, color }: ProgressOptions, env: NodeJS.ProcessEnv = process.env) {
    this.#enabled = wantsProgress(isTerminal(2), quiet, env)
    this.#color = wantsColor(true, color, env)
  }

  /** Shows a spinner while `work` runs, unless it ends at once. */
  async during<T>(work: () => Promise<T>, text = 'Waiting for the service'): Promise<T> {
    this.start(text)
    try {
      return await work()
    } finally {
      this.stop()
    }
  }

  /** Begins a wait; several at once share one spinner. */
  start(text = 'Waiting for the service'): void {
    this.#waits++
    if (!this.#enabled || this.#waits > 1 || this.#line !== '') return
    this.#timer = setTimeout(() => void this.#spin(text), patience).unref()
  }

  stop(): void {
    this.#waits = Math.max(0, this.#waits - 1)
    if (this.#waits > 0) return
    clearTimeout(this.#timer)
    this.#spinner?.stop()
    this.#spinner = undefined
  }

  /** Prints whole lines; a spinner or meter continues below them. */
  print(text: string): void {
    const spinner = this.#spinner
    spinner?.clear()
    writeError(this.#line === '' ? text : clearLine + text + this.#line)
    spinner?.render()
  }

  /** Meters open at the same time, e.g. of several files, are drawn as one. Until the first advance a spinner shows. */
  async meter(label: string, unit: Unit): Promise<Meter> {
    const { RecentRate, meterLine } = await import('./meter.ts')
    const gauge = (this.#gauge ??= this.#openGauge(label, unit, new RecentRate(Date.now()), meterLine))
    gauge.open++
    return {
      expect: (more) => {
        gauge.total += more
      },
      advance: (amount) => {
        gauge.done += amount
        this.#redraw(gauge)
      },
      end: () => {
        if (--gauge.open === 0) this.#closeGauge(gauge)
      },
    }
  }

  #openGauge(label: string, unit: Unit, recent: RecentRate, line: (measured: Measured, columns: number) => string): Gauge {
    this.start(label)
    return {
      label,
      unit,
      done: 0,
      total: 0,
      recent,
      text: (measured) => line(measured, columns()),
      drawn: Date.now(),
      waiting: true,
      open: 0,
    }
  }

  #redraw(gauge: Gauge): void {
    const now = Date.now()
    if (!this.#enabled || now - gauge.drawn < redrawEvery) return
    gauge.drawn = now
    this.#endWait(gauge)
    const name = withoutSecrets(gauge.label)
    const label = gauge.open > 1 ? `${name} (${gauge.open} at once)` : name
    this.#line = gauge.text({ ...gauge, label, rate: gauge.recent.at(now, gauge.done) })
    writeError(clearLine + this.#line)
  }

  #endWait(gauge: Gauge): void {
    if (gauge.waiting) this.stop()
    gauge.waiting = false
  }

  #closeGauge(gauge: Gauge): void {
    this.#endWait(gauge)
    this.#gauge = undefined
    if (this.#line !== '') writeError(clearLine)
    this.#line = ''
  }

  async #spin(text: string): Promise<void> {
    // A pseudo-terminal may say that it has no columns: the spinner would clear lines without end.
    if (!process.stderr.columns) return
    const { default: ora } = await import('ora')
    if (this.#waits === 0 || this.#spinner || this.#line !== '') return
    this.#spinner = ora({
      text: withoutSecrets(text),
      stream: process.stderr,
      discardStdin: false,
      isEnabled: true,
      color: this.#color && 'cyan',
    }).start()
  }
}
