/** A real PgBouncer in front of a test's PostgreSQL, on a free port, in a folder that ends with it. */
import { spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, owner, type Postgres } from './postgres.ts'

const program = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'].find((path) => existsSync(path))

export const noPgbouncer: string | undefined = program ? undefined : 'needs PgBouncer'

export interface Pgbouncer {
  url: string
  stop: () => Promise<void>
}

export async function startPgbouncer(postgres: Postgres, mode: 'session' | 'transaction'): Promise<Pgbouncer> {
  const folder = mkdtempSync(join(tmpdir(), 'surveyctl-pgb-'))
  const port = await freePort()
  const keep = (name: string, text: string): string => {
    const path = join(folder, name)
    writeFileSync(path, text, { mode: 0o600 })
    if (owner?.uid !== undefined) chownSync(path, owner.uid, owner.gid!)
    return path
  }
  if (owner?.uid !== undefined) chownSync(folder, owner.uid, owner.gid!)
  const users = keep('users', `"owner" "${postgres.password.replaceAll('"', '""')}"\n`)
  const settings = keep(
    'pgbouncer.ini',
    `[databases]\npostgres = host=127.0.0.1 port=${postgres.port}\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = ${port}\nunix_socket_dir =\nauth_type = md5\nauth_file = ${users}\npool_mode = ${mode}\ndefault_pool_size = 4\n`,
  )
  const server = spawn(program!, [settings], { cwd: folder, ...owner, stdio: ['ignore', 'ignore', 'pipe'] })
  for await (const text of server.stderr) if (String(text).includes('process up')) break
  server.stderr.resume()
  return {
    url: `postgres://owner@127.0.0.1:${port}/postgres`,
    stop: async () => {
      const ended = once(server, 'exit')
      server.kill('SIGINT')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
