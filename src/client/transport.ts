/** HTTP on sockets. The only file that loads undici, of which it uses a client for each connection and nothing above it. */
import type { Readable } from 'node:stream'
import { buildConnector, Client } from 'undici'
import { Connections } from './connections.ts'
import { Exchange, type Incoming } from './exchange.ts'
import { ReadBuffer } from './read-buffer.ts'
import { resetIsNoEnd } from './transport-error.ts'
import { UnsolicitedBytes } from './unsolicited.ts'
import { InFlight } from './in-flight.ts'
import type { CloseNotifyWatch } from './close-notify.ts'

export interface Outgoing {
  method: string
  origin: string
  /** With the query. */
  path: string
  headers: Record<string, string>
  body?: string | Uint8Array | Readable | undefined
  /** It must not be repeated, so an answer to another request must not be taken for its own. */
  once: boolean
  /** On its own connection, whose end is watched. */
  watched?: boolean | undefined
}

/** Milliseconds. */
export interface Timeouts {
  connect: number
  firstByte: number
  idle: number
  /** For the whole head, and a whole answer. */
  whole: number
}

/** Opens a socket to an origin through a proxy; `undefined`: straight. */
export type Connector = buildConnector.connector

export interface TransportOptions {
  connections: number
  timeouts: Timeouts
  /** `watch`: sees the connection below TLS. */
  connector: (origin: string, watch: CloseNotifyWatch | undefined) => Promise<Connector | undefined>
  /** Ends all requests in flight. */
  signal: AbortSignal | undefined
}

export class Transport {
  readonly #options: TransportOptions
  readonly #connections = new Map<string, Promise<Connections>>()
  readonly #buffer = new ReadBuffer()
  readonly #inFlight = new InFlight()
  #watches = 0
  readonly #unsolicited = new UnsolicitedBytes()

  constructor(options: TransportOptions) {
    this.#options = options
    options.signal?.addEventListener('abort', () => this.#inFlight.interrupt())
  }

  /** Resolves when the head of the answer is there; throws a TransportError otherwise. */
  async send({ origin, once, watched = false, ...request }: Outgoing): Promise<Incoming> {
    const watch = watched ? new (await import('./close-notify.ts')).CloseNotifyWatch() : undefined
    const exchange = new Exchange({
      loan: this.#buffer.begin(),
      inFlight: this.#inFlight,
      patience: this.#options.timeouts.whole,
      secure: origin.startsWith('https:'),
      watch,
    })
    if (this.#options.signal?.aborted) exchange.interrupt()
    if (!once) await this.#unsolicited.quiet()
    const connections = await (watch ? this.#keep(`${origin} ${++this.#watches}`, this.#open(origin, watch)) : this.#to(origin))
    const connection = await connections.take(once)
    const giveBack = (): void => connections.giveBack(connection)
    const reset = this.#unsolicited.isSuspected(origin)
    if (exchange.stopped) giveBack()
    else connection.client.dispatch({ ...request, body: request.body ?? null, ...(reset && { reset }) }, exchange.begin(giveBack))
    const answer = await exchange.answer
    this.#unsolicited.answered()
    return answer
  }

  #to(origin: string): Promise<Connections> {
    return this.#connections.get(origin) ?? this.#keep(origin, this.#open(origin))
  }

  #keep(name: string, opening: Promise<Connections>): Promise<Connections> {
    this.#connections.set(name, opening)
    return opening
  }

  async #open(origin: string, watch?: CloseNotifyWatch): Promise<Connections> {
    const { connections, timeouts } = this.#options
    const proxied = await this.#options.connector(origin, watch)
    // A watched connection doesn't use the shared buffer.
    const straight = buildConnector({ allowH2: false, timeout: timeouts.connect, ...(!watch && { onread: this.#buffer.onread }) })
    const connect: Connector =
      proxied ?? (watch ? (options, done) => straight({ ...options, httpSocket: watch.open(options) }, done) : straight)
    const options: Client.Options = {
      allowH2: false,
      headersTimeout: timeouts.firstByte,
      bodyTimeout: timeouts.idle,
      connect: (to, done) =>
        connect(to, (...[error, socket]) => {
          if (error) return done(error, null)
          socket.prependListener('error', resetIsNoEnd)
          watch?.see(socket)
          done(null, socket)
        }),
    }
    const ended = (error: Error): void => void (this.#unsolicited.suspects(origin, error) && this.#leave(origin))
    return new Connections(() => new Client(origin, options).on('disconnect', (_, __, error) => ended(error)), connections)
  }

  /** The next request opens new connections; the requests on the old ones come to their end. */
  #leave(origin: string): void {
    const used = this.#connections.get(origin)
    if (!used) return
    this.#connections.delete(origin)
    this.#connections.set(`${origin} left`, used)
    void used.then((them) => them.leave()).catch(() => {})
  }

  /** Ends all connections, also those in use. */
  async close(): Promise<void> {
    const all = await Promise.allSettled(this.#connections.values())
    this.#connections.clear()
    await Promise.all(all.map((one) => (one.status === 'fulfilled' ? one.value.destroy() : undefined)))
  }
}
