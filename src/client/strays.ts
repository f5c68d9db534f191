/**
 * Bytes that nobody asked for. HTTP/1.1 doesn't say which request an answer is for, so what comes while a connection waits ends
 * it, and from then on each request of the run has a connection of its own. What comes later than the next request can't be told
 * from its answer.
 */
import { now } from '../system/timers.ts'

/** Milliseconds in which a server that answers twice has done so, mostly. */
const settling = 3

const pause = (millis: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, millis))

/** Until all that sockets have has been read. The pool looks once more itself, but in the turn in which it is asked. */
const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve))

export class Strays {
  #firstAnswer: number | undefined
  readonly #suspected = new Set<string>()

  /** After an answer: the first one tells how the server behaves. */
  answered(): void {
    this.#firstAnswer ??= now()
  }

  /** Before a request on a connection that may have been used; one that must not be repeated waits longer each time. */
  async quiet(once: boolean): Promise<void> {
    if (this.#firstAnswer === undefined) return
    const left = once ? settling : this.#firstAnswer + settling - now()
    if (left > 0) await pause(left)
    await turn()
  }

  /** What ended a connection: whether it shows for the first time that the server says what nobody asked. */
  suspects(origin: string, { code = '', message }: Error & { code?: string }): boolean {
    const stray = message === 'bad response' || code.startsWith('HPE_')
    if (!stray || this.#suspected.has(origin)) return false
    this.#suspected.add(origin)
    return true
  }

  isSuspected(origin: string): boolean {
    return this.#suspected.has(origin)
  }
}
