/** The tables of a survey in PostgreSQL: made, and changed in place, so that views and grants of others stay. */
import type { Column } from '../dictionary/columns.ts'
import type { Connection } from './connect.ts'
import { layOut, type Placed, type PlacedColumn, type SqlType } from './layout.ts'
import { quoted } from './words.ts'

export interface Present {
  /** What earlier syncs noted. */
  known: readonly Placed[]
  /** Columns that are there with their types, by table. */
  tables: ReadonlyMap<string, ReadonlyMap<string, string>>
}

export async function readPresent(connection: Connection, schema: string): Promise<Present> {
  const { rows: columns } = await connection.query(
    `select c.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = (select oid from pg_namespace where nspname = $1) and c.relkind in ('r', 'p', 'v') and a.attnum > 0 and not a.attisdropped`,
    [schema],
  )
  const tables = new Map<string, Map<string, string>>()
  for (const { table, name, type } of columns)
    tables.set(String(table), (tables.get(String(table)) ?? new Map<string, string>()).set(String(name), String(type)))
  if (!tables.has('variables')) return { known: [], tables }
  const { rows } = await connection.query(
    `select identity, table_name as table, column_name as name, type from ${quoted(schema)}.variables order by position`,
  )
  return { known: rows as unknown as Placed[], tables }
}

export interface Changes {
  placed: PlacedColumn[]
  /** Statements that bring the tables there. */
  statements: string[]
  /** Rows that are there lack what they would have been given: all are to be written again. */
  refill: boolean
  /** Views have to be taken away before. */
  blocked: boolean
}

/** `same`: the store went on from what the database holds, so that all it has is known here, too. */
export function changesOf(schema: string, columns: readonly Column[], { known, tables }: Present): Changes {
  const owned = new Map(known.map((one) => [`${one.table} ${one.name}`, one]))
  const foreign = [...tables].flatMap(([table, names]) =>
    /^answers(_\d+)?$/.test(table) ? [...names.keys()].filter((name) => name !== 'id' && !owned.has(`${table} ${name}`)) : [],
  )
  const placed = layOut(columns, known, new Set(foreign))
  const before = new Map(known.map((one) => [one.identity, one]))
  const wanted = new Set(placed.map(({ identity }) => identity))
  const questions = new Set(known.map(({ identity }) => questionOf(identity)))
  const has = ({ table, name }: Placed): boolean => tables.get(table)?.has(name) ?? false
  const changes: Changes = { placed, statements: [], refill: false, blocked: false }
  const alter = (table: string, what: string): void => void changes.statements.push(`alter table ${quoted(schema)}.${table} ${what}`)

  for (const table of new Set(placed.map((one) => one.table))) {
    if (tables.has(table)) continue
    changes.statements.push(`create table ${quoted(schema)}.${table} (id bigint primary key)`)
    if (known.some((one) => one.table === table)) changes.refill = true
  }
  // What this store knows nothing of would keep values of no answer.
  for (const one of known.filter((old) => !wanted.has(old.identity) && has(old))) {
    alter(one.table, `drop column ${quoted(one.name)}`)
    changes.blocked = true
  }
  const renamed = placed.filter(
    (one) => before.has(one.identity) && before.get(one.identity)!.name !== one.name && has(before.get(one.identity)!),
  )
  // Two may change places.
  renamed.forEach((one, index) =>
    alter(one.table, `rename column ${quoted(before.get(one.identity)!.name)} to ${quoted(`surveyctl renames ${index}`)}`),
  )
  renamed.forEach((one, index) => alter(one.table, `rename column ${quoted(`surveyctl renames ${index}`)} to ${quoted(one.name)}`))
  for (const one of placed) {
    const old = before.get(one.identity)
    if (one.column.name === 'id' && !one.column.question) continue
    if (!old || !has(old)) {
      alter(one.table, `add column ${quoted(one.name)} ${one.type}`)
      // One that somebody dropped; or an option of a question that was answered without it.
      if (old || (one.type === 'boolean' && one.column.question && questions.has(questionOf(one.identity)))) changes.refill = true
    } else if (old.type !== one.type || tables.get(old.table)!.get(old.name) !== fullName(one.type)) {
      // The survey's doing, or somebody's who altered it by hand.
      alter(one.table, `alter column ${quoted(one.name)} type ${one.type} using null`)
      changes.refill = changes.blocked = true
    }
  }
  return changes
}

const fullNames: Partial<Record<SqlType, string>> = {
  time: 'time without time zone',
  timestamp: 'timestamp without time zone',
  timestamptz: 'timestamp with time zone',
}
const fullName = (type: SqlType): string => fullNames[type] ?? type

const questionOf = (identity: string): string =>
  identity.startsWith('[') ? JSON.stringify((JSON.parse(identity) as unknown[]).slice(0, 2)) : identity
