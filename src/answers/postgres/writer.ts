/** Writes the answers in batches, each a transaction that records how far it comes. A new column waits for whoever reads the table. */
import { setImmediate } from 'node:timers/promises'
import { CommandError } from '../../errors.ts'
import { sleep } from '../../system/timers.ts'
import type { Column } from '../dictionary/columns.ts'
import { Table } from '../dictionary/table.ts'
import type { StoredRow } from '../store/store.ts'
import type { Derivation } from '../derive/work.ts'
import { Hashes, isHash } from '../sync/hashes.ts'
import type { Connection } from './connect.ts'
import { Columns } from './columns.ts'
import { fillLong, longLines } from './describe.ts'
import { answerOf, eachSeen } from './memory.ts'
import { Batch, deletedThere, type Counts } from './rows.ts'
import { endRun, type Begun, type RowsWritten } from './run.ts'
import { hasRun, saveState, wholeRun, type TableFacts, type Position, type State } from './state.ts'
import { changesOf, readPresent, type Changes } from './tables.ts'
import { identifier } from './sql.ts'

export interface Writing {
  work: Derivation
  begun: Begun
  /** Whether a column may get another name. */
  mayRename: (column: Column) => boolean
  facts: TableFacts
}

/** Pauses between attempts to get the lock for a new column, once everything else is written: a minute in all. */
const pauses = [0, 500, 1000, 2000, 4000, 8000, 12_000, 16_000]

const goneRow = (id: number): StoredRow => ({ id, start: 0, end: null, state: 0, body: '[]', net: null, gone: 1 })

export class Writer {
  readonly #connection: Connection
  readonly #writing: Writing
  readonly #schema: string
  readonly #table: Table
  readonly #counts: Counts = { inserted: 0, updated: 0, deleted: 0 }
  readonly #kept: number[] = []
  /** Rows of which only the hash is held, which would have had to be written again. */
  #skipped = false
  readonly #columns: Columns

  constructor(connection: Connection, writing: Writing) {
    this.#connection = connection
    this.#writing = writing
    this.#schema = writing.begun.destination.schema
    this.#table = new Table(writing.work.dictionary, writing.work.values)
    this.#columns = new Columns(connection, this.#schema, writing.begun.state, writing.work.dictionary)
  }

  get #state(): State {
    return this.#writing.begun.state
  }

  #in(table: string): string {
    return `${identifier(this.#schema)}.${table}`
  }

  #save(change: Partial<State> = {}): Promise<void> {
    return saveState(this.#connection, this.#schema, this.#state.run, change)
  }

  async write(): Promise<Omit<RowsWritten, 'seconds'>> {
    const { work, begun } = this.#writing
    const present = await readPresent(this.#connection, this.#schema)
    const wanted = changesOf(this.#schema, this.#table.columns, present, this.#writing.mayRename)
    await this.#columns.create(wanted)
    await this.#columns.alter(wanted)
    if (this.#writesAll(wanted)) await this.#writeAll()
    else if (hasRun(work.store, this.#state)) await this.#writeChanges()
    else await this.#writeDifferences()
    await this.#removeAgain(begun.extra)
    const late = this.#columns.missing.length > 0
    for (const pause of late ? pauses : []) {
      await sleep(pause, work.signal)
      if (await this.#columns.alter(wanted)) break
    }
    const lacks = this.#columns.missing.map(({ name }) => name)
    if (late && lacks.length === 0 && wanted.retyped.length > 0) await this.#writeAll()
    if (lacks.length === 0) await this.#writePartial()
    await this.#finish(lacks)
    return {
      ...this.#counts,
      columns_added: wanted.added.filter((name) => !lacks.includes(name)),
      types_changed: wanted.retyped.filter((name) => !lacks.includes(name)),
      kept: this.#kept,
      restored: Math.max(0, begun.lost) + begun.extra.length,
    }
  }

  /** Whether more than changed rows have to be written. */
  #writesAll({ refill, retyped }: Changes): boolean {
    const { work, begun } = this.#writing
    const { revision, values, sync } = this.#state
    const isOther = sync > 0 && (revision !== work.dictionary.revision || values !== work.values)
    return isOther || refill || retyped.length > 0 || work.rewrite || begun.lost > 0
  }

  #batch(): Batch {
    const { present, missing } = this.#columns
    const { dictionary } = this.#writing.work
    return new Batch({ schema: this.#schema, table: this.#table, dictionary, placed: present, missing })
  }

  /** Sends what `fill` puts into batches, each in a transaction; `to`: how far the database has come with it. */
  async #send(
    answers: Iterable<StoredRow & { changed?: number }>,
    to?: (answer: { id: number; changed?: number }) => Position,
  ): Promise<void> {
    const { work } = this.#writing
    const batch = this.#batch()
    let sent = 0
    const send = async (position: Partial<State>): Promise<void> => {
      await this.#connection.transaction(async () => {
        await this.#save(position)
        await batch.send(this.#connection)
      })
      work.progress?.('writing to PostgreSQL', sent, to ? undefined : work.store.count)
      await setImmediate()
      work.signal.throwIfAborted()
    }
    try {
      for (const answer of answers) {
        if (answer.gone === null) batch.put(answer)
        else batch.remove(answer.id)
        sent++
        if (batch.isFull) await send(to?.(answer) ?? {})
      }
      if (!batch.isEmpty) await send({})
    } finally {
      for (const name of ['inserted', 'updated', 'deleted'] as const) this.#counts[name] += batch.counts[name]
      this.#kept.push(...batch.kept)
    }
  }

  /** Sends what changed since the position, in the order of the syncs. */
  async #writeChanges(): Promise<void> {
    const { store } = this.#writing.work
    const { sync, id } = this.#state
    const rows = store.iterate<StoredRow & { changed: number }>(
      'select id, start, end, state, body, net, gone, changed from answer where changed >= ? and (changed > ? or id > ?) order by changed, id',
      sync,
      sync,
      id,
    )
    const begins = new Map<number, number>()
    await this.#send(rows, ({ id: last, changed = 0 }) => {
      const began = begins.get(changed) ?? store.number('select began from sync where n = ?', changed)
      begins.set(changed, began)
      return { sync: changed, began, id: last }
    })
  }

  /** Compares the store with what the database has seen, and sends what differs. */
  async #writeDifferences(): Promise<void> {
    const { store, dictionary } = this.#writing.work
    const [hashes, seen] = [new Hashes(dictionary), await this.#seen()]
    const ofStore = function* (): Generator<StoredRow> {
      for (const answer of store.liveAnswers()) {
        if (seen.get(answer.id) !== hashes.of(answer)) yield { ...answer, net: null, gone: null }
        seen.delete(answer.id)
      }
      for (const id of seen.keys()) yield goneRow(id)
    }
    await this.#send(ofStore())
  }

  /** Sends all live answers, and removes all others. */
  async #writeAll(): Promise<void> {
    const { store } = this.#writing.work
    const seen = await this.#seen()
    let isPartial = false
    const all = function* (): Generator<StoredRow> {
      for (const answer of store.liveAnswers()) {
        seen.delete(answer.id)
        if (isHash(answer.body)) isPartial = true
        else yield { ...answer, net: null, gone: null }
      }
      for (const id of seen.keys()) yield goneRow(id)
    }
    await this.#send(all())
    this.#skipped = isPartial
  }

  async #seen(): Promise<Map<number, string>> {
    const seen = new Map<number, string>()
    await eachSeen(this.#connection, this.#schema, ({ id, hash }) => seen.set(id, hash))
    return seen
  }

  /** Rows whose columns came later than they. */
  async #writePartial(): Promise<void> {
    const { rows } = await this.#connection.query(
      `select id, start, "end", state, body from ${this.#in('surveyctl_seen')} where body is not null and state <> ${deletedThere}`,
    )
    await this.#send(rows.map((row) => ({ ...answerOf(row), net: null, gone: null })))
  }

  /** What nobody but somebody else put there, and what could not be deleted before. */
  async #removeAgain(extra: readonly number[]): Promise<void> {
    const { rows } = await this.#connection.query(`select id from ${this.#in('surveyctl_seen')} where state = ${deletedThere}`)
    const ids = [...extra, ...rows.map(({ id }) => Number(id)).filter((id) => !this.#kept.includes(id))]
    await this.#send(ids.map(goneRow))
  }

  async #finish(lacks: readonly string[]): Promise<void> {
    const { work, begun, facts } = this.#writing
    const began = work.store.number('select began from sync where n = ?', work.sync)
    const message = lacks.length > 0 ? `No lock for new columns: ${lacks.join(', ')}` : null
    await this.#connection.transaction(async () => {
      const long = await this.#fillAnew()
      const settled = this.#skipped ? {} : { revision: work.dictionary.revision, values: work.values }
      await this.#save({
        sync: work.sync,
        began,
        id: wholeRun,
        long,
        facts: { ...this.#state.facts, ...facts, dictionary: work.dictionary },
        ...settled,
      })
      await endRun(this.#connection, begun, lacks.length > 0 || this.#kept.length > 0 ? 'incomplete' : 'done', this.#counts, message)
    })
    if (lacks.length > 0)
      throw new CommandError(
        'unavailable',
        `Schema "${this.#schema}": somebody reads its tables all the time, so these columns could not be added: ${lacks.join(', ')}`,
        {
          hint: 'All else is written; the next sync adds them',
          retryable: true,
        },
      )
  }

  /** Lines of questions that are read in another way than before: other labels, columns, keys. */
  async #fillAnew(): Promise<State['long']> {
    const all = longLines(this.#columns.present)
    const changed = [...all].flatMap(([identity, now]) => {
      const before = this.#state.long[identity]
      return before && before.hash !== now.hash ? [{ keys: [before.key, now.key], lines: now.lines }] : []
    })
    if (changed.length > 0) {
      await this.#connection.query(`delete from ${this.#in('answers_long')} where key = any($1)`, [changed.flatMap(({ keys }) => keys)])
      const lines = changed.flatMap((one) => one.lines)
      await this.#connection.query(fillLong(this.#schema, this.#columns.present, lines, 'true'))
    }
    return Object.fromEntries([...all].map(([identity, { key, hash }]) => [identity, { key, hash }]))
  }
}
