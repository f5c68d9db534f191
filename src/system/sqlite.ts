/** SQLite through node:sqlite: each statement is prepared once, booleans are bound as 0 and 1, `undefined` as null. */
import type { DatabaseSync, StatementSync } from 'node:sqlite'

export type Bindable = string | number | bigint | boolean | null | undefined | Uint8Array

/** Bounded: queries that are composed have many forms. */
const mostStatements = 500

export class Database {
  readonly #database: DatabaseSync
  readonly #statements = new Map<string, StatementSync>()
  #depth = 0

  constructor(path: string, { readOnly = false } = {}) {
    // Not imported: that would load SQLite with this module, and print Node 22's warning.
    const { DatabaseSync: Opened } = withoutWarning(() => process.getBuiltinModule('node:sqlite'))
    this.#database = new Opened(path, { readOnly })
  }

  /** Statements without results, several at once. */
  exec(sql: string): void {
    this.#database.exec(sql)
  }

  /** A statement of the caller's own: two loops over a shared one would start each other anew. */
  prepare(sql: string): StatementSync {
    return this.#database.prepare(sql)
  }

  prepared(sql: string): StatementSync {
    let statement = this.#statements.get(sql)
    if (!statement) {
      statement = this.#database.prepare(sql)
      const [oldest] = this.#statements.keys()
      if (oldest !== undefined && this.#statements.size >= mostStatements) this.#statements.delete(oldest)
      this.#statements.set(sql, statement)
    }
    return statement
  }

  // The caller names the type of the rows, which follows from the SQL: the compiler can't read it.
  get<Row>(sql: string, ...values: readonly Bindable[]): Row | undefined {
    return this.prepared(sql).get(...values.map(bind)) as Row | undefined
  }

  all<Row>(sql: string, ...values: readonly Bindable[]): Row[] {
    return this.prepared(sql).all(...values.map(bind)) as Row[]
  }

  iterate<Row>(sql: string, ...values: readonly Bindable[]): Iterable<Row> {
    return this.prepare(sql).iterate(...values.map(bind)) as Iterable<unknown> as Iterable<Row>
  }

  run(sql: string, ...values: readonly Bindable[]): { changes: number; id: number } {
    const { changes, lastInsertRowid } = this.prepared(sql).run(...values.map(bind))
    return { changes: Number(changes), id: Number(lastInsertRowid) }
  }

  /** The number in the first column of the only row; 0 where there is none. */
  number(sql: string, ...values: readonly Bindable[]): number {
    return Number(Object.values(this.get<Record<string, unknown>>(sql, ...values) ?? { none: 0 })[0] ?? 0)
  }

  /** Commits all of the work or nothing. A nested transaction is part of the outer one. */
  transaction<Result>(work: () => Result): Result {
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
    this.exec(this.#depth === 0 ? 'begin immediate' : `savepoint inner_${this.#depth}`)
    this.#depth++
  }

  commit(): void {
    this.exec(this.#depth === 1 ? 'commit' : `release inner_${this.#depth - 1}`)
    this.#depth--
  }

  rollback(): void {
    this.#depth--
    // A disk that is full ends the transaction by itself.
    if (this.#depth > 0) this.exec(`rollback to inner_${this.#depth}; release inner_${this.#depth}`)
    else if (this.#database.isTransaction) this.exec('rollback')
  }

  protected get depth(): number {
    return this.#depth
  }

  close(): void {
    this.#statements.clear()
    this.#database.close()
  }
}

const bind = (value: Bindable): string | number | bigint | null | Uint8Array =>
  typeof value === 'boolean' ? Number(value) : (value ?? null)

function withoutWarning<Result>(load: () => Result): Result {
  const { emitWarning } = process
  process.emitWarning = () => {}
  try {
    return load()
  } finally {
    process.emitWarning = emitWarning
  }
}
