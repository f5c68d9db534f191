/** Tables of ours in a schema: what was decided and seen there, and the runs that wrote it. A sync needs nothing else to go on. */
import { CommandError, usageError } from '../../errors.ts'
import type { Store } from '../store/store.ts'
import { optionValues, type OptionValues } from '../dictionary/columns.ts'
import type { Dictionary } from '../dictionary/shape.ts'
import type { Whose } from '../store/notes.ts'
import type { Connection } from './connect.ts'
import { identifier } from './sql.ts'

const format = 3
/** Types of columns that it needs, and `insert … on conflict`. */
const oldestServer = 110_000

/** The database has all changes of a folder's store up to here: of earlier syncs, and of this one up to an id. */
export interface Position {
  sync: number
  /** When that sync began, which tells the syncs of two stores apart, also of a store and its backup. */
  began: number
  id: number
}

export const wholeRun = Number.MAX_SAFE_INTEGER

/** What a sync without a folder goes on from. */
export interface TableFacts {
  dictionary?: Dictionary
  /** What a store notes under these names. */
  meta?: Record<string, string>
  /** The end of the answer that was completed last. */
  mark?: number
  incomplete?: 'recent' | 'all' | 'none'
  /** Roles that may read, each with the tables that were granted to it. */
  granted?: Record<string, number[]>
  /** It was not there before. */
  made_schema?: boolean
  /** When somebody said that nothing is to be written any more. */
  ended?: string
}

export interface State extends Position {
  quiz: number
  /** Number of the latest run. */
  run: number
  revision: number
  values: OptionValues
  /** Hash of the description of questions, options and columns that was written. */
  described: string
  /** Hash of each question's lines of `answers_long`, with its key there. */
  long: Record<string, { key: string; hash: string }>
  facts: TableFacts
}

/** Beside the wide tables. */
export const forReaders = ['answers_long', 'questions', 'options', 'variables', 'runs', 'deletions']
const tablesOfOurs = ['answers', ...forReaders, 'surveyctl', 'surveyctl_seen']
/** Not for readers. */
export const isMemory = (name: string): boolean => name.startsWith('surveyctl')
export const isOurs = (name: string): boolean => tablesOfOurs.includes(name) || /^answers_\d+$/.test(name)

/** The tables that every survey has, with statements that make them. */
export function creations(name: string): [table: string, statements: string[]][] {
  const schema = identifier(name)
  const columns = Object.entries({
    surveyctl: `quiz bigint primary key, base_url text not null, format integer not null, run bigint not null default 0,
      sync bigint not null default 0, began bigint not null default 0, id bigint not null default 0, revision bigint not null default 0,
      "values" text not null default 'labels', described text not null default '', long text not null default '{}', facts text not null default '{}',
      written_at timestamptz not null default now()`,
    surveyctl_seen: `id bigint primary key, start bigint not null, "end" bigint, state smallint not null, hash text not null, body text, net text`,
    runs: `run bigint primary key, started timestamptz not null default now(), ended timestamptz, version text, inserted bigint not null default 0,
      updated bigint not null default 0, deleted bigint not null default 0, status text not null, message text`,
    deletions: 'id bigint primary key, deleted_at timestamptz not null default now()',
    answers_long: `answer_id bigint not null, key text, "row" text, code integer, label text, number double precision, text text, position integer`,
  })
  const indexes = new Map([
    ['answers_long', [`create index on ${schema}.answers_long (answer_id)`]],
    [
      'surveyctl_seen',
      [
        `create index on ${schema}.surveyctl_seen (id) where body is not null`,
        `create index on ${schema}.surveyctl_seen (id) where state = 3`,
      ],
    ],
  ])
  return columns.map(([table, text]) => [table, [`create table ${schema}.${table} (${text})`, ...(indexes.get(table) ?? [])]])
}

interface Opened {
  state: State
  /** Somebody dropped the table; it is there again, and empty. */
  lacksLong: boolean
}

/** Reads the state, and creates schema and tables where they don't exist. Refuses those of others. Locks the schema until the transaction ends. */
export async function openState(connection: Connection, schema: string, whose: Whose): Promise<Opened> {
  await connection.query('select pg_advisory_xact_lock(hashtextextended($1, 7357))', [`surveyctl ${schema}`])
  const { rows: servers } = await connection.query(`select current_setting('server_version_num')::integer as version`)
  if (Number(servers[0]?.version) < oldestServer)
    throw new CommandError('refused', 'This PostgreSQL is older than version 11', { hint: 'Update it, or name another one' })
  const { rows: schemas } = await connection.query('select 1 from pg_namespace where nspname = $1', [schema])
  // Not "create schema if not exists": it needs the right to create one even where it exists.
  if (schemas.length === 0) await connection.query(`create schema ${identifier(schema)}`)
  const { rows: present } = await connection.query(
    `select relname as name, pg_has_role(relowner, 'usage') as own from pg_class
      where relnamespace = (select oid from pg_namespace where nspname = $1) and relkind in ('r', 'p', 'v', 'm', 'f')`,
    [schema],
  )
  const ours = present.filter(({ name }) => isOurs(String(name)))
  const isNew = !ours.some(({ name }) => name === 'surveyctl')
  if (isNew && ours.length > 0)
    throw foreignError(
      schema,
      ours.map(({ name }) => String(name)),
    )
  const missing = creations(schema).filter(([table]) => isNew || (!isMemory(table) && !ours.some(({ name }) => name === table)))
  for (const [, statements] of missing) await connection.query(statements.join('; '))
  if (isNew)
    await connection.query(`insert into ${identifier(schema)}.surveyctl (quiz, base_url, format, facts) values ($1, $2, $3, $4)`, [
      whose.quiz,
      whose.base_url,
      format,
      JSON.stringify(schemas.length === 0 ? { made_schema: true } : {}),
    ])
  const state = await readState(connection, schema, { whose })
  const foreign = ours.filter(({ own }) => own !== true).map(({ name }) => `table ${String(name)}`)
  if (foreign.length > 0)
    throw new CommandError('forbidden', `Schema "${schema}" belongs to another user: must be owner of ${foreign.join(', ')}`, {
      hint: 'Another user owns them: sync as that user, or into another schema (--schema NAME)',
    })
  return { state, lacksLong: !isNew && missing.some(([table]) => table === 'answers_long') }
}

export const freshState = ({ quiz }: Whose): State => ({
  quiz,
  run: 0,
  sync: 0,
  began: 0,
  id: 0,
  revision: 0,
  values: 'labels',
  described: '',
  long: {},
  facts: {},
})

interface StateReading {
  /** Absent: whoever's it is. */
  whose?: Whose
  /** Until the transaction ends. */
  lock?: boolean
}

export async function readState(connection: Connection, schema: string, { whose, lock = true }: StateReading = {}): Promise<State> {
  const { rows } = await connection
    .query(`select * from ${identifier(schema)}.surveyctl ${lock ? 'for update' : ''}`)
    .catch((error: unknown) => {
      if (error instanceof CommandError && error.facts.code?.startsWith('42') && error.facts.code !== '42501')
        throw foreignError(schema, ['surveyctl'])
      throw error
    })
  const [row] = rows
  if (row?.format === undefined) throw foreignError(schema, ['surveyctl'])
  if (Number(row.format) > format)
    throw new CommandError('refused', `Schema "${schema}" was written by a newer surveyctl`, {
      hint: 'Update surveyctl, or name another one by --schema',
    })
  if (Number(row.format) < format)
    throw new CommandError('refused', `Schema "${schema}" was written by an older surveyctl`, {
      hint: 'Name another one by --schema; all answers come into it',
    })
  const there = `survey ${Number(row.quiz)}${typeof row.base_url !== 'string' || row.base_url === whose?.base_url ? '' : ` of ${row.base_url}`}`
  if (whose && (Number(row.quiz) !== whose.quiz || row.base_url !== whose.base_url))
    throw usageError(
      `Schema "${schema}" holds the answers of ${there}, not of survey ${whose.quiz}${typeof row.base_url === 'string' ? '' : ': its table does not say of which address'}`,
      'Name another one by --schema',
    )
  const { quiz, run, sync, began, id, revision, values, described, long, facts } = row
  return {
    quiz: Number(quiz),
    run: Number(run),
    sync: Number(sync),
    began: Number(began),
    id: Number(id),
    revision: Number(revision),
    values: optionValues.find((one) => one === values) ?? 'labels',
    described: String(described),
    // As `saveState` wrote them.
    long: JSON.parse(String(long)) as State['long'],
    facts: JSON.parse(String(facts)) as TableFacts,
  }
}

const foreignError = (schema: string, names: readonly string[]): CommandError =>
  new CommandError('refused', `Schema "${schema}" has ${names.map((name) => `"${name}"`).join(', ')}, which surveyctl didn't make`, {
    hint: 'Name another schema by --schema; it is created where it does not exist',
  })

/** Whether this store made the sync that the database is at. A fresh folder, or an older backup of one, did not. */
export const hasRun = (store: Store, { sync, began }: Position): boolean =>
  sync > 0 && store.number('select count(*) from sync where n = ? and began = ?', sync, began) === 1

/** In the same transaction as what is written. Fails where another run has begun meanwhile. */
export async function saveState(connection: Connection, schema: string, run: number, change: Partial<State>): Promise<void> {
  const entries = Object.entries(change).map(([name, value]): [string, unknown] => [
    identifier(name),
    typeof value === 'object' ? JSON.stringify(value) : value,
  ])
  const sets = ['written_at = now()', ...entries.map(([name], index) => `${name} = $${index + 2}`)]
  const { count } = await connection.query(`update ${identifier(schema)}.surveyctl set ${sets.join(', ')} where run = $1`, [
    run,
    ...entries.map(([, value]) => value),
  ])
  if (count !== 1)
    throw new CommandError('refused', `Another surveyctl has begun to write to schema "${schema}"`, {
      hint: 'Wait for it to end, and sync again',
    })
}
