/** What the database itself says of whose answers it holds, and how far it has come. */
import { CommandError, usageError } from '../../errors.ts'
import type { Store } from '../store/store.ts'
import type { Values } from '../dictionary/columns.ts'
import type { Connection } from './connect.ts'
import { quoted } from './words.ts'

const format = 1

/** Rows of the store up to here are in the database: all of a run, or those of it up to an id. */
export interface Place {
  sync: number
  /** When that run began: of two stores, or of one and its backup, no two runs are the same. */
  began: number
  id: number
}

export const nowhere: Place = { sync: 0, began: 0, id: 0 }
export const wholeRun = Number.MAX_SAFE_INTEGER

export interface State extends Place {
  revision: number
  values: Values
  /** What it was told of questions, options and columns. */
  described: string
}

export interface Whose {
  quiz: number
  base_url: string
}

const ours = ['answers', 'answers_2', 'answers_long', 'questions', 'options', 'variables']

/** Made where it isn't there; refused where it is somebody else's. Nobody else writes until the transaction ends. */
export async function openState(connection: Connection, schema: string, { quiz, base_url }: Whose): Promise<State> {
  await connection.query('select pg_advisory_xact_lock(hashtextextended($1, 7357))', [`surveyctl ${schema}`])
  const { rows: schemas } = await connection.query('select 1 from pg_namespace where nspname = $1', [schema])
  // Asked first: who may not make one is refused even where there is nothing to make.
  if (schemas.length === 0) await connection.query(`create schema ${quoted(schema)}`)
  const present = await tablesIn(connection, schema)
  if (!present.has('surveyctl')) {
    const foreign = ours.filter((name) => present.has(name))
    if (foreign.length > 0) throw foreignError(schema, foreign)
    await connection.query(`create table ${quoted(schema)}.surveyctl (
      quiz bigint primary key, base_url text not null, format integer not null, sync bigint not null, began bigint not null, id bigint not null,
      revision bigint not null, "values" text not null, described text not null, written_at timestamptz not null default now())`)
  }
  const { rows } = await connection.query(`select * from ${quoted(schema)}.surveyctl for update`).catch((error: unknown) => {
    if (error instanceof CommandError && error.facts.code?.startsWith('42') && error.facts.code !== '42501')
      throw foreignError(schema, ['surveyctl'])
    throw error
  })
  const [row] = rows
  if (!row) {
    await connection.query(`insert into ${quoted(schema)}.surveyctl values ($1, $2, $3, 0, 0, 0, 0, '', '')`, [quiz, base_url, format])
    return { ...nowhere, revision: 0, values: 'labels', described: '' }
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
    values: values as Values,
    described: String(described),
  }
}

const foreignError = (schema: string, names: readonly string[]): CommandError =>
  new CommandError('refused', `Schema "${schema}" has ${names.map((name) => `"${name}"`).join(', ')}, which surveyctl didn't make`, {
    hint: 'Name another schema by --schema; one that is not there is made',
  })

async function tablesIn(connection: Connection, schema: string): Promise<Set<string>> {
  const { rows } = await connection.query(
    'select relname as name from pg_class where relnamespace = (select oid from pg_namespace where nspname = $1)',
    [schema],
  )
  return new Set(rows.map(({ name }) => String(name)))
}

/** Whether the store went on from where the database is; a fresh folder, or a backup of one, did not. */
export const isPast = (store: Store, { sync, began }: Place): boolean =>
  sync === 0 || store.number('select count(*) from sync where n = ? and began = ?', sync, began) === 1

/** In the transaction of the rows. Somebody who came in between is noticed. */
export async function move(connection: Connection, schema: string, from: Place, to: Place): Promise<void> {
  const { count } = await connection.query(
    `update ${quoted(schema)}.surveyctl set sync = $1, began = $2, id = $3, written_at = now() where sync = $4 and began = $5 and id = $6`,
    [to.sync, to.began, to.id, from.sync, from.began, from.id],
  )
  if (count !== 1)
    throw new CommandError('refused', `Another surveyctl is writing to schema "${schema}"`, { hint: 'Wait for it to end, and sync again' })
}

export const note = async (
  connection: Connection,
  schema: string,
  { revision, values, described }: Omit<State, keyof Place>,
): Promise<unknown> =>
  connection.query(`update ${quoted(schema)}.surveyctl set revision = $1, "values" = $2, described = $3`, [revision, values, described])
