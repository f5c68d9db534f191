/** The end of a sync into a schema: nothing is written to it any more, or all that is ours in it is dropped. */
import { CommandError } from '../../errors.ts'
import { withConnection, type Connection, type Destination } from './connect.ts'
import { isOurs, readState, saveState } from './state.ts'
import { identifier } from './sql.ts'

/** For readers of the tables, as for new columns. */
const lockWait = 2000

export interface StoppedSchema {
  quiz: number
  /** Tables that are gone, and the schema, where nothing else was in it and a sync had made it. */
  dropped: string[]
}

export const stopSchema = (destination: Destination, drop: boolean, signal: AbortSignal): Promise<StoppedSchema> =>
  withConnection(destination, signal, (connection) =>
    connection.transaction(async () => {
      const { schema } = destination
      const state = await readState(connection, schema)
      if (!drop) {
        await saveState(connection, schema, state.run, { facts: { ...state.facts, ended: new Date().toISOString() } })
        return { quiz: state.quiz, dropped: [] }
      }
      const tables = await tablesIn(connection, schema)
      const ours = tables.filter(isOurs)
      await refuseNeeded(connection, schema, ours)
      const dropped = ours.map((name) => `${identifier(schema)}.${identifier(name)}`)
      await connection.query(`drop table ${dropped.join(', ')}`)
      if (state.facts.made_schema && (await isEmpty(connection, schema))) {
        await connection.query(`drop schema ${identifier(schema)}`)
        dropped.push(identifier(schema))
      }
      return { quiz: state.quiz, dropped }
    }, lockWait),
  )

async function tablesIn(connection: Connection, schema: string): Promise<string[]> {
  const { rows } = await connection.query(
    `select relname as name from pg_class where relnamespace = (select oid from pg_namespace where nspname = $1) and relkind in ('r', 'p') order by 1`,
    [schema],
  )
  return rows.map(({ name }) => String(name))
}

/** Anything else that was made there. */
async function isEmpty(connection: Connection, schema: string): Promise<boolean> {
  const { rows } = await connection.query(
    `select 1 from pg_depend where refclassid = 'pg_namespace'::regclass and refobjid = (select oid from pg_namespace where nspname = $1) limit 1`,
    [schema],
  )
  return rows.length === 0
}

/** What others built on our tables is theirs: it is named, and nothing is dropped. */
async function refuseNeeded(connection: Connection, schema: string, ours: readonly string[]): Promise<void> {
  const { rows } = await connection.query(
    `with ours as (select oid from pg_class where relnamespace = (select oid from pg_namespace where nspname = $1) and relname = any($2))
      select distinct case relkind when 'm' then 'materialized view ' else 'view ' end || r.ev_class::regclass as name
        from pg_depend d join pg_rewrite r on r.oid = d.objid join pg_class c on c.oid = r.ev_class
        where d.classid = 'pg_rewrite'::regclass and d.refclassid = 'pg_class'::regclass and d.refobjid in (select oid from ours) and r.ev_class not in (select oid from ours)
      union select distinct 'table ' || conrelid::regclass from pg_constraint
        where contype = 'f' and confrelid in (select oid from ours) and conrelid not in (select oid from ours)
      order by 1`,
    [schema, ours],
  )
  if (rows.length > 0)
    throw new CommandError(
      'refused',
      `Others need the tables of schema "${schema}", so nothing was dropped: ${rows.map(({ name }) => String(name)).join(', ')}`,
      {
        hint: 'Drop them, or have them read something else, and try again; without --drop the sync ends and the tables stay',
      },
    )
}
