/** The password of a database: `PGPASSWORD`, or the first line of `.pgpass` that fits, as psql looks for it. */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { CommandError } from '../../errors.ts'
import { homeFolder } from '../../system/home.ts'
import { readSmallFile } from '../../system/small-file.ts'
import { environment } from '../../system/environment.ts'
import type { Address } from './address.ts'
import { pathWord } from '../../text/to-copy.ts'

export function passwordFor(address: Address): string | undefined {
  const env = environment()
  if (env.PGPASSWORD) return env.PGPASSWORD
  const path = env.PGPASSFILE || ownFile(env)
  const facts = statSync(path, { throwIfNoEntry: false })
  if (!facts) {
    if (env.PGPASSFILE)
      throw new CommandError('auth', `PGPASSFILE names ${path}, which does not exist`, { hint: 'Correct it, or unset it' })
    return undefined
  }
  if (process.platform !== 'win32' && (facts.mode & 0o077) !== 0)
    throw new CommandError('auth', `${path} can be read by others`, { hint: `To keep it to yourself: chmod 600 ${pathWord(path)}` })
  return find(readSmallFile(path)?.text ?? '', address)
}

const ownFile = (env: NodeJS.ProcessEnv): string =>
  process.platform === 'win32'
    ? join(env.APPDATA ?? homeFolder(env) ?? '', 'postgresql', 'pgpass.conf')
    : join(homeFolder(env) ?? '/nonexistent', '.pgpass')

/** `host:port:database:user:password`; `*` fits all, `\` goes before `:` and `\`. */
export function find(text: string, { host, port, database, user }: Address): string | undefined {
  const wanted = [host.startsWith('/') ? 'localhost' : host, String(port), database, user]
  for (const line of text.split(/\r?\n/)) {
    if (line === '' || line.startsWith('#')) continue
    const fields = [...line.matchAll(/((?:\\.|[^\\:])*)(?::|$)/g)].map(([, field = '']) => field.replace(/\\(.)/g, '$1'))
    if (fields.length >= 5 && wanted.every((value, index) => fields[index] === '*' || fields[index] === value)) return fields[4]
  }
  return undefined
}
