/**
 * The sandbox's database: SQLite through node:sqlite, in the folder of `--data` (it survives kill -9) or in a temporary file.
 * Tables: schema.ts. Large things have a table of their own; everything small is a record (records.ts).
 */
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { parseExactly } from '../../text/exact.ts'
import { Records, type Bindable } from './records.ts'
import { addedColumns, schema, tables } from './schema.ts'

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

export class Store {
  readonly #db: DatabaseSync
  readonly #statements = new Map<string, StatementSync>()
  readonly #onRollback: (() => void)[] = []
  readonly #totals = new Map<string, number>()
  /** How many rows had been written when they were counted. */
  #changes = 0
  #depth = 0

  constructor(file: string) {
    this.#db = open(file)
    this.#db.exec(schema)
    for (const { table, column, fill } of addedColumns) this.#addColumn(table, column, fill)
  }

  /**
   * All rows of a query; booleans are bound as 0 and 1, `undefined` as null. The caller names the type of the rows, which
   * follows from the SQL and schema.ts: the compiler reads neither.
   */
  all<T>(sql: string, ...values: Bindable[]): T[] {
    return this.#prepare(sql).all(...values.map(bind)) as T[]
  }

  get<T>(sql: string, ...values: Bindable[]): T | undefined {
    return this.#prepare(sql).get(...values.map(bind)) as T | undefined
  }

  run(sql: string, ...values: Bindable[]): { changes: number; id: number } {
    const { changes, lastInsertRowid } = this.#prepare(sql).run(...values.map(bind))
    return { changes: Number(changes), id: Number(lastInsertRowid) }
  }

  /** The number in the first column of a query's only row. */
  count(sql: string, ...values: Bindable[]): number {
    return Number(Object.values(this.get<Row>(sql, ...values) ?? { count: 0 })[0])
  }

  /**
   * A count that is kept until something is written: a long list asks for the same one with each page, and SQLite counts row by row.
   * Of 200,000 answers it takes nine tenths of what the page of a single one does.
   */
  total(sql: string, ...values: Bindable[]): number {
    const changes = this.count('select total_changes()')
    if (changes !== this.#changes) this.#totals.clear()
    this.#changes = changes
    const key = JSON.stringify([sql, values])
    const total = this.#totals.get(key) ?? this.count(sql, ...values)
    this.#totals.set(key, total)
    return total
  }

  /** Inserts a row and returns its id. Objects and arrays are stored as JSON. */
  insert(table: string, row: Row): number {
    const names = Object.keys(row)
    return this.run(
      `insert into ${table} (${names.join(', ')}) values (${names.map(() => '?').join(', ')})`,
      ...names.map((name) => toBindable(row[name])),
    ).id
  }

  /** Changes columns of the row with this id. */
  update(table: string, id: number | string, patch: Row): boolean {
    const names = Object.keys(patch)
    if (names.length === 0) return true
    return (
      this.run(
        `update ${table} set ${names.map((name) => `${name} = ?`).join(', ')} where id = ?`,
        ...names.map((name) => toBindable(patch[name])),
        id,
      ).changes > 0
    )
  }

  /** Small things of one kind: `records<Webhook>('webhook')`. */
  records<T extends object>(kind: string): Records<T> {
    return new Records<T>(this, kind)
  }

  /** The next number of a sequence; numbers are never reused. */
  next(name: string): number {
    return this.count(
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

  /** Commits all of the work or nothing. A nested transaction is part of the outer one. */
  transaction<T>(work: () => T): T {
    this.begin()
    try {
      const result = work()
      this.commit()
      return result
    } catch (error) {
      this.rollback()
      throw error
    }
  }

  begin(): void {
    this.#db.exec(this.#depth === 0 ? 'begin immediate' : `savepoint inner_${this.#depth}`)
    this.#depth++
  }

  commit(): void {
    this.#db.exec(this.#depth === 1 ? 'commit' : `release inner_${this.#depth - 1}`)
    this.#depth--
    if (this.#depth === 0) this.#onRollback.length = 0
  }

  rollback(): void {
    this.#depth--
    this.#totals.clear()
    this.#db.exec(this.#depth === 0 ? 'rollback' : `rollback to inner_${this.#depth}; release inner_${this.#depth}`)
    if (this.#depth === 0) for (const undo of this.#onRollback.splice(0)) undo()
  }

  /** Registers what to undo outside of the database (a file) when the transaction is rolled back. */
  onRollback(undo: () => void): void {
    if (this.#depth > 0) this.#onRollback.push(undo)
  }

  /** Empties every table. */
  clear(): void {
    this.transaction(() => {
      for (const table of tables) this.run(`delete from ${table}`)
    })
  }

  /** Writes the whole database to a new file. */
  copyTo(file: string): void {
    this.#db.prepare('vacuum into ?').run(file)
  }

  close(): void {
    this.#statements.clear()
    this.#db.close()
  }

  #addColumn(table: string, column: string, fill: string): void {
    const [name] = column.split(' ')
    if (this.count('select count(*) from pragma_table_info(?) where name = ?', table, name) > 0) return
    this.#db.exec(`alter table ${table} add column ${column}; ${fill}`)
  }

  #prepare(sql: string): StatementSync {
    let statement = this.#statements.get(sql)
    if (!statement) {
      statement = this.#db.prepare(sql)
      // Bounded: queries that are composed have many forms.
      const [oldest] = this.#statements.keys()
      if (oldest !== undefined && this.#statements.size >= 500) this.#statements.delete(oldest)
      this.#statements.set(sql, statement)
    }
    return statement
  }
}

function open(file: string): DatabaseSync {
  // Not imported: that would load SQLite with this module, and print Node 22's warning.
  const { DatabaseSync: Database } = withoutWarning(() => process.getBuiltinModule('node:sqlite'))
  const db = new Database(file)
  // Exclusive: a second sandbox on the same folder gets an error; the lock ends with the process.
  // With a write-ahead log, `synchronous = normal` loses a commit only when the machine fails, not when the process does.
  db.exec(
    'pragma locking_mode = exclusive; pragma journal_mode = wal; pragma synchronous = normal; pragma foreign_keys = on; pragma temp_store = memory; pragma cache_size = -32768',
  )
  return db
}

const bind = (value: Bindable): string | number | bigint | null | Uint8Array =>
  typeof value === 'boolean' ? Number(value) : (value ?? null)

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

/** Node 22 warns that SQLite is experimental, on the standard error that belongs to the command. */
function withoutWarning<T>(load: () => T): T {
  const { emitWarning } = process
  process.emitWarning = () => {}
  try {
    return load()
  } finally {
    process.emitWarning = emitWarning
  }
}
