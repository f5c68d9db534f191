/**
 * The sandbox's database: SQLite through node:sqlite, in the folder of `--data` (it survives kill -9) or in a temporary file.
 * Tables: schema.ts. Large things have a table of their own; everything small is a record (records.ts).
 */
import { Database, type Bindable } from '../../system/sqlite.ts'
import { parseExactly } from '../../text/exact.ts'
import { Records } from './records.ts'
import { prepare, tableNames, type TableName } from './schema.ts'

type Row = Readonly<Record<string, unknown>>

/** A record as its table has it: booleans as 0 and 1, and the columns named by `Json` as text. */
export type Stored<T, Json extends keyof T = never> = {
  [K in keyof T]: K extends Json ? (null extends T[K] ? string | null : string) : T[K] extends boolean ? number : T[K]
}

/** The value of a JSON column: only the sandbox writes it, always with this type. Numbers stay exactly as they were written. */
export const fromJson = <T>(text: string): T => parseExactly(text) as T

/** For rows that must exist: their absence is a bug, not a refusal. */
export function missing(what: string, id: number): never {
  throw new Error(`No ${what} ${id}`)
}

export class Store extends Database {
  readonly #onRollback: (() => void)[] = []
  /** Results of `cachedCount`, by query; valid while `total_changes()` is still `#changes`. */
  readonly #counts = new Map<string, number>()
  #changes = 0

  constructor(file: string) {
    super(file)
    // Exclusive: a second sandbox on the same folder gets an error; the lock ends with the process.
    // With a write-ahead log, `synchronous = normal` loses a commit only when the machine fails, not when the process does.
    this.exec(
      'pragma locking_mode = exclusive; pragma journal_mode = wal; pragma synchronous = normal; pragma foreign_keys = on; pragma temp_store = memory; pragma cache_size = -32768',
    )
    prepare(this)
  }

  /**
   * A count that is cached until something is written. SQLite counts row by row, and a long list needs the same count for each of its
   * pages: with 200,000 answers, counting them is nine tenths of the work for a page.
   */
  cachedCount(sql: string, ...values: Bindable[]): number {
    const changes = this.number('select total_changes()')
    if (changes !== this.#changes) this.#counts.clear()
    this.#changes = changes
    const key = JSON.stringify([sql, values])
    const count = this.#counts.get(key) ?? this.number(sql, ...values)
    this.#counts.set(key, count)
    return count
  }

  /** Inserts a row and returns its id. Objects and arrays are stored as JSON. */
  insert(table: TableName, row: Row): number {
    const names = Object.keys(row)
    const places = names.map(() => '?').join(', ')
    return this.run(`insert into ${table} (${names.join(', ')}) values (${places})`, ...names.map((name) => toBindable(row[name]))).id
  }

  /** Changes columns of the row with this id. */
  update(table: TableName, id: number | string, patch: Row): void {
    const names = Object.keys(patch)
    const columns = names.map((name) => `${name} = ?`).join(', ')
    this.run(`update ${table} set ${columns} where id = ?`, ...names.map((name) => toBindable(patch[name])), id)
  }

  /** Small things of one kind: `records<Webhook>('webhook')`. */
  records<T extends object>(kind: string): Records<T> {
    return new Records<T>(this, kind)
  }

  /** The next number of a sequence; numbers are never reused. */
  next(name: string): number {
    return this.number(
      'insert into sequence (name, last) values (?, 1) on conflict (name) do update set last = last + 1 returning last',
      name,
    )
  }

  /** Makes sure that `next` returns numbers above this one. */
  reserve(name: string, number: number): void {
    this.run(
      'insert into sequence (name, last) values (?, ?) on conflict (name) do update set last = max(last, excluded.last)',
      name,
      number,
    )
  }

  override commit(): void {
    super.commit()
    if (this.depth === 0) this.#onRollback.length = 0
  }

  override rollback(): void {
    this.#counts.clear()
    super.rollback()
    if (this.depth === 0) for (const undo of this.#onRollback.splice(0)) undo()
  }

  /** Registers what to undo outside of the database (a file) when the transaction is rolled back. */
  onRollback(undo: () => void): void {
    if (this.depth > 0) this.#onRollback.push(undo)
  }

  /** Empties every table. */
  clear(): void {
    this.transaction(() => {
      for (const table of tableNames) this.run(`delete from ${table}`)
    })
  }

  /** Writes the whole database to a new file. */
  copyTo(file: string): void {
    this.run('vacuum into ?', file)
  }
}

function toBindable(value: unknown): Bindable {
  switch (typeof value) {
    case 'string':
    case 'number':
    case 'bigint':
    case 'boolean':
    case 'undefined':
      return value
    default:
      return value === null || value instanceof Uint8Array ? value : JSON.stringify(value)
  }
}
