/** The tables of a survey in PostgreSQL: created, and later changed in place, so that views and grants of others stay. */
import type { Column } from '../dictionary/columns.ts'
import { isNetwork, unusualKeeping } from '../dictionary/keeping.ts'
import type { Dictionary } from '../dictionary/shape.ts'
import type { Connection } from './connect.ts'
import { changedColumn, isOfText, layOut, subjectOf, type Placed, type PlacedColumn, type SqlType } from './layout.ts'
import { identifier, tableIn } from './sql.ts'

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

export const isThere = ({ tables }: Present, { table, name, type }: Placed): boolean => tables.get(table)?.get(name) === fullName(type)

export interface Changes {
  placed: PlacedColumn[]
  /** Statements that make new tables: nobody waits for them. */
  creations: string[]
  /** Statements that bring tables which may be read at this moment to the new layout. */
  alterations: string[]
  /** Names of columns that are added, of those that get another type, and of those that are dropped. */
  added: string[]
  retyped: string[]
  dropped: string[]
  /** Existing rows lack values of columns that were there before: all have to be written again. */
  refill: boolean
}

/** Columns of what is no longer kept. */
export const forbiddenIn = (dictionary: Dictionary, placed: readonly Placed[], { known, tables }: Present): Placed[] => {
  const wanted = new Set(placed.map(({ identity }) => identity))
  const kept = unusualKeeping(dictionary)
  const isForbidden = (subject: string): boolean =>
    isNetwork(subject) ? kept[subject] === undefined : kept[subject] !== undefined && kept[subject] !== 'plain'
  return known.filter(
    ({ identity, table, name }) =>
      !wanted.has(identity) && (isOfText(identity) || isForbidden(subjectOf(identity))) && tables.get(table)?.has(name) === true,
  )
}

export interface Layout {
  schema: string
  columns: readonly Column[]
  dictionary: Dictionary
  mayRename?: ((column: Column) => boolean) | undefined
}

export function changesOf({ schema, columns, dictionary, mayRename = () => false }: Layout, present: Present): Changes {
  const { known, tables } = present
  const owned = new Set(known.map((one) => `${one.table} ${one.name}`))
  const foreign = [...tables].flatMap(([table, names]) =>
    /^answers(_\d+)?$/.test(table) ? [...names.keys()].filter((name) => name !== 'id' && !owned.has(`${table} ${name}`)) : [],
  )
  const placed = layOut(columns, { known, taken: new Set(foreign), mayRename })
  const before = new Map(known.map((one) => [one.identity, one]))
  const has = ({ table, name }: Placed): boolean => tables.get(table)?.has(name) ?? false
  const changes: Changes = { placed, creations: [], alterations: [], added: [], retyped: [], dropped: [], refill: false }
  for (const { table, name } of forbiddenIn(dictionary, placed, present)) {
    changes.alterations.push(`alter table ${tableIn(schema, table)} drop column ${identifier(name)}`)
    changes.dropped.push(name)
  }
  for (const [table, some] of Map.groupBy(placed, (one) => one.table)) {
    const target = tableIn(schema, table)
    const own = some.filter(({ identity }) => identity !== 'id')
    if (tables.has(table)) change(target, own)
    else create(target, table, own)
  }
  return changes

  function create(target: string, table: string, own: readonly PlacedColumn[]): void {
    const definitions = own.map(({ name, type }) => `${identifier(name)} ${type}`)
    changes.creations.push(
      `create table ${target} (${['id bigint primary key', ...definitions, `${changedColumn} timestamptz not null default now()`].join(', ')})`,
    )
    if (own.some(({ identity }) => identity === 'date_start')) changes.creations.push(`create index on ${target} (date_start)`)
    // Each row is in all tables.
    if (table !== 'answers' && tables.has('answers'))
      changes.creations.push(`insert into ${target} (id) select id from ${identifier(schema)}.answers`)
    if (known.some((one) => one.table === table)) changes.refill = true
    changes.added.push(...own.map(({ name }) => name))
  }

  function change(target: string, some: readonly PlacedColumn[]): void {
    const alter = (what: string): void => void changes.alterations.push(`alter table ${target} ${what}`)
    const renamed = some.flatMap((one) => {
      const old = before.get(one.identity)
      return old && old.name !== one.name && has(old) ? [{ from: old.name, to: one.name }] : []
    })
    // By way of temporary names, as two columns may swap theirs.
    const temporary = (index: number): string => identifier(`surveyctl renames ${index}`)
    renamed.forEach(({ from }, index) => alter(`rename column ${identifier(from)} to ${temporary(index)}`))
    renamed.forEach(({ to }, index) => alter(`rename column ${temporary(index)} to ${identifier(to)}`))
    for (const one of some) {
      const old = before.get(one.identity)
      if (!old || !has(old)) {
        alter(`add column ${identifier(one.name)} ${one.type}`)
        changes.added.push(one.name)
        // A column that somebody dropped.
        if (old) changes.refill = true
      } else if (!isThere(present, { ...old, type: one.type })) {
        changes.retyped.push(one.name)
        // A number that is no whole one came to whole ones.
        const isWider = one.type === 'double precision' && tables.get(old.table)?.get(old.name) === 'integer'
        // Else other values were asked for, or somebody altered the column.
        alter(`alter column ${identifier(one.name)} type ${one.type}${isWider ? '' : ' using null'}`)
        changes.refill ||= !isWider
      }
    }
  }
}

const fullNames: Partial<Record<SqlType, string>> = {
  time: 'time without time zone',
  timestamp: 'timestamp without time zone',
  timestamptz: 'timestamp with time zone',
}
const fullName = (type: SqlType): string => fullNames[type] ?? type
