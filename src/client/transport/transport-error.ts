/** A request that ended without a complete answer: what failed, and whether the service may have received it. */
export class TransportError extends Error {
  override readonly name = 'TransportError'
  /** Node's or the transport's code, e.g. `ECONNREFUSED`. */
  readonly code: string
  /** Whether the request began to leave this machine. */
  readonly sent: boolean

  constructor(cause: unknown, sent: boolean) {
    // Anything can be thrown; most errors have these.
    const { code, message, name } = cause as { code?: unknown; message?: string; name?: string }
    super(message ?? String(cause), { cause })
    this.code = typeof code === 'string' ? code : name === 'HTTPParserError' ? 'HPE_UNKNOWN' : 'UNKNOWN'
    this.sent = sent
  }
}

/** The answer takes too long, though its bytes keep coming. */
export const endless = (): TransportError => new TransportError({ code: 'ENDLESS', message: 'The answer does not end' }, true)

/** The connection ended before the answer did. */
export const cutOff = (): TransportError => new TransportError({ code: 'CUT', message: 'The answer ends in its middle' }, true)

/** The answer can't be read: too large, not JSON, or wrongly compressed. */
export class MalformedAnswer extends Error {
  override readonly name = 'MalformedAnswer'
}

/** undici takes the bytes before an `ECONNRESET` for a complete answer if it has neither length nor chunks: another code prevents that. */
export function resetIsNoEnd(error: NodeJS.ErrnoException): void {
  if (error.code === 'ECONNRESET') error.code = 'RESET'
}
