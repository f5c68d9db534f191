/** Ends an answer that takes too long, even if its bytes keep coming. The clock runs only while waiting for the service. */
import { now } from '../../system/timers.ts'
import { endless } from './transport-error.ts'
import type { Incoming } from './exchange.ts'

/** Bytes after which the time starts anew: a large file may take as long as it needs, a slow trickle may not. */
const part = 2 ** 20

export class Deadline {
  readonly #incoming: Incoming
  readonly #millis: number
  #left: number
  #started = 0
  #bytes = 0
  #timer: NodeJS.Timeout | undefined
  #late = false

  /** The time until the head of the answer counts as well. */
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

  /** Counts bytes that came. */
  take(bytes: number): void {
    this.#bytes += bytes
    if (this.#bytes < part) return
    this.#bytes = 0
    const runs = this.#timer !== undefined
    this.stop()
    this.#left = this.#millis
    if (runs) this.start()
  }

  /** The error to report for one that reading met: the deadline's own, if that has passed. */
  judge(error: unknown): unknown {
    return this.#late ? endless() : error
  }

  #end(): void {
    this.#late = true
    this.#incoming.body.discard()
  }
}
