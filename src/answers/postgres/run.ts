/** Runs in a database: begun before an answer is read, and done with the last row. What stands there decides what a sync goes on from. */
import type { Whose } from '../store/notes.ts'
import { CommandError } from '../../errors.ts'
import { messageOf } from '../../text/message-of.ts'
import { withConnection, type Connection, type Destination } from './connect.ts'
import { checkRoles } from './grants.ts'
import type { Counts } from './rows.ts'
import { openState, type State } from './state.ts'
import { identifier } from './sql.ts'
import { isThere, readPresent } from './tables.ts'

export interface Begun {
  destination: Destination
  whose: Whose
  state: State
  /** How many of our rows somebody else removed, and the ids of rows that somebody else added. */
  lost: number
  extra: number[]
  /** Somebody dropped columns, or changed their types. */
  damaged: boolean
  /** Somebody dropped `answers_long`. */
  lacksLong: boolean
  /** Roles that may read from now on. */
  grant: readonly string[]
}

export interface RowsWritten extends Counts {
  columns_added: string[]
  types_changed: string[]
  /** Of what is no longer kept. */
  columns_dropped: string[]
  /** Answers that are deleted on the service, and that rows of somebody else refer to. */
  kept: number[]
  /** Rows that somebody else had removed or added. */
  restored: number
  seconds: number
}

export interface RunFacts {
  signal: AbortSignal
  /** Of this program. */
  version: string
  grant?: readonly string[]
  /** Also where somebody ended it. */
  resume?: boolean
}

export const beginRun = (
  destination: Destination,
  whose: Whose,
  { signal, version, grant = [], resume = false }: RunFacts,
): Promise<Begun> =>
  withConnection(destination, signal, (connection) =>
    connection.transaction(async () => {
      const schema = identifier(destination.schema)
      await checkRoles(connection, grant)
      const { state, lacksLong } = await openState(connection, destination.schema, whose)
      refuseEnded(state, destination.schema, resume)
      if (state.facts.ended !== undefined) {
        delete state.facts.ended
        await connection.query(`update ${schema}.surveyctl set facts = $1`, [JSON.stringify(state.facts)])
      }
      // Of a database that was restored from a backup the runs may be newer.
      const { rows } = await connection.query(`select coalesce(max(run), 0) as run from ${schema}.runs`)
      const run = Math.max(state.run, Number(rows[0]?.run)) + 1
      await connection.query(`update ${schema}.runs set status = 'interrupted', ended = now() where status = 'running'`)
      await connection.query(`insert into ${schema}.runs (run, version, status) values ($1, $2, 'running')`, [run, version])
      await connection.query(`update ${schema}.surveyctl set run = $1`, [run])
      return { destination, whose, state: { ...state, run }, lacksLong, grant, ...(await foreignChanges(connection, destination.schema)) }
    }),
  )

export function refuseEnded({ facts: { ended } }: State, schema: string, resume: boolean): void {
  if (ended === undefined || resume) return
  throw new CommandError('refused', `The sync into schema "${schema}" was ended at ${ended}`, {
    hint: 'To go on with its tables: --rewrite, once',
  })
}

async function foreignChanges(connection: Connection, name: string): Promise<Pick<Begun, 'lost' | 'extra' | 'damaged'>> {
  const schema = identifier(name)
  const present = await readPresent(connection, name)
  const damaged = present.known.some((one) => !isThere(present, one))
  if (!present.tables.has('answers')) return { lost: 0, extra: [], damaged }
  const { rows } = await connection.query(
    `select (select count(*) from ${schema}.answers) as answers, (select count(*) from ${schema}.surveyctl_seen) as seen`,
  )
  if (rows[0]?.answers === rows[0]?.seen) return { lost: 0, extra: [], damaged }
  const { rows: extra } = await connection.query(
    `select id from ${schema}.answers a where not exists (select 1 from ${schema}.surveyctl_seen s where s.id = a.id)`,
  )
  return { lost: Number(rows[0]?.seen) - Number(rows[0]?.answers) + extra.length, extra: extra.map(({ id }) => Number(id)), damaged }
}

export type RunStatus = 'done' | 'incomplete' | 'failed'

export async function endRun(
  connection: Connection,
  { destination: { schema }, state: { run } }: Begun,
  status: RunStatus,
  { inserted, updated, deleted }: Counts,
  message: string | null = null,
): Promise<void> {
  await connection.query(
    `update ${identifier(schema)}.runs set status = $2, ended = now(), inserted = $3, updated = $4, deleted = $5, message = $6
      where run = $1 and status = 'running'`,
    [run, status, inserted, updated, deleted, message],
  )
}

/** Where it can be said; where not, the next run finds that it was interrupted. */
export async function failRun(begun: Begun, error: unknown): Promise<void> {
  const signal = AbortSignal.timeout(10_000)
  const message = error instanceof CommandError ? error.message : messageOf(error)
  await withConnection(begun.destination, signal, (connection) =>
    connection.transaction(() => endRun(connection, begun, 'failed', { inserted: 0, updated: 0, deleted: 0 }, message)),
  ).catch(() => {})
}
