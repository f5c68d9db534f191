/** The request log: keeps the latest requests and passes each on to listeners. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { maskedPath } from '../../contract/core/secret.ts'
import { loggedBody } from './logged.ts'

export interface LoggedRequest {
  id: number
  at: string
  method: string
  /** With the query, secrets in it masked. */
  path: string
  /** `null` when the connection broke before there was one. */
  status: number | null
  /** Whether the response was sent completely. */
  whole: boolean
  ms: number
  /** Id of the fault that affected it. */
  fault: number | null
  /** As JSON, with secrets masked; cut off where it is long, null where none was read. */
  body: string | null
}

/** What is noted of a request while it is served. */
export interface RequestNotes {
  fault: (id: number) => void
  body: (received: unknown) => void
}

type Listener = (request: LoggedRequest) => void

const maxLogged = 500

export class Traffic {
  readonly #now: () => Date
  readonly #latest: LoggedRequest[] = []
  readonly #listeners = new Set<Listener>()
  #last = 0

  constructor(now: () => Date) {
    this.#now = now
  }

  /** Latest first. */
  latest(count: number): LoggedRequest[] {
    return this.#latest.slice(-count).toReversed()
  }

  find(id: number): LoggedRequest | undefined {
    return this.#latest.find((request) => request.id === id)
  }

  /** Listens until the signal is aborted. */
  listen(listener: Listener, signal: AbortSignal): void {
    this.#listeners.add(listener)
    signal.addEventListener('abort', () => this.#listeners.delete(listener), { once: true })
  }

  /** Logs the request once its response has ended. */
  follow({ method = '', url = '' }: IncomingMessage, outgoing: ServerResponse): RequestNotes {
    const begun = performance.now()
    const at = this.#now().toISOString()
    let fault: number | null = null
    let body: string | null = null
    outgoing.once('close', () =>
      this.#add({
        id: ++this.#last,
        at,
        method,
        path: maskedPath(url),
        status: outgoing.headersSent ? outgoing.statusCode : null,
        whole: outgoing.writableFinished,
        ms: Math.round(performance.now() - begun),
        fault,
        body,
      }),
    )
    return {
      fault: (id) => {
        fault = id
      },
      body: (received) => {
        body = loggedBody(received)
      },
    }
  }

  #add(request: LoggedRequest): void {
    if (this.#latest.push(request) > maxLogged) this.#latest.shift()
    for (const listener of this.#listeners) listener(request)
  }
}
