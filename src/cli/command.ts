/**
 * How a person uses an operation. The vocabulary is closed: what doesn't fit is a `run` in plain
 * code, never one more key for one command.
 */
import type { AnyOperation, Input, Result } from '../contract/core/operation.ts'
import type { Advice, RefusalText } from '../client/advice.ts'
import type { Column } from '../output/columns.ts'
import type { Also, Context, MadeFile, GroupOperations, Rewriter } from './context.ts'
import type { Service, Trace } from '../service.ts'
import type { CommandInput, ExtraFlag, Extras, Given, Options, Values } from './typed.ts'

export type { ExtraFlag, Extras, Options, Values }

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

/** What a saved file holds: for a program, beside its path and size; and in words. */
export interface SavedFacts {
  facts: Readonly<Record<string, unknown>>
  says?: string | undefined
}

/** Without type arguments: as the engine sees any command. */
export interface CommandDefinition<In extends object = Values, Out = unknown, Opts extends object = Values> {
  /** One sentence; the operation's own when absent. */
  summary?: string
  aliases?: readonly string[]
  /**
   * What is given by position, in order: path variables and body fields by name, `name...` for several,
   * `[name]` for optional, `key=value...` for settings typed by the body's fields. `id...` of a survey runs the
   * operation once for each. Absent: the path variables in order; the workspace is never one.
   */
  positionals?: readonly string[]
  /** The things that positionals name which are no fields: chosen from a list when they are missing. */
  asks?: { readonly [name: string]: 'profile' | 'survey' | 'webhook' }
  /** What a positional means that is no field of the operation. */
  arguments?: { readonly [name: string]: string }
  flags?: { readonly [field: string]: Flag }
  /** Flags of its own; `options` of `run` is typed by them. */
  extra?: Extras
  /** Values that this command always sends: it is one action of its operation, and takes no other fields than those it names. */
  fixed?: object
  /**
   * It runs until it is interrupted; a flag of `extra` may say the same. What it shows comes out at once, a line each under `--json`
   * too, and it takes no flags that say how much is shown.
   */
  endless?: true
  /** Columns of a list, or the lines of a detail view; what an administrator wants to see first. */
  columns?: readonly Column[]
  /** The question of a destructive command, without which it doesn't run; needs `--yes` off a terminal. `undefined`: nothing is destroyed this time. */
  confirm?: (input: In, options: Opts) => string | undefined
  /** Above the question: what would be lost, what belongs to it, how it can be restored. Read only before a person is asked. */
  confirmDetails?: (context: Context, input: In) => Promise<string>
  /** What a write did: one line, with further lines for what the person must know. */
  done?: (result: Out, input: In) => string | string[]
  /**
   * Of a write that must not be repeated: something that it changes, as it is now. Read before the write; a different mark
   * afterwards shows that it was carried out. `undefined`: the service doesn't tell.
   */
  trace?: (service: Service, input: In) => Promise<Trace | undefined>
  /** The command that shows the outcome of this one, where the group's `shows` doesn't. */
  shows?: string
  /** As in `GroupFacts`, for codes that the group doesn't know. */
  lists?: Readonly<Record<string, string>>
  /** Command lines, run by the tests against `sandbox --seed demo`; `surveyctl` in front may be left out. */
  examples: readonly string[]
  /** What `run` sends beyond its own operation; loaded on demand where there are many of other groups. */
  also?: Also
  /** `before`: its trace, where it has one. */
  run?: (context: Context, input: In, options: Opts, before?: Trace) => Promise<void>
  /** Of a command that saves a file. */
  file?: FileDefinition<In, Opts>
}

export interface FileDefinition<In extends object = Values, Opts extends object = Values> {
  /** Without a choice of formats: which it has. Names of others are refused. */
  formats?: (options: Opts) => readonly string[]
  /** One that is made here instead; `undefined` is the service's own. */
  make?: (context: Context, input: In, options: Opts) => Promise<MadeFile | undefined>
  /** What is said of the service's own once it is there. */
  saved?: (context: Context, path: string, input: In, options: Opts) => Promise<SavedFacts>
  /** What the service's own goes through on its way, one for each file. */
  rewrite?: (options: Opts) => Promise<(new () => Rewriter) | undefined>
}

export interface Command {
  verb: string
  /** Absent: a command of the tool's own. */
  operation?: AnyOperation
  definition: CommandDefinition
  /** Of its group. */
  noun?: string
  /** Facts shared by its group. */
  group?: GroupFacts
  /** All commands of its group. */
  siblings?: readonly Command[]
}

/** What the failures of all commands of a group say. `{id}` and the like stand for values of the request. */
export interface GroupFacts {
  /** The command that shows the current state: named when the outcome of a write is unknown. */
  shows?: string
  /** By the service's code for something that doesn't exist: the command that lists what does; else `shows`. */
  lists?: Readonly<Record<string, string>>
  /** Messages for the service's codes. */
  refusals?: Readonly<Record<string, RefusalText>>
  /** Commands of other groups that help with any failure. */
  help?: Advice['help']
}

export interface Group {
  noun: string
  summary: string
  aliases: readonly string[]
  commands: readonly Command[]
}

/** Makes the compiler infer the operation's own type, not `AnyOperation`. */
type Exact<Op> = Op extends AnyOperation ? Op : never

/** What a definition says of its types: the flags of `extra`, the names of `positionals`. */
interface Declared<E extends Extras, P extends readonly string[]> {
  extra?: E
  positionals?: P
}

/** A definition as it is written: all types follow from its operation, `extra` and `positionals`. */
export type DefinitionOf<Op extends AnyOperation, E extends Extras = {}, P extends readonly string[] = []> = CommandDefinition<
  CommandInput<Op, P>,
  Result<Op>,
  Options<E>
> &
  Declared<E, P> & { fixed?: Partial<Input<Op>> }

export const command = <Op extends AnyOperation, const E extends Extras = {}, const P extends readonly string[] = []>(
  verb: string,
  operation: Exact<Op>,
  definition: DefinitionOf<Op, E, P>,
): Command => ({ verb, operation, definition: erased(definition) })

/** A command that reaches several operations, or none: all in `run`. */
export const ownCommand = <const E extends Extras = {}, const P extends readonly string[] = []>(
  verb: string,
  definition: CommandDefinition<Given<P>, unknown, Options<E>> & Declared<E, P> & { summary: string; run: unknown },
): Command => ({ verb, definition: erased(definition) })

/** Whether it runs until it is interrupted when these flags of its own are given. */
export const isEndless = ({ endless, extra = {} }: CommandDefinition, options: Readonly<Record<string, unknown>>): boolean =>
  endless === true || Object.entries(extra).some(([name, flag]) => flag.endless && options[name] !== undefined)

/** Every operation that a command sends, its own first. */
export async function sentBy({
  operation,
  definition: { also = [] },
}: GroupOperations['commands'][number]): Promise<readonly AnyOperation[]> {
  const parts = typeof also === 'function' ? [also] : also
  const known = await Promise.all(parts.map((part) => (typeof part === 'function' ? part() : [part])))
  return [...new Set([...(operation ? [operation] : []), ...known.flat()])]
}

/** The engine passes each command the values of its own operation, positionals and flags; the compiler can't follow that through a list of commands. */
const erased = (definition: object): CommandDefinition => definition as CommandDefinition

/** A group as it is written. */
interface GroupDefinition extends GroupFacts {
  summary: string
  aliases?: readonly string[]
  commands: readonly Command[]
}

export const group = (noun: string, { summary, aliases = [], commands, ...facts }: GroupDefinition): Group => {
  const all: Command[] = []
  for (const command of commands) all.push({ ...command, noun, group: facts, siblings: all })
  return { noun, summary, aliases, commands: all }
}

/** The group, whose commands also know what is so for all groups. */
export function withShared({ noun, commands, ...shown }: Group, shared: GroupFacts): Group {
  const facts = commands[0]?.group
  return group(noun, {
    ...shown,
    commands,
    ...shared,
    ...facts,
    lists: { ...facts?.lists, ...shared.lists },
    refusals: { ...shared.refusals, ...facts?.refusals },
  })
}
