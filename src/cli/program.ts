/** Builds commander for the one command that argv names. */
import { Command as Commander, CommanderError, Option } from 'commander'
import type { AnyOperation } from '../contract/core/operation.ts'
import { usageError } from '../errors.ts'
import { writeText } from '../output/stdout.ts'
import type { Output } from '../system/io.ts'
import { helpWidth } from './help/aligned.ts'
import { usageTerms } from './help/command-line.ts'
import { sentBy, type Command, type ExtraFlag } from './command.ts'
import { aboutOf, flagTerm, isHidden, optionNameOf } from './flags/flag.ts'
import { beforeDashes } from './flags/argv.ts'
import { flagsFor } from './flags/table.ts'
import type { TypedFlags } from './flags/read.ts'
import { formatOfFile, refuseOtherEndings } from './download/file-format.ts'
import type { TypedArguments } from './gather.ts'
import type * as Help from './help/help.ts'
import { didYouMean } from '../text/nearest.ts'
import { commanderOptions, withFacts, type Make } from './flags/of-field.ts'
import { shapeOf, type Shape } from './shape.ts'

export type Runner = (command: Command, shape: Shape, args: TypedArguments, options: TypedFlags) => Promise<void>

/** Stands for a flag that nobody has typed: to build all takes longer than the rest of a program. Help shows them all. */
const untyped = new Option('--untyped')
const { attributeName } = Option.prototype

/** Makes options of the flags that stand among the words, or of all where help is asked for. */
function makerFor(words: readonly string[]): Make | undefined {
  const typed = new Set(
    words.flatMap((word) => {
      if (word.startsWith('--')) return [word.replace(/=.*$/s, '')]
      return word.startsWith('-') ? Array.from(word.slice(1), (letter) => `-${letter}`) : []
    }),
  )
  const wanted = (flags: string): boolean => flags.split(/[ ,]+/).some((name) => typed.has(name))
  if (typed.size === 0) return undefined
  if (typed.has('--help') || typed.has('-h')) return makeOption
  return (flags, about) => (wanted(flags) ? makeOption(flags, about) : untyped)
}

const makeOption: Make = (flags, about) => new Option(flags, typeof about === 'string' ? about : about())

/** Throws instead of ending the process, and says nothing by itself. Its own look at `process.stdout` would load streams. */
function quiet(commander: Commander, width: number): Commander {
  return commander
    .exitOverride()
    .helpOption('-h, --help', 'Show help')
    .configureOutput({
      writeOut: () => {},
      writeErr: () => {},
      outputError: () => {},
      getOutHelpWidth: () => width,
      getErrHelpWidth: () => 100,
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    })
}

/** What only a page of help needs. */
interface Page {
  texts: typeof Help
  /** All operations that the command sends. */
  sent: readonly AnyOperation[]
  width: number
}

/** Without what it does. */
function build(noun: string, command: Command, shape: Shape, words: readonly string[], help?: Page): Commander {
  const { definition, operation, verb } = command
  const program = quiet(new Commander(['surveyctl', noun, verb].filter(Boolean).join(' ')), help?.width ?? 100)
    .description(`${definition.summary ?? operation?.summary ?? ''}.`)
    .usage([...usageTerms(shape.positionals), '[FLAGS]'].join(' '))
    .allowExcessArguments(false)
  for (const positional of shape.positionals)
    program.argument(
      `[${positional.label}${positional.several ? '...' : ''}]`,
      help?.texts.describePositional(positional, shape, command) ?? '',
    )
  const make = makerFor(words)
  for (const option of make ? optionsOf(command, shape, make) : presetsOf(command)) addOption(program, option)
  if (help)
    program
      .configureHelp(help.texts.commandPage(shape, program))
      .addHelpText('after', help.texts.afterHelp(noun, command, shape, help.sent, help.width))
  return program
}

/** What holds although nobody has typed it. */
const presetsOf = ({ definition }: Command): Option[] =>
  Object.values(definition.extra ?? {})
    .filter((extra) => extra.default !== undefined)
    .map((extra) => extraOption(makeOption, extra))

/** What must be given comes first. */
const optionsOf = (command: Command, shape: Shape, make: Make): Option[] =>
  [
    ...shape.flags
      .toSorted((a, b) => Number(b.field.required) - Number(a.field.required))
      .flatMap((flags) => commanderOptions(make, flags)),
    ...Object.values(command.definition.extra ?? {}).map((extra) => extraOption(make, extra)),
    ...flagsFor(shape).map((flag) => {
      // What every command takes is one line of help, and a topic.
      const option = make(flagTerm(flag), () => aboutOf(flag, shape)).hideHelp(isHidden(flag, shape) || flag.heading !== undefined)
      if (option !== untyped) option.attributeName = () => optionNameOf(attributeName.call(option), flag.long)
      return option
    }),
  ].filter((option) => option !== untyped)

/** What a command calls its own goes before a flag of every command. */
function addOption(program: Commander, option: Option): void {
  if (program.options.some(({ long }) => long !== undefined && long === option.long)) return
  const taken = option.short !== undefined && program.options.some(({ short }) => short === option.short)
  if (!taken) return void program.addOption(option)
  const copy = new Option(option.flags.replace(/^-\w, /, ''), option.description).hideHelp(option.hidden)
  program.addOption(option.helpGroupHeading ? copy.helpGroup(option.helpGroupHeading) : copy)
}

/** The name of the file decides what was not typed. */
function withFormat(program: Commander, command: Command, shape: Shape, options: TypedFlags): TypedFlags {
  refuseOtherEndings(command, options)
  if (options.output === undefined) return options
  const typed = (name: string): unknown => (program.getOptionValueSource(name) === 'cli' ? options[name] : undefined)
  const chosen = formatOfFile(command, shape, options.output, typed)
  if (chosen === undefined) return options
  // A field's values come as they were typed: a list of texts.
  return { ...options, [chosen.name]: command.definition.extra?.[chosen.name] ? chosen.format : [chosen.format] }
}

/** Flags of the tool's own under the names that the command gives them. */
function withExtras({ definition }: Command, options: TypedFlags): TypedFlags {
  if (Object.keys(options).length === 0) return options
  const named = Object.entries(definition.extra ?? {}).map(
    ([name, { flag }]) => [name, options[makeOption(flag, '').attributeName()]] as const,
  )
  return { ...options, ...Object.fromEntries(named.filter(([, value]) => value !== undefined)) }
}

function extraOption(make: Make, { flag, about, many, choices, synonyms, default: preset }: ExtraFlag): Option {
  const facts = [choices && `one of ${choices.join(', ')}`, preset !== undefined && `default ${String(preset)}`]
  const option = (preset === undefined ? make : makeOption)(flag, () => withFacts(about, facts))
  if (choices) {
    option.argParser((value: string) => {
      if (choices.includes(value)) return value
      const meant = new Map(Object.entries(synonyms ?? {})).get(value)
      const guess = meant === undefined ? didYouMean(value, choices) : `; for ${value}: ${meant}`
      throw usageError(`${option.long} must be one of ${choices.join(', ')}${guess}`)
    })
  } else if (many) option.argParser((value: string, before: string[] | undefined) => [...(before ?? []), value])
  // Given without a value: an empty one.
  if (many && option.optional) option.preset('')
  if (preset !== undefined) option.default(preset)
  return option
}

/** Parses and runs; commander's complaints become usage errors, help an ordinary end. */
export async function runCommand(noun: string, command: Command, words: readonly string[], run: Runner, out: Output): Promise<void> {
  const asksHelp = beforeDashes(words).some((word) => word === '--help' || word === '-h')
  const help = asksHelp ? { texts: await import('./help/help.ts'), sent: await sentBy(command), width: helpWidth(out) } : undefined
  const shape = shapeOf(command)
  let page = ''
  const program = build(noun, command, shape, words, help)
    .configureOutput({ writeOut: (text) => void (page += text) })
    .action(() => run(command, shape, program.processedArgs, withFormat(program, command, shape, withExtras(command, program.opts()))))
  try {
    await program.parseAsync([...words], { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    if (error.exitCode === 0) return writeText(out, page)
    const { misread } = await import('./complaints.ts')
    throw misread(error, { noun, command, words, program })
  }
}

/** The flags of a command's page, as term and meaning: for the manual. */
export function flagsOnPage(noun: string, command: Command, texts: typeof Help): [term: string, meaning: string][] {
  const program = build(noun, command, shapeOf(command), ['--help'], { texts, sent: [], width: 100 })
  const page = program.createHelp()
  return page.visibleOptions(program).map((option) => [page.optionTerm(option), page.optionDescription(option)])
}
