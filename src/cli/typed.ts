/** The types of what `run` gets: from the operation, the positionals and the flags that a command declares. */
import type { AnyOperation, Input } from '../contract/core/operation.ts'

/** As the engine sees input and options. */
export type Values = Record<string, unknown>

/** A flag that is no field of the service: `options.wait` in `run`. */
export interface ExtraFlag {
  /** As commander writes it: `--wait`, `--to-file <file>`, `--count <n>`; `--publish [key]`, which may stand alone. */
  readonly flag: string
  readonly about: string
  /** May be given several times: the value is an array. */
  readonly many?: boolean
  readonly choices?: readonly string[]
  /** What others call them. */
  readonly synonyms?: Readonly<Record<string, string>>
  readonly default?: string
  /** With it the command runs until it is interrupted, or writes a log: what comes is shown at once, a line each. */
  readonly endless?: true
  /** Of a file that is written: the formats that it may have, by which names of others are refused. */
  readonly saves?: readonly string[]
}

export type Extras = Readonly<Record<string, ExtraFlag>>

type Valued = { readonly flag: `${string}<${string}>` }

type OptionOf<E extends ExtraFlag> = string extends E['flag']
  ? string | boolean | string[]
  : E extends { readonly choices: readonly (infer Choice)[] }
    ? Choice
    : E extends { readonly many: true }
      ? string[]
      : E extends Valued
        ? string
        : boolean

type Preset<E extends Extras> = { [N in keyof E]: E[N] extends { readonly default: string } ? N : never }[keyof E]

/** What the flags of `extra` give, by their names there: only those with a default are always there. */
export type Options<E extends Extras> = { readonly [N in Preset<E>]: OptionOf<E[N]> } & {
  readonly [N in Exclude<keyof E, Preset<E>>]?: OptionOf<E[N]>
}

type Bare<Spec extends string> = Spec extends `[${infer Inner}]` ? Inner : Spec
type Single<Spec extends string> = Spec extends `${infer Name}...` ? Name : Spec
type NameOf<Spec extends string> = Single<Bare<Spec>>
type TextOf<Spec extends string> = Spec extends `${string}...` | `[${string}...]` ? string[] : string
type Optional<P extends readonly string[]> = NameOf<Extract<P[number], `[${string}`>>

/** What is given by position, as texts: `['name', '[files...]']` gives `{ name: string; files: string[] | undefined }`. */
export type Given<P extends readonly string[]> = {
  [Spec in P[number] as NameOf<Spec>]: Spec extends `[${string}` ? TextOf<Spec> | undefined : TextOf<Spec>
}

/** The operation's input: a field of an optional positional may be missing, and a positional that is no field comes as text. */
export type CommandInput<Op extends AnyOperation, P extends readonly string[]> = ([Optional<P>] extends [never]
  ? Input<Op>
  : Omit<Input<Op>, Optional<P>> & Partial<Pick<Input<Op>, Extract<keyof Input<Op>, Optional<P>>>>) &
  Omit<Given<P>, keyof Input<Op>>
