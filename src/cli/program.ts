/** Builds commander for the one command that argv names. */
import { Command as Commander, CommanderError, Option } from 'commander'
import { pathNames, rightsOf } from '../contract/operation.ts'
import { usageError } from '../errors.ts'
import { isTerminal } from '../output/terminal.ts'
import { commandLine, usageTerms } from './command-line.ts'
import type { Command } from './command.ts'
import { globalOptions } from './globals.ts'
import { commanderOptions } from './options.ts'
import { shapeOf, type Shape } from './shape.ts'

export type Runner = (command: Command, shape: Shape, args: readonly unknown[], options: Record<string, unknown>) => Promise<void>

const makeOption = (flags: string, about: string): Option => new Option(flags, about)

/** Throws instead of ending the process, and says nothing by itself. Its own look at `process.stdout` would load streams. */
function quiet(commander: Commander, write: (text: string) => void): Commander {
  return commander.exitOverride().helpOption('-h, --help', 'Show help').configureOutput({
    writeOut: write, writeErr: () => {}, outputError: () => {},
    getOutHelpWidth: () => (isTerminal(1) && process.stdout.columns) || 100,
    getErrHelpWidth: () => 100,
    getOutHasColors: () => false,
    getErrHasColors: () => false,
  })
}

function build(noun: string, command: Command, run: Runner, write: (text: string) => void): Commander {
  const { definition, operation, verb } = command
  const shape = shapeOf(command)
  const program = quiet(new Commander(['surveyctl', noun, verb].filter(Boolean).join(' ')), write)
    .description(`${definition.summary ?? operation?.summary ?? ''}.`)
    .usage([...usageTerms(shape), '[FLAGS]'].join(' '))
    .configureHelp({ visibleArguments: () => [], styleTitle: (title) => title.replace(/^Options:$/, 'Flags:') })
    .addHelpText('after', () => afterHelp(noun, command))
    .allowExcessArguments(false)
  for (const positional of shape.positionals) program.argument(`[${positional.name}${positional.several ? '...' : ''}]`)
  for (const option of optionsOf(command, shape)) addOption(program, option)
  return program.action(async (...given: unknown[]) => {
    await run(command, shape, given.slice(0, -2), withExtras(command, program.opts()))
  })
}

const optionsOf = (command: Command, shape: Shape): Option[] => [
  ...shape.flags.flatMap((flags) => commanderOptions(makeOption, flags)),
  ...Object.values(command.definition.extra ?? {}).map(extraOption),
  ...globalOptions(makeOption, shape, command),
]

/** What a command calls its own goes before a flag of every command. */
function addOption(program: Commander, option: Option): void {
  if (program.options.some(({ long }) => long !== undefined && long === option.long)) return
  const taken = option.short !== undefined && program.options.some(({ short }) => short === option.short)
  if (!taken) return void program.addOption(option)
  const copy = new Option(option.flags.replace(/^-\w, /, ''), option.description).hideHelp(option.hidden)
  program.addOption(option.helpGroupHeading ? copy.helpGroup(option.helpGroupHeading) : copy)
}

/** Flags of the tool's own under the names that the command gives them. */
function withExtras({ definition }: Command, options: Record<string, unknown>): Record<string, unknown> {
  const named = Object.entries(definition.extra ?? {}).map(([name, { flag }]) => [name, options[makeOption(flag, '').attributeName()]] as const)
  return { ...options, ...Object.fromEntries(named) }
}

function extraOption({ flag, about, many, choices, default: preset }: NonNullable<Command['definition']['extra']>[string]): Option {
  const option = makeOption(flag, choices ? `${about} (${choices.join(', ')})` : about)
  if (choices) {
    option.argParser((value: string) => {
      if (!choices.includes(value)) throw usageError(`${option.long} must be one of ${choices.join(', ')}`)
      return value
    })
  } else if (many) option.argParser((value: string, before: string[] | undefined) => [...(before ?? []), value])
  if (preset !== undefined) option.default(preset)
  return option
}

function afterHelp(noun: string, { operation, definition, also }: Command): string {
  const operations = [...(operation ? [operation] : []), ...(also ?? [])]
  const lines = ['', 'Examples:', ...definition.examples.map((example) => `  ${commandLine(noun, example)}`)]
  if (operations.length > 0) lines.push('', 'Sends:')
  for (const one of operations) {
    const needs = [rightsOf(one).length > 0 && `right ${rightsOf(one).join(' and ')}`, one.ownerOnly && "the owner's key", one.plan && `plan option ${planName(one.plan.option)}`].filter(Boolean)
    lines.push(`  ${one.method} ${one.path}${needs.length > 0 ? `  (needs ${needs.join(', ')})` : ''}`)
  }
  if (operations.some(({ path }) => pathNames(path).includes('id') && path.includes('/quiz/{id}'))) {
    lines.push('', 'SURVEY is an id, a virtual_id, an address or an exact name.')
  }
  return lines.join('\n')
}

const planName = (option: string): string => option.startsWith('{') ? `of that ${option.slice(1, -1)}` : option

/** Parses and runs; commander's complaints become usage errors, help an ordinary end. */
export async function runCommand(noun: string, command: Command, words: readonly string[], run: Runner, write: (text: string) => void): Promise<void> {
  try {
    await build(noun, command, run, write).parseAsync([...words], { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    if (error.exitCode === 0) return
    throw usageError(error.message.replace(/^error: /, '').replace(/\n\((.*)\)$/s, ' ($1)'), `See: ${['surveyctl', noun, command.verb].filter(Boolean).join(' ')} --help`)
  }
}
