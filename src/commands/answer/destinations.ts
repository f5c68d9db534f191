/** `--to` and `--schema`: files, and a database. */
import { formats, type Format } from '../../answers/derive/formats.ts'
import { checkAddress, isAddress } from '../../answers/postgres/address.ts'
import { usageError } from '../../errors.ts'
import { isOneOf } from '../../text/is-one-of.ts'

/** Of bytes in the name of a schema, as PostgreSQL has it. */
const longestName = 63

export function readDestinations(to: string): { formats: Format[]; url: string | undefined } {
  const given = to.split(',').map((name) => name.trim())
  const urls = given.filter(isAddress)
  for (const url of urls) checkAddress(url)
  if (urls.length > 1) throw usageError('--to takes one database')
  const unknown = given.filter((name) => !isOneOf(formats, name) && !isAddress(name))
  // Parts of an address may be those of a password.
  const shown = unknown.map((name) => (/[/@:]/.test(name) || urls.length > 0 ? 'an address that begins with no postgres://' : name))
  if (unknown.length > 0)
    throw usageError(`--to doesn't know ${shown.join(', ')}; there are ${formats.join(', ')} and postgres://USER@HOST/DATABASE`)
  return { formats: formats.filter((format) => given.includes(format)), url: urls[0] }
}

export function readSchema(schema: string, several: boolean): string {
  if (several) throw usageError('--schema is for one survey', 'Without it each survey has one of its own: survey_42')
  if (schema === '' || Buffer.byteLength(schema) > longestName || schema.startsWith('pg_') || schema.includes('\0'))
    throw usageError(`--schema takes a name of at most ${longestName} bytes that doesn't begin with pg_`)
  return schema
}
