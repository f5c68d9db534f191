/** A real PostgreSQL of the test's own, on a free port, in a folder that ends with it. */
import { createHash } from 'node:crypto'
import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'

const versions = '/usr/lib/postgresql'
const cache = join(import.meta.dirname, '..', '..', 'node_modules', '.cache', 'postgres')

const programs = ((): string | undefined => {
  const all = existsSync(versions) ? readdirSync(versions).toSorted((one, other) => Number(other) - Number(one)) : []
  return all
    .map((version) => join(versions, version, 'bin'))
    .find((bin) => existsSync(join(bin, 'initdb')) && existsSync(join(bin, 'psql')))
})()

/** It refuses to run as root: then it is the user that its package made. */
export const owner = ((): { uid?: number; gid?: number } | undefined => {
  if (process.getuid?.() !== 0) return {}
  const [uid, gid] = ['-u', '-g'].map((flag) => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout || Number.NaN))
  return Number.isNaN(uid) ? undefined : { uid: uid!, gid: gid! }
})()

/** Why there can be none here, if so. */
export const noPostgres: string | undefined = !programs ? 'needs PostgreSQL' : !owner ? 'needs the user postgres' : undefined

export interface Postgres {
  port: number
  /** The folder of its socket. */
  folder: string
  password: string
  /** Of the superuser `owner`, or of somebody else. */
  url: (database?: string, user?: string, more?: string) => string
  env: Record<string, string>
  /** One JSON value a row, as psql reads it. */
  rows: (select: string, database?: string) => any[]
  run: (sql: string, database?: string) => void
  /** What `\\copy` puts out, byte for byte, of one select after the other. */
  copy: (...selects: string[]) => string
  /** A session of its own. */
  session: (database?: string) => Promise<import('pg').Client>
  /** All at once, without a goodbye; then it is started again. */
  crash: () => Promise<void>
  start: () => Promise<void>
  stop: () => Promise<void>
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

const password = 'p@ss:w\\ord'

// psql, which asks hundreds of times, comes by the socket: a password takes longer than what is asked.
const options = ['-U', 'owner', '--auth-host=scram-sha-256', '--auth-local=trust', '--no-sync', '-E', 'UTF8', '--locale=C']

/** What initdb makes takes as long as much of what is tried: it is made once for a checkout and these options, and copied. */
function cluster(): string {
  const hash = createHash('sha256')
    .update([...options, password].join('\0'))
    .digest('hex')
    .slice(0, 12)
  const path = join(cache, `${basename(dirname(programs!))}-${hash}`)
  if (existsSync(path)) return path
  mkdirSync(cache, { recursive: true })
  const made = mkdtempSync(`${path}-`)
  const secret = join(made, 'password')
  writeFileSync(secret, password)
  chmodSync(made, 0o755)
  if (owner!.uid !== undefined) for (const one of [made, secret]) chownSync(one, owner!.uid, owner!.gid!)
  const given = ['-D', join(made, 'data'), '--pwfile', secret, ...options]
  execFileSync(join(programs!, 'initdb'), given, { cwd: made, ...owner, stdio: 'pipe' })
  try {
    renameSync(made, path)
  } catch {
    // Another file of tests was first.
    rmSync(made, { recursive: true })
  }
  return path
}

export async function startPostgres(tls?: { cert: string; key: string }): Promise<Postgres> {
  const folder = mkdtempSync(join(tmpdir(), 'surveyctl-pg-'))
  const data = join(folder, 'data')
  const port = await freePort()
  const keep = (name: string, text: string): string => {
    const path = join(folder, name)
    writeFileSync(path, text, { mode: 0o600 })
    if (owner!.uid !== undefined) chownSync(path, owner!.uid, owner!.gid!)
    return path
  }
  chmodSync(folder, 0o755)
  if (owner!.uid !== undefined) chownSync(folder, owner!.uid, owner!.gid!)
  const as = { cwd: folder, ...owner } as const
  execFileSync('cp', ['-a', join(cluster(), 'data'), data])
  const settings = [
    'fsync=off',
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${folder}`,
    'max_connections=30',
    'shared_buffers=16MB',
  ]
  if (tls) settings.push('ssl=on', `ssl_cert_file=${keep('server.crt', tls.cert)}`, `ssl_key_file=${keep('server.key', tls.key)}`)
  const env = { PGPASSWORD: password }
  let server: ChildProcess | undefined
  const psql = (sql: string, database: string): string =>
    execFileSync(
      join(programs!, 'psql'),
      ['-XAtq', '-v', 'ON_ERROR_STOP=1', '-h', folder, '-p', String(port), '-U', 'owner', '-d', database, '-f', '-'],
      { input: sql, encoding: 'utf8', env: { ...process.env, ...env, TZ: 'UTC', PGTZ: 'UTC' }, maxBuffer: 2 ** 28, stdio: 'pipe' },
    )
  const start = async (): Promise<void> => {
    server = spawn(join(programs!, 'postgres'), ['-D', data, '-p', String(port), ...settings.flatMap((one) => ['-c', one])], {
      ...as,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    for await (const text of server.stderr!) if (String(text).includes('ready to accept connections')) break
    server.stderr!.resume()
  }
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (!server || server.exitCode !== null || server.signalCode !== null) return
    const ended = once(server, 'exit')
    server.kill(signal)
    await ended
  }
  await start()
  return {
    port,
    folder,
    password,
    env,
    url: (database = 'postgres', user = 'owner', more = '') => `postgres://${user}@127.0.0.1:${port}/${database}${more}`,
    rows: (select, database = 'postgres') =>
      psql(`select to_jsonb(t) from (${select}) t`, database)
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line)),
    run: (sql, database = 'postgres') => void psql(sql, database),
    copy: (...selects) => psql(selects.map((select) => `\\copy (${select}) to stdout\n\\echo\n`).join(''), 'postgres'),
    session: async (database = 'postgres') => {
      const { default: pg } = await import('pg')
      const client = new pg.Client({ host: '127.0.0.1', port, user: 'owner', database, password })
      client.on('error', () => {})
      await client.connect()
      return client
    },
    // Its immediate shutdown: no transaction is ended, no client told.
    crash: () => end('SIGQUIT'),
    start,
    stop: async () => {
      await end('SIGINT')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
