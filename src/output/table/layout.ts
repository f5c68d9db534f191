/** Which columns a result is shown with. */
import { usageError } from '../../errors.ts'
import type { Column, ColumnSpec } from '../columns.ts'
import { leadsSomewhere, reader } from '../paths.ts'
import { isObject } from '../../text/is-object.ts'

export interface ShownField {
  path: string
  label: string
  as: ColumnSpec['as']
  whole: boolean
  /** Tells one row from another. */
  identifies?: boolean
  read: (row: unknown) => unknown
}

const specOf = (column: Column): ColumnSpec => (typeof column === 'string' ? { path: column } : column)

const labelOf = (path: string): string => path.replace(/^.*\./s, '').replaceAll('_', ' ')

/** Short, and misleading when cut. */
const neverCut: readonly ColumnSpec['as'][] = ['time', 'moment', 'date', 'yesno', 'bytes', 'money', 'duration']

/** Fields that identify a thing. */
const names = new Set(['id', 'name', 'title', 'number', 'key', 'profile', 'email', 'code', 'verb'])

function fieldOf({ path, label, as, whole = neverCut.includes(as), value }: ColumnSpec): ShownField {
  return { path, label: label ?? labelOf(path), as, whole, identifies: names.has(path), read: value ? leniently(value) : reader(path) }
}

/** The service may send any row: a value that can't be computed from it stays empty. */
const leniently =
  (value: NonNullable<ColumnSpec['value']>) =>
  (row: unknown): unknown => {
    try {
      return value(row)
    } catch (error) {
      if (error instanceof TypeError) return undefined
      throw error
    }
  }

/** Columns for rows of a command without columns: their plain values, and the names of things inside. */
function guessed(rows: readonly unknown[]): ColumnSpec[] {
  const first = rows[0]
  if (!isObject(first)) return [{ path: 'value', value: (row) => row }]
  return Object.entries(first).flatMap(([key, value]): ColumnSpec[] => {
    if (isObject(value)) return typeof value.name === 'string' ? [{ path: `${key}.name`, label: labelOf(key) }] : []
    if (Array.isArray(value) && value.some((element) => typeof element === 'object')) return []
    return [/_at$|^date_/.test(key) ? { path: key, as: 'time' } : { path: key }]
  })
}

const known = (columns: readonly ColumnSpec[], rows: readonly unknown[]): string[] =>
  [...new Set([...columns.map(({ path }) => path), ...rows.flatMap((row) => (isObject(row) ? Object.keys(row) : []))])].sort()

/** Adds computed columns to a row of JSON, if `--fields` names them. */
export function withComputed(columns: readonly Column[] | undefined, asked: readonly string[]): (row: unknown) => unknown {
  const computed = (columns ?? [])
    .map(specOf)
    .flatMap(({ path, value }) => (value && asked.includes(path) ? { path, read: leniently(value) } : []))
  if (computed.length === 0) return (row) => row
  return (row) => (isObject(row) ? { ...Object.fromEntries(computed.map(({ path, read }) => [path, read(row)])), ...row } : row)
}

/** Refuses fields that neither a column nor any row has; with no rows nothing can be said. */
export function refuseUnknown(fields: readonly string[], columns: readonly Column[], rows: readonly unknown[]): void {
  if (rows.length === 0) return
  const specs = columns.map(specOf)
  const unknown = fields.filter((path) => !specs.some((spec) => spec.path === path) && !leadsSomewhere(path, rows))
  if (unknown.length === 0) return
  throw usageError(
    unknown.map((path) => `Unknown field "${path}" in --fields`),
    `Available fields: ${known(specs, rows).join(', ')}`,
  )
}

/** The columns of a list: those of `--fields`, or the command's, or those found in the first rows. */
export function layout(
  columns: readonly Column[] | undefined,
  asked: readonly string[] | undefined,
  rows: readonly unknown[],
): ShownField[] {
  const specs = columns?.map(specOf) ?? guessed(rows)
  if (!asked) return specs.map(fieldOf)
  return asked.map((path) => fieldOf(specs.find((spec) => spec.path === path) ?? { path, label: path.replaceAll(/[._]/g, ' ') }))
}
