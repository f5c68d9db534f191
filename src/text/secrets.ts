/**
 * Keys, tokens and passwords of this run, and their masking. Messages, errors, notes, debug lines and all of standard error are
 * masked; what a command was asked to show or save is not.
 */
import { blanked, needlesOf } from './secret-forms.ts'

/** Each secret with its search patterns, which are made when first needed: most runs print nothing to mask. */
const kept = new Map<string, ReturnType<typeof needlesOf> | undefined>()

/** Shorter texts, and numbers as short as ids, would be masked all over. */
const shortest = 4
const isTooShort = (text: string): boolean => text.length < shortest || /^\d{1,7}$/.test(text)

/** Registers a secret to be masked from now on. */
export function keepSecret(secret: string | undefined): void {
  if (secret !== undefined && !isTooShort(secret) && !kept.has(secret)) kept.set(secret, undefined)
}

export const withoutSecrets = (text: string): string => (kept.size === 0 ? text : blanked(text, needles()))

function needles(): ReturnType<typeof needlesOf> {
  for (const [secret, known] of kept) if (!known) kept.set(secret, needlesOf(secret))
  return [...kept.values()].flatMap((known) => known ?? [])
}

/** The value with each text in it masked. */
export function valueWithoutSecrets(value: unknown): unknown {
  if (kept.size === 0) return value
  if (typeof value === 'string') return withoutSecrets(value)
  if (Array.isArray(value)) return value.map(valueWithoutSecrets)
  if (!isPlain(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [withoutSecrets(name), valueWithoutSecrets(inner)]))
}

const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

/** Names of fields whose values are secret. */
export const secretField =
  /^(api_?key|password|passwords|access_token|refresh_token|token|secret|client_secret|authorization|smtp_password)$/i
const secretHeader = /auth|key|token|secret|pass|cookie|signature/i

/** Registers the values of a request's fields that are secret by their names. */
export function keepSecretsIn(value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) {
    if (typeof value[0] === 'object') for (const each of value) keepSecretsIn(each)
    return
  }
  const { name, value: content }: { name?: unknown; value?: unknown } = value
  if (typeof name === 'string' && typeof content === 'string' && secretHeader.test(name)) keepSecret(content)
  for (const [field, inner] of Object.entries(value)) {
    if (!secretField.test(field)) keepSecretsIn(inner)
    else for (const text of [inner].flat()) if (typeof text === 'string') keepSecret(text)
  }
}
