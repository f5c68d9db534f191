/** What a person sees while waiting: a spinner, or a meter; on standard error and only on a terminal. */
import { isTerminal } from './terminal.ts'
import type { Ora } from 'ora'
import { wantsColor } from './color.ts'
import { meterText, Pace, type Unit } from './meter.ts'
import { writeError } from './stdout.ts'
import { truncate } from './text.ts'

export interface ProgressOptions {
  quiet: boolean
  color?: boolean | undefined
}

export interface Meter {
  /** More is expected: bytes of one more file, items of one more list. */
  expect: (total: number) => void
  advance: (amount: number) => void
  end: () => void
}

// Loading ora takes some 40 ms: begun here, it is seen before 100 ms have passed, and never for a quick answer.
const patience = 50
const redrawEvery = 100

export const wantsProgress = (tty: boolean, quiet: boolean, env: NodeJS.ProcessEnv): boolean =>
  tty && !quiet && !env.CI && env.SURVEYCTL_SPINNER !== '0' && env.TERM !== 'dumb'

export class Progress {
  readonly #enabled: boolean
  readonly #color: boolean
  #waits = 0
  #timer: NodeJS.Timeout | undefined
  #spinner: Ora | undefined
  #line = ''

  constructor({ quiet, color }: ProgressOptions, env: NodeJS.ProcessEnv = process.env) {
    this.#enabled = wantsProgress(isTerminal(2), quiet, env)
    this.#color = wantsColor(true, color, env)
  }

  /** Shows a spinner while `work` goes on, unless it ends at once. */
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

  /** Whole lines beside the result; a spinner or meter makes room and goes on below. */
  print(text: string): void {
    const spinner = this.#spinner
    spinner?.clear()
    writeError(this.#line === '' ? text : `\r\x1b[K${text}${this.#line}`)
    spinner?.render()
  }

  meter(label: string, unit: Unit): Meter {
    const pace = new Pace(Date.now())
    let [total, done, drawn] = [0, 0, 0]
    if (this.#enabled) this.#draw(label)
    return {
      expect: (more) => {
        total += more
      },
      advance: (amount) => {
        done += amount
        const now = Date.now()
        if (!this.#enabled || now - drawn < redrawEvery) return
        drawn = now
        this.#draw(meterText({ label, unit, done, total, rate: pace.at(now, done) }))
      },
      end: () => this.#erase(),
    }
  }

  async #spin(text: string): Promise<void> {
    const { default: ora } = await import('ora')
    if (this.#waits === 0 || this.#spinner || this.#line !== '') return
    this.#spinner = ora({ text, stream: process.stderr, discardStdin: false, isEnabled: true, color: this.#color && 'cyan' }).start()
  }

  #draw(text: string): void {
    this.#line = truncate(text, (process.stderr.columns ?? 80) - 1)
    writeError(`\r\x1b[K${this.#line}`)
  }

  #erase(): void {
    if (this.#line === '') return
    this.#line = ''
    writeError('\r\x1b[K')
  }
}
