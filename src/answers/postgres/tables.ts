/** The tables of a survey in PostgreSQL: created, and later changed in place, so that views and grants of others stay. */
import type { Column } from '../dictionary/columns.ts'
import type { Connection } from './connect.ts'
import { layOut, type Placed, type PlacedColumn, type SqlType } from './layout.ts'
import { identifier } from './sql.ts'

export interface Present {
  /** Columns as earlier syncs recorded them. */
  known: readonly Placed[]
  /** Existing columns with their types, by table. */
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
    `select identity, table_name as table, column_name as name, type from ${identifier(schema)}.variables order by position`,
  )
  // As `describe` wrote them; somebody who changes them gets errors of PostgreSQL.
  return { known: rows as unknown[] as Placed[], tables }
}

export interface Changes {
  placed: PlacedColumn[]
  /** Statements that bring the tables to the new layout. */
  statements: string[]
  /** Existing rows lack values of new columns: all have to be written again. */
  refill: boolean
  /** The view depends on a column that changes, and has to be dropped first. */
  blocked: boolean
}

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
  const alter = (table: string, what: string): void => void changes.statements.push(`alter table ${identifier(schema)}.${table} ${what}`)

  for (const table of new Set(placed.map((one) => one.table))) {
    if (tables.has(table)) continue
    changes.statements.push(`create table ${identifier(schema)}.${table} (id bigint primary key)`)
    if (known.some((one) => one.table === table)) changes.refill = true
  }
  // Columns of questions that this store doesn't know would keep values that no sync updates.
  for (const one of known.filter((old) => !wanted.has(old.identity) && has(old))) {
    alter(one.table, `drop column ${identifier(one.name)}`)
    changes.blocked = true
  }
  const renamed = placed.flatMap((one) => {
    const old = before.get(one.identity)
    return old && old.name !== one.name && has(old) ? [{ table: one.table, from: old.name, to: one.name }] : []
  })
  // By way of temporary names, as two columns may swap theirs.
  const temporary = (index: number): string => identifier(`surveyctl renames ${index}`)
  renamed.forEach(({ table, from }, index) => alter(table, `rename column ${identifier(from)} to ${temporary(index)}`))
  renamed.forEach(({ table, to }, index) => alter(table, `rename column ${temporary(index)} to ${identifier(to)}`))
  for (const one of placed) {
    const old = before.get(one.identity)
    if (one.column.name === 'id' && !one.column.question) continue
    if (!old || !has(old)) {
      alter(one.table, `add column ${identifier(one.name)} ${one.type}`)
      // A column that somebody dropped; or a new option of a question with answers, in which it is false and not null.
      if (old || (one.type === 'boolean' && one.column.question && questions.has(questionOf(one.identity)))) changes.refill = true
    } else if (old.type !== one.type || tables.get(old.table)?.get(old.name) !== fullName(one.type)) {
      // The question changed, or somebody altered the column.
      alter(one.table, `alter column ${identifier(one.name)} type ${one.type} using null`)
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

/** Without the row and the option: as `identityOf` made it. */
const questionOf = (identity: string): string =>
  identity.startsWith('[') ? JSON.stringify((JSON.parse(identity) as unknown[]).slice(0, 2)) : identity
