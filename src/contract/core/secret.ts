/**
 * Which fields are secrets: by their names, wherever they stand. The specification shows few bodies whole, and what `api` sends, a
 * service refuses or a log keeps has no field of ours that could be marked.
 */
import { counted } from '../../text/counted.ts'
import { parseExactly } from '../../text/exact.ts'
import { keepSecret } from '../../text/secrets.ts'
import { isObject } from '../../text/is-object.ts'
import type { Fields } from './fields.ts'

/** What stands in the place of a secret, in answers of the service as well. */
export const masked = '***'

const secretWords = String.raw`passwords?|passphrase|secret|token|(?:api|private|access)[_-]?key`
const secretName = new RegExp(
  String.raw`^(?:.*[_-])?(?:${secretWords}|authorization|cookie|confirmation_code)$|[a-z](?:Passwords?|Secret|Token|ApiKey)$`,
  'i',
)
/** Lists of `{name, value}`, or values by name: each value is a secret. */
const listName = /(^|[_-]|[a-z])headers$/i
/** Of a `{name, value}` in other lists: what it is called tells. */
const secretPair = /auth(?!ors?$)|key|token|secret|pass|cookie|signature/i

const secretParameter = new RegExp(String.raw`([?&](?:[\w-]*(?:${secretWords}|signature)|key|code|sig|x-amz-[a-z-]+)=)[^&#]*`, 'gi')
const credentials = /(:\/\/)[^/?#@]*@/g

/** A path or address with its secrets masked. */
export const maskedPath = (path: string): string => path.replaceAll(secretParameter, `$1${masked}`).replaceAll(credentials, `$1${masked}@`)

/** `value`: a secret, or a list of them. `values`: those of its `{name, value}`. */
export type SecretKind = 'value' | 'values'

export const secretKind = (name: string): SecretKind | undefined =>
  secretName.test(name) ? 'value' : listName.test(name) ? 'values' : undefined

/** Whether one is switched on, or there is none, is no secret. */
export const secretFields = (fields: Fields): string[] =>
  Object.entries(fields).flatMap(([name, { kind }]) => (kind === 'boolean' || secretKind(name) === undefined ? [] : [name]))

const hidden = (value: unknown): unknown =>
  Array.isArray(value) ? value.map(hidden) : value === null || value === undefined || typeof value === 'boolean' ? value : masked

const hiddenValues = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map((one) => (isObject(one) ? { ...one, value: hidden(one.value) } : hidden(one)))
  return isObject(value) ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, hidden(inner)])) : hidden(value)
}

const isSecretPair = (value: Readonly<Record<string, unknown>>): boolean =>
  typeof value.name === 'string' && typeof value.value === 'string' && secretPair.test(value.name)

/** A field, or an entry of a list, as it may be shown; what it holds further down is not looked at. */
export function shownField(name: string, value: unknown): unknown {
  const kind = secretKind(name)
  if (kind !== undefined) return kind === 'value' ? hidden(value) : hiddenValues(value)
  return isObject(value) && isSecretPair(value) ? { ...value, value: masked } : value
}

/** With every secret in it masked. */
export function withoutSecretFields(value: unknown, name = ''): unknown {
  const shown = shownField(name, value)
  if (Array.isArray(shown)) return shown.map((one) => withoutSecretFields(one))
  if (!isObject(shown) || Object.getPrototypeOf(shown) !== Object.prototype) return shown
  return Object.fromEntries(Object.entries(shown).map(([inner, one]) => [inner, withoutSecretFields(one, inner)]))
}

/** One that is text, such as a file's, is JSON as a rule. */
export function bodyIn(given: unknown): unknown {
  if (typeof given !== 'string') return given
  try {
    return parseExactly(given)
  } catch {
    return given
  }
}

/** A body as `--dry-run` shows it. In text that isn't JSON nothing tells what is a secret. */
export function shownBody(body: unknown): unknown {
  const value = bodyIn(body)
  if (typeof value === 'string' && value === body) return `(${counted(value.length, 'character')}, not JSON)`
  return parseExactly(JSON.stringify(value, shownField))
}

/** Registers the secrets of a request, to be masked in all that is told of it. A header's value may be any word: only one called like a secret. */
export function keepSecretsIn(given: unknown): void {
  const value = bodyIn(given)
  if (Array.isArray(value)) {
    if (typeof value[0] === 'object') for (const each of value) keepSecretsIn(each)
    return
  }
  if (!isObject(value)) return
  if (isSecretPair(value)) keepSecret(String(value.value))
  for (const [name, inner] of Object.entries(value)) {
    if (secretKind(name) !== 'value') keepSecretsIn(inner)
    else for (const text of [inner].flat()) if (typeof text === 'string') keepSecret(text)
  }
}
