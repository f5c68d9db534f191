/** The table `surveyctl` of a schema: which survey's answers it holds, and up to which sync. */
import { CommandError, usageError } from '../../errors.ts'
import type { Store } from '../store/store.ts'
import type { Values } from '../dictionary/columns.ts'
import type { Connection } from './connect.ts'
import { identifier } from './sql.ts'

const format = 1

/** The database has all changes of the store up to here: of earlier syncs, and of this one up to an id. */
export interface Position {
  sync: number
  /** When that sync began, which tells the syncs of two stores apart, also of a store and its backup. */
  began: number
  id: number
}

export const nothingWritten: Position = { sync: 0, began: 0, id: 0 }
export const wholeRun = Number.MAX_SAFE_INTEGER

export interface State extends Position {
  revision: number
  values: Values
  /** Hash of the description of questions, options and columns that was written. */
  described: string
}

export interface Owner {
  quiz: number
  base_url: string
}

const ours = ['answers', 'answers_2', 'answers_long', 'questions', 'options', 'variables']

/** Reads the state, and creates schema and table where they don't exist. Refuses those of others. Locks the schema until the transaction ends. */
export async function openState(connection: Connection, schema: string, { quiz, base_url }: Owner): Promise<State> {
  await connection.query('select pg_advisory_xact_lock(hashtextextended($1, 7357))', [`surveyctl ${schema}`])
  const { rows: schemas } = await connection.query('select 1 from pg_namespace where nspname = $1', [schema])
  // Not "create schema if not exists": it needs the right to create one even where it exists.
  if (schemas.length === 0) await connection.query(`create schema ${identifier(schema)}`)
  const present = await tablesIn(connection, schema)
  if (!present.has('surveyctl')) {
    const foreign = ours.filter((name) => present.has(name))
    if (foreign.length > 0) throw foreignError(schema, foreign)
    await connection.query(`create table ${identifier(schema)}.surveyctl (
      quiz bigint primary key, base_url text not null, format integer not null, sync bigint not null, began bigint not null, id bigint not null,
      revision bigint not null, "values" text not null, described text not null, written_at timestamptz not null default now())`)
  }
  const { rows } = await connection.query(`select * from ${identifier(schema)}.surveyctl for update`).catch((error: unknown) => {
    if (error instanceof CommandError && error.facts.code?.startsWith('42') && error.facts.code !== '42501')
      throw foreignError(schema, ['surveyctl'])
    throw error
  })
  const [row] = rows
  if (!row) {
    await connection.query(`insert into ${identifier(schema)}.surveyctl values ($1, $2, $3, 0, 0, 0, 0, '', '')`, [quiz, base_url, format])
    return { ...nothingWritten, revision: 0, values: 'labels', described: '' }
  }
  if (row.format === undefined) throw foreignError(schema, ['surveyctl'])
  if (Number(row.format) > format)
    throw new CommandError('refused', `Schema "${schema}" was written by a newer surveyctl`, {
      hint: 'Update surveyctl, or name another one by --schema',
    })
  if (Number(row.quiz) !== quiz || row.base_url !== base_url)
    throw usageError(
      `Schema "${schema}" holds the answers of survey ${Number(row.quiz)}${row.base_url === base_url ? '' : ` of ${String(row.base_url)}`}, not of survey ${quiz}`,
      'Name another one by --schema',
    )
  const { sync, began, id, revision, values, described } = row
  return {
    sync: Number(sync),
    began: Number(began),
    id: Number(id),
    revision: Number(revision),
    values: values === 'codes' ? 'codes' : 'labels',
    described: String(described),
  }
}

const foreignError = (schema: string, names: readonly string[]): CommandError =>
  new CommandError('refused', `Schema "${schema}" has ${names.map((name) => `"${name}"`).join(', ')}, which surveyctl didn't make`, {
    hint: 'Name another schema by --schema; it is created where it does not exist',
  })

async function tablesIn(connection: Connection, schema: string): Promise<Set<string>> {
  const { rows } = await connection.query(
    'select relname as name from pg_class where relnamespace = (select oid from pg_namespace where nspname = $1)',
    [schema],
  )
  return new Set(rows.map(({ name }) => String(name)))
}

/** Whether this store made the sync that the database is at. A fresh folder, or an older backup of one, did not. */
export const hasRun = (store: Store, { sync, began }: Position): boolean =>
  sync === 0 || store.number('select count(*) from sync where n = ? and began = ?', sync, began) === 1

/** In the same transaction as the rows. Fails where another process has moved it meanwhile. */
export async function movePosition(connection: Connection, schema: string, from: Position, to: Position): Promise<void> {
  const { count } = await connection.query(
    `update ${identifier(schema)}.surveyctl set sync = $1, began = $2, id = $3, written_at = now() where sync = $4 and began = $5 and id = $6`,
    [to.sync, to.began, to.id, from.sync, from.began, from.id],
  )
  if (count !== 1)
    throw new CommandError('refused', `Another surveyctl is writing to schema "${schema}"`, { hint: 'Wait for it to end, and sync again' })
}

export const saveState = async (
  connection: Connection,
  schema: string,
  { revision, values, described }: Omit<State, keyof Position>,
): Promise<unknown> =>
  connection.query(`update ${identifier(schema)}.surveyctl set revision = $1, "values" = $2, described = $3`, [revision, values, described])
