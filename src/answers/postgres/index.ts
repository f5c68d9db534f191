/** Answers in PostgreSQL: a run is begun, the answers are written, and what the database remembers is read again without a folder. */
import { saveProgress } from '../derive/work.ts'
import { withConnection } from './connect.ts'
import type { RowsWritten } from './run.ts'
import { Writer, type Writing } from './writer.ts'

export { beginRun, failRun, type Begun } from './run.ts'
export type { Destination } from './connect.ts'
export { loadStore } from './memory.ts'
export type { RowsWritten }

export async function writePostgres(writing: Writing): Promise<RowsWritten> {
  const { url, schema } = writing.begun.destination
  const began = Date.now()
  const written = await withConnection(writing.begun.destination, writing.work.signal, (connection) =>
    new Writer(connection, writing).write(),
  )
  saveProgress(writing.work, 'postgres', `${url} ${schema}`)
  return { ...written, seconds: (Date.now() - began) / 1000 }
}
