/** Every value that psql reads, against what the store of a folder holds. */
import { join } from 'node:path'
import { expect } from 'vitest'
import { labelOf } from '../../../src/answers/dictionary/options.ts'
import { Table } from '../../../src/answers/dictionary/table.ts'
import type { Cell, Column } from '../../../src/answers/dictionary/columns.ts'
import { Store } from '../../../src/answers/store/store.ts'
import type { Postgres } from '../postgres.ts'

interface Held {
  columns: Column[]
  rows: Map<number, Cell[]>
  options: [string, string, number, string][]
}

async function heldBy(folder: string, values: 'labels' | 'codes'): Promise<Held> {
  const store = Store.open(join(folder, 'store.sqlite'), { readOnly: true })
  try {
    const dictionary = store.dictionary(0)
    const table = new Table(dictionary, values)
    const options = dictionary.questions.flatMap(({ key, options: list, rows }) =>
      [list, rows].flatMap((some, index) =>
        some.map((one): [string, string, number, string] => [key, index === 0 ? 'option' : 'row', one.code, labelOf(one)]),
      ),
    )
    return { columns: [...table.columns], rows: new Map([...store.liveAnswers()].map((answer) => [answer.id, table.row(answer)])), options }
  } finally {
    store.close()
  }
}

/** As JSON has it of psql; moments as milliseconds. */
const shown = (cell: Cell, { type }: Column): unknown => {
  if (cell === null) return null
  if (type === 'time') return `${String(cell)}:00`
  return typeof cell === 'string' ? cell.toWellFormed().replaceAll('\0', '\u{FFFD}') : cell
}

export async function expectInPostgres(
  postgres: Postgres,
  schema: string,
  folder: string,
  values: 'labels' | 'codes' = 'labels',
): Promise<void> {
  const { columns, rows, options } = await heldBy(folder, values)
  const variables = postgres.rows(`select variable, table_name, column_name, label from "${schema}".variables order by position`)
  expect(variables.map(({ variable, label }) => [variable, label])).toEqual(columns.map(({ name, label }) => [name, label]))
  const tables = new Map(
    [...new Set(variables.map(({ table_name }) => String(table_name)))].map((table) => [
      table,
      new Map(postgres.rows(`select * from "${schema}".${table}`).map((row) => [Number(row.id), row])),
    ]),
  )
  for (const there of tables.values())
    expect([...there.keys()].toSorted((a, b) => a - b)).toEqual([...rows.keys()].toSorted((a, b) => a - b))
  const wanted = [...rows].map(([id, cells]) => [id, ...cells.map((cell, index) => shown(cell, columns[index]!))])
  const found = [...rows.keys()].map((id) => [
    id,
    ...variables.map(({ table_name, column_name }, index) => {
      const value = tables.get(table_name)!.get(id)[column_name]
      const { type, question } = columns[index]!
      return type === 'timestamp' && value !== null ? Date.parse(question ? `${value}Z` : value) : value
    }),
  ])
  // Line by line, as one comparison of a million cells takes its time.
  const at = wanted.findIndex((row, index) => JSON.stringify(row) !== JSON.stringify(found[index]))
  if (at >= 0) expect(found[at]).toEqual(wanted[at])
  expect(at).toBe(-1)
  const listed = postgres.rows(`select key, part, code, label from "${schema}".options`)
  const text = (list: unknown[]): string[] => list.map((one) => JSON.stringify(one)).toSorted()
  expect(text(listed.map(({ key, part, code, label }) => [key, part, code, label]))).toEqual(text(options))
}
