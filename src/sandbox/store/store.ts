/**
 * The sandbox's memory: SQLite through node:sqlite, in a file (`--data`, safe against kill -9) or in memory.
 * Tables: schema.ts. Large things have a table of their own; everything small is a record of a kind.
 */
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { Records, type Bindable } from './records.ts'
import { addedColumns, schema, tables } from './schema.ts'

/** Columns as SQLite gives them. What a table holds is said by schema.ts, which the compiler does not read. */
// oxlint-disable-next-line typescript/no-explicit-any
export type Row = Record<string, any>

export class Store {
  readonly #db: DatabaseSync
  readonly #statements = new Map<string, StatementSync>()
  readonly #onRollback: (() => void)[] = []
  #depth = 0

  constructor(file: string) {
    this.#db = open(file)
    this.#db.exec(schema)
    for (const { table, column, fill } of addedColumns) this.#addColumn(table, column, fill)
  }

  /** All rows of a query; booleans are bound as 0 and 1, `undefined` as null. */
  all<T = Row>(sql: string, ...values: Bindable[]): T[] {
    return this.#prepare(sql).all(...values.map(bind)) as T[]
  }

  get<T = Row>(sql: string, ...values: Bindable[]): T | undefined {
    return this.#prepare(sql).get(...values.map(bind)) as T | undefined
  }

  /** Rows one by one; nothing may be written while it is read, so it isn't kept across awaits. */
  each<T = Row>(sql: string, ...values: Bindable[]): IterableIterator<T> {
    return this.#db.prepare(sql).iterate(...values.map(bind)) as IterableIterator<T>
  }

  run(sql: string, ...values: Bindable[]): { changes: number; id: number } {
    const { changes, lastInsertRowid } = this.#prepare(sql).run(...values.map(bind))
    return { changes: Number(changes), id: Number(lastInsertRowid) }
  }

  /** The one number that a query answers with. */
  count(sql: string, ...values: Bindable[]): number {
    return Number(Object.values(this.get(sql, ...values) ?? { count: 0 })[0])
  }

  /** Inserts a row; returns its id. Objects and arrays are kept as JSON. */
  insert(table: string, row: Row): number {
    const names = Object.keys(row)
    return this.run(
      `insert into ${table} (${names.join(', ')}) values (${names.map(() => '?').join(', ')})`,
      ...names.map((name) => plain(row[name])),
    ).id
  }

  /** Changes columns of the row with this id. */
  update(table: string, id: number | string, patch: Row): boolean {
    const names = Object.keys(patch)
    if (names.length === 0) return true
    return (
      this.run(
        `update ${table} set ${names.map((name) => `${name} = ?`).join(', ')} where id = ?`,
        ...names.map((name) => plain(patch[name])),
        id,
      ).changes > 0
    )
  }

  /** Small things of one kind: `records<Webhook>('webhook')`. */
  records<T extends object>(kind: string): Records<T> {
    return new Records<T>(this, kind)
  }

  /** The next number of a sequence; never one that was given before. */
  next(name: string): number {
    return this.get<{ last: number }>(
      'insert into sequence (name, last) values (?, 1) on conflict (name) do update set last = last + 1 returning last',
      name,
    )!.last
  }

  /** Makes sure that `next` stays above a number that was chosen by hand. */
  reserve(name: string, number: number): void {
    this.run(
      'insert into sequence (name, last) values (?, ?) on conflict (name) do update set last = max(last, excluded.last)',
      name,
      number,
    )
  }

  /** All or nothing. Inner ones are part of the outer one. */
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
    this.#db.exec(this.#depth === 0 ? 'rollback' : `rollback to inner_${this.#depth}; release inner_${this.#depth}`)
    if (this.#depth === 0) for (const undo of this.#onRollback.splice(0)) undo()
  }

  /** Undoes what isn't in the database (a file) when the transaction is. */
  onRollback(undo: () => void): void {
    if (this.#depth > 0) this.#onRollback.push(undo)
  }

  /** Empties every table. */
  clear(): void {
    this.transaction(() => {
      for (const table of tables) this.run(`delete from ${table}`)
    })
  }

  /** All that there is, in a new file. */
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
      // Queries with a list of placeholders have many forms: the cache stays bounded.
      if (this.#statements.size >= 500) this.#statements.delete(this.#statements.keys().next().value!)
      this.#statements.set(sql, statement)
    }
    return statement
  }
}

function open(file: string): DatabaseSync {
  // A static import would load SQLite with the module, and warn on Node 22.
  const { DatabaseSync: Database } = withoutWarning(() => process.getBuiltinModule('node:sqlite'))
  const db = new Database(file)
  // One process only: a second sandbox on the same folder is told so (the lock ends with the process).
  // With a write-ahead log a commit survives the process; `normal` may only lose it with the machine.
  db.exec(
    'pragma locking_mode = exclusive; pragma journal_mode = wal; pragma synchronous = normal; pragma foreign_keys = on; pragma temp_store = memory; pragma cache_size = -32768',
  )
  return db
}

const bind = (value: Bindable): string | number | bigint | null | Uint8Array =>
  typeof value === 'boolean' ? Number(value) : (value ?? null)

const plain = (value: unknown): Bindable =>
  typeof value === 'object' && value !== null && !(value instanceof Uint8Array) ? JSON.stringify(value) : (value as Bindable)

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
