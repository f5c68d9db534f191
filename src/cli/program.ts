/** Builds commander for the one group that argv names. */
import { Command as Commander, CommanderError, Option } from 'commander'
import { pathNames } from '../contract/operation.ts'
import { rightsOf } from '../contract/operation.ts'
import { usageError } from '../errors.ts'
import type { Command, Group } from './command.ts'
import { globalOptions } from './globals.ts'
import { commanderOptions } from './options.ts'
import { shapeOf, type Shape } from './shape.ts'

export type Runner = (command: Command, shape: Shape, args: readonly unknown[], options: Record<string, unknown>) => Promise<void>

const makeOption = (flags: string, about: string): Option => new Option(flags, about)

/** A commander that throws instead of ending the process, and says nothing by itself. */
export function quiet(commander: Commander, write: (text: string) => void): Commander {
  return commander.exitOverride().configureOutput({ writeOut: write, writeErr: () => {}, outputError: () => {} }).helpOption('-h, --help', 'Show help').helpCommand(false)
}

export function buildGroup(group: Group, run: Runner, write: (text: string) => void): Commander {
  const root = quiet(new Commander('surveyctl'), write)
  const noun = quiet(root.command(group.noun), write).description(group.summary)
  noun.aliases([...group.aliases])
  noun.action(() => noun.outputHelp())
  noun.allowExcessArguments(true)
  noun.configureHelp({ subcommandTerm: (sub) => [sub.name(), usageOf(sub)].filter(Boolean).join(' '), showGlobalOptions: false })
  for (const command of group.commands) addCommand(noun, group.noun, command, run, write)
  return root
}

/** A subcommand's arguments, without its flags. */
const usageOf = (sub: Commander): string => sub.usage().replace(/\s*\[flags\]$/, '')

function addCommand(noun: Commander, nounName: string, command: Command, run: Runner, write: (text: string) => void): void {
  const shape = shapeOf(command)
  const parent = parentOf(noun, command.verb, write)
  const name = command.verb.split(' ').at(-1)!
  const sub = quiet(parent.command(name), write)
    .description(command.definition.summary ?? command.operation?.summary ?? '')
    .aliases([...(command.definition.aliases ?? [])])
    .usage([...shape.positionals.map(argumentTerm), '[flags]'].join(' '))
  for (const positional of shape.positionals) sub.argument(`[${positional.name}${positional.several ? '...' : ''}]`)
  for (const flags of shape.flags) for (const option of commanderOptions(makeOption, flags)) sub.addOption(option)
  for (const extra of Object.values(command.definition.extra ?? {})) sub.addOption(extraOption(extra))
  for (const option of globalOptions(makeOption, shape, command)) if (!sub.options.some((given) => given.long === option.long)) sub.addOption(freeShort(sub, option))
  sub.configureHelp({ visibleArguments: () => [] })
  sub.addHelpText('after', () => afterHelp(command, nounName))
  sub.action(async (...given: unknown[]) => {
    const instance = given.at(-1) as Commander
    await run(command, shape, given.slice(0, -2), instance.opts())
  })
}

/** `fault add`: a verb below a verb. */
function parentOf(noun: Commander, verb: string, write: (text: string) => void): Commander {
  const [first, second] = verb.split(' ')
  if (second === undefined) return noun
  const existing = noun.commands.find((sub) => sub.name() === first)
  if (existing) return existing
  const parent = quiet(noun.command(first!), write)
  return parent.action(() => parent.outputHelp())
}

/** A flag's short form gives way to one that the command itself uses. */
function freeShort(sub: Commander, option: Option): Option {
  if (option.short && sub.options.some((given) => given.short === option.short)) {
    const copy = new Option(option.flags.replace(/^-\w, /, ''), option.description).hideHelp(option.hidden)
    return option.helpGroupHeading ? copy.helpGroup(option.helpGroupHeading) : copy
  }
  return option
}

const argumentTerm = (positional: Shape['positionals'][number]): string => {
  const term = positional.several ? `${positional.label}...` : positional.label
  return positional.optional ? `[${term}]` : `<${term}>`
}

function extraOption({ flag, about, many, choices, default: preset }: NonNullable<Command['definition']['extra']>[string]): Option {
  const option = makeOption(flag, choices ? `${about} (${choices.join(', ')})` : about)
  if (choices) option.argParser((value: string) => {
    if (!choices.includes(value)) throw usageError(`${option.long} must be one of ${choices.join(', ')}`)
    return value
  })
  else if (many) option.argParser((value: string, before: string[] | undefined) => [...(before ?? []), value])
  if (preset !== undefined) option.default(preset)
  return option
}

function afterHelp({ operation, definition, also }: Command, noun: string): string {
  const operations = [...(operation ? [operation] : []), ...(also ?? [])]
  const lines = ['', 'Examples:', ...definition.examples.map((example) => `  ${commandLine(example)}`)]
  if (operations.length > 0) {
    lines.push('', 'Sends:')
    for (const one of operations) {
      const needs = [rightsOf(one).length > 0 && `right ${rightsOf(one).join(' and ')}`, one.plan && `plan option ${planName(one.plan.option)}`].filter(Boolean)
      lines.push(`  ${one.method} ${one.path}${needs.length > 0 ? `  (needs ${needs.join(', ')})` : ''}`)
    }
  }
  if (operations.some(({ path }) => pathNames(path).includes('id') && path.includes('/quiz/{id}')) && noun !== 'api') {
    lines.push('', 'SURVEY is an id, a virtual_id, an address or an exact name.')
  }
  return lines.join('\n')
}

const planName = (option: string): string => option.startsWith('{') ? `of that ${option.slice(1, -1)}` : option

/** Examples may leave out the program's name. */
export const commandLine = (example: string): string => /(^|[|;&] *)surveyctl /.test(example) ? example : `surveyctl ${example}`

/** Runs commander; its complaints become usage errors, help and version an ordinary end. */
export async function parse(root: Commander, argv: readonly string[]): Promise<void> {
  try {
    await root.parseAsync([...argv], { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    if (error.exitCode === 0 || error.code === 'commander.helpDisplayed' || error.code === 'commander.help') return
    throw usageError(error.message.replace(/^error: /, '').replace(/\n\((.*)\)$/s, ' ($1)'), `See: surveyctl ${argv.filter((word) => !word.startsWith('-')).slice(0, 2).join(' ')} --help`)
  }
}
