/** Commander's complaints of a line in the words of this program, with what may have been meant. */
import type { Command as Commander, CommanderError } from 'commander'
import { usageError, type CommandError } from '../errors.ts'
import { chosenForms } from '../output/form.ts'
import { didYouMean, nearestFlag } from '../text/nearest.ts'
import type { Command } from './command.ts'
import { flagName } from './flags/argv.ts'
import { kebab } from './flags/of-field.ts'
import { flagsOfCommand } from './flags/of-command.ts'
import { usageTerms } from './help/command-line.ts'
import { positionalsOf, shapeOf, type Positional } from './shape.ts'

interface Line {
  noun: string
  command: Command
  words: readonly string[]
  program: Commander
}

export function misread(error: CommanderError, line: Line): CommandError {
  const called = ['surveyctl', line.noun, line.command.verb].filter(Boolean).join(' ')
  const unknown = error.code === 'commander.unknownOption' ? (/'([^']*)'/.exec(error.message)?.[1] ?? '') : undefined
  if (unknown === undefined) return usageError(complaint(error, line), `See: ${called} --help`)
  const meant = formMeant(unknown, line.words) ?? argumentMeant(unknown, line.command, called) ?? keyMeant(unknown, line.command)
  const near =
    meant === undefined &&
    nearestFlag(
      unknown,
      flagsOfCommand(line.command, shapeOf(line.command)).map(({ long }) => long),
    )
  return usageError(
    `Unknown flag ${flagName(unknown)}${near ? `; did you mean ${near}?` : ''}`,
    [meant ?? whereKnown(unknown, line), `See: ${called} --help`].filter((hint) => hint !== undefined).join('. '),
  )
}

function complaint({ code, message }: CommanderError, { command, program }: Line): string {
  if (code === 'commander.optionMissingArgument') return `${/'([^']*)'/.exec(message)?.[1] ?? ''} is missing its value`
  if (code !== 'commander.excessArguments') return message.replace(/^error: /, '')
  if (isLogin(command)) return keyGoes(command)
  const [extra = ''] = program.args.slice(program.registeredArguments.length)
  // Where a group is a command as well, its verbs are what a word may have been meant for.
  const verbs = command.verb === '' ? (command.siblings ?? []).map(({ verb }) => verb) : []
  return `Unexpected argument "${extra}"${didYouMean(extra, verbs.filter(Boolean))}`
}

/** What other tools call the form of output, with its value: `--output json`, `--format=csv`. */
function formMeant(flag: string, words: readonly string[]): string | undefined {
  const [name, typed] = flag.split('=')
  if (!/^(--output|--format|--out|-o|-f)$/.test(name ?? '')) return undefined
  const value = typed ?? words[words.indexOf(flag) + 1]
  const form = chosenForms.find((one) => one === value?.toLowerCase())
  if (form) return `For that form of output: --${form}`
  return /^(jsonl?|ya?ml|[ct]sv|table|text|wide|name)$/i.test(value ?? '')
    ? 'Forms of output: --json, --ndjson, --fields; in a pipe rows with tabs'
    : undefined
}

const keyFlag = /^--((api|access|auth)[-_]?)?(key|token)(=|$)/i
const isLogin = ({ definition }: Command): boolean => definition.extra?.withKey !== undefined

function keyGoes(command: Command): string {
  const way = isLogin(command) ? '--with-key reads it from standard input' : 'surveyctl auth login, or the variable SURVEYCTL_API_KEY'
  return `A key is never given on the line, where others can see it: ${way}`
}

/** Others take the key from the line. */
const keyMeant = (flag: string, command: Command): string | undefined => (keyFlag.test(flag) ? keyGoes(command) : undefined)

/** A flag by the name of something that this command takes without one. */
function argumentMeant(flag: string, command: Command, called: string): string | undefined {
  const name = flag.replace(/^--?|=.*$/gs, '')
  const positionals = positionalsOf(command)
  const setting =
    positionals.some(({ settings }) => settings) && Object.keys(command.operation?.body ?? {}).find((one) => kebab(one) === name)
  if (setting) return `Settings are arguments here: ${setting}=VALUE`
  const found = positionals.find((one) => namesOf(one).includes(name))
  return found && `${found.label} is an argument here: ${[called, ...usageTerms(positionals)].join(' ')}`
}

const namesOf = ({ name, label, field }: Positional): string[] => [
  kebab(name),
  label.toLowerCase().replaceAll('_', '-'),
  ...(field?.refers === 'quiz' ? ['survey', 'quiz'] : []),
]

/** A flag that other commands of the group have, and this one hasn't. */
function whereKnown(typed: string, { noun, command: { siblings = [] } }: Line): string | undefined {
  const flag = /^--[\w-]+/.exec(typed)?.[0]
  const known = siblings.flatMap((command) => {
    const found = flagsOfCommand(command, shapeOf(command)).find(({ long }) => long === flag)
    return found ? [{ command: ['surveyctl', noun, command.verb].filter(Boolean).join(' '), isFields: found.field !== undefined }] : []
  })
  if (flag === undefined || known.length === 0) return undefined
  // Of the tool's own flags the service knows nothing anywhere.
  const why = known.some(({ isFields }) => isFields) ? 'The service has no such filter or setting here; ' : ''
  return `${why}${flag} is for ${known.map(({ command }) => command).join(', ')}`
}
