/** What a sync made of the store, each format by its own reader, against what the service says. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { parquetReadObjects } from 'hyparquet'
import { expect } from 'vitest'
import type { VariableFacts } from '../../../src/answers/dictionary/describe.ts'
import { decompress } from './zstd.ts'

/** An answer of the service, as one request after the other reads it. */
export interface Said {
  id: number
  date_start: string
  date_end: string | null
  is_complete: boolean
  answers: { question_id: string; answer: string }[]
}

export interface Asked {
  /** A question with a number for an answer, and one of which several options may be chosen. */
  number: string
  several: string
  /** Of an option that came later: who didn't choose it left it out or wasn't offered it, which `false` and `null` say. */
  isLater?: (label: string) => boolean
}

type Row = Record<string, unknown>

const byId = (rows: Row[]): Row[] => rows.toSorted((one, other) => Number(one.id) - Number(other.id))
const time = (text: unknown): number | null => (text === null || text === undefined ? null : Number(new Date(String(text))))

/** The rows that every format has to hold: own columns, the number, a column an option. */
function wanted(said: readonly Said[], { number, several }: Asked, variables: readonly VariableFacts[]): Row[] {
  const key = variables.find(({ question_id }) => question_id === number)!.key
  const options = variables.filter(({ question_id }) => question_id === several)
  return byId(
    said.map(({ id, date_start, date_end, is_complete, answers }) => {
      const words = (question: string): string | undefined => answers.find(({ question_id }) => question_id === question)?.answer
      const chosen = words(several)?.split('; ')
      const mark = words(number)
      return {
        id,
        date_start: time(date_start),
        date_end: time(date_end),
        is_complete,
        [key]: mark === undefined ? null : Number(mark),
        ...Object.fromEntries(options.map((one) => [one.key, chosen ? chosen.includes(one.option!.label) : null])),
      }
    }),
  )
}

/** A row of a wide table, of the columns that are looked at. */
const shown = (row: Row, columns: readonly string[]): Row =>
  Object.fromEntries(
    columns.map((name) => {
      const value = row[name] ?? null
      if (name.startsWith('date_')) return [name, time(value)]
      return [name, typeof value === 'bigint' ? Number(value) : value]
    }),
  )

const files = (folder: string, format: string): string[] =>
  readdirSync(join(folder, format), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(`.${format}`))
    .map((name) => join(folder, format, name))

export async function expectInFiles(folder: string, said: readonly Said[], asked: Asked, postgres?: () => Row[]): Promise<void> {
  const { variables } = JSON.parse(readFileSync(join(folder, 'dictionary.json'), 'utf8')) as { variables: VariableFacts[] }
  const rows = wanted(said, asked, variables)
  const columns = Object.keys(rows[0] ?? {})
  const later = new Set(
    variables.filter(({ question_id, option }) => question_id === asked.several && asked.isLater?.(option!.label)).map(({ key }) => key),
  )
  const same = (found: Row[]): void => {
    const plain = (row: Row): Row =>
      Object.fromEntries(Object.entries(row).map(([name, value]) => [name, later.has(name) && value === false ? null : value]))
    expect(found.map((row) => plain(shown(row, columns)))).toEqual(rows.map(plain))
  }
  const flags = variables.filter(({ type }) => type === 'boolean').map(({ key }) => key)

  const lines: Row[] = files(folder, 'ndjson').flatMap((path) =>
    readFileSync(path, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line)),
  )
  const options = variables.filter(({ question_id }) => question_id === asked.several)
  const several = options[0]!.key.replace(/_\d+$/, '')
  const unfolded = lines.map((line) => {
    const chosen = line[several] as string[] | null
    return { ...line, ...Object.fromEntries(options.map((one) => [one.key, chosen ? chosen.includes(one.option!.label) : null])) }
  })
  same(byId(unfolded))

  const parts: Row[] = []
  for (const path of files(folder, 'parquet')) {
    const bytes = readFileSync(path)
    const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer
    parts.push(...(await parquetReadObjects({ file, compressors: { ZSTD: decompress } })))
  }
  // A month that was written before there was an option lacks its column.
  const known = byId(parts).map((row, index) => ({
    ...Object.fromEntries(
      flags.filter((name) => !(name in row)).map((name) => [name, rows[index]?.[name] === true ? 'lost' : rows[index]?.[name]]),
    ),
    ...row,
  }))
  same(known)

  const database = new DatabaseSync(join(folder, 'answers.sqlite'), { readOnly: true })
  const held = database.prepare('select * from answers order by id').all() as Row[]
  database.close()
  const asFlags = (row: Row): Row => ({
    ...row,
    ...Object.fromEntries(flags.map((name) => [name, row[name] === null ? null : row[name] === 1])),
  })
  same(held.map(asFlags))

  if (postgres) same(byId(postgres()))
}
