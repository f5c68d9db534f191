/** What a run would do to a schema: read only, nothing is locked or written. */
import { Table } from '../dictionary/table.ts'
import type { Derivation } from '../derive/work.ts'
import type { Whose } from '../store/notes.ts'
import { Hashes } from '../sync/hashes.ts'
import { withConnection, type Destination } from './connect.ts'
import { eachSeen } from './memory.ts'
import { refuseEnded, type Begun } from './run.ts'
import type { Writing } from './writer.ts'
import { grantStatements } from './grants.ts'
import { creations, forReaders, freshState, readState } from './state.ts'
import { changesOf, readPresent } from './tables.ts'
import { identifier } from './sql.ts'

export interface Preview extends Destination {
  /** Those that change tables; rows are counted. */
  statements: string[]
  inserted: number
  updated: number
  deleted: number
}

/** As a run that has begun, but for what it writes at its begin. */
export const peekRun = (
  destination: Destination,
  whose: Whose,
  { signal, resume }: { signal: AbortSignal; resume: boolean },
): Promise<Begun> =>
  withConnection(destination, signal, async (connection) => {
    const { schema } = destination
    const { rows } = await connection.query(`select 1 from pg_tables where schemaname = $1 and tablename = 'surveyctl'`, [schema])
    const state = rows.length === 0 ? freshState(whose) : await readState(connection, schema, { whose, lock: false })
    refuseEnded(state, schema, resume)
    return { destination, whose, state, lost: 0, extra: [], damaged: false, lacksLong: false, grant: [] }
  })

export const previewRun = (
  work: Derivation,
  { begun, mayRename }: Pick<Writing, 'begun' | 'mayRename'>,
  grant: readonly string[],
): Promise<Preview> =>
  withConnection(begun.destination, work.signal, async (connection) => {
    const { url, schema } = begun.destination
    const present = await readPresent(connection, schema)
    const { rows } = await connection.query('select 1 from pg_namespace where nspname = $1', [schema])
    const { columns } = new Table(work.dictionary, work.values)
    const wanted = changesOf({ schema, columns, dictionary: work.dictionary, mayRename }, present)
    const statements = [
      ...(rows.length === 0 ? [`create schema ${identifier(schema)}`] : []),
      ...creations(schema).flatMap(([table, some]) => (present.tables.has(table) ? [] : some)),
      ...wanted.creations,
      ...wanted.alterations,
      ...grant.flatMap((role) => grantStatements(schema, role, [...new Set([...wanted.placed.map(({ table }) => table), ...forReaders])])),
    ]
    const seen = new Map<number, string>()
    if (present.tables.has('surveyctl_seen')) await eachSeen(connection, schema, ({ id, hash }) => seen.set(id, hash))
    const counts = { inserted: 0, updated: 0, deleted: 0 }
    const hashes = new Hashes(work.dictionary)
    for (const answer of work.store.liveAnswers()) {
      const known = seen.get(answer.id)
      if (known === undefined) counts.inserted++
      else if (known !== hashes.of(answer)) counts.updated++
      seen.delete(answer.id)
    }
    return { url, schema, statements, ...counts, deleted: seen.size }
  })
