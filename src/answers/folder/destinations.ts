/** What a sync writes: files of the folder, and databases. `--to` adds to it, `--only` says all of it, `--stop` ends some. */
import { usageError } from '../../errors.ts'
import { isOneOf } from '../../text/is-one-of.ts'
import { fileOf, formats, type Format } from '../derive/formats.ts'
import { checkAddress, isAddress } from '../postgres/address.ts'
import type { Destination as Database } from '../postgres/index.ts'

export type { Database }

export interface Destinations {
  formats: readonly Format[]
  databases: readonly Database[]
}

/** As on the command line. */
export interface DestinationFlags {
  to?: string | undefined
  only?: string | undefined
  stop?: string | undefined
  schema?: string | undefined
}

/** What is no longer written. */
export type Ended = { to: Format; files: string } | ({ to: 'postgres' } & Database)

interface Named {
  formats: Format[]
  urls: string[]
}

/** Flags that were read; checked before anything is asked. */
export interface Change {
  add: Named
  only: boolean
  stop: Named & { databases: boolean }
  schema: string | undefined
}

/** In bytes, as PostgreSQL has it. */
const longestName = 63
/** For `--stop`: whichever there is. */
const anyDatabase = 'postgres'

export function readChange({ to, only, stop, schema }: DestinationFlags, several: boolean): Change {
  if (to !== undefined && only !== undefined) throw usageError('Give --to, which adds, or --only, which says all that is written')
  const stopped = namesIn(stop)
  const change: Change = {
    add: readNames(to === undefined ? '--only' : '--to', namesIn(to ?? only)),
    only: only !== undefined,
    stop: {
      ...readNames(
        '--stop',
        stopped.filter((name) => name !== anyDatabase),
      ),
      databases: stopped.includes(anyDatabase),
    },
    schema: schema === undefined ? undefined : readSchema(schema, several),
  }
  if (change.schema !== undefined && change.add.urls.length + change.stop.urls.length === 0)
    throw usageError('--schema is of a database that the same line names', 'For example: --to postgres://USER@HOST/DATABASE --schema NAME')
  return change
}

const namesIn = (text: string | undefined): string[] => text?.split(',').map((name) => name.trim()) ?? []

function readNames(flag: string, given: readonly string[]): Named {
  const urls = [...new Set(given.filter(isAddress))]
  for (const url of urls) checkAddress(url, flag)
  const unknown = given.filter((name) => !isOneOf(formats, name) && !isAddress(name))
  // Parts of an address may be those of a password.
  const shown = unknown.map((name) => (/[/@:]/.test(name) || urls.length > 0 ? 'an address that begins with no postgres://' : name))
  if (unknown.length > 0)
    throw usageError(`${flag} doesn't know ${shown.join(', ')}; there are ${formats.join(', ')} and postgres://USER@HOST/DATABASE`)
  return { formats: formats.filter((format) => given.includes(format)), urls }
}

function readSchema(schema: string, several: boolean): string {
  if (several) throw usageError('--schema is for one survey', 'Without it each survey has one of its own: survey_42')
  if (schema === '' || Buffer.byteLength(schema) > longestName || schema.startsWith('pg_') || schema.includes('\0'))
    throw usageError(`--schema takes a name of at most ${longestName} bytes that doesn't begin with pg_`)
  return schema
}

const nothing: Destinations = { formats: [], databases: [] }
const usual: Destinations = { formats: ['ndjson', 'parquet'], databases: [] }

export const isSame = (one: Database, other: Database): boolean => one.url === other.url && one.schema === other.schema

/** What is written from now on, and what no longer. */
export function planned(quiz: number, folder: string, known: Destinations | undefined, change: Change): Destinations & { ended: Ended[] } {
  const { add, only, stop, schema } = change
  const isNamed = only || add.formats.length + add.urls.length > 0
  const base = only ? nothing : (known ?? (isNamed ? nothing : usual))
  const asked = add.urls.map((url): Database => ({ url, schema: schema ?? schemaOf(base, url) ?? `survey_${quiz}` }))
  const all: Destinations = {
    formats: formats.filter((format) => base.formats.includes(format) || add.formats.includes(format)),
    databases: [...base.databases, ...asked.filter((one) => !base.databases.some((other) => isSame(one, other)))],
  }
  const isStopped = (one: Database): boolean =>
    stop.databases || (stop.urls.includes(one.url) && (schema === undefined || one.schema === schema))
  refuseUnwritten(folder, known ?? nothing, change)
  const kept: Destinations = {
    formats: all.formats.filter((format) => !stop.formats.includes(format)),
    databases: all.databases.filter((one) => !isStopped(one)),
  }
  return { ...kept, ended: endedOf(known ?? nothing, kept) }
}

/** The schema of a database that is written already; where there are several, it has to be named. */
const schemaOf = ({ databases }: Destinations, url: string): string | undefined => {
  const schemas = databases.filter((one) => one.url === url).map(({ schema }) => schema)
  return schemas.length === 1 ? schemas[0] : undefined
}

function refuseUnwritten(folder: string, known: Destinations, { stop }: Change): void {
  const missing = [
    ...stop.formats.filter((format) => !known.formats.includes(format)),
    ...stop.urls.filter((url) => !known.databases.some((one) => one.url === url)),
    ...(stop.databases && known.databases.length === 0 ? ['a database'] : []),
  ]
  const written = [...known.formats, ...known.databases.map(({ url }) => url)]
  if (missing.length > 0)
    throw usageError(`--stop: ${folder} does not write ${missing.join(', ')}`, `It writes ${written.join(', ') || 'nothing yet'}`)
}

/** Those that a sync without a folder names. */
export const databasesOf = (quiz: number, { add: { urls }, schema }: Change): Database[] =>
  urls.map((url) => ({ url, schema: schema ?? `survey_${quiz}` }))

const endedOf = (known: Destinations, kept: Destinations): Ended[] => [
  ...known.formats.filter((format) => !kept.formats.includes(format)).map((to) => ({ to, files: fileOf[to] })),
  ...known.databases
    .filter((one) => !kept.databases.some((other) => isSame(one, other)))
    .map((one) => ({ to: 'postgres' as const, ...one })),
]
