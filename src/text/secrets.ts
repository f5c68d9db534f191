/**
 * Keys, tokens and passwords of this run, and their masking. Messages, errors, notes, debug lines and all of standard error are
 * masked; what a command was asked to show or save is not.
 */
import { ownSecrets } from './own-secrets.ts'
import { formsOf } from './secret-forms.ts'

/** Shorter texts, and numbers as short as ids, would be masked all over. */
const shortest = 4
const isTooShort = (text: string): boolean => text.length < shortest || /^\d{1,7}$/.test(text)

/** Registers a secret to be masked from now on. */
export function keepSecret(secret: string | undefined): void {
  const own = ownSecrets()
  if (secret === undefined || isTooShort(secret) || own.texts.has(secret)) return
  own.texts.add(secret)
  own.pattern = undefined
}

export function withoutSecrets(text: string): string {
  const own = ownSecrets()
  if (own.texts.size === 0) return text
  // The longest first, as one may be a part of another.
  const inOrder = (): string[] => [...own.texts].toSorted((a, b) => b.length - a.length)
  own.pattern ??= new RegExp(inOrder().map(formsOf).join('|'), 'giu')
  return text.replace(own.pattern, '***')
}

/** The value with each text in it masked. */
export function valueWithoutSecrets(value: unknown): unknown {
  if (ownSecrets().texts.size === 0) return value
  if (typeof value === 'string') return withoutSecrets(value)
  if (Array.isArray(value)) return value.map(valueWithoutSecrets)
  if (!isPlain(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [withoutSecrets(name), valueWithoutSecrets(inner)]))
}

const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
