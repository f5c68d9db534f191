/** Errors of PostgreSQL and of the connection to it, as messages for whoever started the sync. */
import { CommandError, type ErrorKind } from '../../errors.ts'
import { placeOf, type Address } from './address.ts'
import { messageOf } from '../../text/message-of.ts'
import { commandLine } from '../../text/to-copy.ts'
import { identifier } from './sql.ts'

const continues = 'The open transaction was rolled back; the next sync continues'

interface DatabaseError {
  code?: unknown
  message?: unknown
  /** More of PostgreSQL's message: which view, which row. */
  detail?: unknown
}

export function failureOf(error: unknown, address: Address, schema: string): unknown {
  if (error instanceof CommandError) return error
  const { code, message, detail }: DatabaseError = typeof error === 'object' && error !== null ? error : {}
  const name = typeof code === 'string' ? code : ''
  // The detail of a broken constraint is the row, with what a respondent said. An error for several addresses has no message.
  const text = [message || (code ?? error), !isConstraint(name) && detail].filter(Boolean).join('. ')
  const known = serverFailure(name, text, address, schema) ?? connectionFailure(name, text, address)
  // Anything else is a bug.
  if (!known) return error
  const [kind, said, hint] = known
  return new CommandError(kind, said, { hint, ...(name && { code: name }), retryable: kind === 'unavailable', cause: error })
}

/** A unique index, a check, a column that is not null. */
const isConstraint = (code: string): boolean => code.startsWith('23')

/** What is none of PostgreSQL's errors comes from something else at that port. */
export function notPostgres(address: Address, error: unknown): unknown {
  if (error instanceof CommandError) return error
  return new CommandError('unavailable', `${placeOf(address)} answers, but not as PostgreSQL does: ${messageOf(error)}`, {
    hint: 'Check host and port of the address',
    cause: error,
  })
}

type Explanation = readonly [kind: ErrorKind, message: string, hint: string] | undefined

/** By SQLSTATE. */
function serverFailure(code: string, text: string, address: Address, schema: string): Explanation {
  if (!/^[0-9A-Z]{5}$/.test(code) || /^E[A-Z]{4}$/.test(code)) return undefined
  const place = placeOf(address)
  if (code.startsWith('28'))
    return ['auth', `PostgreSQL refused user "${address.user}" of ${place}: ${text}`, 'The password comes from PGPASSWORD or ~/.pgpass']
  if (code === '3D000') return ['not_found', `The database does not exist: ${place}`, commandLine`To make it: createdb ${address.database}`]
  if (code === '42501' && /(table|view|relation|sequence) /.test(text))
    return [
      'forbidden',
      `PostgreSQL does not let user "${address.user}" write the tables of ${place}: ${text}`,
      `Another user owns them: sync as that user, or into another schema (--schema NAME)`,
    ]
  if (code === '42501')
    return [
      'forbidden',
      `PostgreSQL does not let user "${address.user}" do this in ${place}: ${text}`,
      `An owner can grant it: grant create on database ${identifier(address.database)} to ${identifier(address.user)}; or, for a schema that is there (--schema): grant usage, create on schema ${identifier(schema)}`,
    ]
  if (code === '25006') return ['refused', `${place} is read-only`, 'It may be a standby: give the address of the primary']
  if (code === '2BP01' || (code === '0A000' && /view or rule/.test(text)))
    return [
      'refused',
      `In ${place} a view or rule that somebody added depends on a column that has to change: ${text}`,
      'Drop the view or rule it names and make it again after the sync, or use another --schema',
    ]
  if (code === '55P03' || code === '40P01')
    return ['unavailable', `Something else in ${place} holds a lock on these tables: ${text}`, continues]
  if (code === '57014')
    return ['unavailable', `A statement took longer than ${place} allows: ${text}`, `Raise statement_timeout of this user. ${continues}`]
  if (code === '53100') return ['unavailable', `The disk of ${place} is full: ${text}`, `Free some space there. ${continues}`]
  if (code === '53300' || code === '53400')
    return [
      'unavailable',
      `${place} takes no more connections: ${text}`,
      `Try again later, raise max_connections, or name a pooler. ${continues}`,
    ]
  if (/^(08|57P|53|58|XX)/.test(code))
    return ['unavailable', `The connection to PostgreSQL was lost, or it cannot continue (${place}): ${text}`, continues]
  if (isConstraint(code))
    return [
      'refused',
      `An answer violates a constraint that somebody added to ${place}: ${text}`,
      'Drop the constraint it names, or use another --schema',
    ]
  if (code === '22P05' || code === '22021')
    return [
      'refused',
      `The encoding of ${place} lacks a character of an answer: ${text}`,
      'A database that holds all characters is made with: createdb --encoding=UTF8',
    ]
  return ['refused', `PostgreSQL refused what was sent to schema "${schema}" of ${place}: ${text}`, `To use an empty schema: --schema NAME`]
}

function connectionFailure(code: string, text: string, address: Address): Explanation {
  const place = placeOf(address)
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return ['unavailable', `The host "${address.host}" was not found`, 'Check the address']
  if (code === 'ENOENT' && address.host.startsWith('/'))
    return ['unavailable', `PostgreSQL has no socket in ${address.host} for port ${address.port}`, 'Check that it is running']
  if (/CERT_HAS_EXPIRED|CERT_NOT_YET_VALID/.test(code))
    return ['unavailable', `The certificate of ${place} is not valid at this time: ${text}`, 'It has to be renewed where PostgreSQL runs']
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return [
      'unavailable',
      `The certificate of ${place} is of another host: ${text}`,
      'Name the host as the certificate does, or check only its authority: sslmode=verify-ca',
    ]
  if (/CERT|SELF_SIGNED|UNABLE_TO_/.test(code))
    return [
      'unavailable',
      `The certificate of ${place} can't be trusted: ${text}`,
      'Name its certificate authority: sslrootcert=FILE in the address, or NODE_EXTRA_CA_CERTS',
    ]
  if (/does not support SSL/.test(text))
    return ['unavailable', `${place} does not support TLS`, 'On a network that you trust, add ?sslmode=disable to the address']
  if (/^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EAI|ENOTFOUND)/.test(code))
    return ['unavailable', `PostgreSQL can't be reached (${place}): ${text}`, 'Check host and port of the address, and that it runs there']
  if (/^(ECONN|EHOST|ENET|ETIMEDOUT|EPIPE|EAI)/.test(code) || /timeout expired|Connection terminated|Connection ended/.test(text))
    return ['unavailable', `PostgreSQL can't be reached, or closed the connection (${place}): ${text}`, continues]
  if (/SASL|SCRAM|authentication/i.test(text))
    return ['auth', `Signing in to ${place} failed: ${text}`, 'The password comes from PGPASSWORD or ~/.pgpass']
  return undefined
}
