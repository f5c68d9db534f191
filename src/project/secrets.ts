/** Values that no file holds: files name an environment variable for each. */
import { createHash } from 'node:crypto'
import { isObject } from '../model/document/shape.ts'

/** An empty variable counts as one that isn't set. */
export const secretOf = (name: string): string | undefined => process.env[name] || undefined

export const isVariable = (name: unknown): name is string => typeof name === 'string' && /^[A-Z_][A-Z0-9_]*$/i.test(name)

/** Tells whether a secret is another one than before, and nothing else of it. */
export const fingerprint = (secret: string): string => createHash('sha256').update(secret).digest('hex')

/** `SPRING_ANSWERS_URL` */
export const variableFor = (...words: string[]): string => {
  const name = words
    .join('_')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, '_')
  return /^\d/.test(name) ? `_${name}` : name
}

/** An address that lets anybody in who knows it: with a password, or with a long random part in its path or query. */
export function isSecretAddress(address: string): boolean {
  const url = URL.parse(address)
  if (!url) return false
  if (url.username !== '' || url.password !== '') return true
  return [...url.pathname.split('/'), ...url.searchParams.values(), url.hash].some(isRandom)
}

const isRandom = (part: string): boolean =>
  /[\da-z]{20,}/i.test(part) || /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/i.test(part)

/** `{env: NAME}` of a file; `sha256` of what the variable had, as far as known. */
export interface SecretAddress {
  env: string
  sha256?: string
}

export const isSecret = (value: unknown): value is SecretAddress => isObject(value) && isVariable(value.env)
