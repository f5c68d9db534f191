/** Secrets of surveys. No file holds them: files name an environment variable for each. */
import { createHash } from 'node:crypto'
import { isObject } from '../../model/document/shape.ts'
import { environment } from '../../system/environment.ts'

/** The value of an environment variable; an empty one counts as not set. */
export const secretOf = (name: string): string | undefined => environment()[name] || undefined

export const isVariable = (name: unknown): name is string => typeof name === 'string' && /^[A-Z_][A-Z0-9_]*$/i.test(name)

/** A hash that tells whether a secret has changed, without revealing it. */
export const fingerprint = (secret: string): string => createHash('sha256').update(secret).digest('hex')

/** The name of a variable made from names: `SPRING_ANSWERS_URL`. */
export const variableFor = (...names: string[]): string => {
  const name = names
    .join('_')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, '_')
  return /^\d/.test(name) ? `_${name}` : name
}

/** Whether an address is itself a secret: it has a password, or a long random part in its path or query. */
export function isSecretAddress(address: string): boolean {
  const url = URL.parse(address)
  if (!url) return false
  if (url.username !== '' || url.password !== '') return true
  return [...url.pathname.split('/'), ...url.searchParams.values(), url.hash].some(isRandom)
}

const isRandom = (part: string): boolean =>
  /[\da-z]{20,}/i.test(part) || /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/i.test(part)

/** `{env: NAME}` of a file; `sha256`: fingerprint of the variable's value, as far as known. */
export interface SecretAddress {
  env: string
  sha256?: string
}

export const isSecret = (value: unknown): value is SecretAddress => isObject(value) && isVariable(value.env)
