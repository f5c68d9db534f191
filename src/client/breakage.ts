/** A request that ended without a whole answer: what broke, and whether the service may have seen it. */
export class Breakage extends Error {
  override readonly name = 'Breakage'
  /** Node's or the transport's code, e.g. `ECONNREFUSED`. */
  readonly code: string
  /** Whether the request began to leave this machine. */
  readonly sent: boolean

  constructor(cause: unknown, sent: boolean) {
    const { code, message, name } = cause as { code?: unknown; message?: string; name?: string }
    super(message ?? String(cause), { cause })
    this.code = typeof code === 'string' ? code : name === 'HTTPParserError' ? 'HPE_UNKNOWN' : 'UNKNOWN'
    this.sent = sent
  }
}

/** The answer takes too long, however steadily it drips. */
export const endless = (): Breakage => new Breakage({ code: 'ENDLESS', message: 'The answer does not end' }, true)

/** The end of the connection is not the end of the answer. */
export const cutOff = (): Breakage => new Breakage({ code: 'CUT', message: 'The answer ends in its middle' }, true)

/** The answer came whole and can't be understood: too large, or packed in a broken way. */
export class BrokenAnswer extends Error {
  override readonly name = 'BrokenAnswer'
}

/** By its code undici takes what came before a reset for a whole answer, where neither length nor chunks bound it. */
export function resetIsNoEnd(error: NodeJS.ErrnoException): void {
  if (error.code === 'ECONNRESET') error.code = 'RESET'
}
