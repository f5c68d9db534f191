/** HTTP on sockets. The only file that imports undici, of which it uses one pool an origin and nothing above it. */
import type { Readable } from 'node:stream'
import { Pool, type Dispatcher } from 'undici'
import { Breakage } from './breakage.ts'
import { Inflow } from './inflow.ts'
import { ReadBuffer, type Loan } from './read-buffer.ts'

export type HeaderValues = Record<string, string | string[] | undefined>

export interface Outgoing {
  method: string
  origin: string
  /** With the query. */
  path: string
  headers: Record<string, string>
  body?: string | Uint8Array | Readable | undefined
}

export interface Incoming {
  status: number
  headers: HeaderValues
  body: Inflow
}

/** Milliseconds. */
export interface Timeouts {
  connect: number
  firstByte: number
  idle: number
}

/** Opens a socket to an origin through a proxy; `undefined`: straight. */
export type Connector = (
  options: { protocol: string; hostname: string; port: string; servername?: string | undefined },
  // undici takes the two as one union, which no callback of two parameters can be.
  // oxlint-disable-next-line typescript/no-explicit-any
  done: (error: Error | null, socket: any) => void,
) => void

export interface TransportOptions {
  connections: number
  timeouts: Timeouts
  connector: (origin: string) => Promise<Connector | undefined>
  /** Ends all that is under way. */
  signal: AbortSignal | undefined
}

/** The exchanges that have begun and not ended. In places that are used again: a set would keep the ended ones alive for long. */
class UnderWay {
  readonly #places: (Exchange | undefined)[] = []
  readonly #free: number[] = []

  add(exchange: Exchange): () => void {
    const place = this.#free.pop() ?? this.#places.length
    this.#places[place] = exchange
    return () => {
      if (this.#places[place] !== exchange) return
      this.#places[place] = undefined
      this.#free.push(place)
    }
  }

  interrupt(): void {
    for (const exchange of this.#places) exchange?.interrupt()
  }
}

/** One request and its answer. */
class Exchange implements Dispatcher.DispatchHandler {
  readonly answer: Promise<Incoming>
  #resolve!: (incoming: Incoming) => void
  #reject!: (error: Error) => void
  #controller: Dispatcher.DispatchController | undefined
  #inflow: Inflow | undefined
  #stopped: Error | undefined
  readonly #loan: Loan
  readonly #leave: () => void

  constructor(loan: Loan, underWay: UnderWay) {
    this.#loan = loan
    this.#leave = underWay.add(this)
    this.answer = new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
    // It may be refused before anyone waits for it.
    this.answer.catch(() => {})
  }

  get stopped(): boolean {
    return this.#stopped !== undefined
  }

  interrupt(): void {
    this.abort(new Breakage({ code: 'ABORTED', message: 'Interrupted' }, this.#controller !== undefined))
  }

  abort(reason: Error): void {
    this.#stopped = reason
    this.#controller?.abort(reason)
    this.#fail(reason)
  }

  #fail(error: Error): void {
    this.#end()
    if (this.#inflow) this.#inflow.fail(error)
    else this.#reject(error)
  }

  #end(): void {
    this.#loan.end()
    this.#leave()
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#stopped) return controller.abort(this.#stopped)
    this.#controller = controller
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number, headers: HeaderValues): void {
    if (status < 200) return
    this.#inflow = new Inflow({
      pause: () => controller.pause(),
      resume: () => controller.resume(),
      lend: this.#loan.lend,
      abort: (reason) => this.abort(reason),
    })
    this.#resolve({ status, headers, body: this.#inflow })
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#inflow?.push(chunk)
  }

  onResponseEnd(): void {
    this.#end()
    this.#inflow?.end()
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.#fail(this.#stopped ?? new Breakage(error, this.#controller !== undefined))
  }
}

export class Transport {
  readonly #options: TransportOptions
  readonly #pools = new Map<string, Promise<Pool>>()
  readonly #buffer = new ReadBuffer()
  readonly #underWay = new UnderWay()

  constructor(options: TransportOptions) {
    this.#options = options
    options.signal?.addEventListener('abort', () => this.#underWay.interrupt())
  }

  /** Resolves when the head of the answer is there; throws a Breakage otherwise. */
  async send({ origin, ...request }: Outgoing): Promise<Incoming> {
    const exchange = new Exchange(this.#buffer.begin(), this.#underWay)
    if (this.#options.signal?.aborted) exchange.interrupt()
    const pool = await this.#pool(origin)
    if (!exchange.stopped) pool.dispatch({ ...request, body: request.body ?? null }, exchange)
    return exchange.answer
  }

  #pool(origin: string): Promise<Pool> {
    const known = this.#pools.get(origin)
    if (known) return known
    const opening = this.#open(origin)
    this.#pools.set(origin, opening)
    return opening
  }

  async #open(origin: string): Promise<Pool> {
    const { connections, timeouts } = this.#options
    const connector = await this.#options.connector(origin)
    const sockets = { timeout: timeouts.connect, onread: this.#buffer.onread }
    return new Pool(origin, {
      connections,
      allowH2: false,
      headersTimeout: timeouts.firstByte,
      bodyTimeout: timeouts.idle,
      connect: connector ?? sockets,
    })
  }

  /** Ends all connections, also those in use. */
  async close(): Promise<void> {
    const pools = await Promise.allSettled(this.#pools.values())
    this.#pools.clear()
    await Promise.all(pools.map((pool) => (pool.status === 'fulfilled' ? pool.value.destroy() : undefined)))
  }
}
