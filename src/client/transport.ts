/** HTTP on sockets. The only file that imports undici, of which it uses one pool an origin and nothing above it. */
import type { Readable } from 'node:stream'
import { buildConnector, Pool, type Dispatcher } from 'undici'
import { now } from '../system/timers.ts'
import { TransportError, cutOff, endless, resetIsNoEnd } from './transport-error.ts'
import { BodyStream } from './body-stream.ts'
import { ReadBuffer, type Loan } from './read-buffer.ts'
import { UnsolicitedBytes } from './unsolicited.ts'
import { InFlight } from './in-flight.ts'
import type { CloseNotifyWatch } from './close-notify.ts'

export type HeaderValues = Record<string, string | string[] | undefined>

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

/**
 * What shows that a body is complete: its length or last chunk (`told`); the close_notify of a watched TLS connection (`closed`);
 * or only the end of the connection, `secure` (TLS) or `plain`.
 */
type Bounds = 'told' | 'closed' | 'secure' | 'plain'

export interface Incoming {
  status: number
  headers: HeaderValues
  body: BodyStream
  bounds: Bounds
  /** When the request had been sent, by `now()`. */
  since: number
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

interface ExchangeParts {
  loan: Loan
  inFlight: InFlight
  /** Milliseconds for the whole head. */
  patience: number
  secure: boolean
  watch: CloseNotifyWatch | undefined
}

/** One request and its answer. */
class Exchange implements Dispatcher.DispatchHandler {
  readonly answer: Promise<Incoming>
  #resolve!: (incoming: Incoming) => void
  #reject!: (error: Error) => void
  #controller: Dispatcher.DispatchController | undefined
  #body: BodyStream | undefined
  #stopped: Error | undefined
  #timer: NodeJS.Timeout | undefined
  #since = 0
  #bounds: Bounds = 'told'
  readonly #parts: ExchangeParts
  readonly #leave: () => void

  constructor(parts: ExchangeParts) {
    this.#parts = parts
    this.#leave = parts.inFlight.add(this)
    this.answer = new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
    // It may be rejected before anyone awaits it.
    this.answer.catch(() => {})
  }

  get stopped(): boolean {
    return this.#stopped !== undefined
  }

  interrupt(): void {
    this.abort(new TransportError({ code: 'ABORTED', message: 'Interrupted' }, this.#controller !== undefined))
  }

  abort(reason: Error): void {
    this.#stopped = reason
    this.#controller?.abort(reason)
    this.#fail(reason)
  }

  #fail(error: Error): void {
    this.#end()
    if (this.#body) this.#body.fail(error)
    else this.#reject(error)
  }

  #end(): void {
    clearTimeout(this.#timer)
    this.#parts.loan.end()
    this.#leave()
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#stopped) return controller.abort(this.#stopped)
    this.#controller = controller
    this.#since = now()
    // The pool limits silence; this limits a head that comes slowly, and endless 1xx answers.
    this.#timer = setTimeout(() => this.abort(endless()), this.#parts.patience)
  }

  /** Sending the request's body may take long, as long as it goes on. */
  onBodySent(): void {
    this.#since = now()
    this.#timer?.refresh()
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number, headers: HeaderValues): void {
    if (status < 200) return
    clearTimeout(this.#timer)
    const { loan, secure, watch } = this.#parts
    const isTold = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
    this.#bounds = isTold ? 'told' : watch ? 'closed' : secure ? 'secure' : 'plain'
    this.#body = new BodyStream({
      pause: () => controller.pause(),
      resume: () => controller.resume(),
      lend: loan.answered(),
      abort: (reason) => this.abort(reason),
    })
    this.#resolve({ status, headers, body: this.#body, bounds: this.#bounds, since: this.#since })
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#body?.push(chunk)
  }

  onResponseEnd(): void {
    const { watch } = this.#parts
    if (this.#bounds === 'closed' && !watch?.endedWell()) return this.#fail(cutOff())
    this.#end()
    this.#body?.end()
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.#fail(this.#stopped ?? new TransportError(error, this.#controller !== undefined))
  }
}

export class Transport {
  readonly #options: TransportOptions
  readonly #pools = new Map<string, Promise<Pool>>()
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
    await this.#unsolicited.quiet(once)
    const pool = await (watch ? this.#keep(`${origin} ${++this.#watches}`, this.#open(origin, watch)) : this.#pool(origin))
    const reset = this.#unsolicited.isSuspected(origin)
    if (!exchange.stopped) pool.dispatch({ ...request, body: request.body ?? null, ...(reset && { reset }) }, exchange)
    const answer = await exchange.answer
    this.#unsolicited.answered()
    return answer
  }

  #pool(origin: string): Promise<Pool> {
    return this.#pools.get(origin) ?? this.#keep(origin, this.#open(origin))
  }

  #keep(name: string, opening: Promise<Pool>): Promise<Pool> {
    this.#pools.set(name, opening)
    return opening
  }

  async #open(origin: string, watch?: CloseNotifyWatch): Promise<Pool> {
    const { connections, timeouts } = this.#options
    const proxied = await this.#options.connector(origin, watch)
    // A watched connection doesn't use the shared buffer.
    const straight = buildConnector({ allowH2: false, timeout: timeouts.connect, ...(!watch && { onread: this.#buffer.onread }) })
    const connect: Connector =
      proxied ?? (watch ? (options, done) => straight({ ...options, httpSocket: watch.open(options) }, done) : straight)
    const pool = new Pool(origin, {
      connections,
      allowH2: false,
      headersTimeout: timeouts.firstByte,
      bodyTimeout: timeouts.idle,
      connect: (options, done) =>
        connect(options, (...[error, socket]) => {
          if (error) return done(error, null)
          socket.prependListener('error', resetIsNoEnd)
          watch?.see(socket)
          done(null, socket)
        }),
    })
    return pool.on('disconnect', (_, __, error) => {
      if (this.#unsolicited.suspects(origin, error)) this.#leave(origin)
    })
  }

  /** The next request opens a new pool; this one's requests come to their end. */
  #leave(origin: string): void {
    const pool = this.#pools.get(origin)
    if (!pool) return
    this.#pools.delete(origin)
    this.#pools.set(`${origin} left`, pool)
    void pool.then((one) => one.close()).catch(() => {})
  }

  /** Ends all connections, also those in use. */
  async close(): Promise<void> {
    const pools = await Promise.allSettled(this.#pools.values())
    this.#pools.clear()
    await Promise.all(pools.map((pool) => (pool.status === 'fulfilled' ? pool.value.destroy() : undefined)))
  }
}
