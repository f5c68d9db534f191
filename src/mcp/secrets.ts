/** Secrets that are to be set: named by a variable of this machine, never by an assistant. */
import type { AnyOperation } from '../contract/core/operation.ts'
import { secretFields } from '../contract/core/secret.ts'
import { environment } from '../system/environment.ts'
import { isObject } from '../text/is-object.ts'
import { keepSecret } from '../text/secrets.ts'
import type { ToolValues } from './values.ts'

/** `problems`: what is wrong with how they are given, to be told with all else. */
export function withSecrets(
  { body }: AnyOperation,
  input: ToolValues,
  allowed: readonly string[],
): { values: ToolValues; problems: string[] } {
  const problems: string[] = []
  const read = (value: unknown, at: string): unknown => {
    if (Array.isArray(value)) return value.map((one, index) => read(one, `${at}.${index}`))
    if (isObject(value) && typeof value.env === 'string') return found(value.env, at)
    if (isObject(value)) return { ...value, value: read(value.value, `${at}.value`) }
    if (value !== undefined && value !== null) problems.push(`${at} is a secret: give {"env": "NAME"}, the name of a variable`)
    return value
  }
  const found = (name: string, at: string): unknown => {
    const value = allowed.includes(name) ? environment()[name] : undefined
    if (value === undefined) problems.push(`${at}: ${name} is not among the variables of --secret-env (${allowed.join(', ') || 'none'})`)
    keepSecret(value)
    return value
  }
  const secret = secretFields(body)
  const values = Object.fromEntries(Object.entries(input).map(([name, value]) => [name, secret.includes(name) ? read(value, name) : value]))
  return { values, problems }
}
