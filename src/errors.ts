/** The closed set of failures a command can end with, and their exit codes, whose meanings in words stand in reference/exit-codes.ts. */

export const exitCodes = {
  refused: 1,
  bug: 1,
  usage: 2,
  auth: 3,
  forbidden: 4,
  not_found: 5,
  invalid: 6,
  locked: 7,
  unavailable: 8,
  partial: 9,
  differences: 10,
  interrupted: 130,
} as const

export type ErrorKind = keyof typeof exitCodes

export interface ErrorFacts {
  /** The service's own code, e.g. `quiz_not_found`. */
  code?: string | undefined
  /** HTTP status of the answer, if there was one. */
  status?: number | undefined
  /** What the person can do about it; one sentence. */
  hint?: string | undefined
  /** Whether the same request may succeed later. */
  retryable?: boolean | undefined
  /** A write was sent, and whether it was carried out is not known. */
  unclear?: boolean | undefined
  /** A write was sent, and the service shows that it was not carried out. */
  undone?: boolean | undefined
  /** No connection came about, and none will. */
  unreachable?: boolean | undefined
  request?: { method: string; path: string } | undefined
  /** 422: the texts of each field. */
  fields?: Record<string, string[]> | undefined
  /** The service's body. */
  details?: unknown
  cause?: unknown
}

/** A failure that is the user's to know, as opposed to a bug (any other Error). */
export class CommandError extends Error {
  readonly kind: ErrorKind
  readonly facts: ErrorFacts
  /** Of the message. What comes from others is in one of them, whatever line ends it holds. */
  readonly lines: readonly string[]

  constructor(kind: ErrorKind, message: string | readonly string[], facts: ErrorFacts = {}) {
    const lines = [message].flat()
    super(lines.join('\n'), { cause: facts.cause })
    this.lines = lines
    this.name = 'CommandError'
    this.kind = kind
    this.facts = facts
  }

  get exitCode(): number {
    return exitCodes[this.kind]
  }

  /** The message with what is said of fields, where several failures are told together. */
  get summary(): string {
    const texts = Object.entries(this.facts.fields ?? {}).flatMap(([name, all]) => all.map((text) => `${name}: ${text}`))
    const more = texts.length - mostFields
    const told = more > 0 ? [...texts.slice(0, mostFields), `and ${more} more`] : texts
    return told.length === 0 ? this.message : `${this.message} (${told.join('; ')})`
  }

  /** The object that `--json` writes to standard error. */
  toJSON(): { error: Record<string, unknown> } {
    const { code, status, hint, retryable, request, fields, details } = this.facts
    return {
      error: {
        kind: this.kind,
        code: code ?? null,
        status: status ?? null,
        message: this.message,
        hint: hint ?? null,
        retryable: retryable ?? false,
        request: request ?? null,
        ...(fields && { fields }),
        ...(details !== undefined && { details }),
      },
    }
  }
}

/** Whether what was asked for may have been done. */
export const isUnclear = ({ kind, facts }: CommandError): boolean =>
  kind === 'unavailable' || kind === 'interrupted' || facts.unclear === true

/** Wrong use of the command line: nothing was sent. `problems` are reported together. */
export function usageError(problems: string | readonly string[], hint?: string): CommandError {
  const lines = [problems].flat()
  const more = lines.length - mostProblems
  const told = more > 0 ? [...lines.slice(0, mostProblems), `and ${more} more`] : lines
  return new CommandError('usage', told, { hint })
}

const mostFields = 2
/** A broken file may have thousands. */
const mostProblems = 100

/** A command that was run on someone's behalf has ended with this code, and has said itself what there was to say. */
export class Ended extends Error {
  readonly exitCode: number

  constructor(exitCode: number) {
    super(`Ended with ${exitCode}`)
    this.exitCode = exitCode
  }
}
