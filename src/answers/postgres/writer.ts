/** Writes the answers in batches, each a transaction that records how far it comes. A new column waits for whoever reads the table. */
import { CommandError } from '../../errors.ts'
import { sleep } from '../../system/timers.ts'
import type { Column } from '../dictionary/columns.ts'
import { Table } from '../dictionary/table.ts'
import type { Derivation } from '../derive/work.ts'
import type { Connection } from './connect.ts'
import { Columns } from './columns.ts'
import { fillLong, longLines } from './describe.ts'
import { grantTo } from './grants.ts'
import { RowSender } from './sender.ts'
import { endRun, type Begun, type RowsWritten } from './run.ts'
import { hasRun, saveState, wholeRun, type TableFacts, type State } from './state.ts'
import { changesOf, readPresent, type Changes } from './tables.ts'
import { tableIn } from './sql.ts'

export interface Writing {
  work: Derivation
  begun: Begun
  /** Whether a column may get another name. */
  mayRename: (column: Column) => boolean
  facts: TableFacts
}

/** Pauses between attempts to get the lock for a new column, once everything else is written: a minute in all. */
const pauses = [0, 500, 1000, 2000, 4000, 8000, 12_000, 16_000]

export class Writer {
  readonly #connection: Connection
  readonly #writing: Writing
  readonly #schema: string
  readonly #table: Table
  readonly #columns: Columns
  readonly #rows: RowSender

  constructor(connection: Connection, writing: Writing) {
    this.#connection = connection
    this.#writing = writing
    this.#schema = writing.begun.destination.schema
    const { work, begun } = writing
    this.#table = new Table(work.dictionary, work.values)
    this.#columns = new Columns(connection, this.#schema, begun.state, work.dictionary)
    const { state } = begun
    this.#rows = new RowSender(connection, { schema: this.#schema, state, work, table: this.#table, columns: this.#columns })
  }

  get #state(): State {
    return this.#writing.begun.state
  }

  async write(): Promise<Omit<RowsWritten, 'seconds'>> {
    const { work, begun, mayRename } = this.#writing
    const { dictionary } = work
    const present = await readPresent(this.#connection, this.#schema)
    const wanted = changesOf({ schema: this.#schema, columns: this.#table.columns, dictionary, mayRename }, present)
    await this.#columns.create(wanted)
    await grantTo(this.#connection, begun)
    await this.#columns.alter(wanted)
    if (this.#writesAll(wanted)) await this.#rows.writeAll()
    else if (hasRun(work.store, this.#state)) await this.#rows.writeChanges()
    else await this.#rows.writeDifferences()
    await this.#rows.removeLeftovers(begun.extra)
    const isLate = this.#columns.isBehind
    for (const pause of isLate ? pauses : []) {
      await sleep(pause, work.signal)
      if (await this.#columns.alter(wanted)) break
    }
    const { isBehind, missing, forbidden } = this.#columns
    if (isLate && !isBehind && wanted.retyped.length > 0) await this.#rows.writeAll()
    if (!isBehind) await this.#rows.writePartial()
    const lacks = missing.map(({ name }) => name)
    await this.#finish(lacks, forbidden)
    return {
      ...this.#rows.counts,
      columns_added: wanted.added.filter((name) => !lacks.includes(name)),
      types_changed: wanted.retyped.filter((name) => !lacks.includes(name)),
      columns_dropped: wanted.dropped,
      kept: this.#rows.kept,
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

  async #finish(lacks: readonly string[], forbidden: readonly string[]): Promise<void> {
    const { work, begun, facts } = this.#writing
    const began = work.store.number('select began from sync where n = ?', work.sync)
    const open = [
      lacks.length > 0 && `could not be added: ${lacks.join(', ')}`,
      forbidden.length > 0 && `could not be dropped: ${forbidden.join(', ')}`,
    ]
    const undone = open.filter(Boolean).join('; and these ')
    const message = undone ? `No lock: columns that ${undone}` : null
    await this.#connection.transaction(async () => {
      const long = await this.#fillAnew()
      const settled = this.#rows.skipped ? {} : { revision: work.dictionary.revision, values: work.values }
      await saveState(this.#connection, this.#schema, this.#state.run, {
        sync: work.sync,
        began,
        id: wholeRun,
        long,
        facts: { ...this.#state.facts, ...facts, dictionary: work.dictionary },
        ...settled,
      })
      await endRun(this.#connection, begun, undone || this.#rows.kept.length > 0 ? 'incomplete' : 'done', this.#rows.counts, message)
    })
    if (undone)
      throw new CommandError(
        'unavailable',
        `Schema "${this.#schema}": somebody reads its tables all the time, so these columns ${undone}`,
        {
          hint: 'All else is written; the next sync does it',
          retryable: true,
        },
      )
  }

  /** Lines of questions that are read in another way than before: other labels, columns, keys. */
  async #fillAnew(): Promise<State['long']> {
    const { begun } = this.#writing
    const all = longLines(this.#columns.present)
    const changed = [...all].flatMap(([identity, now]) => {
      const before = begun.lacksLong ? { key: now.key, hash: '' } : this.#state.long[identity]
      return before && before.hash !== now.hash ? [{ keys: [before.key, now.key], lines: now.lines }] : []
    })
    const wanted = longLines(this.#columns.wanted)
    const left = Object.entries(this.#state.long).flatMap(([identity, { key }]) => (wanted.has(identity) ? [] : [key]))
    const keys = [...changed.flatMap((one) => one.keys), ...left]
    if (keys.length > 0) await this.#connection.query(`delete from ${tableIn(this.#schema, 'answers_long')} where key = any($1)`, [keys])
    const lines = changed.flatMap((one) => one.lines)
    if (lines.length > 0) await this.#connection.query(fillLong(this.#schema, this.#columns.present, lines, 'true'))
    return Object.fromEntries([...all].map(([identity, { key, hash }]) => [identity, { key, hash }]))
  }
}
