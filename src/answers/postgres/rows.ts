/** Sends answers to the tables, up to 2000 at a time. */
import type { Cell } from '../dictionary/columns.ts'
import { isoTime, type Table } from '../dictionary/table.ts'
import type { StoredAnswer } from '../store/store.ts'
import type { Connection } from './connect.ts'
import type { PlacedColumn } from './layout.ts'
import { identifier, storable } from './sql.ts'

const mostRows = 2000
const mostLength = 4 * 2 ** 20

type Setter = (target: Record<string, unknown>, cell: NonNullable<Cell>) => void

interface WideTable {
  target: string
  insert: string
  setters: readonly (readonly [at: number, set: Setter])[]
  rows: string[]
}

/** Rows to insert or update, and ids to delete, with the next request. */
export class Batch {
  readonly #table: Table
  readonly #tables: readonly WideTable[]
  #deleted: number[] = []
  #rows = 0
  #length = 0

  constructor(schema: string, table: Table, placed: readonly PlacedColumn[]) {
    this.#table = table
    this.#tables = [...Map.groupBy(placed, (one) => one.table)].map(([name, some]) => wideTable(`${identifier(schema)}.${name}`, some))
  }

  put(answer: StoredAnswer): void {
    const cells = this.#table.row(answer)
    this.#rows++
    for (const { setters, rows } of this.#tables) {
      const row: Record<string, unknown> = {}
      row.id = answer.id
      for (const [at, set] of setters) {
        const cell = cells[at]
        if (cell !== null && cell !== undefined) set(row, cell)
      }
      const text = JSON.stringify(row)
      this.#length += text.length
      rows.push(text)
    }
  }

  remove(id: number): void {
    this.#deleted.push(id)
  }

  get isFull(): boolean {
    return this.#length >= mostLength || this.#deleted.length + this.#rows >= mostRows
  }

  get isEmpty(): boolean {
    return this.#deleted.length === 0 && this.#rows === 0
  }

  async send(connection: Connection): Promise<void> {
    for (const table of this.#tables) {
      if (this.#deleted.length > 0) await connection.query(`delete from ${table.target} where id = any($1)`, [this.#deleted])
      if (table.rows.length > 0) await connection.query(table.insert, [`[${table.rows.join(',')}]`])
      table.rows = []
    }
    this.#deleted = []
    this.#rows = 0
    this.#length = 0
  }
}

/** Unchanged rows are not written, so that triggers and replicas are not bothered. */
function wideTable(target: string, placed: readonly PlacedColumn[]): WideTable {
  const columns = placed.filter(({ identity }) => identity !== 'id')
  const names = columns.map(({ name }) => identifier(name))
  const all = ['id', ...names].join(', ')
  const update =
    names.length === 0
      ? 'nothing'
      : `update set ${names.map((name) => `${name} = excluded.${name}`).join(', ')}
        where row(${names.map((name) => `t.${name}`).join(', ')}) is distinct from row(${names.map((name) => `excluded.${name}`).join(', ')})`
  return {
    target,
    insert: `insert into ${target} as t (${all}) select ${all} from json_populate_recordset(null::${target}, $1::json) on conflict (id) do ${update}`,
    setters: columns.map((one) => [one.at, setterOf(one)] as const),
    rows: [],
  }
}

function setterOf({ name, type }: PlacedColumn): Setter {
  switch (type) {
    case 'bigint':
    case 'integer':
    case 'double precision':
    case 'boolean':
      return (row, cell) => (row[name] = cell)
    case 'text':
      return (row, cell) => (row[name] = storable(String(cell)))
    case 'date':
    case 'time':
      return (row, cell) => (row[name] = dateTime(String(cell)))
    case 'timestamptz':
      return (row, cell) => (row[name] = dateTime(isoTime(Number(cell))))
    case 'timestamp':
      return (row, cell) => (row[name] = dateTime(isoTime(Number(cell)).slice(0, -1)))
    default:
      return type satisfies never
  }
}

/** PostgreSQL has its own notation for years before the first (BC) and for those of more than four digits. */
function dateTime(text: string): string {
  const [, sign, year, rest] = /^([+-]?)(\d{4,6})(-.*)$/.exec(text) ?? []
  if (year === undefined || (sign === '' && year !== '0000')) return text
  return sign === '+' ? `${Number(year)}${rest}` : `${String(Number(year) + 1).padStart(4, '0')}${rest} BC`
}
