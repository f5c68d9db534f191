/** What was asked of the sandbox, as it came: the latest requests, and whoever wants to hear of each. */
import type { IncomingMessage, ServerResponse } from 'node:http'

export interface Asked {
  id: number
  at: string
  method: string
  /** With its query. */
  path: string
  /** `null`: the connection broke before there was one. */
  status: number | null
  /** Whether the answer left whole. */
  whole: boolean
  ms: number
  /** The fault that struck it. */
  fault: number | null
}

type Listener = (asked: Asked) => void

const remembered = 500

export class Traffic {
  readonly #now: () => Date
  readonly #latest: Asked[] = []
  readonly #listeners = new Set<Listener>()
  #last = 0

  constructor(now: () => Date) {
    this.#now = now
  }

  /** Latest first. */
  latest(count: number): Asked[] {
    return this.#latest.slice(-count).toReversed()
  }

  /** Ends with the signal. */
  listen(listener: Listener, signal: AbortSignal): void {
    this.#listeners.add(listener)
    signal.addEventListener('abort', () => this.#listeners.delete(listener), { once: true })
  }

  /** Follows a request to the end of its answer. Returns what to call when a fault strikes it. */
  follow({ method = '', url = '' }: IncomingMessage, outgoing: ServerResponse): (fault: number) => void {
    const begun = performance.now()
    const at = this.#now().toISOString()
    let fault: number | null = null
    outgoing.once('close', () =>
      this.#keep({
        id: ++this.#last,
        at,
        method,
        path: url,
        status: outgoing.headersSent ? outgoing.statusCode : null,
        whole: outgoing.writableFinished,
        ms: Math.round(performance.now() - begun),
        fault,
      }),
    )
    return (id) => {
      fault = id
    }
  }

  #keep(asked: Asked): void {
    if (this.#latest.push(asked) > remembered) this.#latest.shift()
    for (const listener of this.#listeners) listener(asked)
  }
}
