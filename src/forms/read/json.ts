/** JSON of strangers: read strictly, with a bounded depth. */
import { CommandError } from '../../errors.ts'
import { messageOf } from '../../text/message-of.ts'
import { isObject } from '../../text/is-object.ts'
import { limits } from '../form.ts'

export type Fields = Readonly<Record<string, unknown>>

export const unreadable = (message: string, hint?: string): CommandError =>
  new CommandError('refused', message, { code: 'file.unreadable', ...(hint !== undefined && { hint }) })

/** What a library says of a file that it can't read; what is said of it already stands. */
export const notReadAs = (what: string, error: unknown, name: string): CommandError =>
  error instanceof CommandError ? error : unreadable(`${name} cannot be read as ${what}: ${messageOf(error)}`)

export function readJson(text: string, name: string): Fields {
  const value = parsed(text, name)
  if (depthOf(value) > limits.depth) throw unreadable(`${name} is nested deeper than ${limits.depth} levels`)
  if (!isObject(value)) throw unreadable(`${name} holds no survey: it is ${Array.isArray(value) ? 'a list' : 'a single value'}`)
  return value
}

function parsed(text: string, name: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    const at = Number(/position (\d+)/.exec(error.message)?.[1] ?? text.length)
    const before = text.slice(0, at)
    const line = before.split('\n').length
    const found = /^\s*\/[/*]/.test(text.slice(at))
      ? 'a comment, which JSON has none of'
      : at >= text.length
        ? 'the file ends there'
        : 'this is no JSON'
    throw unreadable(`${name}:${line}:${at - before.lastIndexOf('\n')} ${found}`)
  }
}

/** Level by level, so that no depth of it is too deep to be looked at. */
function depthOf(value: unknown): number {
  let level: unknown[] = [value]
  for (let depth = 0; ; depth++) {
    level = level.flatMap((each) => (typeof each === 'object' && each !== null ? Object.values(each) : []))
    if (level.length === 0 || depth > limits.depth) return depth
  }
}

export const fieldsOf = (value: unknown): Fields => (isObject(value) ? value : {})
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
export const objectsIn = (value: unknown): Fields[] => listOf(value).filter(isObject)
export const textIn = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
export const isOn = (value: unknown): boolean => value === true || (typeof value === 'string' && /^(true|on|yes|y|1)$/i.test(value))

/** A number, also as text. */
export const finiteNumber = (value: unknown): number | undefined => {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}
