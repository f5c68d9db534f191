/** Where an answer still stands in a database, and when its deletion was seen there. */
import { CommandError } from '../../errors.ts'
import { withConnection, type Destination } from './connect.ts'
import { isOurs } from './state.ts'
import { identifier, tableIn } from './sql.ts'

export interface FoundInDatabase {
  tables: string[]
  still_in: string[]
  deleted_at: string | null
}

const withAnswers = (name: string): boolean => isOurs(name) && /^answers|^surveyctl_seen$/.test(name)

export const findInDatabase = (destination: Destination, answer: number, signal: AbortSignal): Promise<FoundInDatabase> =>
  withConnection(destination, signal, async (connection) => {
    const { schema } = destination
    const { rows } = await connection.query('select tablename as name from pg_tables where schemaname = $1 order by 1', [schema])
    const tables = rows.map(({ name }) => String(name)).filter(withAnswers)
    if (!rows.some(({ name }) => name === 'surveyctl'))
      throw new CommandError('not_found', `Schema "${schema}" holds no synced answers`, { hint: 'Name the one of the sync by --schema' })
    const looked: FoundInDatabase = { tables: tables.map((name) => `${schema}.${name}`), still_in: [], deleted_at: null }
    for (const name of tables) {
      const column = name === 'answers_long' ? 'answer_id' : 'id'
      const found = await connection.query(`select 1 from ${tableIn(schema, name)} where ${column} = $1 limit 1`, [answer])
      if (found.count > 0) looked.still_in.push(`${schema}.${name}`)
    }
    const deleted = await connection.query(`select deleted_at from ${identifier(schema)}.deletions where id = $1`, [answer])
    const at = deleted.rows[0]?.deleted_at
    looked.deleted_at = at instanceof Date ? at.toISOString() : null
    return looked
  })
