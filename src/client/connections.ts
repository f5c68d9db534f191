/**
 * The connections to one origin, each for one request at a time. A request that must not be repeated is sent on a connection that
 * has been idle for a moment (unsolicited.ts says why), or waits. When such requests follow each other and keep waiting, another
 * connection is opened, so that one is idle while the other is in use.
 */
import type { Client } from 'undici'
import { now } from '../system/timers.ts'
import { pause, settling, turn } from './unsolicited.ts'

/** Opening a connection costs about as much as this many pauses. */
const pausesForOne = 16

export class Connection {
  readonly client: Client
  /** When its last answer ended, by `now()`; undefined before its first. */
  quietSince: number | undefined

  constructor(client: Client) {
    this.client = client
  }

  /** Milliseconds that it must still be idle. */
  get unsettled(): number {
    return this.quietSince === undefined ? 0 : this.quietSince + settling - now()
  }
}

export class Connections {
  readonly #open: () => Client
  readonly #most: number
  readonly #all: Client[] = []
  /** The one that was used last is the last. */
  readonly #free: Connection[] = []
  readonly #waiting: ((connection: Connection) => void)[] = []
  #pauses = 0
  #isLeft = false

  constructor(open: () => Client, most: number) {
    this.#open = open
    this.#most = most
  }

  /** A connection that nobody else uses until it is given back; waits for one when all are in use. */
  async take(once: boolean): Promise<Connection> {
    const connection = this.#choose(once) ?? (await new Promise<Connection>((resolve) => this.#waiting.push(resolve)))
    if (once && connection.quietSince !== undefined) await this.#settle(connection)
    return connection
  }

  giveBack(connection: Connection): void {
    connection.quietSince = now()
    const next = this.#waiting.shift()
    if (next) next(connection)
    else if (this.#isLeft) void connection.client.close().catch(() => {})
    else this.#free.push(connection)
  }

  /** Requests in flight come to their end; then the connections are closed. */
  leave(): void {
    this.#isLeft = true
    for (const { client } of this.#free.splice(0)) void client.close().catch(() => {})
  }

  async destroy(): Promise<void> {
    await Promise.all(this.#all.map((client) => client.destroy()))
  }

  /** The one that was used last, where it has been idle long enough: a server closes those that are not used. */
  #choose(once: boolean): Connection | undefined {
    const settled = once ? this.#free.findLastIndex(({ unsettled }) => unsettled <= 0) : this.#free.length - 1
    if (settled >= 0) return this.#free.splice(settled, 1)[0]
    const isWorthIt = this.#free.length === 0 || this.#pauses >= pausesForOne
    return isWorthIt && this.#all.length < this.#most ? this.#add() : this.#free.shift()
  }

  #add(): Connection {
    this.#pauses = 0
    const client = this.#open()
    this.#all.push(client)
    return new Connection(client)
  }

  async #settle(connection: Connection): Promise<void> {
    if (connection.unsettled > 0) this.#pauses++
    // A timer counts from the beginning of its turn of the event loop, so it may fire early.
    while (connection.unsettled > 0) await pause(connection.unsettled)
    // The first may pass without a look at the sockets.
    await turn()
    await turn()
  }
}
