/** Addresses of databases, `postgres://user@host:5432/database?sslmode=verify-full`. They never hold a password. */
import { userInfo } from 'node:os'
import { usageError } from '../../errors.ts'
import { isOneOf } from '../../text/is-one-of.ts'
import { environment } from '../../system/environment.ts'

const schemes = ['postgres:', 'postgresql:']
const modes = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'] as const
export type SslMode = (typeof modes)[number]

/** Parameters of the query string, each with the environment variable that psql reads for it. */
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
  /** A host name, an IP address, or the folder of a Unix socket. */
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

const isLocalHost = (host: string): boolean => host.startsWith('/') || host === 'localhost' || host === '::1' || host.startsWith('127.')

const secretHint =
  'Others can read a command line. Set PGPASSWORD in the environment, or keep it in ~/.pgpass (mode 0600) or the file that PGPASSFILE names'

/** Reports all problems at once. Messages never repeat the address, as it may hold a secret. */
export function checkAddress(text: string, flag = '--to'): void {
  const url = urlOf(text, flag)
  if (url.password !== '' || [...url.searchParams.keys()].some((name) => /password/i.test(name)))
    throw usageError(`${flag} takes no password in the address of a database`, secretHint)
  const unknown = [...url.searchParams.keys()].filter((name) => !Object.hasOwn(parameters, name))
  const problems = unknown.map(
    (name) => `${flag} doesn't know "${name}" in the address of a database; there are ${Object.keys(parameters).join(', ')}`,
  )
  const mode = url.searchParams.get('sslmode')
  if (mode !== null && !isOneOf(modes, mode)) problems.push(`sslmode must be one of ${modes.join(', ')}`)
  if (url.hash !== '') problems.push(`${flag} takes no "#" in the address of a database: write it as %23`)
  if (url.pathname.slice(1).includes('/')) problems.push(`${flag} takes one database: postgres://USER@HOST/DATABASE`)
  const broken = [url.hostname, url.username, url.pathname].filter((part) => decoded(part) === undefined)
  if (broken.length > 0) problems.push(`${flag}: a % in the address of a database is written %25`)
  if (problems.length > 0) throw usageError(problems)
}

function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part)
  } catch {
    return undefined
  }
}

function urlOf(text: string, flag = '--to'): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  // The message doesn't repeat it: what comes before the last @ may be a password.
  if (!url)
    throw usageError(
      `${flag}: this is not a valid address of a database`,
      'It has the form postgres://USER@HOST:5432/DATABASE; an @ in a name is written %40',
    )
  return url
}

/** What the address leaves out comes from the environment, as it is at this sync. */
export function readAddress(text: string, env: NodeJS.ProcessEnv = environment()): Address {
  checkAddress(text)
  const url = urlOf(text)
  const given = (name: Parameter): string | undefined => url.searchParams.get(name) || undefined
  const value = (name: Parameter, own = ''): string | undefined => decoded(own) || given(name) || env[parameters[name]] || undefined
  const host = value('host', url.hostname.replace(/^\[|\]$/g, '')) ?? 'localhost'
  const user = value('user', url.username) ?? ownName()
  const port = Number(value('port', url.port) ?? 5432)
  if (!Number.isInteger(port) || port < 1 || port > 65_535) throw usageError('The port of a database is a number from 1 to 65535')
  const sslmode = value('sslmode') ?? (isLocalHost(host) ? 'prefer' : 'require')
  if (!isOneOf(modes, sslmode)) throw usageError(`PGSSLMODE must be one of ${modes.join(', ')}`)
  return {
    host,
    port,
    user,
    database: value('dbname', url.pathname.slice(1)) ?? user,
    sslmode,
    rootCertificate: value('sslrootcert'),
    certificate: value('sslcert'),
    key: value('sslkey'),
    application: value('application_name') ?? 'surveyctl',
  }
}

export const placeOf = ({ host, port, database }: Address): string => `${database} on ${host.includes(':') ? `[${host}]` : host}:${port}`

/** The name of a user id that stands in no list of users, as in a container, isn't known. */
function ownName(): string {
  try {
    return userInfo().username
  } catch {
    throw usageError('The address of PostgreSQL names no user', 'Name one: postgres://USER@HOST/DATABASE, or PGUSER')
  }
}
