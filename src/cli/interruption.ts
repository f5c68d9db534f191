import { CommandError } from '../errors.ts'

export const interrupted = (): CommandError => new CommandError('interrupted', 'Interrupted')

/** Ctrl-C ends what runs; a second one ends the process at once. */
export class Interruption {
  #controller: AbortController | undefined
  happened = false

  constructor() {
    const stop = (): void => {
      if (this.happened) process.exit(130)
      this.happened = true
      this.#controller?.abort(interrupted())
    }
    process.on('SIGINT', stop)
    process.on('SIGTERM', stop)
  }

  /** Made when it is asked for: it takes half a millisecond. */
  get signal(): AbortSignal {
    if (!this.#controller) {
      this.#controller = new AbortController()
      if (this.happened) this.#controller.abort(interrupted())
    }
    return this.#controller.signal
  }
}
