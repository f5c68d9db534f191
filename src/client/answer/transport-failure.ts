/** Requests that got no complete answer, as failures in the user's terms. */
import { CommandError } from '../../errors.ts'
import { withCommand } from '../advice.ts'
import { TransportError } from '../transport/transport-error.ts'
import { checkFirst, requestOf, subject, type Asked } from '../asked.ts'

interface Said {
  what: string
  hint?: string
  /** Trying again won't help. */
  lasting?: boolean
}

const untrusted = (what: string): Said => ({
  what,
  hint: 'If your own authority signed it: NODE_EXTRA_CA_CERTS=FILE',
  lasting: true,
})
const checkAddress = 'Check the base URL and the network'
const waitLonger = 'To wait longer: --timeout SECONDS'
const checkProxy = 'Check HTTPS_PROXY and NO_PROXY'

const brokeOff = (host: string): Said => ({ what: `the connection to ${host} broke off in the middle of the answer`, hint: checkAddress })

const reasons = new Map(
  Object.entries<(host: string) => Said>({
    ENOTFOUND: (host) => ({ what: `the name ${host} is not known (DNS)`, hint: checkAddress }),
    EAI_AGAIN: (host) => ({ what: `the name ${host} could not be looked up (DNS)`, hint: checkAddress }),
    ECONNREFUSED: (host) => ({ what: `${host} refuses connections`, hint: checkAddress }),
    EHOSTUNREACH: (host) => ({ what: `${host} cannot be reached`, hint: checkAddress }),
    ENETUNREACH: (host) => ({ what: `${host} cannot be reached`, hint: checkAddress }),
    ETIMEDOUT: (host) => ({ what: `${host} did not answer in time`, hint: waitLonger }),
    UND_ERR_CONNECT_TIMEOUT: (host) => ({ what: `connecting to ${host} took too long`, hint: waitLonger }),
    UND_ERR_HEADERS_TIMEOUT: (host) => ({ what: `${host} did not answer in time`, hint: waitLonger }),
    UND_ERR_BODY_TIMEOUT: (host) => ({ what: `${host} stopped in the middle of its answer`, hint: waitLonger }),
    CUT: brokeOff,
    HPE_INVALID_EOF_STATE: brokeOff,
    ENDLESS: (host) => ({ what: `the answer of ${host} does not end`, lasting: true }),
    UND_ERR_HEADERS_OVERFLOW: (host) => ({ what: `the headers of ${host} are too large`, lasting: true }),
    UND_ERR_RES_CONTENT_LENGTH_MISMATCH: brokeOff,
    UND_ERR_REQ_CONTENT_LENGTH_MISMATCH: () => ({ what: 'the file changed while it was being sent', lasting: true }),
    CERT_HAS_EXPIRED: (host) => ({ what: `the certificate of ${host} has expired (TLS)`, lasting: true }),
    CERT_NOT_YET_VALID: (host) => ({
      what: `the certificate of ${host} is not valid yet (TLS)`,
      hint: 'Check the clock of this machine',
      lasting: true,
    }),
    ERR_TLS_CERT_ALTNAME_INVALID: (host) => ({ what: `the certificate is not for ${host} (TLS)`, hint: checkAddress, lasting: true }),
    DEPTH_ZERO_SELF_SIGNED_CERT: (host) => untrusted(`the certificate of ${host} is self-signed (TLS)`),
    SELF_SIGNED_CERT_IN_CHAIN: (host) => untrusted(`the certificate of ${host} is signed by an unknown authority (TLS)`),
    UNABLE_TO_VERIFY_LEAF_SIGNATURE: (host) => untrusted(`the certificate of ${host} cannot be verified (TLS)`),
    UNABLE_TO_GET_ISSUER_CERT_LOCALLY: (host) => untrusted(`the certificate of ${host} is signed by an unknown authority (TLS)`),
    PROXY_AUTH: () => ({ what: 'the proxy requires a user name and a password', hint: 'Put them into HTTPS_PROXY', lasting: true }),
    PROXY_REFUSED: (host) => ({ what: `the proxy refused to connect to ${host}`, hint: checkProxy }),
    PROXY_ANSWER: () => ({ what: 'the proxy does not answer as a proxy', hint: checkProxy, lasting: true }),
    PROXY_TIMEOUT: () => ({ what: 'the proxy did not answer in time', hint: checkProxy }),
    PROXY_UNREACHABLE: () => ({ what: 'the proxy cannot be reached', hint: checkProxy }),
  }),
)

function reasonOf({ code, message }: TransportError, host: string): Said {
  const known = reasons.get(code)
  if (known) return known(host)
  if (code.startsWith('HPE_'))
    return {
      what: `${host} broke off or does not speak HTTP (${message})`,
      hint: 'The cause may be a proxy or a wrong base URL',
      lasting: true,
    }
  if (code === 'EPROTO' || code.startsWith('ERR_SSL') || code.startsWith('ERR_TLS'))
    return {
      what: `no secure connection to ${host} (TLS: ${message})`,
      hint: 'Check that the base URL is of an https service',
      lasting: true,
    }
  return { what: `the connection to ${host} broke off`, hint: checkAddress }
}

export function transportFailure(failure: TransportError, asked: Asked, host: string): CommandError {
  const unknown = failure.sent && !asked.repeatable
  if (failure.code === 'ABORTED') return interrupted(failure, asked, unknown)
  const { what, hint, lasting = false } = reasonOf(failure, host)
  const facts = { request: requestOf(asked), cause: failure }
  if (unknown) {
    return new CommandError('unavailable', `${subject(asked)}: the request was sent, but its outcome is unknown: ${what}`, {
      ...facts,
      hint: checkFirst(asked),
      retryable: false,
      unclear: true,
    })
  }
  return new CommandError('unavailable', `${subject(asked)}: ${what}`, {
    ...facts,
    hint: hint === checkAddress ? withCommand(hint, asked.advice.help.doctor) : hint,
    retryable: !lasting,
    unreachable: lasting && !failure.sent,
  })
}

const interrupted = (cause: TransportError, asked: Asked, unknown: boolean): CommandError =>
  unknown
    ? new CommandError('interrupted', `Interrupted. ${subject(asked)}: the request was sent, but its outcome is unknown`, {
        hint: checkFirst(asked),
        unclear: true,
        request: requestOf(asked),
        cause,
      })
    : new CommandError('interrupted', 'Interrupted', { request: requestOf(asked), cause })
