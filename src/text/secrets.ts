/**
 * Keys, tokens and passwords of this run, and their masking. Whatever is told (messages, errors, notes, debug lines, what
 * standard error gets) is masked on its way out; what a command was asked to show or to save stays as it is.
 */
import { blanked, needlesOf } from './secret-forms.ts'

/** Each with what is looked for, once something is told: most runs tell nothing. */
const kept = new Map<string, ReturnType<typeof needlesOf> | undefined>()

/** Three characters, and numbers as short as ids, are in every other line. */
const shortest = 4
const isTellable = (text: string): boolean => text.length < shortest || /^\d{1,7}$/.test(text)

/** From now on it is told nobody. */
export function keepSecret(secret: string | undefined): void {
  if (secret !== undefined && !isTellable(secret) && !kept.has(secret)) kept.set(secret, undefined)
}

export const withoutSecrets = (text: string): string => (kept.size === 0 ? text : blanked(text, needles()))

function needles(): ReturnType<typeof needlesOf> {
  for (const [secret, known] of kept) if (!known) kept.set(secret, needlesOf(secret))
  return [...kept.values()].flatMap((known) => known ?? [])
}

/** The same of each text in a value. */
export function valueWithoutSecrets(value: unknown): unknown {
  if (kept.size === 0) return value
  if (typeof value === 'string') return withoutSecrets(value)
  if (Array.isArray(value)) return value.map(valueWithoutSecrets)
  if (!isPlain(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [withoutSecrets(name), valueWithoutSecrets(inner)]))
}

const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

/** Fields whose values are nobody's business. */
export const secretField =
  /^(api_?key|password|passwords|access_token|refresh_token|token|secret|client_secret|authorization|smtp_password)$/i
const secretHeader = /auth|key|token|secret|pass|cookie|signature/i

/** Keeps what the fields of a request hold that are secret by their names. */
export function keepSecretsIn(value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) {
    if (typeof value[0] === 'object') for (const each of value) keepSecretsIn(each)
    return
  }
  const { name, value: content } = value as Record<string, unknown>
  if (typeof name === 'string' && typeof content === 'string' && secretHeader.test(name)) keepSecret(content)
  for (const [field, inner] of Object.entries(value)) {
    if (!secretField.test(field)) keepSecretsIn(inner)
    else for (const text of [inner].flat()) if (typeof text === 'string') keepSecret(text)
  }
}
