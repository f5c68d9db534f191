/** Which column of which table holds a variable. Once placed, it stays there, even where a question is inserted before it. */
import { createHash } from 'node:crypto'
import type { Column } from '../dictionary/columns.ts'
import { unlistedId } from '../dictionary/options.ts'

/** A variable, by what it means: a question, of one kind, with its row and option. */
export interface Placed {
  identity: string
  table: string
  name: string
  type: SqlType
}

export interface PlacedColumn extends Placed {
  column: Column
  /** Where it stands among all cells. */
  at: number
}

export type SqlType = 'bigint' | 'integer' | 'double precision' | 'boolean' | 'text' | 'date' | 'time' | 'timestamp' | 'timestamptz'

/** Bytes that a value takes of a row at most, and its alignment. PostgreSQL keeps longer texts elsewhere (TOAST), with a pointer in the row. */
const sizes: Record<SqlType, readonly [bytes: number, alignment: number]> = {
  bigint: [8, 8],
  integer: [4, 4],
  'double precision': [8, 8],
  boolean: [1, 1],
  text: [28, 1],
  date: [4, 4],
  time: [8, 8],
  timestamp: [8, 8],
  timestamptz: [8, 8],
}
/** A row has to fit into a page of 8 KiB, with the headers of both. */
const mostBytes = 7800
/** PostgreSQL takes 1600, and counts those that were dropped. */
const mostColumns = 1400
const mostNameBytes = 63

/** When a row was last changed here. */
export const changedColumn = 'synced_at'

/** Those that every table has. */
const systemColumns = ['tableoid', 'xmin', 'cmin', 'xmax', 'cmax', 'ctid', 'oid', changedColumn]

export const identityOf = ({ name, question, row, option, part }: Column): string =>
  question ? JSON.stringify([question.id, question.digestOf ?? question.kind, row?.id ?? null, option?.id ?? null, part ?? null]) : name

/** The id of the question, or the name of a column of the answer itself. */
export const subjectOf = (identity: string): string =>
  identity.startsWith('[') ? String((JSON.parse(identity) as unknown[])[0]) : identity

export function sqlType({ name, type, question }: Column): SqlType {
  switch (type) {
    case 'integer':
      return name === 'id' && !question ? 'bigint' : 'integer'
    case 'number':
      return 'double precision'
    case 'label':
      return 'text'
    case 'timestamp':
      return question ? 'timestamp' : 'timestamptz'
    case 'boolean':
    case 'text':
    case 'date':
    case 'time':
      return type
    default:
      return type satisfies never
  }
}

export const tableName = (index: number): string => (index === 0 ? 'answers' : `answers_${index + 1}`)

/** Of an option that is a text of an answer. */
export const isOfText = (identity: string): boolean =>
  identity.startsWith('[') && String((JSON.parse(identity) as unknown[])[3]).startsWith(unlistedId)

export interface LayoutFacts {
  /** Columns of earlier syncs. */
  known: readonly Placed[]
  /** Names of columns that somebody else added. */
  taken: ReadonlySet<string>
  /** Whether a column may get another name: people have written queries on those that are there. */
  mayRename: (column: Column) => boolean
}

export function layOut(columns: readonly Column[], { known, taken, mayRename }: LayoutFacts): PlacedColumn[] {
  const before = new Map(known.map((placed) => [placed.identity, placed]))
  const tables: TableSpace[] = []
  const fill = (index: number, type: SqlType): boolean => (tables[index] ??= new TableSpace()).take(type)
  for (const { table, type } of known) fill(Number(table.split('_')[1] ?? 1) - 1, type)
  const kept = (column: Column): string | undefined => (mayRename(column) ? undefined : before.get(identityOf(column))?.name)
  return named(columns, taken, kept).map(({ column, name }, at) => {
    const [identity, type] = [identityOf(column), sqlType(column)]
    let table = before.get(identity)?.table
    if (table === undefined) {
      let index = Math.max(0, tables.length - 1)
      if (!fill(index, type)) fill(++index, type)
      table = tableName(index)
    }
    return { column, at, identity, table, name, type }
  })
}

/** How full a table is; each begins with the id. */
class TableSpace {
  #bytes = 8
  #columns = 1

  take(type: SqlType): boolean {
    const [bytes, alignment] = sizes[type]
    const end = Math.ceil(this.#bytes / alignment) * alignment + bytes
    if (this.#columns >= mostColumns || end > mostBytes) return false
    this.#bytes = end
    this.#columns++
    return true
  }
}

function named(
  columns: readonly Column[],
  taken: ReadonlySet<string>,
  kept: (column: Column) => string | undefined,
): { column: Column; name: string }[] {
  const used = new Set([...systemColumns, ...taken, ...columns.flatMap((column) => kept(column) ?? [])])
  const whole = new Set(columns.map(({ name }) => name))
  return columns.map((column) => {
    const own = kept(column)
    if (own !== undefined) return { column, name: own }
    const fits = Buffer.byteLength(column.name) <= mostNameBytes && !used.has(column.name)
    const name = fits ? column.name : shortened(column, (one) => used.has(one) || whole.has(one))
    used.add(name)
    return { column, name }
  })
}

/** The beginning of the name, and a hash of what it means. */
function shortened(column: Column, isTaken: (name: string) => boolean): string {
  const hash = createHash('sha256').update(identityOf(column)).digest('hex')
  for (let length = 8; ; length++) {
    const end = `_${hash.slice(0, length)}`
    let start = column.name
    while (Buffer.byteLength(start) + end.length > mostNameBytes) start = [...start].slice(0, -1).join('')
    if (!isTaken(start + end)) return start + end
  }
}
