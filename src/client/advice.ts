/** What those who use the client know and it doesn't: what a code means to a person, and which command helps. Handed in. */
import type { AnyOperation } from '../contract/core/operation.ts'
import type { Values } from './request.ts'

export interface RefusalText {
  /** `{it}` is what the request was about. */
  says: string
  /** Said besides, where the service told what it names. */
  also?: string
  hint?: string | undefined
}

/** What was asked, as far as advice depends on it. */
export interface Matter {
  operation?: AnyOperation | undefined
  input: Values
  /** What the service told besides its code. */
  told?: Values
}

/** Commands that help, whatever was asked. */
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
  refusal: (code: string, matter: Matter) => RefusalText | undefined
  /** The command that shows what became of a write. */
  shows: (matter: Matter) => string | undefined
  /** The command that shows what there is, where the service says by `code` that something isn't. */
  lists: (code: string, matter: Matter) => string | undefined
  help: Readonly<Partial<Record<Help, string>>>
}

export const noAdvice: Advice = { refusal: () => undefined, shows: () => undefined, lists: () => undefined, help: {} }

/** `To sign in: COMMAND`; without the command where nobody knows one. */
export const withCommand = (text: string, command: string | undefined): string => (command === undefined ? text : `${text}: ${command}`)
