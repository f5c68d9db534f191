/** Turns an operation's input into a request. Pure, so that `--dry-run` can show it. */
import { basename } from 'node:path'
import type { Field, Fields } from '../contract/core/fields.ts'
import type { AnyOperation } from '../contract/core/operation.ts'
import { usageError } from '../errors.ts'

export type Values = Readonly<Record<string, unknown>>

export interface RequestShape {
  method: string
  /** Below the base URL, with the query. */
  path: string
  /** Absent: no body at all. Multipart: its fields, files as `@name`. */
  body?: Record<string, unknown>
}

export function toRequest(operation: AnyOperation, input: Values): RequestShape {
  const body = bodyOf(operation, input)
  return { method: operation.method, path: pathOf(operation, input) + queryOf(operation.query, input), ...(body && { body }) }
}

function pathOf(operation: AnyOperation, input: Values): string {
  let path: string = operation.path
  for (const name of Object.keys(operation.params)) {
    const value = input[name]
    if (value === undefined || value === null || value === '') throw usageError(`${name} is required`)
    // `..` as a segment would lead to another path.
    if (/^\.{1,2}$/.test(String(value))) throw usageError(`${name} must not be "${value}"`)
    path = path.replace(`{${name}}`, () => encodeURIComponent(String(value)))
  }
  return path
}

/** Lists as `ids[]=1&ids[]=2`. Null is left out: it is the service's default. */
function queryOf(fields: Fields, input: Values): string {
  const parts: string[] = []
  const add = (name: string, value: unknown): void => {
    parts.push(`${encodeURIComponent(name)}=${encodeURIComponent(typeof value === 'object' ? JSON.stringify(value) : String(value))}`)
  }
  for (const name of Object.keys(fields)) {
    const value = input[name]
    if (value === undefined || value === null) continue
    if (Array.isArray(value)) for (const item of value) parts.push(`${encodeURIComponent(name)}[]=${encodeURIComponent(String(item))}`)
    else add(name, value)
  }
  return parts.length > 0 ? `?${parts.join('&')}` : ''
}

/** Undefined if the operation has no body fields, or if a DELETE was given none of them. */
function bodyOf(operation: AnyOperation, input: Values): Record<string, unknown> | undefined {
  const fields = Object.entries(operation.body)
  if (fields.length === 0) return undefined
  const given = fields.filter(([name]) => input[name] !== undefined)
  if (given.length === 0 && operation.method === 'DELETE') return undefined
  return {
    ...unknownFields(operation, input),
    ...Object.fromEntries(given.map(([name, field]) => [name, shown(operation, field, input[name])])),
  }
}

/** Input fields that the contract doesn't know, for operations whose body it leaves open. */
function unknownFields({ openBody, params, query, body }: AnyOperation, input: Values): Values {
  if (!openBody) return {}
  return Object.fromEntries(
    Object.entries(input).filter(
      ([name, value]) => value !== undefined && ![params, query, body].some((part) => Object.hasOwn(part, name)),
    ),
  )
}

const shown = (operation: AnyOperation, field: Field, value: unknown): unknown =>
  operation.multipart && field.kind === 'file' ? `@${basename(String(value))}` : value

export type Query = readonly (readonly [string, string])[] | Readonly<Record<string, string>>

export function withQuery(path: string, query: Query | undefined): string {
  // It takes pairs as well, which its type leaves out.
  const text = new URLSearchParams(query as Record<string, string>).toString()
  return text === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${text}`
}
