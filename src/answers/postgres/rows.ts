/** Answers into the tables, a few thousand at a time. */
import type { Cell } from '../dictionary/columns.ts'
import { isoTime, type Table } from '../dictionary/table.ts'
import type { StoredAnswer } from '../store/store.ts'
import type { Connection } from './connect.ts'
import type { PlacedColumn } from './layout.ts'
import { quoted, storable } from './words.ts'

const mostRows = 2000
const mostLength = 4 * 2 ** 20

type Setter = (target: Record<string, unknown>, cell: NonNullable<Cell>) => void

interface WideTable {
  target: string
  insert: string
  setters: readonly (readonly [at: number, set: Setter])[]
  rows: string[]
}

/** What is to be written and deleted, until it is sent. */
export class Batch {
  readonly #table: Table
  readonly #tables: readonly WideTable[]
  #gone: number[] = []
  #length = 0

  constructor(schema: string, table: Table, placed: readonly PlacedColumn[]) {
    this.#table = table
    this.#tables = [...Map.groupBy(placed, (one) => one.table)].map(([name, some]) => wideTable(`${quoted(schema)}.${name}`, some))
  }

  put(answer: StoredAnswer): void {
    const cells = this.#table.row(answer)
    for (const { setters, rows } of this.#tables) {
      const row: Record<string, unknown> = { id: answer.id }
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
    this.#gone.push(id)
  }

  get isFull(): boolean {
    return this.#length >= mostLength || this.#gone.length + this.#tables[0]!.rows.length >= mostRows
  }

  get isEmpty(): boolean {
    return this.#gone.length === 0 && this.#tables[0]!.rows.length === 0
  }

  async send(connection: Connection): Promise<void> {
    for (const table of this.#tables) {
      if (this.#gone.length > 0) await connection.query(`delete from ${table.target} where id = any($1)`, [this.#gone])
      if (table.rows.length > 0) await connection.query(table.insert, [`[${table.rows.join(',')}]`])
      table.rows = []
    }
    this.#gone = []
    this.#length = 0
  }
}

/** Rows that are the same are not written, so that nobody's triggers and replicas hear of them. */
function wideTable(target: string, placed: readonly PlacedColumn[]): WideTable {
  const columns = placed.filter(({ identity }) => identity !== 'id')
  const names = columns.map(({ name }) => quoted(name))
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
      return (row, cell) => (row[name] = moment(String(cell)))
    case 'timestamptz':
      return (row, cell) => (row[name] = moment(isoTime(Number(cell))!))
    case 'timestamp':
      return (row, cell) => (row[name] = moment(isoTime(Number(cell))!.slice(0, -1)))
    default:
      return type satisfies never
  }
}

/** Of years before the first, and of more than four digits, PostgreSQL has a way of its own to write. */
function moment(text: string): string {
  const [, sign, year, rest] = /^([+-]?)(\d{4,6})(-.*)$/.exec(text) ?? []
  if (year === undefined || (sign === '' && year !== '0000')) return text
  return sign === '+' ? `${Number(year)}${rest}` : `${String(Number(year) + 1).padStart(4, '0')}${rest} BC`
}
