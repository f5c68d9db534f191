/**
 * From what was typed to the operation's input. All problems are found before anything is sent;
 * references stay texts until they are resolved.
 */
import { check, type AnyOperation } from '../contract/core/operation.ts'
import { rootOf, type Problem, type Unknown } from '../contract/core/rules.ts'
import type { Fields } from '../contract/core/fields.ts'
import { didYouMean, nearest } from '../text/nearest.ts'
import { isTextForm, optionKey, readList, readJson, readValue, Unreadable, type FieldFlags } from './flags/of-field.ts'
import { messageOf } from '../text/message-of.ts'
import { isObject } from '../text/is-object.ts'
import { fieldsOf, type Positional, type Shape } from './shape.ts'
import type { CommandDefinition } from './command.ts'
import type { TypedFlags } from './flags/read.ts'

export interface Gathered {
  input: Record<string, unknown>
  problems: string[]
  /** Required values that weren't given, by field name. */
  missing: string[]
  /** Of what is sent as it is. */
  warnings?: string[]
}

/** What readers of words put values and problems into. */
type Into = Pick<Gathered, 'input' | 'problems'>

/** What is given by position: a list where several may be. */
export type TypedArguments = readonly (string | string[] | undefined)[]

export interface Typed {
  args: TypedArguments
  options: TypedFlags
  /** The object of `--file`. */
  data?: unknown
}

export function gather(shape: Shape, definition: CommandDefinition, typed: Typed): Gathered {
  const fields = fieldsOf(shape.operation)
  const into: Into = { input: {}, problems: [] }
  const { input, problems } = into
  const unknown = typed.data === undefined || !shape.operation ? [] : takeFile(typed.data, shape.operation, into)
  for (const flags of shape.flags) takeFlags(flags, typed.options, into)
  shape.positionals.forEach((positional, index) => takeArgument(positional, typed.args[index], fields, definition, into))
  Object.assign(input, definition.fixed)
  // What couldn't be read has one problem; the rest is judged all the same.
  const unreadable = new Set(problems.map(subjectOf))
  const missing = missingOf(shape, definition, input, typed).filter((name) => !unreadable.has(nameOf(shape, name)))
  const found = limits(shape, input, new Set(missing), unreadable.size === 0)
  missing.push(...found.filter((problem) => isDemanded(problem, definition)).map(({ field }) => field))
  const broken = found.filter((problem) => !isDemanded(problem, definition)).map((problem) => problemText(problem, shape))
  problems.push(...broken.filter((problem) => !unreadable.has(subjectOf(problem))))
  // Only what has the right shape else can be looked into.
  const isShaped = missing.length === 0 && unreadable.size === 0 && found.every(({ about }) => about !== undefined)
  const warnings = isShaped ? warningsOf([...unknown, ...(shape.operation?.unknown?.(input) ?? [])]) : []
  return { input, problems, missing, ...(warnings.length > 0 && { warnings }) }
}

/** What looks like a slip one by one, the rest by name. */
export function warningsOf(unknown: readonly Unknown[]): string[] {
  const warnings: string[] = []
  const times = new Map<string, number>()
  for (const { about, path, name, known } of unknown) {
    const suggestion = nearest(name, known)
    if (suggestion) warnings.push(`${about}: ${path} is not a known field; did you mean ${suggestion}?`)
    else times.set(name, (times.get(name) ?? 0) + 1)
  }
  const names = [...times].map(([name, count]) => (count > 1 ? `${name} (${count} times)` : name))
  if (names.length > 0) warnings.push(`Fields that are not known are sent as they are: ${names.join(', ')}`)
  return warnings
}

/** What a problem is about: the flag or name that it begins with. */
const subjectOf = (problem: string): string => problem.replace(/[ .].*$/s, '')

/** The fields of the file; those that only an open body takes are returned. */
function takeFile(data: unknown, { body, params, openBody }: AnyOperation, { input, problems }: Into): Unknown[] {
  if (!isObject(data)) {
    problems.push('--file must hold an object')
    return []
  }
  const known = Object.keys(body)
  const unknown: Unknown[] = []
  for (const [key, value] of Object.entries(data)) {
    if (Object.hasOwn(body, key) || (openBody && !Object.hasOwn(params, key))) input[key] = value
    if (Object.hasOwn(body, key)) continue
    if (Object.hasOwn(input, key)) unknown.push({ about: '--file', path: key, name: key, known })
    else problems.push(`--file: unknown field "${key}"${didYouMean(key, known)}`)
  }
  return unknown
}

function takeFlags({ name, field, flag, negative, clear, form }: FieldFlags, options: Typed['options'], { input, problems }: Into): void {
  const given = options[optionKey(flag)]
  const put = (value: unknown): void => {
    if (value instanceof Unreadable) problems.push(`${flag} ${value.message}`)
    else input[name] = value
  }
  if (clear && options[optionKey(clear)]) {
    input[name] = null
    if (given !== undefined) problems.push(`${flag} cannot be given together with ${clear}`)
    return
  }
  if (negative && !negative.startsWith('--no-') && options[optionKey(negative)] === true) {
    input[name] = false
    if (given === true) problems.push(`${flag} cannot be given together with ${negative}`)
    return
  }
  if (given === undefined) return
  // A switch.
  if (!Array.isArray(given)) {
    input[name] = given
    return
  }
  const [text = '', ...others] = given
  if (form) attempt(() => put(form.read(given)), problems)
  else if (field.kind === 'list') put(readList(field, given))
  else if (others.length > 0) problems.push(`${flag} is given twice`)
  else put(readValue(field, text))
}

function attempt(work: () => void, problems: string[]): void {
  try {
    work()
  } catch (error) {
    problems.push(messageOf(error))
  }
}

function takeArgument(
  { name, settings, field, label }: Positional,
  given: TypedArguments[number],
  fields: Fields,
  definition: CommandDefinition,
  into: Into,
): void {
  const { input, problems } = into
  if (given === undefined) return
  const texts = [given].flat()
  if (texts.length === 0) return
  if (settings) {
    for (const text of texts) takeSetting(text, fields, into)
    return
  }
  const form = definition.flags?.[name]
  if (isTextForm(form))
    return attempt(() => {
      input[name] = form.read(texts)
    }, problems)
  if (!field) {
    input[name] = given
    return
  }
  const value = Array.isArray(given) ? (field.kind === 'list' ? readList(field, given) : given) : readValue(field, given)
  if (value instanceof Unreadable) problems.push(`${label} ${value.message}`)
  else input[name] = value
}

/** `key=value` typed by the field of that name, `key:=JSON` as it is. */
function takeSetting(text: string, fields: Fields, { input, problems }: Into): void {
  const [, key, operator, value] = /^([^=:]+)(:?=)(.*)$/s.exec(text) ?? []
  if (key === undefined || value === undefined) {
    problems.push(`"${text}" is not KEY=VALUE`)
    return
  }
  const field = Object.hasOwn(fields, key) ? fields[key] : undefined
  if (!field || key === 'id') {
    problems.push(`unknown key "${key}"${didYouMean(key, Object.keys(fields))}`)
    return
  }
  const read = operator === ':=' ? readJson(value) : readValue(field, value)
  if (read instanceof Unreadable) problems.push(`${key} ${read.message}`)
  else input[key] = read
}

/** What is required, has a place to be given, and wasn't given. */
function missingOf(shape: Shape, definition: CommandDefinition, input: Record<string, unknown>, { args, data }: Typed): string[] {
  const wanted = [
    ...shape.positionals.filter(({ optional, settings }) => !optional && !settings).map(({ name }) => name),
    ...shape.positionals.flatMap(({ settings }, index) =>
      settings && data === undefined && args[index]?.length === 0 ? ['key=value'] : [],
    ),
    ...shape.flags.filter(({ field }) => field.required).map(({ name }) => name),
  ]
  return wanted.filter((name) => input[name] === undefined && definition.flags?.[name] !== false)
}

/** The contract's limits over what was given; references count as ids. Rules between fields need all of them. */
function limits(shape: Shape, input: Record<string, unknown>, missing: ReadonlySet<string>, withRules: boolean): Problem[] {
  if (!shape.operation) return []
  const fields = fieldsOf(shape.operation)
  const values = Object.fromEntries(Object.entries(input).map(([name, value]) => [name, standIn(fields[name], value)]))
  const optional = new Set(shape.positionals.filter((positional) => positional.optional).map(({ name }) => name))
  const askable = new Set([...shape.flags.map(({ name }) => name), ...shape.positionals.map(({ name }) => name)])
  const operation = withRules ? shape.operation : { ...shape.operation, rules: [] }
  return (
    check(operation, { workspace_id: 1, ...values })
      // What nobody can give here, and nobody gave, the command sees to itself.
      .filter(({ field }) => askable.has(rootOf(field)) || Object.hasOwn(input, rootOf(field)))
      .filter(({ field, message }) => message !== 'is required' || (askable.has(field) && !missing.has(field) && !optional.has(field)))
  )
}

/** Required because of what this command always sends: as good as missing, so it may be asked for. */
const isDemanded = ({ message, names = [] }: Problem, { fixed = {} }: CommandDefinition): boolean =>
  message.startsWith('is required when') && names.some((name) => Object.hasOwn(fixed, name))

/** A problem as the person who typed it sees the command: by flags and places. */
function problemText({ field, message, names = [], about }: Problem, shape: Shape): string {
  if (about) return `${about}: ${message}`
  const known = names.filter(
    (name) => shape.flags.some((flags) => flags.name === name) || shape.positionals.some((positional) => positional.name === name),
  )
  if (message.startsWith('at least one of'))
    return known.length > 8
      ? 'Nothing to change is given'
      : `At least one of ${known.map((name) => nameOf(shape, name)).join(', ')} is required`
  return `${nameOf(shape, field)} ${known.reduce((text, name) => text.replaceAll(new RegExp(`\\b${name}\\b`, 'g'), nameOf(shape, name)), message)}`
}

const standIn = (field: Fields[string] | undefined, value: unknown): unknown => {
  if (field?.refers && value !== null) return 1
  return field?.item?.refers && Array.isArray(value) ? value.map(() => 1) : value
}

/** What a person calls a field: its flag, its place, or its own name. */
export function nameOf(shape: Shape, path: string): string {
  const [name = '', ...rest] = path.split('.')
  const own =
    shape.positionals.find((positional) => positional.name === name)?.label ??
    shape.flags.find((flags) => flags.name === name)?.flag ??
    name
  return [own, ...rest].join('.')
}
