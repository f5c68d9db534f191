/** The page of a command: its arguments, flags and examples. Commander lays it out; the words are from here. */
import type { Command as Commander, Help, Option } from 'commander'
import type { Field } from '../../contract/core/fields.ts'
import { isWrite, rightsOf, type AnyOperation } from '../../contract/core/operation.ts'
import { fold } from '../../output/fold.ts'
import { aligned } from './aligned.ts'
import { commandLine } from './command-line.ts'
import type { Command } from '../command.ts'
import { isHidden } from '../flags/flag.ts'
import { flagsFor } from '../flags/table.ts'
import { describeField, isTextForm, placeholderOf, withFacts } from '../flags/of-field.ts'
import type { Positional, Shape } from '../shape.ts'
import { counted } from '../../text/counted.ts'

/** `--no-x` is told beside its `--x`. */
const hasPositive = ({ long }: Option, all: readonly Option[]): boolean =>
  long?.startsWith('--no-') === true && all.some((option) => !option.hidden && option.long === `--${long.slice(5)}`)

/** Two flags that set one field: `--used, --unused`. */
const pairsOf = ({ flags }: Shape): Map<string, string> =>
  new Map(
    flags.flatMap(({ flag, negative, form }) => (negative && !form && !negative.startsWith('--no-') ? [[flag, negative] as const] : [])),
  )

export function commandPage(shape: Shape, { options }: Commander): Partial<Help> {
  const pairs = pairsOf(shape)
  const seconds = new Set(pairs.values())
  return {
    minWidthToWrap: 20,
    visibleOptions: () => options.filter((option) => !option.hidden && !hasPositive(option, options) && !seconds.has(option.long ?? '')),
    optionTerm: ({ flags, long = '' }) => {
      if (!flags.includes('<') && options.some((option) => option.long === `--no-${long.slice(2)}`)) return flags.replace('--', '--[no-]')
      return [flags, pairs.get(long)].filter(Boolean).join(', ')
    },
    optionDescription: ({ description }) => description,
    styleTitle: (title) => title.replace(/^Options:$/, 'Flags:'),
  }
}

/** What is given by position, in words; nothing for what the usage line says already. */
export function describePositional({ name, field, several, settings }: Positional, shape: Shape, { definition }: Command): string {
  const form = definition.flags?.[name]
  const about = definition.arguments?.[name] ?? (isTextForm(form) ? form.about : undefined)
  if (about) return about
  if (settings) return 'Setting and value, as listed below; KEY:=JSON gives a value as JSON'
  if (!field) return ''
  if (field.refers === 'quiz')
    return `Survey, by id, virtual_id, address or exact name${shape.bulk && several ? '; - reads them from standard input, one a line' : ''}`
  if (field.refers === 'folder') return `${field.about}, by id or exact name`
  return field.choices ? withFacts(field.about, [field.choices.join(', ')]) : describeField({ ...field, required: false })
}

/** The keys of KEY=VALUE, with what they take. */
function keysOf({ operation }: Shape, width: number): string[] {
  const term = (name: string, field: Field): string => `${name}=${field.kind === 'boolean' ? 'true|false' : placeholderOf(field)}`
  return [
    '',
    'Keys:',
    ...aligned(
      Object.entries(operation?.body ?? {}).map(([name, field]) => [term(name, field), describeField(field)]),
      width,
    ),
  ]
}

/** What every command takes, in one line. */
function everywhere(shape: Shape): string {
  const names = flagsFor(shape).flatMap((flag) => (flag.heading && !isHidden(flag, shape) ? [flag.long] : []))
  return `Also: ${[...names, '--help'].join(', ')} (see: surveyctl help flags)`
}

/** A group that is a command as well has no page of its verbs but this one. */
function verbsOf(noun: string, { verb, siblings = [] }: Command, width: number): string[] {
  const others = verb === '' ? siblings.filter((other) => other.verb !== '') : []
  if (others.length === 0) return []
  return [
    '',
    'Verbs:',
    ...aligned(
      others.map((one) => [`surveyctl ${noun} ${one.verb}`, one.definition.summary ?? one.operation?.summary ?? '']),
      width,
    ),
  ]
}

/** `sent`: all operations that it sends. */
export function afterHelp(noun: string, command: Command, shape: Shape, sent: readonly AnyOperation[], width: number): string {
  const { definition } = command
  return [
    ...verbsOf(noun, command, width),
    ...(shape.positionals.some(({ settings }) => settings) ? keysOf(shape, width) : []),
    '',
    ...fold(everywhere(shape), width),
    '',
    'Examples:',
    ...definition.examples.map((example) => `  ${commandLine(noun, example)}`),
    ...(sent.length > 0 ? ['', ...sends(sent, width)] : []),
    ...(definition.aliases ? ['', `Also called: ${definition.aliases.map((alias) => `surveyctl ${noun} ${alias}`).join(', ')}`] : []),
  ].join('\n')
}

/** Requests that are listed one by one; of more, their number says enough. */
const mostListed = 6

function sends(sent: readonly AnyOperation[], width: number): string[] {
  if (sent.length <= mostListed) return ['Sends:', ...sent.flatMap((operation) => sendsLines(operation, width))]
  const writes = sent.filter(isWrite).length
  const rights = [...new Set(sent.flatMap((operation) => rightsOf(operation)))]
  const line = [
    `Sends: up to ${counted(sent.length, 'kind of request', 'kinds of requests')}, ${writes === 0 ? 'all of them reads' : `${writes} of them writes (--dry-run prints those of a run)`}`,
    ...(rights.length > 0 ? [`rights, for what is sent: ${rights.join(', ')}`] : []),
  ]
  return fold(line.join('; '), width)
}

function sendsLines(operation: AnyOperation, width: number): string[] {
  const rights = rightsOf(operation)
  const needs = [
    rights.length > 0 && `right ${rights.join(' and ')}`,
    operation.ownerOnly && "the owner's key",
    operation.plan && `plan option ${planName(operation.plan.option)}`,
  ].filter(Boolean)
  const request = `  ${operation.method} ${operation.path}`
  if (needs.length === 0) return [request]
  const why = `needs ${needs.join(', ')}`
  return request.length + why.length + 4 <= Math.min(width, 80) ? [`${request}  (${why})`] : [request, `      ${why}`]
}

const planName = (option: string): string => (option.startsWith('{') ? `of that ${option.slice(1, -1)}` : option)
