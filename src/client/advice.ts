/** What only the caller of the client knows, handed in by it: what a code means to a person, and which command helps. */
import type { AnyOperation } from '../contract/core/operation.ts'
import type { Values } from './request.ts'

export interface RefusalText {
  /** The message; `{it}` stands for what the request was about. */
  says: string
  /** Appended to `says`, if the service told the values of its placeholders. */
  also?: string
  hint?: string | undefined
}

/** The request that advice is about. */
export interface AdviceSubject {
  operation?: AnyOperation | undefined
  input: Values
  /** The body of the refusal. */
  body?: Values
}

/** Commands that help with failures of any request. */
export type Help =
  | 'doctor'
  | 'signIn'
  | 'baseUrl'
  | 'slower'
  | 'plan'
  | 'rights'
  /** A flag of this very command. */
  | 'waitUnlock'

export interface Advice {
  refusal: (code: string, subject: AdviceSubject) => RefusalText | undefined
  /** The command that shows what became of a write. */
  shows: (subject: AdviceSubject) => string | undefined
  /** The command that lists what exists, for a `code` that says that something doesn't. */
  lists: (code: string, subject: AdviceSubject) => string | undefined
  help: Readonly<Partial<Record<Help, string>>>
  /** The flag of this command that fills a field. */
  flag: (field: string) => string
}

export const noAdvice: Advice = {
  refusal: () => undefined,
  shows: () => undefined,
  lists: () => undefined,
  help: {},
  flag: (field) => field,
}

/** `To sign in: COMMAND`, or the text alone where no command is known. */
export const withCommand = (text: string, command: string | undefined): string => (command === undefined ? text : `${text}: ${command}`)
