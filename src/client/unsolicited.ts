/**
 * Bytes that no request asked for. HTTP/1.1 doesn't say which request an answer belongs to, so bytes on an idle connection end it,
 * and from then on each request of this run gets its own connection. Bytes that come after the next request was sent can't be told
 * from its answer.
 */
import { now } from '../system/timers.ts'

/** Milliseconds within which a server that answers twice has usually sent the second answer. */
export const settling = 3

export const pause = (millis: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, Math.ceil(millis)))

/** Lets the event loop read what the sockets hold. undici checks an idle connection too, but only in the turn of the request. */
export const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve))

export class UnsolicitedBytes {
  #firstAnswer: number | undefined
  readonly #suspected = new Set<string>()

  /** Called after each answer; the time of the first one counts. */
  answered(): void {
    this.#firstAnswer ??= now()
  }

  /** Waits before a read, so that unsolicited bytes are seen first: a moment after the run's first answer. Before a write: connections.ts. */
  async quiet(): Promise<void> {
    if (this.#firstAnswer === undefined) return
    const left = this.#firstAnswer + settling - now()
    if (left > 0) await pause(left)
    await turn()
  }

  /** Whether this end of a connection is the first sign that the server sends unsolicited bytes. */
  suspects(origin: string, { code = '', message }: Error & { code?: string }): boolean {
    const unsolicited = message === 'bad response' || code.startsWith('HPE_')
    if (!unsolicited || this.#suspected.has(origin)) return false
    this.#suspected.add(origin)
    return true
  }

  isSuspected(origin: string): boolean {
    return this.#suspected.has(origin)
  }
}
