/** A connection to PostgreSQL: TLS as sslmode says, transactions, and errors as messages for a person. */
import { isIP, Socket } from 'node:net'
import type { ConnectionOptions } from 'node:tls'
import pg from 'pg'
import { CommandError, usageError } from '../../errors.ts'
import { messageOf } from '../../text/message-of.ts'
import { keepSecret } from '../../text/secrets.ts'
import { readSmallFile, reasonOf } from '../../system/small-file.ts'
import { placeOf, readAddress, type Address } from './address.ts'
import { failureOf, notPostgres } from './failure.ts'
import { passwordFor } from './password.ts'

const connectTimeout = 10_000
const usualWait = 60_000

export interface Destination {
  /** Without a password. */
  url: string
  schema: string
}

export interface QueryResult {
  rows: Record<string, unknown>[]
  count: number
}

export class Connection {
  readonly #client: pg.Client
  readonly #failed: (error: unknown) => unknown

  constructor(client: pg.Client, failed: (error: unknown) => unknown) {
    this.#client = client
    this.#failed = failed
  }

  /** Undoes what `work` did where PostgreSQL refuses it with this code; false then. */
  async attempt(code: string, work: () => Promise<unknown>): Promise<boolean> {
    await this.query('savepoint attempt')
    try {
      await work()
    } catch (error) {
      if (!(error instanceof CommandError) || error.facts.code !== code) throw error
      await this.query('rollback to attempt')
      return false
    }
    await this.query('release attempt')
    return true
  }

  async query(sql: string, values?: unknown[]): Promise<QueryResult> {
    try {
      const { rows, rowCount } = await this.#client.query<Record<string, unknown>>(sql, values)
      return { rows: rows ?? [], count: rowCount ?? 0 }
    } catch (error) {
      throw this.#failed(error)
    }
  }

  /** Settings hold within it only: a pooler gives the session to somebody else afterwards. `wait`: for locks of others, in milliseconds. */
  async transaction<Result>(work: () => Promise<Result>, wait = usualWait): Promise<Result> {
    await this.query(`begin; set local lock_timeout = ${wait}`)
    let result: Result
    try {
      result = await work()
    } catch (error) {
      // Where the connection is lost, PostgreSQL rolls back by itself.
      await this.#client.query('rollback').catch(() => {})
      throw error
    }
    await this.query('commit')
    return result
  }
}

/** Runs `work` with one connection, which is closed at the end, or when `signal` is aborted. */
export async function withConnection<Result>(
  { url, schema }: Destination,
  signal: AbortSignal,
  work: (connection: Connection) => Promise<Result>,
): Promise<Result> {
  const address = readAddress(url)
  const failed = (error: unknown): unknown => (signal.aborted ? signal.reason : failureOf(error, address, schema))
  const client = await open(address, failed)
  // A connection that breaks while it is idle is noticed at the next query.
  client.on('error', () => {})
  const stop = (): void => void client.end().catch(() => {})
  signal.addEventListener('abort', stop, { once: true })
  try {
    return await work(new Connection(client, failed))
  } finally {
    signal.removeEventListener('abort', stop)
    await client.end().catch(() => {})
  }
}

async function open(address: Address, failed: (error: unknown) => unknown): Promise<pg.Client> {
  const optional = address.sslmode === 'prefer' || address.sslmode === 'allow'
  try {
    return await connect(address, tlsOf(address)).catch((error: unknown) => {
      if (optional && /does not support SSL/.test(String(error))) return connect(address, false)
      throw error
    })
  } catch (error) {
    if (messageOf(error) === 'timeout expired') throw noAnswer(address, error)
    const failure = failed(error)
    throw failure === error ? notPostgres(address, error) : failure
  }
}

const noAnswer = (address: Address, error: unknown): CommandError =>
  new CommandError('unavailable', `Nothing answers within ${connectTimeout / 1000} s at ${placeOf(address)}`, {
    hint: 'Check that PostgreSQL listens there, and that no firewall stands between',
    retryable: true,
    cause: error,
  })

async function connect(address: Address, ssl: ConnectionOptions | false): Promise<pg.Client> {
  const { host, port, user, database, application } = address
  const password = passwordFor(address)
  keepSecret(password)
  const client = new pg.Client({
    host,
    port,
    user,
    database,
    ssl,
    application_name: application,
    connectionTimeoutMillis: connectTimeout,
    keepAlive: true,
    keepAliveInitialDelayMillis: connectTimeout,
    stream: () => new CautiousSocket(),
    // Called only when the server asks for one.
    password: () => password ?? refuseWithout(address),
  })
  await client.connect()
  return client
}

/** What can't be parsed as PostgreSQL's protocol is an error of the connection: thrown into the event loop, it would end the process. */
class CautiousSocket extends Socket {
  override emit(event: string | symbol, ...args: unknown[]): boolean {
    try {
      return super.emit(event, ...args)
    } catch (error) {
      this.destroy(error instanceof Error ? error : new Error(messageOf(error)))
      return true
    }
  }
}

function refuseWithout(address: Address): never {
  throw new CommandError('auth', `${placeOf(address)} asks for the password of user "${address.user}"`, {
    hint: 'Set PGPASSWORD in the environment, or keep it in ~/.pgpass (mode 0600)',
  })
}

function tlsOf({ host, sslmode, rootCertificate, certificate, key }: Address): ConnectionOptions | false {
  // Nobody can listen in on a Unix socket of this machine.
  if (sslmode === 'disable' || host.startsWith('/')) return false
  const own = {
    ...(rootCertificate !== undefined && rootCertificate !== 'system' && { ca: read(rootCertificate, 'sslrootcert') }),
    ...(certificate !== undefined && { cert: read(certificate, 'sslcert') }),
    ...(key !== undefined && { key: read(key, 'sslkey') }),
    ...(isIP(host) === 0 && { servername: host }),
  }
  if (sslmode === 'verify-full') return own
  // As psql does: a root certificate that was named is checked even where only TLS is required.
  if (sslmode === 'verify-ca' || rootCertificate !== undefined) return { ...own, checkServerIdentity: () => undefined }
  return { ...own, rejectUnauthorized: false }
}

function read(path: string, what: string): string {
  try {
    const found = readSmallFile(path)
    if (found) return found.text
    throw new Error('there is no such file')
  } catch (error) {
    throw usageError(`${what}: ${path} can't be read: ${reasonOf(error)}`)
  }
}
