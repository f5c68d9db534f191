/** What the log keeps. */
import { shownField } from '../../contract/core/secret.ts'
import { isObject } from '../../text/is-object.ts'

const longest = 10_000
const longestText = 2000
const mostEntries = 100

/** A request's body: readable, without secrets, and never long. */
export function loggedBody(received: unknown): string {
  const text = JSON.stringify(received, (name, value: unknown) => short(shownField(name, value)), 2) ?? ''
  return text.length > longest ? `${text.slice(0, longest)}\n… cut off` : text
}

/** Long lists and texts are cut before they are written: a body may have 64 MB. */
function short(value: unknown): unknown {
  if (typeof value === 'string' && value.length > longestText) return `${value.slice(0, longestText)} … ${value.length} characters`
  if (Array.isArray(value) && value.length > mostEntries) return [...value.slice(0, mostEntries), `… ${value.length - mostEntries} more`]
  if (!isObject(value)) return value
  const names = Object.keys(value)
  if (names.length <= mostEntries) return value
  const shown = names.slice(0, mostEntries).map((name): [string, unknown] => [name, value[name]])
  return { ...Object.fromEntries(shown), '…': `${names.length - mostEntries} more` }
}

/** A failure, with where it came from. */
export const traceOf = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error))
