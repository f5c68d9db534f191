/** What an operation takes as an assistant gives it: the account is the profile's, a list goes on by its cursor, surveys and folders may be named. */
import { json, list, required, text, type Field, type Fields } from '../contract/core/fields.ts'
import type { AnyOperation } from '../contract/core/operation.ts'
import { pagingFields } from '../contract/core/paging.ts'
import * as z from '../contract/core/schema.ts'
import { secretKind } from '../contract/core/secret.ts'
import { survey } from './tools/survey-read.ts'

const folder = text('Folder: id or name')

const env = z.looseObject({ env: z.string() })
const variable = json(env, 'Variable of --secret-env: {"env": "NAME"}')
const header = json(z.looseObject({ name: z.string(), value: env }), 'Its name, and the variable of --secret-env that has its value')

function inputField(name: string, field: Field): Field {
  const kind = secretKind(name)
  if (kind !== undefined) {
    const inner: Field = kind === 'values' ? header : variable
    return { ...(field.kind === 'list' ? list(inner, field.about) : inner), required: field.required }
  }
  if (field.refers === undefined) return field
  return { ...(field.refers === 'quiz' ? survey : folder), required: field.required }
}

export function inputFields({ params, query, body, paging, rows }: AnyOperation): Fields {
  const left = paging && rows !== undefined ? Object.keys(pagingFields(paging)) : []
  const inPath = Object.entries(params).filter(([name]) => name !== 'workspace_id')
  const others = Object.entries({ ...query, ...body }).filter(([name]) => !left.includes(name))
  return Object.fromEntries([
    ...inPath.map(([name, field]) => [name, required(inputField(name, field))] as const),
    ...others.map(([name, field]) => [name, inputField(name, field)] as const),
  ])
}
