/**
 * How a person uses an operation. The vocabulary is closed: what doesn't fit is a `run` in plain
 * code, never one more key for one command.
 */
import type { AnyOperation, Input, Operation, Result } from '../contract/core/operation.ts'
import type { Column } from '../output/columns.ts'
import type { Context } from './context.ts'

/**
 * How a field is given.
 * - `'--folder'`: this flag instead of the field's own name in kebab-case
 * - `['--complete', '--incomplete']`: a boolean's two flags
 * - `false`: not for people (its value comes from `fixed` or `run`)
 * - an object: a text form of its own, e.g. `--header 'NAME: VALUE'`, repeatable
 */
export type Flag = string | false | readonly [whenTrue: string, whenFalse: string] | TextForm

export interface TextForm {
  flag?: string
  /** Shown in help: `'NAME: VALUE'`. */
  placeholder: string
  about?: string
  /** All given values to the field's value; throws usageError. */
  read: (given: string[]) => unknown
}

/** A flag that is no field of the service: `options.wait` in `run`. */
export interface ExtraFlag {
  /** As commander writes it: `--wait`, `--to-file <file>`, `--count <n>`. */
  flag: string
  about: string
  /** May be given several times: the value is an array. */
  many?: boolean
  choices?: readonly string[]
  default?: unknown
}

export interface CommandDefinition<Op extends AnyOperation = AnyOperation> {
  /** One sentence; the operation's own when absent. */
  summary?: string
  aliases?: readonly string[]
  /**
   * What is given by position, in order: path variables and body fields by name, `name...` for several,
   * `[name]` for optional, `key=value...` for settings typed by the body's fields. `id...` of a survey runs the
   * operation once for each. Absent: the path variables in order; the workspace is never one.
   */
  positionals?: readonly string[]
  /** What a positional means that is no field of the operation. */
  arguments?: { readonly [name: string]: string }
  flags?: { readonly [field: string]: Flag }
  extra?: { readonly [name: string]: ExtraFlag }
  /** Values that this command always sends. */
  fixed?: Partial<Input<Op>>
  /** Columns of a list, or the lines of a detail view; what an administrator wants to see first. */
  columns?: readonly Column[]
  /** The question of a destructive command, without which it doesn't run; needs `--yes` off a terminal. `undefined`: nothing is destroyed this time. */
  confirm?: (input: Input<Op>, options: Readonly<Record<string, any>>) => string | undefined
  /** What a write did: one line, with further lines for what the person must know. */
  done?: (result: Result<Op>, input: Input<Op>) => string | string[]
  /**
   * Of a write that must not be repeated: something that it changes, as it stands now. Read before it in bulk; another
   * value afterwards tells that it was done. `undefined`: nobody knows.
   */
  trace?: (context: Context, input: Input<Op>) => Promise<unknown>
  /** Command lines, run by the tests against `sandbox --seed demo`; `surveyctl` in front may be left out. */
  examples: readonly string[]
  run?: (context: Context, input: Input<Op>, options: Readonly<Record<string, any>>) => Promise<void>
}

export interface Command {
  verb: string
  /** Absent: a command of the tool's own. */
  operation?: AnyOperation
  /** Further operations that it reaches, for the coverage list. */
  also?: readonly AnyOperation[]
  definition: CommandDefinition<any>
}

export interface Group {
  noun: string
  summary: string
  aliases: readonly string[]
  commands: readonly Command[]
}

type BroadOperation<Op> = Op extends Operation<any, any, any, any, any> ? Op : never

/** `also`: what its `run` reaches beyond its own operation. */
export const command = <Op extends AnyOperation>(
  verb: string,
  operation: BroadOperation<Op>,
  definition: CommandDefinition<Op>,
  also: readonly AnyOperation[] = [],
): Command => ({ verb, operation, also, definition })

/** A command that reaches several operations, or none: all in `run`. */
export const ownCommand = (
  verb: string,
  definition: CommandDefinition<any> & { summary: string; run: NonNullable<CommandDefinition['run']> },
  also: readonly AnyOperation[] = [],
): Command => ({ verb, also, definition })

export const group = (noun: string, summary: string, commands: readonly Command[], aliases: readonly string[] = []): Group => ({
  noun,
  summary,
  aliases,
  commands,
})
