/** From a field of the contract to a commander option, and from what was typed back to the field's value. */
import type { Option } from 'commander'
import type { Field } from '../../contract/core/fields.ts'
import type { Flag, TextForm } from '../command.ts'
import { parseExactly, readNumber } from '../../text/exact.ts'

export const kebab = (name: string): string => name.replaceAll('_', '-').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** What `readValue` gives back for a value that the field can't have. */
export class Unreadable {
  readonly message: string
  constructor(message: string) {
    this.message = message
  }
}

export const isTextForm = (flag: Flag | undefined): flag is TextForm => typeof flag === 'object' && !Array.isArray(flag)

/** The flags that set a field: one, two for a boolean, one more to clear what can be null. */
export interface FieldFlags {
  name: string
  field: Field
  flag: string
  /** Sets a boolean to false. */
  negative?: string
  /** Sets null. */
  clear?: string
  form?: TextForm
}

export function flagsOf(name: string, field: Field, flag: Flag | undefined): FieldFlags {
  const own = `--${kebab(name)}`
  if (isTextForm(flag)) return { name, field, flag: flag.flag ?? own, form: flag }
  if (typeof flag === 'object') return { name, field, flag: flag[0], negative: flag[1] }
  const positive = typeof flag === 'string' ? flag : own
  return {
    name,
    field,
    flag: positive,
    ...(field.kind === 'boolean' && { negative: `--no-${positive.slice(2)}` }),
    ...(field.nullable && { clear: `--clear-${positive.slice(2)}` }),
  }
}

const placeholders: Record<Field['kind'], string> = {
  text: 'text',
  integer: 'n',
  number: 'n',
  boolean: '',
  choice: 'value',
  date: 'date',
  instant: 'time',
  color: '#rrggbb',
  uuid: 'uuid',
  list: 'values',
  json: 'json',
  file: 'file',
}

export function placeholderOf(field: Field): string {
  if (field.kind === 'list' && field.item) return `${placeholderOf(field.item)},...`
  if (field.refers) return field.refers === 'quiz' ? 'survey' : 'folder'
  if (field.kind === 'choice' && field.choices && field.choices.join('|').length <= 30) return field.choices.join('|')
  return placeholders[field.kind]
}

/** `Meaning (fact; fact)`, also when the meaning ends with something in parentheses already. */
export function withFacts(about: string, facts: readonly (string | false | undefined)[]): string {
  const inBrackets = facts.filter(Boolean).join('; ')
  if (inBrackets === '') return about
  return about.endsWith(')') ? `${about.slice(0, -1)}; ${inBrackets})` : `${about} (${inBrackets})`
}

/** Any id and any count is at least 1: nobody needs to be told. */
const worthTelling = ({ kind, limits, refers }: Field): string | undefined => {
  if (refers) return 'id or name'
  return (kind === 'integer' || kind === 'list') && /^at least 1\b/.test(limits ?? '') ? undefined : limits
}

/** The meaning of a field with its limits, choices and default, for help. */
export function describeField(field: Field, about = field.about): string {
  const values = field.choices ?? field.item?.choices
  return withFacts(about, [
    field.required && 'required',
    values && placeholderOf(field).split(',')[0] !== values.join('|') && `${field.item ? '' : 'one of '}${values.join(', ')}`,
    worthTelling(field.item?.refers ? field.item : field),
    field.default !== undefined && field.default !== '' && `default ${String(field.default)}`,
  ])
}

/** Makes an option of commander. */
export type Make = (flags: string, about: string | (() => string)) => Option

/** Commander options of a field; their values are raw strings, read later so that all problems are told at once. */
export function commanderOptions(make: Make, flags: FieldFlags): Option[] {
  const { field, flag, negative, clear, form } = flags
  const collect = (value: string, before: string[] | undefined): string[] => [...(before ?? []), value]
  if (field.kind === 'boolean' && !form) {
    if (!negative) return [make(flag, () => describeField(field))]
    if (negative.startsWith('--no-')) return [make(flag, () => describeField(field)), make(negative, `Not: ${field.about}`).hideHelp()]
    // Of two flags with names of their own, the default is one of them.
    const named = { ...field, ...(field.default !== undefined && { default: field.default ? flag : negative }) }
    return [flag, negative].map((each) => make(each, () => describeField(named)))
  }
  const placeholder = form?.placeholder ?? placeholderOf(field)
  const main = make(`${flag} <${placeholder}>`, () => describeField(field, form?.about)).argParser(collect)
  return clear ? [main, make(clear, `Clear it: ${field.about}`)] : [main]
}

/** Camel-cased key under which commander keeps a long flag. */
export const optionKey = (flag: string): string =>
  flag.replace(/^--(no-)?/, '').replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())

/** One text to a field's value. References stay texts: they are resolved on the service later. */
export function readValue(field: Field, text: string): unknown {
  const { choices = [] } = field
  if (field.refers) return text
  switch (field.kind) {
    case 'integer':
      return readInteger(text.trim())
    case 'number':
      return readNumber(text) ?? new Unreadable(isNumeric(text) ? `cannot be ${text.trim()}: no number is that large` : 'must be a number')
    case 'boolean':
      return readBoolean(text)
    case 'choice':
      return (
        choices.find((value) => [text, field.words?.get(text)].includes(String(value))) ??
        new Unreadable(`must be one of ${choices.join(', ')}`)
      )
    case 'list':
      return readList(field, [text])
    case 'json':
      return readJson(text)
    default:
      return text
  }
}

const readInteger = (text: string): number | Unreadable => {
  if (/^[+-]?\d{1,15}$/.test(text)) return Number(text)
  return new Unreadable(/^[+-]?\d+$/.test(text) ? `must be a whole number of up to 15 digits, not ${text}` : 'must be a whole number')
}

const isNumeric = (text: string): boolean => text.trim() !== '' && !Number.isNaN(Number(text))

const readBoolean = (text: string): boolean | Unreadable => {
  if (['true', 'yes', 'on', '1'].includes(text.toLowerCase())) return true
  return ['false', 'no', 'off', '0'].includes(text.toLowerCase()) ? false : new Unreadable('must be true or false')
}

export function readJson(text: string): unknown {
  try {
    return parseExactly(text)
  } catch {
    return new Unreadable('is not valid JSON')
  }
}

/** Comma-separated or repeated; one empty text is the empty list. */
export function readList({ item }: Field, texts: readonly string[]): unknown {
  const parts = texts
    .flatMap((text) => text.split(','))
    .map((part) => part.trim())
    .filter((part) => part !== '')
  const values = parts.map((part) => (item ? readValue(item, part) : part))
  return values.find((value) => value instanceof Unreadable) ?? values
}
