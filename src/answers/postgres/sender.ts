/** Which answers are sent to the tables: those that changed, those that differ, or all of them; in batches, each a transaction. */
import { setImmediate } from 'node:timers/promises'
import { Table } from '../dictionary/table.ts'
import type { StoredRow } from '../store/store.ts'
import type { Derivation } from '../derive/work.ts'
import { Hashes, isHash } from '../sync/hashes.ts'
import type { Columns } from './columns.ts'
import type { Connection } from './connect.ts'
import { answerOf, eachSeen } from './memory.ts'
import { Batch, deletedThere, type Counts } from './rows.ts'
import { saveState, type Position, type State } from './state.ts'
import { tableIn } from './sql.ts'

const goneRow = (id: number): StoredRow => ({ id, start: 0, end: null, state: 0, body: '[]', net: null, gone: 1 })

export interface SenderFacts {
  schema: string
  state: State
  work: Derivation
  table: Table
  columns: Columns
}

export class RowSender {
  readonly counts: Counts = { inserted: 0, updated: 0, deleted: 0 }
  /** Answers that are deleted on the service, and that rows of somebody else refer to. */
  readonly kept: number[] = []
  /** Rows of which only the hash is held, which would have had to be written again. */
  skipped = false
  readonly #connection: Connection
  readonly #facts: SenderFacts

  constructor(connection: Connection, facts: SenderFacts) {
    this.#connection = connection
    this.#facts = facts
  }

  #batch(): Batch {
    const { schema, table, columns, work } = this.#facts
    const { present, missing } = columns
    return new Batch({ schema, table, dictionary: work.dictionary, placed: present, missing })
  }

  /** Sends the answers in batches, each in a transaction; `positionAfter`: how far the database has come with an answer. */
  async #send(
    answers: Iterable<StoredRow & { changed?: number }>,
    positionAfter?: (answer: { id: number; changed?: number }) => Position,
  ): Promise<void> {
    const { work, schema, state } = this.#facts
    const batch = this.#batch()
    let sent = 0
    const send = async (position: Partial<State>): Promise<void> => {
      await this.#connection.transaction(async () => {
        await saveState(this.#connection, schema, state.run, position)
        await batch.send(this.#connection)
      })
      work.progress?.('writing to PostgreSQL', sent, positionAfter ? undefined : work.store.count)
      await setImmediate()
      work.signal.throwIfAborted()
    }
    try {
      for (const answer of answers) {
        if (answer.gone === null) batch.put(answer)
        else batch.remove(answer.id)
        sent++
        if (batch.isFull) await send(positionAfter?.(answer) ?? {})
      }
      if (!batch.isEmpty) await send({})
    } finally {
      for (const name of ['inserted', 'updated', 'deleted'] as const) this.counts[name] += batch.counts[name]
      this.kept.push(...batch.kept)
    }
  }

  /** Sends what changed since the position, in the order of the syncs. */
  async writeChanges(): Promise<void> {
    const { store } = this.#facts.work
    const { sync, id } = this.#facts.state
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
  async writeDifferences(): Promise<void> {
    const { store, dictionary } = this.#facts.work
    const [hashes, seen] = [new Hashes(dictionary), await this.#seen()]
    const ofStore = function* (): Generator<StoredRow> {
      for (const answer of store.liveAnswers()) {
        if (seen.get(answer.id) !== hashes.of(answer)) yield { ...answer, gone: null }
        seen.delete(answer.id)
      }
      for (const id of seen.keys()) yield goneRow(id)
    }
    await this.#send(ofStore())
  }

  /** Sends all live answers, and removes all others. */
  async writeAll(): Promise<void> {
    const { store } = this.#facts.work
    const seen = await this.#seen()
    let isPartial = false
    const all = function* (): Generator<StoredRow> {
      for (const answer of store.liveAnswers()) {
        seen.delete(answer.id)
        if (isHash(answer.body)) isPartial = true
        else yield { ...answer, gone: null }
      }
      for (const id of seen.keys()) yield goneRow(id)
    }
    await this.#send(all())
    this.skipped = isPartial
  }

  async #seen(): Promise<Map<number, string>> {
    const seen = new Map<number, string>()
    await eachSeen(this.#connection, this.#facts.schema, ({ id, hash }) => seen.set(id, hash))
    return seen
  }

  /** Rows whose columns came later than they. */
  async writePartial(): Promise<void> {
    const { rows } = await this.#connection.query(
      `select id, start, "end", state, body, net from ${tableIn(this.#facts.schema, 'surveyctl_seen')} where body is not null and state <> ${deletedThere}`,
    )
    await this.#send(rows.map((row) => ({ ...answerOf(row), gone: null })))
  }

  /** Removes rows that somebody else added (`extra`), and deleted answers that could not be removed before. */
  async removeLeftovers(extra: readonly number[]): Promise<void> {
    const { rows } = await this.#connection.query(
      `select id from ${tableIn(this.#facts.schema, 'surveyctl_seen')} where state = ${deletedThere}`,
    )
    const ids = [...extra, ...rows.map(({ id }) => Number(id)).filter((id) => !this.kept.includes(id))]
    await this.#send(ids.map(goneRow))
  }
}
