/** `postgres://user@host:5432/database?sslmode=verify-full`: where a database is, and never its password. */
import { userInfo } from 'node:os'
import { usageError } from '../../errors.ts'

const schemes = ['postgres:', 'postgresql:']
const modes = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'] as const
export type SslMode = (typeof modes)[number]

/** What may stand behind the question mark; each has a variable of the environment, as with psql. */
const parameters = {
  host: 'PGHOST',
  port: 'PGPORT',
  user: 'PGUSER',
  dbname: 'PGDATABASE',
  sslmode: 'PGSSLMODE',
  sslrootcert: 'PGSSLROOTCERT',
  sslcert: 'PGSSLCERT',
  sslkey: 'PGSSLKEY',
  application_name: 'PGAPPNAME',
} as const
type Parameter = keyof typeof parameters

export interface Address {
  /** A name, an address, or the folder of a socket. */
  host: string
  port: number
  user: string
  database: string
  sslmode: SslMode
  rootCertificate: string | undefined
  certificate: string | undefined
  key: string | undefined
  application: string
}

export const isAddress = (text: string): boolean => schemes.some((scheme) => text.startsWith(`${scheme}//`))

const isHere = (host: string): boolean => host.startsWith('/') || host === 'localhost' || host === '::1' || host.startsWith('127.')

const secretHint =
  'Others can read a command line. Set PGPASSWORD in the environment, or keep it in ~/.pgpass (mode 0600) or the file that PGPASSFILE names'

/** All that is wrong with it at once; what it says is never repeated, as it may hold a secret. */
export function checkAddress(text: string): void {
  const url = urlOf(text)
  if (url.password !== '' || [...url.searchParams.keys()].some((name) => /password/i.test(name)))
    throw usageError('--to takes no password in the address of a database', secretHint)
  const unknown = [...url.searchParams.keys()].filter((name) => !Object.hasOwn(parameters, name))
  const problems = unknown.map(
    (name) => `--to doesn't know "${name}" in the address of a database; there are ${Object.keys(parameters).join(', ')}`,
  )
  const mode = url.searchParams.get('sslmode')
  if (mode !== null && !modes.includes(mode as SslMode)) problems.push(`sslmode must be one of ${modes.join(', ')}`)
  if (url.hash !== '') problems.push(`--to takes no "#" in the address of a database: write it as %23`)
  if (url.pathname.slice(1).includes('/')) problems.push('--to takes one database: postgres://USER@HOST/DATABASE')
  if (problems.length > 0) throw usageError(problems)
}

function urlOf(text: string): URL {
  // Without a host the URL of a scheme that the standard doesn't know is read all the same.
  const url = URL.canParse(text) ? new URL(text) : undefined
  // What comes before the last @ may be a password that isn't escaped.
  if (!url)
    throw usageError(
      '--to has an address of a database that is none',
      'It looks like postgres://USER@HOST:5432/DATABASE, with %40 for an @ in a name',
    )
  return url
}

/** Read again at each sync: what the address leaves out is the environment's. */
export function readAddress(text: string, environment: NodeJS.ProcessEnv = process.env): Address {
  checkAddress(text)
  const url = urlOf(text)
  const given = (name: Parameter): string | undefined => url.searchParams.get(name) || undefined
  const value = (name: Parameter, own = ''): string | undefined =>
    decodeURIComponent(own) || given(name) || environment[parameters[name]] || undefined
  const host = value('host', url.hostname.replace(/^\[|\]$/g, '')) ?? 'localhost'
  const user = value('user', url.username) ?? userInfo().username
  const port = Number(value('port', url.port) ?? 5432)
  if (!Number.isInteger(port) || port < 1 || port > 65_535) throw usageError('The port of a database is a number from 1 to 65535')
  const sslmode = value('sslmode') ?? (isHere(host) ? 'prefer' : 'require')
  if (!modes.includes(sslmode as SslMode)) throw usageError(`PGSSLMODE must be one of ${modes.join(', ')}`)
  return {
    host,
    port,
    user,
    database: value('dbname', url.pathname.slice(1)) ?? user,
    sslmode: sslmode as SslMode,
    rootCertificate: value('sslrootcert'),
    certificate: value('sslcert'),
    key: value('sslkey'),
    application: value('application_name') ?? 'surveyctl',
  }
}

export const placeOf = ({ host, port, database }: Address): string => `${database} on ${host.includes(':') ? `[${host}]` : host}:${port}`
