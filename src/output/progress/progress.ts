/** One line while the user waits: a spinner, or how far a long job is. On standard error, and only on a terminal. */
import type { Ora } from 'ora'
import { isTerminalLent } from '../../system/interruption.ts'
import { withoutSecrets } from '../../text/secrets.ts'
import { wantsColor } from '../color.ts'
import type { IO } from '../../system/io.ts'
import type { Measure, Unit } from './meter.ts'

export interface ProgressOptions {
  quiet: boolean
  color?: boolean | undefined
}

/** How far a long job is. */
export interface Meter {
  /** Whether somebody sees it. */
  readonly isDrawn: boolean
  /** Adds to the total: bytes of one more file, rows of one more list. */
  expect: (more: number) => void
  /** So many more are done (one, where nothing is said). A job that has none for long can call it with 0. */
  advance: (amount?: number) => void
  end: () => void
}

/** Milliseconds before a spinner is loaded, which takes some 40: it is seen before 100 have passed, and never for a quick answer. */
const spinnerDelay = 50
/** Where work leaves no time to the spinner, it is drawn this often. */
const frameTime = 80
const usualWait = 'Waiting for the service'

export const wantsProgress = (tty: boolean, quiet: boolean, env: NodeJS.ProcessEnv): boolean =>
  tty && !quiet && !env.CI && env.SURVEYCTL_SPINNER !== '0' && env.TERM !== 'dumb'

export class Progress {
  readonly #io: IO
  readonly #enabled: boolean
  readonly #color: boolean
  readonly #waits: string[] = []
  #measures: Measure[] = []
  #timer: NodeJS.Timeout | undefined
  #spinner: Ora | undefined
  #drawn = 0
  #meters: typeof import('./meter.ts') | undefined

  constructor({ quiet, color }: ProgressOptions, io: IO) {
    this.#io = io
    this.#enabled = wantsProgress(io.stderr.isTerminal, quiet, io.env)
    this.#color = wantsColor(true, color, io.env)
  }

  /** Shows a spinner while `work` runs, unless it ends at once. Several waits share one line; a meter goes before. */
  async during<T>(work: () => Promise<T>, text = usualWait): Promise<T> {
    this.#waits.push(text)
    this.#start()
    try {
      return await work()
    } finally {
      this.#waits.splice(this.#waits.indexOf(text), 1)
      this.#stopIfIdle()
    }
  }

  /** Of several meters the newest is drawn; those of one label are one. */
  meter(label: string, unit: Unit = 'items'): Meter {
    const known = this.#measures.find((measure) => measure.label === label)
    const measure: Measure = known ?? { label, unit, open: 0, done: 0, total: 0, past: [[Date.now(), 0]] }
    if (!known) this.#measures.push(measure)
    measure.open++
    this.#start()
    return {
      isDrawn: this.#enabled,
      expect: (more) => {
        measure.total += more
      },
      advance: (amount = 1) => {
        measure.done += amount
        this.#io.follow?.({ done: measure.done, total: measure.total || undefined, label })
        // Where work leaves no time to the timer.
        if (Date.now() - this.#drawn < frameTime) return
        this.#draw()
        this.#spinner?.render()
      },
      end: () => {
        if (--measure.open > 0) return
        this.#measures = this.#measures.filter((each) => each !== measure)
        this.#stopIfIdle()
      },
    }
  }

  get #isIdle(): boolean {
    return this.#waits.length + this.#measures.length === 0
  }

  #start(): void {
    // A pseudo-terminal may say that it has no columns: the spinner would clear lines without end.
    if (!this.#enabled || this.#timer || !this.#io.stderr.columns) return
    this.#timer = setTimeout(() => void this.#spin(), spinnerDelay).unref()
  }

  #stopIfIdle(): void {
    if (!this.#isIdle || !this.#timer) return
    // Of an interval as well.
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#spinner) this.#io.setLine(undefined)
    this.#spinner = undefined
  }

  async #spin(): Promise<void> {
    const [{ default: ora }, meters] = await Promise.all([import('ora'), import('./meter.ts')])
    if (this.#isIdle || this.#spinner || isTerminalLent()) return
    this.#meters = meters
    this.#spinner = ora({
      text: this.#text(),
      stream: this.#io.stderr.stream(),
      discardStdin: false,
      isEnabled: true,
      color: this.#color && 'cyan',
    })
    this.#io.setLine(this.#spinner)
    // Rate and time left change with the time.
    this.#timer = setInterval(() => this.#draw(), frameTime).unref()
  }

  #text(): string {
    const measure = this.#measures.at(-1)
    this.#drawn = Date.now()
    if (!measure) return withoutSecrets(this.#waits[0] ?? '')
    // Without the last column, as a full line wraps on some terminals, and the frame before it.
    return withoutSecrets(this.#meters?.meterLine(measure, this.#drawn, (this.#io.stderr.columns ?? 80) - 3) ?? measure.label)
  }

  #draw(): void {
    if (this.#spinner) this.#spinner.text = this.#text()
  }
}
