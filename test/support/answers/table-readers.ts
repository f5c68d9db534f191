/** Tables of typed answers as programs that aren't ours read them, in the form of `expected.ts`. */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { parquetReadObjects } from 'hyparquet'
import { readCsv } from '../readers.ts'
import type { Cell, Column, Type } from './expected.ts'
import { decompress } from './zstd.ts'

export type Values = 'labels' | 'codes'

const flags = new Map<unknown, boolean>([1, '1', 'true', 'TRUE', 'True', true].map((yes) => [yes, true]))
for (const no of [0, '0', 'false', 'FALSE', 'False', false]) flags.set(no, false)

const iso = (raw: unknown): string => (raw instanceof Date ? raw.toISOString() : String(raw).replace(' ', 'T'))
/** Without seconds, where there are none. */
const minutes = (text: string): string => text.replace(/(\d\d:\d\d):00(\.0+)?Z?$/, '$1')
/** A moment without a zone stays as it is: it is none. */
const utc = (text: string): string => (/(Z|\+00(:00)?)$/.test(text) ? new Date(text.replace(/\+00$/, 'Z')).toISOString() : text)

const readings: Record<Type, (raw: unknown, values: Values) => Cell> = {
  integer: Number,
  number: Number,
  code: (raw, values) => (values === 'codes' ? Number(raw) : String(raw)),
  boolean: (raw) => flags.get(raw) ?? String(raw),
  text: String,
  date: (raw) => iso(raw).replace(/T00:00:00(\.000Z)?$/, ''),
  time: (raw) => minutes(typeof raw === 'bigint' ? new Date(Number(raw / 1000n)).toISOString().slice(11) : String(raw)),
  local: (raw) => minutes(iso(raw)),
  moment: (raw) => utc(iso(raw)),
}

/** Of one row, by the names of the columns. */
export const cellsOf = (columns: readonly Column[], row: Record<string, unknown>, values: Values): Cell[] =>
  columns.map(({ name, type }) => {
    const raw = row[name] ?? null
    return raw === null ? null : readings[type](raw, values)
  })

const named = ([head, ...rows]: readonly (readonly string[])[]): Record<string, string | null>[] =>
  rows.map((cells) => Object.fromEntries(head!.map((name, index) => [name, cells[index] === '' ? null : cells[index]!])))

export const csvRows = (path: string): Record<string, unknown>[] => named(readCsv(path))

export const parquetParts = (folder: string): string[] =>
  readdirSync(join(folder, 'parquet'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.parquet'))
    .map((name) => join(folder, 'parquet', name))

export async function hyparquetRows(folder: string): Promise<Record<string, unknown>[]> {
  const rows: Record<string, unknown>[] = []
  for (const path of parquetParts(folder)) {
    const bytes = readFileSync(path)
    const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer
    rows.push(...(await parquetReadObjects({ file, compressors: { ZSTD: decompress } })))
  }
  return rows
}

/** What DuckDB answers, and of which types. */
export async function duckRows(sql: string): Promise<{ rows: Record<string, unknown>[]; types: Record<string, string> }> {
  const connection = await (await DuckDBInstance.create()).connect()
  try {
    await connection.run(`set timezone = 'UTC'`)
    const read = await connection.runAndReadAll(sql)
    const types = Object.fromEntries(read.columnNames().map((name, index) => [name, String(read.columnTypes()[index])]))
    return { rows: read.getRowObjectsJson(), types }
  } finally {
    connection.closeSync()
  }
}

export function sqliteRows(path: string, sql: string): Record<string, unknown>[] {
  const text = execFileSync('sqlite3', ['-json', path, sql], { encoding: 'utf8', maxBuffer: 2 ** 28 })
  return text === '' ? [] : (JSON.parse(text) as Record<string, unknown>[])
}
