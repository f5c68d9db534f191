/** Answers as they are kept here. All that one page brings is one transaction. */
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { emptyDictionary, type Dictionary, type Given } from '../dictionary/shape.ts'
import { openDatabase } from './open.ts'

export interface StoredAnswer {
  id: number
  /** Milliseconds since 1970; 0 where the service says none. */
  start: number
  end: number | null
  /** 0 incomplete, 1 complete, 2 screened out. */
  state: number
  body: string
}

export interface Kept extends StoredAnswer {
  net: string | null
  gone: number | null
}

export interface Tally {
  added: number
  changed: number
  gone: number
}

/** Begin, state and body of an answer. */
export type Scanned = readonly [start: number, state: number, body: Given]

const scannedAtOnce = 500

export const monthOf = (start: number): string => new Date(start).toISOString().slice(0, 7)

const living = 'select id, start, end, state, body from answer where gone is null'

export class Store {
  readonly database: DatabaseSync
  readonly #statements = new Map<string, StatementSync>()
  /** Months that are noted, each with the run that it is noted for. */
  readonly #touched = new Map<number, number>()
  /** Living answers, once they were counted: of ten million that takes a second. */
  #known: number | undefined

  constructor(database: DatabaseSync) {
    this.database = database
  }

  static async open(path: string, options: { readOnly?: boolean } = {}): Promise<Store> {
    return new Store(await openDatabase(path, options))
  }

  close(): void {
    this.#statements.clear()
    this.database.close()
  }

  prepared(sql: string): StatementSync {
    const known = this.#statements.get(sql)
    if (known) return known
    const statement = this.database.prepare(sql)
    this.#statements.set(sql, statement)
    return statement
  }

  get<Row>(sql: string, ...values: (string | number | null)[]): Row | undefined {
    return this.prepared(sql).get(...values) as Row | undefined
  }

  number(sql: string, ...values: (string | number)[]): number {
    return Object.values(this.get<Record<string, number>>(sql, ...values) ?? { none: 0 })[0] ?? 0
  }

  run(sql: string, ...values: (string | number | null)[]): void {
    this.prepared(sql).run(...values)
  }

  write<Result>(work: () => Result): Result {
    this.database.exec('begin immediate')
    try {
      const result = work()
      this.database.exec('commit')
      return result
    } catch (error) {
      if (this.database.isTransaction) this.database.exec('rollback')
      this.#touched.clear()
      this.#known = undefined
      throw error
    }
  }

  meta(name: string): string | undefined {
    return this.get<{ value: string }>('select value from meta where name = ?', name)?.value
  }

  setMeta(name: string, value: string): void {
    this.run('insert into meta values (?, ?) on conflict do update set value = excluded.value', name, value)
  }

  dictionary(quiz: number): Dictionary {
    const text = this.meta('dictionary')
    return text === undefined ? emptyDictionary(quiz) : (JSON.parse(text) as Dictionary)
  }

  keepDictionary(dictionary: Dictionary): void {
    this.setMeta('dictionary', JSON.stringify(dictionary))
  }

  get known(): number {
    return (this.#known ??= this.#noted() ?? this.number('select count(*) from answer where gone is null'))
  }

  /** Of a run that is at its end, so that the next one need not count ten million. */
  noteKnown(sync: number): void {
    this.setMeta('known', JSON.stringify({ sync, answers: this.known }))
  }

  /** Nothing was written since, or it would have been another run. */
  #noted(): number | undefined {
    const { sync, answers } = JSON.parse(this.meta('known') ?? '{}') as { sync?: number; answers?: number }
    return sync === this.number('select coalesce(max(n), 0) from sync') ? answers : undefined
  }

  find(id: number): Kept | undefined {
    return this.get<Kept>('select id, start, end, state, body, net, gone from answer where id = ?', id)
  }

  put({ id, start, end, state, body }: StoredAnswer, net: string | null, sync: number): void {
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
    this.#known = undefined
    this.touch(start, sync)
  }

  /** A living answer that was deleted is not kept: only that it was there. */
  bury(id: number, start: number, sync: number): void {
    this.run(`update answer set body = '[]', net = null, changed = ?, gone = ? where id = ?`, sync, sync, id)
    if (this.#known !== undefined) this.#known--
    this.touch(start, sync)
  }

  /** Files of this month are to be written again. */
  touch(start: number, sync: number): void {
    const date = new Date(start)
    const month = date.getUTCFullYear() * 12 + date.getUTCMonth()
    if (this.#touched.get(month) === sync) return
    this.#touched.set(month, sync)
    this.run('insert into month values (?, ?) on conflict do update set changed = excluded.changed', monthOf(start), sync)
  }

  /** The end of the answer that was completed last. Looks at each of them. */
  get latestEnd(): number {
    return this.number('select coalesce(max(end), 0) from answer where gone is null and state = 1')
  }

  /** Living answers in the service's order, from one moment until before another. */
  *between(from: number, until: number): Generator<StoredAnswer> {
    const statement = this.database.prepare(`${living} and start >= ? and start < ? order by start, id`)
    yield* statement.iterate(from, until) as unknown as Iterable<StoredAnswer>
  }

  /** All living ones as they lie in the file, many at a time: each row for itself takes twice as long. */
  *scan(): Generator<Scanned[]> {
    const statement = this.prepared(
      `select max(id) as last, '[' || group_concat('[' || start || ',' || state || ',' || body || ']') || ']' as rows
        from (select id, start, state, body from answer where gone is null and id > ? order by id limit ${scannedAtOnce})`,
    )
    for (let last = -Infinity; ;) {
      const found = statement.get(last) as { last: number | null; rows: string }
      if (found.last === null) return
      yield JSON.parse(found.rows) as Scanned[]
      last = found.last
    }
  }

  all(): Generator<StoredAnswer> {
    return this.between(-8.64e15, 8.64e15)
  }
}
