/** HTTP on sockets. The only file that loads undici, of which it uses a pool of connections to each origin. */
import type { Readable } from 'node:stream'
import buildConnector from 'undici/lib/core/connect.js'
import Pool from 'undici/lib/dispatcher/pool.js'
import { Exchange, type Incoming } from './exchange.ts'
import { resetIsNoEnd } from './transport-error.ts'
import { InFlight } from './in-flight.ts'
import type { CloseNotifyWatch } from './close-notify.ts'

export interface Outgoing {
  method: string
  origin: string
  /** With the query. */
  path: string
  headers: Record<string, string>
  body?: string | Uint8Array | Readable | undefined
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
  readonly #pools = new Map<string, Promise<Pool>>()
  readonly #inFlight = new InFlight()
  #watches = 0

  constructor(options: TransportOptions) {
    this.#options = options
    options.signal?.addEventListener('abort', () => this.#inFlight.interrupt())
  }

  /** Resolves when the head of the answer is there; throws a TransportError otherwise. */
  async send({ origin, watched = false, ...request }: Outgoing): Promise<Incoming> {
    const watch = watched ? new (await import('./close-notify.ts')).CloseNotifyWatch() : undefined
    const exchange = new Exchange({
      inFlight: this.#inFlight,
      headTimeout: this.#options.timeouts.whole,
      secure: origin.startsWith('https:'),
      watch,
    })
    if (this.#options.signal?.aborted) exchange.interrupt()
    const pool = await this.#poolOf(watch ? `${origin} ${++this.#watches}` : origin, origin, watch)
    if (!exchange.stopped) pool.dispatch({ ...request, body: request.body ?? null }, exchange)
    return exchange.answer
  }

  #poolOf(name: string, origin: string, watch: CloseNotifyWatch | undefined): Promise<Pool> {
    const opened = this.#pools.get(name) ?? this.#open(origin, watch)
    this.#pools.set(name, opened)
    return opened
  }

  async #open(origin: string, watch?: CloseNotifyWatch): Promise<Pool> {
    const { connections, timeouts } = this.#options
    const proxied = await this.#options.connector(origin, watch)
    const straight = buildConnector({ allowH2: false, timeout: timeouts.connect })
    const connect: Connector =
      proxied ?? (watch ? (options, done) => straight({ ...options, httpSocket: watch.open(options) }, done) : straight)
    return new Pool(origin, {
      allowH2: false,
      connections,
      headersTimeout: timeouts.firstByte,
      bodyTimeout: timeouts.idle,
      connect: (to, done) =>
        connect(to, (...[error, socket]) => {
          if (error) return done(error, null)
          socket.prependListener('error', resetIsNoEnd)
          watch?.see(socket)
          done(null, socket)
        }),
    })
  }

  /** Ends all connections, also those in use. */
  async close(): Promise<void> {
    const all = await Promise.allSettled(this.#pools.values())
    this.#pools.clear()
    await Promise.all(all.map((one) => (one.status === 'fulfilled' ? one.value.destroy() : undefined)))
  }
}
