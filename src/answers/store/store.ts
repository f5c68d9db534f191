/** The answers of a survey in SQLite, with what is known of its questions. Each page that is read is one transaction. */
import { emptyDictionary, type Dictionary, type GivenAnswers } from '../dictionary/shape.ts'
import { isObject } from '../../text/is-object.ts'
import { Database } from '../../system/sqlite.ts'
import { openStore } from './open.ts'
import { schema } from './schema.ts'

export interface StoredAnswer {
  id: number
  /** Milliseconds since 1970; 0 where the service says none. */
  start: number
  end: number | null
  /** 0 incomplete, 1 complete, 2 screened out. */
  state: number
  /** What was answered, see `parseBody`. */
  body: string
  /** IP address and user agent as JSON, where they are kept; see `parseNetwork`. */
  net: string | null
}

export interface StoredRow extends StoredAnswer {
  /** Number of the sync that found it deleted; null while the service has it. */
  gone: number | null
}

export interface Tally {
  added: number
  changed: number
  gone: number
}

export type Scanned = readonly [start: number, state: number, body: GivenAnswers]

/** The earliest and the latest moment that a Date can hold. */
export const earliest = -8.64e15
export const latest = 8.64e15

const scanBatch = 500

/** `2026-11`; years before 0 and after 9999 have a sign and six digits. */
export const monthOf = (start: number): string => new Date(start).toISOString().slice(0, -17)

const selectLive = 'select id, start, end, state, body, net from answer where gone is null'

export class Store extends Database {
  /** Months that were marked as changed, each with the number of the sync. */
  readonly #markedMonths = new Map<number, number>()
  /** Number of live answers, once counted: of ten million that takes a second. */
  #count: number | undefined

  static open(path: string, { readOnly = false } = {}): Store {
    return openStore(path, readOnly, () => new Store(path, { readOnly }))
  }

  /** Nobody else sees it, and it ends with the process. */
  static temporary(): Store {
    const store = new Store('')
    store.exec(schema)
    return store
  }

  override rollback(): void {
    this.#markedMonths.clear()
    this.#count = undefined
    super.rollback()
  }

  meta(name: string): string | undefined {
    return this.get<{ value: string }>('select value from meta where name = ?', name)?.value
  }

  setMeta(name: string, value: string): void {
    this.run('insert into meta values (?, ?) on conflict do update set value = excluded.value', name, value)
  }

  dictionary(quiz: number): Dictionary {
    const text = this.meta('dictionary')
    // As `saveDictionary` wrote it.
    return text === undefined ? emptyDictionary(quiz) : (JSON.parse(text) as Dictionary)
  }

  saveDictionary(dictionary: Dictionary): void {
    this.setMeta('dictionary', JSON.stringify(dictionary))
  }

  /** Number of live answers. */
  get count(): number {
    return (this.#count ??= this.#savedCount() ?? this.number('select count(*) from answer where gone is null'))
  }

  /** At the end of a sync, so that the next one need not count ten million. */
  saveCount(sync: number): void {
    this.setMeta('known', JSON.stringify({ sync, answers: this.count }))
  }

  /** Valid as long as no later sync began. */
  #savedCount(): number | undefined {
    const known: unknown = JSON.parse(this.meta('known') ?? '{}')
    if (!isObject(known) || typeof known.answers !== 'number') return undefined
    return known.sync === this.number('select coalesce(max(n), 0) from sync') ? known.answers : undefined
  }

  find(id: number): StoredRow | undefined {
    return this.get<StoredRow>('select id, start, end, state, body, net, gone from answer where id = ?', id)
  }

  put({ id, start, end, state, body, net }: StoredAnswer, sync: number): void {
    this.run(
      `insert into answer values (?, ?, ?, ?, ?, ?, ?, null) on conflict do update set start = excluded.start, end = excluded.end,
        state = excluded.state, body = excluded.body, net = excluded.net, changed = excluded.changed, gone = null`,
      id,
      start,
      end,
      state,
      body,
      net,
      sync,
    )
    this.#count = undefined
    this.markMonthChanged(start, sync)
  }

  /** What a deleted answer said is not kept: only that it existed. */
  markDeleted(id: number, start: number, sync: number): void {
    this.run(`update answer set body = '[]', net = null, changed = ?, gone = ? where id = ?`, sync, sync, id)
    if (this.#count !== undefined) this.#count--
    this.markMonthChanged(start, sync)
  }

  /** The files of this month have to be written again. */
  markMonthChanged(start: number, sync: number): void {
    const date = new Date(start)
    const month = date.getUTCFullYear() * 12 + date.getUTCMonth()
    if (this.#markedMonths.get(month) === sync) return
    this.#markedMonths.set(month, sync)
    this.run('insert into month values (?, ?) on conflict do update set changed = excluded.changed', monthOf(start), sync)
  }

  /** The end of the answer that was completed last; reads all answers. */
  get latestEnd(): number {
    return this.number('select coalesce(max(end), 0) from answer where gone is null and state = 1')
  }

  /** Live answers in the service's order, begun at `from` or later and before `until`. */
  *between(from: number, until: number): Generator<StoredAnswer> {
    yield* this.iterate<StoredAnswer>(`${selectLive} and start >= ? and start < ? order by start, id`, from, until)
  }

  /** All live answers in the order of their ids, many at a time: one row at a time takes twice as long. */
  *scan(): Generator<Scanned[]> {
    const statement = this.prepared(
      `select max(id) as last, '[' || group_concat('[' || start || ',' || state || ',' || body || ']') || ']' as rows
        from (select id, start, state, body from answer where gone is null and id > ? order by id limit ${scanBatch})`,
    )
    for (let last = -Infinity; ;) {
      // An aggregate always has one row; its text is a list of what is put together above.
      const found = statement.get(last) as { last: number | null; rows: string }
      if (found.last === null) return
      yield JSON.parse(found.rows) as Scanned[]
      last = found.last
    }
  }

  /** All live answers in the service's order. */
  liveAnswers(): Generator<StoredAnswer> {
    return this.between(earliest, latest)
  }
}
