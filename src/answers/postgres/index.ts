/**
 * Writes the answers to PostgreSQL. The database itself records how far it has come: new and changed rows are sent in batches,
 * each with its own transaction; where more than rows changed (renamed options, another folder), everything is sent in one.
 */
import { setImmediate } from 'node:timers/promises'
import { Table } from '../dictionary/table.ts'
import type { StoredRow } from '../store/store.ts'
import { saveProgress, type Derivation } from '../derive/work.ts'
import { readAddress } from './address.ts'
import { withConnection, type Connection } from './connect.ts'
import { describe, run } from './describe.ts'
import type { PlacedColumn } from './layout.ts'
import { Batch } from './rows.ts'
import { hasRun, movePosition, saveState, openState, wholeRun, type Position, type Owner } from './state.ts'
import { changesOf, readPresent } from './tables.ts'
import { identifier } from './sql.ts'

export interface Destination {
  /** Without a password. */
  url: string
  schema: string
}

interface Writing {
  work: Derivation
  connection: Connection
  schema: string
  batch: Batch
  position: Position
}

/** Whether it can be written: connection, rights, and whose tables the schema has. Nothing of it stays. */
export const tryPostgres = ({ url, schema }: Destination, whose: Owner, signal: AbortSignal): Promise<void> =>
  withConnection(readAddress(url), { schema, signal }, async (connection) => {
    await connection.query('begin')
    await openState(connection, schema, whose)
    await connection.query('rollback')
  })

export async function writePostgres(work: Derivation, { url, schema }: Destination, whose: Owner): Promise<void> {
  await withConnection(readAddress(url), { schema, signal: work.signal }, async (connection) => {
    const writing = await connection.transaction(async () => {
      const { position: place, placed, rewriteAll: anew } = await setUp(connection, work, schema, whose)
      const batch = new Batch(schema, new Table(work.dictionary, work.values), placed)
      const begun: Writing = { work, connection, schema, batch, position: place }
      if (!anew) return begun
      await writeAll(begun)
      return undefined
    })
    if (writing) await writeChanges(writing)
  })
  saveProgress(work, 'postgres', `${url} ${schema}`)
}

interface SetUp {
  position: Position
  placed: PlacedColumn[]
  rewriteAll: boolean
}

async function setUp(connection: Connection, work: Derivation, schema: string, whose: Owner): Promise<SetUp> {
  const { dictionary, values, store } = work
  const state = await openState(connection, schema, whose)
  const present = await readPresent(connection, schema)
  const { placed, statements, refill, blocked } = changesOf(schema, new Table(dictionary, values).columns, present)
  if (blocked) await connection.query(`drop view if exists ${identifier(schema)}.answers_long`)
  await run(connection, statements)
  const isFresh = state.sync === 0
  const isSame = hasRun(store, state) && state.revision === dictionary.revision && state.values === values
  const description = describe(schema, dictionary, placed)
  const isWhole = ['questions', 'options', 'variables', 'answers_long'].every((name) => present.tables.has(name))
  if (description.hash !== state.described || !isWhole || blocked) await run(connection, description.statements)
  await saveState(connection, schema, { revision: dictionary.revision, values, described: description.hash })
  return { position: state, placed, rewriteAll: !isFresh && (!isSame || refill || work.rewrite) }
}

/** Sends what changed since the position, in the order of the syncs. */
async function writeChanges(writing: Writing): Promise<void> {
  const { work, connection, schema, batch } = writing
  const { sync, id } = writing.position
  const rows = work.store.iterate<StoredRow & { changed: number }>(
    'select id, start, end, state, body, gone, changed from answer where changed >= ? and (changed > ? or id > ?) order by changed, id',
    sync,
    sync,
    id,
  )
  let latest = writing.position
  let sent = 0
  const send = async (to: Position): Promise<void> => {
    await connection.transaction(async () => {
      await movePosition(connection, schema, writing.position, to)
      await batch.send(connection)
    })
    writing.position = to
    work.progress?.('writing to PostgreSQL', sent, undefined)
    work.signal.throwIfAborted()
  }
  for (const answer of rows) {
    if (answer.gone === null) batch.put(answer)
    else batch.remove(answer.id)
    sent++
    latest = positionAt(work, answer.changed, answer.id)
    if (batch.isFull) await send(latest)
  }
  if (!batch.isEmpty || writing.position.sync === 0) await send(positionAt(work, work.sync, wholeRun))
}

const positionAt = ({ store }: Derivation, sync: number, id: number): Position => ({
  sync,
  began: store.number('select began from sync where n = ?', sync),
  id,
})

/** Sends all live answers, and removes all others. */
async function writeAll({ work, connection, schema, batch, position: place }: Writing): Promise<void> {
  let sent = 0
  for (const answer of work.store.liveAnswers()) {
    batch.put(answer)
    sent++
    if (!batch.isFull) continue
    await batch.send(connection)
    work.progress?.('writing to PostgreSQL', sent, work.store.count)
    await setImmediate()
    work.signal.throwIfAborted()
  }
  await batch.send(connection)
  await removeGone(work, connection, schema, batch)
  await movePosition(connection, schema, place, positionAt(work, work.sync, wholeRun))
}

const checkedAtOnce = 20_000

async function removeGone({ store, signal }: Derivation, connection: Connection, schema: string, batch: Batch): Promise<void> {
  const isLiving = store.prepared('select 1 from answer where id = ? and gone is null')
  for (let after: number | undefined = -1; after !== undefined;) {
    signal.throwIfAborted()
    const { rows } = await connection.query(
      `select id from ${identifier(schema)}.answers where id > $1 order by id limit ${checkedAtOnce}`,
      [after],
    )
    const ids = rows.map(({ id }) => Number(id))
    for (const id of ids) if (!isLiving.get(id)) batch.remove(id)
    await batch.send(connection)
    after = ids.length < checkedAtOnce ? undefined : ids.at(-1)
  }
}
