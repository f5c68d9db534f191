/** Rules between fields. Each returns the problems it finds; none when the rule holds. */

export interface Problem {
  field: string
  message: string
  code?: string
  /** Other fields that the message names: people may know them by another name. */
  names?: readonly string[]
  /** Which thing is wrong, where the path of the field says little to a person; the message then names the field itself. */
  about?: string
}

/** A part of the input that isn't known, and is sent as it is. */
export interface Unknown {
  about: string
  /** The path from `about` to the field. */
  path: string
  name: string
  /** Names that are known there. */
  known: readonly string[]
}

/** The field that a problem is in: `title` of `title.en`. */
export const rootOf = (field: string): string => field.replace(/\..*$/s, '')

export type FieldRule = (input: Readonly<Record<string, unknown>>) => Problem[]

const given = (value: unknown): boolean => value !== undefined

/** All of the fields or none. */
export const together =
  (...names: string[]): FieldRule =>
  (input) => {
    const missing = names.filter((name) => !given(input[name]))
    return missing.length === 0 || missing.length === names.length
      ? []
      : missing.map((field) => ({ field, message: `is needed together with ${names.filter((name) => name !== field).join(', ')}`, names }))
  }

/** `name` excludes each of `others`. */
export const notWith =
  (name: string, ...others: string[]): FieldRule =>
  (input) =>
    given(input[name]) && others.some((other) => given(input[other]))
      ? [{ field: name, message: `cannot be given together with ${others.join(', ')}`, names: others }]
      : []

export const atLeastOne =
  (...names: string[]): FieldRule =>
  (input) => {
    const [field = ''] = names
    return names.some((name) => given(input[name])) ? [] : [{ field, message: `at least one of ${names.join(', ')} is needed`, names }]
  }

/** `name` is required when `when` has one of `values`. */
export const requiredWhen =
  (name: string, when: string, ...values: unknown[]): FieldRule =>
  (input) =>
    values.includes(input[when]) && !given(input[name])
      ? [{ field: name, message: `is required when ${when} is ${values.join(' or ')}`, names: [when] }]
      : []

/** `end` is later than `start`, or not before it. */
export const later =
  (start: string, end: string, { orSame = false } = {}): FieldRule =>
  (input) => {
    const [from, to] = [Date.parse(String(input[start])), Date.parse(String(input[end]))]
    if (Number.isNaN(from) || Number.isNaN(to) || to > from || (orSame && to === from)) return []
    return [{ field: end, message: `must ${orSame ? 'not be before' : 'be later than'} ${start}`, names: [start] }]
  }

/** `name` is required while `other` is absent. */
export const requiredUnless =
  (name: string, other: string): FieldRule =>
  (input) =>
    given(input[other]) || given(input[name]) ? [] : [{ field: name, message: 'is required' }]
