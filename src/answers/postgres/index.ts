/**
 * The answers in a real database. It says itself how far it has come: what is new goes there a batch at a time, each in a
 * transaction of its own; where more has changed than rows (other names, another folder), all of it is one transaction.
 */
import { setImmediate } from 'node:timers/promises'
import { Table } from '../dictionary/table.ts'
import type { Kept } from '../store/store.ts'
import { mark, type Derivation } from '../derive/work.ts'
import { readAddress } from './address.ts'
import { connected, type Connection } from './connect.ts'
import { describe, run } from './describe.ts'
import type { PlacedColumn } from './layout.ts'
import { Batch } from './rows.ts'
import { isPast, move, note, openState, wholeRun, type Place, type Whose } from './state.ts'
import { changesOf, readPresent } from './tables.ts'
import { quoted } from './words.ts'

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
  place: Place
}

export async function writePostgres(work: Derivation, { url, schema }: Destination, whose: Whose): Promise<void> {
  await connected(readAddress(url), { schema, signal: work.signal }, async (connection) => {
    const writing = await connection.transaction(async () => {
      const { place, placed, anew } = await setUp(connection, work, schema, whose)
      const batch = new Batch(schema, new Table(work.dictionary, work.values), placed)
      const begun: Writing = { work, connection, schema, batch, place }
      if (!anew) return begun
      await writeAll(begun)
      return undefined
    })
    if (writing) await writeNews(writing)
  })
  mark(work, 'postgres')
}

interface SetUp {
  place: Place
  placed: PlacedColumn[]
  anew: boolean
}

async function setUp(connection: Connection, work: Derivation, schema: string, whose: Whose): Promise<SetUp> {
  const { dictionary, values, store } = work
  const state = await openState(connection, schema, whose)
  const present = await readPresent(connection, schema)
  const { placed, statements, refill, blocked } = changesOf(schema, new Table(dictionary, values).columns, present)
  if (blocked) await connection.query(`drop view if exists ${quoted(schema)}.answers_long`)
  await run(connection, statements)
  const isFresh = state.sync === 0
  const isSame = isPast(store, state) && state.revision === dictionary.revision && state.values === values
  const description = describe(schema, dictionary, placed)
  const isWhole = ['questions', 'options', 'variables', 'answers_long'].every((name) => present.tables.has(name))
  if (description.hash !== state.described || !isWhole || blocked) await run(connection, description.statements)
  await note(connection, schema, { revision: dictionary.revision, values, described: description.hash })
  return { place: state, placed, anew: !isFresh && (!isSame || refill || work.rewrite) }
}

/** All that changed since, in the order of the runs. */
async function writeNews(writing: Writing): Promise<void> {
  const { work, connection, schema, batch } = writing
  const rows = work.store
    .prepared(
      `select id, start, end, state, body, gone, changed from answer where changed >= ? and (changed > ? or id > ?) order by changed, id`,
    )
    .iterate(writing.place.sync, writing.place.sync, writing.place.id) as unknown as Iterable<Kept & { changed: number }>
  let latest = writing.place
  const send = async (to: Place): Promise<void> => {
    await connection.transaction(async () => {
      await move(connection, schema, writing.place, to)
      await batch.send(connection)
    })
    writing.place = to
    work.signal.throwIfAborted()
  }
  for (const answer of rows) {
    if (answer.gone === null) batch.put(answer)
    else batch.remove(answer.id)
    latest = placeAt(work, answer.changed, answer.id)
    if (batch.isFull) await send(latest)
  }
  if (!batch.isEmpty || writing.place.sync === 0) await send(placeAt(work, work.sync, wholeRun))
}

const placeAt = ({ store }: Derivation, sync: number, id: number): Place => ({
  sync,
  began: store.number('select began from sync where n = ?', sync),
  id,
})

/** Each living answer, and none besides. */
async function writeAll({ work, connection, schema, batch, place }: Writing): Promise<void> {
  for (const answer of work.store.all()) {
    batch.put(answer)
    if (!batch.isFull) continue
    await batch.send(connection)
    await setImmediate()
    work.signal.throwIfAborted()
  }
  await batch.send(connection)
  await sweep(work, connection, schema, batch)
  await move(connection, schema, place, placeAt(work, work.sync, wholeRun))
}

const sweepRows = 20_000

async function sweep({ store, signal }: Derivation, connection: Connection, schema: string, batch: Batch): Promise<void> {
  const isLiving = store.prepared('select 1 from answer where id = ? and gone is null')
  for (let after = -1; ;) {
    signal.throwIfAborted()
    const { rows } = await connection.query(`select id from ${quoted(schema)}.answers where id > $1 order by id limit ${sweepRows}`, [
      after,
    ])
    const ids = rows.map(({ id }) => Number(id))
    for (const id of ids) if (!isLiving.get(id)) batch.remove(id)
    await batch.send(connection)
    if (ids.length < sweepRows) return
    after = ids.at(-1)!
  }
}
