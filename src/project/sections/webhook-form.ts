/** A webhook as a file has it, and as it is compared: headers by name, secrets as what is known of them. */
import { check } from '../../contract/core/operation.ts'
import { addWebhook } from '../../contract/webhook.ts'
import { isKey } from '../../model/document/ids.ts'
import { volatileFields } from '../../model/document/sections.ts'
import { isObject, type DocumentProblem } from '../../model/document/shape.ts'
import { fingerprint, isSecret, isVariable, secretOf, type SecretAddress } from '../secrets.ts'

/** `rev: 0`: found on the service, never sent from here. */
export interface SecretHeader {
  env: string
  rev?: number
}

export interface Webhook {
  title: string
  url: string | SecretAddress
  method: string
  is_active?: boolean
  incomplete: boolean
  hours: number
  body: unknown
  body_naming: unknown
  headers: Readonly<Record<string, SecretHeader>>
}
export type Webhooks = Readonly<Record<string, Webhook>>

const defaults = { is_active: false, incomplete: false, hours: 0, body: [], body_naming: [] }
const known = ['title', 'url', 'method', ...Object.keys(defaults), 'headers']

/** Two headers may have one name. */
export function keyed<T>(headers: readonly T[], nameOf: (header: T) => string): [string, T][] {
  const seen = new Map<string, number>()
  return headers.map((header) => {
    const name = nameOf(header)
    const count = (seen.get(name) ?? 0) + 1
    seen.set(name, count)
    return [count === 1 ? name : `${name} ${count}`, header]
  })
}

export const headerName = (key: string): string => key.split(' ')[0]!

interface FileHeader {
  name: string
  value: SecretHeader
}

/** A secret that isn't at hand is taken for what it was. */
export function fromFile(value: Record<string, unknown>, base: Webhook | undefined): Webhook {
  // The file's form was checked before.
  const { url, headers = [], ...fields } = value as unknown as Omit<Webhook, 'headers'> & { headers?: FileHeader[] }
  const { incomplete = false, hours = 0, is_active = false, body = [], body_naming = [], ...told } = fields as Partial<Webhook>
  return {
    ...(told as Pick<Webhook, 'title' | 'method'>),
    url: isSecret(url) ? known256(url, base) : url,
    is_active,
    incomplete,
    hours,
    body,
    body_naming,
    headers: Object.fromEntries(
      keyed(headers, ({ name }) => name).map(([key, header]) => [key, { env: header.value.env, rev: header.value.rev ?? 1 }]),
    ),
  }
}

function known256({ env }: SecretAddress, base: Webhook | undefined): SecretAddress {
  const secret = secretOf(env)
  const sha256 = secret === undefined ? isSecret(base?.url) && base.url.sha256 : fingerprint(secret)
  return { env, ...(sha256 && { sha256 }) }
}

/** What is as usual is left out. */
export function toFile({ url, headers, ...fields }: Webhook): Record<string, unknown> {
  const { title, method, is_active, ...rest } = fields
  const told = Object.entries(rest).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(defaults[name as keyof typeof defaults]),
  )
  const list = Object.entries(headers).map(([key, { env, rev }]) => ({ name: headerName(key), value: { env, rev: rev ?? 0 } }))
  return {
    title,
    url: isSecret(url) ? { env: url.env } : url,
    method,
    is_active,
    ...Object.fromEntries(told),
    ...(list.length > 0 && { headers: list }),
  }
}

export function problemsOf(key: string, value: unknown): DocumentProblem[] {
  if (!isKey(key) || volatileFields.has(key)) return [{ path: [key], message: 'is not a valid key for a webhook' }]
  if (!isObject(value)) return [{ path: [key], message: 'must be an object with title, url and method' }]
  const unknown = Object.keys(value).filter((name) => !known.includes(name))
  const { url, headers, ...fields } = value
  const input = {
    id: 1,
    ...fields,
    url: isSecret(url) ? 'https://example.com' : url,
    headers: Array.isArray(headers)
      ? headers.map((header) => (isObject(header) && isOfVariable(header.value) ? { ...header, value: '' } : header))
      : headers,
  }
  return [
    ...unknown.map((name) => ({ path: [key, name], message: `is not known; there are ${known.join(', ')}` })),
    ...check(addWebhook, input, ['body']).map(({ field, message }) => ({ path: [key, ...field.split('.')], message })),
    ...headerProblems(headers).map(({ path, message }) => ({ path: [key, 'headers', ...path], message })),
  ]
}

const isOfVariable = (value: unknown): boolean =>
  isObject(value) && isVariable(value.env) && (value.rev === undefined || (Number.isSafeInteger(value.rev) && Number(value.rev) >= 0))

const headerProblems = (headers: unknown): DocumentProblem[] =>
  (Array.isArray(headers) ? headers : []).flatMap((header: unknown, index): DocumentProblem[] =>
    isObject(header) && header.value !== undefined && !isOfVariable(header.value)
      ? [{ path: [index, 'value'], message: 'must be {env: NAME, rev: 1}: files hold no secrets; a higher rev sends it again' }]
      : [],
  )
