/** One command line: reads the words behind the one command that argv names. */
import { usageError } from '../errors.ts'
import { keyOf, MissingValue, namesIn, readArgv, type Argv } from './argv.ts'
import { sentBy, type Command } from './command.ts'
import { flagsOfCommand, toldFlags, type CommandFlag } from './command-flags.ts'
import { formatOfFile } from './file-format.ts'
import { didYouMean } from './nearest.ts'
import { shapeOf, type Shape } from './shape.ts'

export type Runner = (command: Command, shape: Shape, args: readonly unknown[], options: Record<string, unknown>) => Promise<void>

/** Reads and runs, or shows the page of the command. */
export async function runCommand(
  noun: string,
  command: Command,
  words: readonly string[],
  run: Runner,
  write: (text: string) => void,
): Promise<void> {
  const shape = shapeOf(command)
  // Most command lines have no flag at all.
  let known: CommandFlag[] | undefined
  const flags = (): CommandFlag[] => (known ??= flagsOfCommand(command, shape))
  const see = `See: ${['surveyctl', noun, command.verb].filter(Boolean).join(' ')} --help`
  const { positionals, options, help, unknown } = read(words, flags, see)
  if (help) {
    const { commandPage } = await import('./help.ts')
    return write(commandPage(noun, command, shape, await sentBy(command)))
  }
  if (unknown !== undefined) {
    const names = toldFlags(command, shape).map(({ long }) => long)
    throw usageError(`Unknown flag ${unknown}${didYouMean(unknown, names)}`, [...whereKnown(unknown, noun, command), see].join('\n'))
  }
  await run(command, shape, byPlace(positionals, shape, see), withFormat(command, shape, withExtras(command, options)))
}

function read(words: readonly string[], flags: () => readonly CommandFlag[], see: string): Argv {
  try {
    return readArgv(words, flags)
  } catch (error) {
    throw error instanceof MissingValue ? usageError(`${error.message} is missing its value`, see) : error
  }
}

/** Several values of the last one are a list. */
function byPlace(given: readonly string[], { positionals }: Shape, see: string): unknown[] {
  const extra = positionals.at(-1)?.several ? undefined : given[positionals.length]
  if (extra !== undefined) throw usageError(`Unexpected argument "${extra}"`, see)
  return positionals.map(({ several }, index) => (several ? given.slice(index) : given[index]))
}

/** The name of the file decides what was not typed. */
function withFormat(command: Command, shape: Shape, options: Record<string, unknown>): Record<string, unknown> {
  if (options.output === undefined) return withPresets(command, options)
  const format = formatOfFile(command, shape, options.output, options.format)
  if (format === undefined) return withPresets(command, options)
  // A field's values come as they were typed: a list of texts.
  return withPresets(command, { ...options, format: command.definition.extra?.format ? format : [format] })
}

/** Flags of the tool's own under the names that the command gives them. */
function withExtras({ definition }: Command, options: Record<string, unknown>): Record<string, unknown> {
  if (Object.keys(options).length === 0) return options
  const named = Object.entries(definition.extra ?? {}).map(([name, { flag }]) => [name, options[keyOf(namesIn(flag))]] as const)
  return { ...options, ...Object.fromEntries(named.filter(([, value]) => value !== undefined)) }
}

/** What holds although nobody has typed it. */
const withPresets = ({ definition }: Command, options: Record<string, unknown>): Record<string, unknown> => ({
  ...Object.fromEntries(
    Object.entries(definition.extra ?? {}).flatMap(([name, { default: preset }]) => (preset === undefined ? [] : [[name, preset]])),
  ),
  ...options,
})

/** A flag that other commands of the group have, and this one hasn't. */
function whereKnown(unknown: string, noun: string, { siblings = [] }: Command): string[] {
  const flag = /^--[\w-]+/.exec(unknown)?.[0]
  if (!flag) return []
  const others = siblings.filter((other) => toldFlags(other, shapeOf(other)).some(({ long }) => long === flag))
  const names = others.map(({ verb }) => `surveyctl ${noun} ${verb}`)
  return names.length > 0 ? [`The service has no such filter or setting here; ${flag} is for ${names.join(', ')}`] : []
}
