/** Sends answers to the tables, up to 2000 at a time. */
import type { Cell } from '../dictionary/columns.ts'
import type { Dictionary } from '../dictionary/shape.ts'
import { isoTime, type Table } from '../dictionary/table.ts'
import type { StoredAnswer } from '../store/store.ts'
import { Hashes } from '../sync/hashes.ts'
import type { Connection } from './connect.ts'
import { fillLong, longLines } from './describe.ts'
import { changedColumn, type PlacedColumn, type SqlType } from './layout.ts'
import { identifier, storable, tableIn } from './sql.ts'

const mostRows = 2000
const mostLength = 4 * 2 ** 20
/** A row that another table refers to. */
const foreignKeyViolation = '23503'

interface WideTable {
  target: string
  insert: string
  columns: readonly PlacedColumn[]
  rows: string[]
}

export interface Counts {
  inserted: number
  updated: number
  deleted: number
}

export interface BatchFacts {
  schema: string
  table: Table
  dictionary: Dictionary
  /** Columns that are there. */
  placed: readonly PlacedColumn[]
  /** Cells that have no column yet. */
  missing: readonly PlacedColumn[]
}

/** Rows to insert or update, and ids to delete, with the next request. */
export class Batch {
  readonly counts: Counts = { inserted: 0, updated: 0, deleted: 0 }
  /** Answers that are deleted on the service, and that rows of somebody else refer to. */
  readonly kept: number[] = []
  readonly #facts: BatchFacts
  readonly #tables: readonly WideTable[]
  readonly #hashes: Hashes
  readonly #fillLong: string
  readonly #seen: string[] = []
  #deleted: number[] = []
  #length = 0

  constructor(facts: BatchFacts) {
    const { schema, placed, dictionary } = facts
    this.#facts = facts
    this.#hashes = new Hashes(dictionary)
    this.#tables = [...Map.groupBy(placed, (one) => one.table)].map(([name, some]) => wideTable(tableIn(schema, name), some))
    const lines = [...longLines(placed).values()].flatMap((one) => one.lines)
    this.#fillLong = fillLong(schema, placed, lines, 'a.id = any($1)')
  }

  put(answer: StoredAnswer): void {
    const cells = this.#facts.table.row(answer)
    for (const { columns, rows } of this.#tables) {
      const row: Record<string, unknown> = {}
      row.id = answer.id
      for (const { at, name, type } of columns) {
        const cell = cells[at]
        if (cell !== null && cell !== undefined) row[name] = inJson[type](cell)
      }
      const text = JSON.stringify(row)
      this.#length += text.length
      rows.push(text)
    }
    const { id, start, end, state, body, net } = answer
    const isPartial = this.#facts.missing.some(({ at }) => cells[at] !== null && cells[at] !== undefined)
    this.#seen.push(
      JSON.stringify({ id, start, end, state, hash: this.#hashes.of(answer), ...(isPartial && { body: storable(body), net }) }),
    )
  }

  remove(id: number): void {
    this.#deleted.push(id)
  }

  get isFull(): boolean {
    return this.#length >= mostLength || this.#deleted.length + this.#seen.length >= mostRows
  }

  get isEmpty(): boolean {
    return this.#deleted.length === 0 && this.#seen.length === 0
  }

  async send(connection: Connection): Promise<void> {
    await this.#delete(connection)
    const changed = new Set<number>()
    for (const [index, table] of this.#tables.entries()) {
      if (table.rows.length === 0) continue
      const { rows } = await connection.query(table.insert, [`[${table.rows.join(',')}]`])
      for (const { id, fresh } of rows) {
        if (index === 0) this.counts[fresh === true ? 'inserted' : 'updated']++
        else if (fresh !== true && !changed.has(Number(id))) this.counts.updated++
        changed.add(Number(id))
      }
      table.rows = []
    }
    if (this.#seen.length > 0) {
      const seen = tableIn(this.#facts.schema, 'surveyctl_seen')
      await connection.query(
        `insert into ${seen} select * from json_populate_recordset(null::${seen}, $1::json)
          on conflict (id) do update set start = excluded.start, "end" = excluded."end", state = excluded.state, hash = excluded.hash, body = excluded.body, net = excluded.net`,
        [`[${this.#seen.join(',')}]`],
      )
      this.#seen.length = 0
    }
    if (changed.size > 0) {
      const ids = [...changed]
      await connection.query(`delete from ${tableIn(this.#facts.schema, 'deletions')} where id = any($1)`, [ids])
      await connection.query(`delete from ${tableIn(this.#facts.schema, 'answers_long')} where answer_id = any($1)`, [ids])
      await connection.query(this.#fillLong, [ids])
    }
    this.#length = 0
  }

  async #delete(connection: Connection): Promise<void> {
    const ids = this.#deleted
    this.#deleted = []
    if (ids.length === 0) return
    if (await connection.attempt(foreignKeyViolation, () => this.#deleteRows(connection, ids))) return
    for (const id of ids) {
      if (await connection.attempt(foreignKeyViolation, () => this.#deleteRows(connection, [id]))) continue
      this.kept.push(id)
      await connection.query(
        `update ${tableIn(this.#facts.schema, 'surveyctl_seen')} set state = ${deletedThere}, body = null, net = null where id = $1`,
        [id],
      )
    }
  }

  async #deleteRows(connection: Connection, ids: readonly number[]): Promise<void> {
    const seen = tableIn(this.#facts.schema, 'surveyctl_seen')
    await connection.query(
      `insert into ${tableIn(this.#facts.schema, 'deletions')} select id from ${seen} where id = any($1) on conflict do nothing`,
      [ids],
    )
    const { count } = await connection.query(`delete from ${seen} where id = any($1)`, [ids])
    for (const { target } of this.#tables) await connection.query(`delete from ${target} where id = any($1)`, [ids])
    await connection.query(`delete from ${tableIn(this.#facts.schema, 'answers_long')} where answer_id = any($1)`, [ids])
    this.counts.deleted += count
  }
}

/** State of an answer that the service no longer has, and that could not be deleted here. */
export const deletedThere = 3

/** Unchanged rows are not written, so that triggers and replicas are not bothered. Returns the ids of the others. */
function wideTable(target: string, placed: readonly PlacedColumn[]): WideTable {
  const columns = placed.filter(({ identity }) => identity !== 'id')
  const names = columns.map(({ name }) => identifier(name))
  const all = ['id', ...names].join(', ')
  const update =
    names.length === 0
      ? 'nothing'
      : `update set ${names.map((name) => `${name} = excluded.${name}`).join(', ')}, ${changedColumn} = now()
        where row(${names.map((name) => `t.${name}`).join(', ')}) is distinct from row(${names.map((name) => `excluded.${name}`).join(', ')})`
  return {
    target,
    insert: `insert into ${target} as t (${all}) select ${all} from json_populate_recordset(null::${target}, $1::json)
      on conflict (id) do ${update} returning id, xmax = 0 as fresh`,
    columns,
    rows: [],
  }
}

/** A cell as JSON has it, from which PostgreSQL makes a value of the type. */
const inJson: Record<SqlType, (cell: NonNullable<Cell>) => NonNullable<Cell>> = {
  bigint: (cell) => cell,
  integer: (cell) => cell,
  'double precision': (cell) => cell,
  boolean: (cell) => cell,
  text: (cell) => storable(String(cell)),
  date: (cell) => dateTime(String(cell)),
  time: (cell) => dateTime(String(cell)),
  timestamptz: (cell) => dateTime(isoTime(Number(cell))),
  timestamp: (cell) => dateTime(isoTime(Number(cell)).slice(0, -1)),
}

/** PostgreSQL has its own notation for years before the first (BC) and for those of more than four digits. */
function dateTime(text: string): string {
  const [, sign, year, rest] = /^([+-]?)(\d{4,6})(-.*)$/.exec(text) ?? []
  if (year === undefined || (sign === '' && year !== '0000')) return text
  return sign === '+' ? `${Number(year)}${rest}` : `${String(Number(year) + 1).padStart(4, '0')}${rest} BC`
}
