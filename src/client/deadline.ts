/** Ends an answer that takes too long, however steadily it drips. Its clock runs while the service is waited for. */
import { now } from '../system/timers.ts'
import { endless } from './breakage.ts'
import type { Incoming } from './transport.ts'

/** Of what has no bound of its own, each so many bytes may take that long: a large file is not one that drips. */
const part = 2 ** 20

export class Deadline {
  readonly #incoming: Incoming
  readonly #millis: number
  #left: number
  #started = 0
  #bytes = 0
  #timer: NodeJS.Timeout | undefined
  #late = false

  /** The head of the answer took its share. */
  constructor(incoming: Incoming, millis: number) {
    this.#incoming = incoming
    this.#millis = millis
    this.#left = millis - (now() - incoming.since)
    this.start()
  }

  start(): void {
    this.#started = now()
    this.#timer = setTimeout(() => this.#end(), Math.max(1, this.#left))
  }

  stop(): void {
    if (this.#timer === undefined) return
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#left -= now() - this.#started
  }

  /** Bytes have come: with each part the time begins anew. */
  take(bytes: number): void {
    this.#bytes += bytes
    if (this.#bytes < part) return
    this.#bytes = 0
    const runs = this.#timer !== undefined
    this.stop()
    this.#left = this.#millis
    if (runs) this.start()
  }

  /** What an error means that the reader of the answer met. */
  judge(error: unknown): unknown {
    return this.#late ? endless() : error
  }

  #end(): void {
    this.#late = true
    this.#incoming.body.discard()
  }
}
