/** What PostgreSQL, or the way to it, says is wrong: in the terms of who started the sync. */
import { CommandError, type ErrorKind } from '../../errors.ts'
import { placeOf, type Address } from './address.ts'
import { commandLine } from '../../text/to-copy.ts'
import { quoted } from './words.ts'

const tail = 'What was started there is rolled back; the next sync continues'

interface Failed {
  code?: unknown
  message?: unknown
  /** What PostgreSQL adds: which view, which row. */
  detail?: unknown
}

export function failureOf(error: unknown, address: Address, schema: string): unknown {
  if (error instanceof CommandError) return error
  const { code, message, detail } = error as Failed
  // Several addresses of one name fail as one, without a message.
  const name = typeof code === 'string' ? code : ''
  // The detail of a broken rule is the row: what a respondent said.
  const text = [message || (code ?? error), !isRule(name) && detail].filter(Boolean).join('. ')
  const known = fromServer(name, text, address, schema) ?? onTheWay(name, text, address)
  // A bug of ours is one: it has no code.
  if (!known) return error
  const [kind, said, hint] = known
  return new CommandError(kind, said, { hint, ...(name && { code: name }), retryable: kind === 'unavailable', cause: error })
}

/** A unique index, a check, a column that may not be blank. */
const isRule = (code: string): boolean => code.startsWith('23')

type Said = readonly [kind: ErrorKind, message: string, hint: string] | undefined

/** By SQLSTATE. */
function fromServer(code: string, text: string, address: Address, schema: string): Said {
  if (!/^[0-9A-Z]{5}$/.test(code) || /^E[A-Z]{4}$/.test(code)) return undefined
  const place = placeOf(address)
  if (code.startsWith('28'))
    return ['auth', `PostgreSQL refused user "${address.user}" of ${place}: ${text}`, 'The password comes from PGPASSWORD or ~/.pgpass']
  if (code === '3D000') return ['not_found', `There is no such database: ${place}`, commandLine`To make it: createdb ${address.database}`]
  if (code === '42501' && /(table|view|relation|sequence) /.test(text))
    return [
      'forbidden',
      `PostgreSQL does not let user "${address.user}" write the tables of ${place}: ${text}`,
      `They are somebody else's: sync as the user who owns them, or into another schema (--schema NAME)`,
    ]
  if (code === '42501')
    return [
      'forbidden',
      `PostgreSQL does not let user "${address.user}" do this in ${place}: ${text}`,
      `An owner can grant it: grant create on database ${quoted(address.database)} to ${quoted(address.user)}; or, for a schema that is there (--schema): grant usage, create on schema ${quoted(schema)}`,
    ]
  if (code === '25006') return ['refused', `${place} can only be read`, 'It may be a standby: give the address of the primary']
  if (code === '2BP01' || (code === '0A000' && /view or rule/.test(text)))
    return [
      'refused',
      `In ${place} something that isn't ours needs a column that changes: ${text}`,
      'Drop the view or rule it names and make it again after the sync, or use another --schema',
    ]
  if (code === '55P03' || code === '40P01') return ['unavailable', `Something else in ${place} holds a lock on these tables: ${text}`, tail]
  if (code === '57014')
    return ['unavailable', `${place} took longer than it allows: ${text}`, `Raise statement_timeout of this user. ${tail}`]
  if (/^(08|57P|53|58|XX)/.test(code))
    return ['unavailable', `The connection to PostgreSQL was lost, or it cannot continue (${place}): ${text}`, tail]
  if (isRule(code))
    return [
      'refused',
      `An answer breaks a rule that somebody added to ${place}: ${text}`,
      'Drop the rule it names, or use another --schema',
    ]
  if (code === '22P05' || code === '22021')
    return [
      'refused',
      `${place} can't hold these letters: ${text}`,
      'A database takes all of them that was made with: createdb --encoding=UTF8',
    ]
  return [
    'refused',
    `PostgreSQL refused what was sent to schema "${schema}" of ${place}: ${text}`,
    `To begin with an empty schema: --schema NAME`,
  ]
}

function onTheWay(code: string, text: string, address: Address): Said {
  const place = placeOf(address)
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return ['unavailable', `No host has the name "${address.host}"`, 'Check the address behind --to']
  if (code === 'ENOENT' && address.host.startsWith('/'))
    return ['unavailable', `There is no socket of PostgreSQL in ${address.host} for port ${address.port}`, 'Check that it runs']
  if (/CERT|SELF_SIGNED|UNABLE_TO_|ERR_TLS|ERR_SSL|EPROTO/.test(code))
    return [
      'unavailable',
      `The certificate of ${place} can't be trusted: ${text}`,
      'Name its authority by sslrootcert=FILE in the address, or NODE_EXTRA_CA_CERTS',
    ]
  if (/does not support SSL/.test(text))
    return ['unavailable', `${place} speaks no TLS`, 'On a network that you trust, add ?sslmode=disable to the address']
  if (/^(ECONN|EHOST|ENET|ETIMEDOUT|EPIPE|EAI)/.test(code) || /timeout expired|Connection terminated|Connection ended/.test(text))
    return ['unavailable', `PostgreSQL can't be reached, or went away (${place}): ${text}`, tail]
  if (/SASL|SCRAM|authentication/i.test(text))
    return ['auth', `Signing in to ${place} failed: ${text}`, 'The password comes from PGPASSWORD or ~/.pgpass']
  return undefined
}
