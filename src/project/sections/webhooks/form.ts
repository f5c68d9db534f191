/** A webhook as a file writes it, and as it is compared: headers by name, secrets by their fingerprints. */
import { addWebhook } from '../../../contract/integrations/webhook.ts'
import { isKey } from '../../../model/document/ids.ts'
import { volatileFields } from '../../../model/document/sections.ts'
import { isObject, type DocumentProblem } from '../../../model/document/shape.ts'
import { bodyProblems, unknownFields } from '../section.ts'
import { fingerprint, isSecret, isVariable, secretOf, type SecretAddress } from '../../files/secrets.ts'

/** A header whose value is in an environment variable. `rev: 0`: found on the service, never sent from here. */
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

/** Several headers may have the same name: the later ones get a number. */
export function uniquelyNamed<T>(headers: readonly T[], nameOf: (header: T) => string): [string, T][] {
  const seen = new Map<string, number>()
  return headers.map((header) => {
    const name = nameOf(header)
    const count = (seen.get(name) ?? 0) + 1
    seen.set(name, count)
    return [count === 1 ? name : `${name} ${count}`, header]
  })
}

export const headerName = (key: string): string => key.replace(/ .*$/s, '')

/** As a file writes it, after `webhookProblems` found nothing wrong. */
export interface FileWebhook
  extends Pick<Webhook, 'title' | 'url' | 'method'>, Partial<Pick<Webhook, 'is_active' | 'incomplete' | 'hours' | 'body' | 'body_naming'>> {
  headers?: FileHeader[]
}

interface FileHeader {
  name: string
  value: SecretHeader
}

/** An address whose variable isn't set counts as unchanged. */
export function fromFile(value: FileWebhook, base: Webhook | undefined): Webhook {
  const { url, headers = [], incomplete = false, hours = 0, is_active = false, body = [], body_naming = [], ...others } = value
  return {
    ...others,
    url: isSecret(url) ? withFingerprint(url, base) : url,
    is_active,
    incomplete,
    hours,
    body,
    body_naming,
    headers: Object.fromEntries(
      uniquelyNamed(headers, ({ name }) => name).map(([key, header]) => [key, { env: header.value.env, rev: header.value.rev ?? 1 }]),
    ),
  }
}

function withFingerprint({ env }: SecretAddress, base: Webhook | undefined): SecretAddress {
  const secret = secretOf(env)
  const sha256 = secret === undefined ? isSecret(base?.url) && base.url.sha256 : fingerprint(secret)
  return { env, ...(sha256 && { sha256 }) }
}

/** Defaults are left out. */
export function toFile({ url, headers, ...fields }: Webhook): Record<string, unknown> {
  const { title, method, is_active, ...rest } = fields
  const defaultOf: Readonly<Record<string, unknown>> = defaults
  const told = Object.entries(rest).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(defaultOf[name]))
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

export function webhookProblems(key: string, value: unknown): DocumentProblem[] {
  if (!isKey(key) || volatileFields.has(key)) return [{ path: [key], message: 'is not a valid key for a webhook' }]
  if (!isObject(value)) return [{ path: [key], message: 'must be an object with title, url and method' }]
  const { url, headers, ...fields } = value
  const input = {
    ...fields,
    url: isSecret(url) ? 'https://example.com' : url,
    headers: Array.isArray(headers)
      ? headers.map((header) => (isObject(header) && isSecretHeader(header.value) ? { ...header, value: '' } : header))
      : headers,
  }
  return [
    ...unknownFields(value, known, [key]),
    ...bodyProblems(addWebhook, input, [key]),
    ...headerProblems(headers).map(({ path, message }) => ({ path: [key, 'headers', ...path], message })),
  ]
}

const isSecretHeader = (value: unknown): boolean =>
  isObject(value) && isVariable(value.env) && (value.rev === undefined || (Number.isSafeInteger(value.rev) && Number(value.rev) >= 0))

const headerProblems = (headers: unknown): DocumentProblem[] =>
  (Array.isArray(headers) ? headers : []).flatMap((header: unknown, index): DocumentProblem[] =>
    isObject(header) && header.value !== undefined && !isSecretHeader(header.value)
      ? [{ path: [index, 'value'], message: 'must be {env: NAME, rev: 1}: files hold no secrets; a higher rev sends it again' }]
      : [],
  )
