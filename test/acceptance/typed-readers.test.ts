/**
 * One table of every question type and every odd value, in each format, read by programs that aren't ours: every cell,
 * type, label and missing value is compared.
 */
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Cell, Column } from '../support/answers/expected.ts'
import { blankCodes, ownColumns, expectedOf, oddContent, answers, type Expected } from '../support/answers/odd-survey.ts'
import { havenTable, psppTable, type SavTable } from '../support/answers/sav-readers.ts'
import { expectRowsOf, expectSame } from '../support/answers/same-rows.ts'
import { sheetRows } from '../support/answers/sheet-reader.ts'
import { cellsOf, csvRows, duckRows, hyparquetRows, sqliteRows, type Values } from '../support/answers/table-readers.ts'
import { noPostgres, startPostgres, type Postgres } from '../support/postgres.ts'
import { freshFolder } from '../support/program.ts'
import { isThere, itWith } from '../support/readers.ts'
import { serve, surveyWith, type Served } from '../support/served.ts'

const noHaven = spawnSync('Rscript', ['-e', 'library(haven)']).status !== 0
const folder = freshFolder()
let served: Served
let postgres: Postgres
let quiz: string
let first: number

beforeAll(async () => {
  served = await serve('empty')
  quiz = String(await surveyWith(served.sandbox, 'Odd', oddContent(), answers))
  first = served.sandbox.service.store.get<{ id: number }>('select min(id) id from answer where quiz_id = ?', Number(quiz))!.id
  if (!noPostgres) postgres = await startPostgres()
  for (const values of ['labels', 'codes'] as const) {
    const to = ['ndjson', 'parquet', 'csv', 'csv-long', 'sqlite', ...(noPostgres ? [] : [postgres.url()])].join(',')
    const env: Record<string, string> = noPostgres ? {} : postgres.env
    const more = noPostgres ? [] : ['--schema', values]
    const done = await served.run(['answer', 'sync', quiz, join(folder, values), '--to', to, '--values', values, ...more], { env })
    expect([done.exitCode, done.stderr]).toEqual([0, ''])
  }
})
afterAll(async () => {
  await Promise.all([served.close(), postgres?.stop()])
})

const at = (values: Values, ...path: string[]): string => join(folder, values, ...path)

const expectRows = (found: readonly Record<string, unknown>[], values: Values, complete = false): void =>
  expectRowsOf(first, found, values, complete)

const longColumns = ['answer_id', 'key', 'row', 'code', 'label', 'number', 'text', 'position']
const asText = (rows: readonly (readonly unknown[])[]): string[] => rows.map((row) => JSON.stringify(row)).toSorted()
const expectLong = (rows: readonly Record<string, unknown>[], { long }: Pick<Expected, 'long'> = expectedOf(first)): void =>
  expect(asText(rows.map((row) => longColumns.map((name) => row[name] ?? null)))).toEqual(asText(long))

/** Made of the wide table: several files of an answer are one line. */
function inView({ long, json }: Expected): Pick<Expected, 'long'> {
  const joined = (id: Cell, part: 'name' | 'url'): string =>
    (json.find((row) => row.id === id)!.proof as { name: string; url: string }[]).map((one) => one[part]).join('; ')
  const proofs = long.filter(([, key, , , , , , position]) => key === 'proof' && position === 1).map(([id]) => id)
  const files = proofs.map((id): Cell[] => [id!, 'proof', null, null, joined(id!, 'url'), null, joined(id!, 'name'), null])
  return { long: [...long.filter(([, key]) => key !== 'proof'), ...files] }
}

describe.each(['labels', 'codes'] as const)('a folder of %s', (values) => {
  it('as CSV, which csv-parse reads', () => expectRows(csvRows(at(values, 'csv', 'wide.csv')), values))

  it('as CSV, which DuckDB reads', async () => {
    const { rows } = await duckRows(
      `select * from read_csv('${at(values, 'csv/wide.csv')}', all_varchar = true, header = true, max_line_size = 10000000)`,
    )
    expectRows(rows, values)
  })

  it('as Parquet, which hyparquet reads', async () => expectRows(await hyparquetRows(at(values)), values))

  it('as Parquet, which DuckDB reads, with types', async () => {
    const { rows, types } = await duckRows(
      `select * from read_parquet('${at(values)}/parquet/**/*.parquet', hive_partitioning = true, union_by_name = true)`,
    )
    expectRows(rows, values)
    const sql: Record<Column['type'], string> = {
      integer: 'INTEGER',
      code: values === 'codes' ? 'INTEGER' : 'VARCHAR',
      number: 'DOUBLE',
      boolean: 'BOOLEAN',
      text: 'VARCHAR',
      date: 'DATE',
      time: 'TIME',
      local: 'TIMESTAMP',
      moment: 'TIMESTAMP WITH TIME ZONE',
    }
    for (const { name, type } of expectedOf(first).columns)
      expect([name, types[name]]).toEqual([name, name === 'id' ? 'BIGINT' : sql[type]])
  })

  itWith('sqlite3')('as SQLite, which sqlite3 reads', () => {
    expectRows(sqliteRows(at(values, 'answers.sqlite'), 'select * from answers'), values)
    expectLong(sqliteRows(at(values, 'answers.sqlite'), 'select * from answers_long'), inView(expectedOf(first)))
    expect(sqliteRows(at(values, 'answers.sqlite'), 'pragma integrity_check')).toEqual([{ integrity_check: 'ok' }])
  })

  it('as long CSV, which csv-parse reads', () => {
    const numbers = new Set(['answer_id', 'code', 'number', 'position'])
    const rows = csvRows(at(values, 'csv', 'long.csv'))
    expectLong(
      rows.map((row) =>
        Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, cell !== null && numbers.has(name) ? Number(cell) : cell])),
      ),
    )
  })

  it.skipIf(noPostgres)(`in PostgreSQL, which psql reads${noPostgres ? ` (${noPostgres})` : ''}`, () => {
    const rows = postgres.rows(`select * from ${values}.answers`) as Record<string, unknown>[]
    const { columns } = expectedOf(first)
    expectSame(
      rows.map((row) => cellsOf(columns, row, values)),
      expectedOf(first, { values }),
    )
    expectLong(postgres.rows(`select * from ${values}.answers_long`), inView(expectedOf(first)))
  })
})

it('as NDJSON, line by line', () => {
  const lines = readdirSync(at('labels', 'ndjson'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ndjson'))
    .flatMap((name) =>
      readFileSync(at('labels', 'ndjson', name), 'utf8')
        .split('\n')
        .filter(Boolean),
    )
    .map((line) => JSON.parse(line) as { id: number })
  expect(lines.toSorted((one, other) => one.id - other.id)).toEqual(expectedOf(first).json)
})

async function exported(...args: string[]): Promise<string> {
  const path = join(freshFolder(), `typed.${args[0]}`)
  const { exitCode, stderr } = await served.run(['export', args[0]!, quiz, '--typed', ...args.slice(1), '-o', path])
  expect([exitCode, stderr]).toEqual([0, ''])
  return path
}

it('as an export to CSV', async () => expectRows(csvRows(await exported('csv', '--codes')), 'codes', true))

const savs: [string, string | undefined, (path: string, columns: readonly Column[]) => SavTable][] = [
  ['pspp', isThere('pspp') ? undefined : 'no pspp here', psppTable],
  ['haven', noHaven ? 'no R with haven here' : undefined, havenTable],
]

const texts = ({ columns, rows }: Pick<Expected, 'columns' | 'rows'>, change: (text: string) => string): Cell[][] =>
  rows.map((row) => row.map((cell, index) => (columns[index]!.type === 'text' && cell !== null ? change(String(cell)) : cell)))

/** Strings of this format are filled up with blanks; pspp's CSV knows one kind of line end. */
const inSav = ({ columns, rows }: Expected, program: string): Cell[][] =>
  texts({ columns, rows }, (text) => (program === 'pspp' ? text.replaceAll('\r\n', '\n') : text).replace(/ +$/, ''))

/** One line of at most 255 bytes. */
function labelIn(text: string): string {
  let cut = text.replace(/\s+/g, ' ').trim()
  while (Buffer.byteLength(cut) > 255) cut = [...cut].slice(0, -1).join('')
  return cut
}

const yesNo = [
  [0, 'No'],
  [1, 'Yes'],
] as const
const blanks = [
  [blankCodes.seen, 'Seen, not answered'],
  [blankCodes.hidden, 'Not shown'],
  [blankCodes.unreached, 'Not reached'],
] as const
const byCode = (codes: readonly (readonly [number, string])[]) => codes.toSorted(([one], [other]) => one - other)

describe.each(savs)('as SAV, which %s reads', (program, why, read) => {
  it.each([
    ['each value, label, code and measure', []],
    ['why a value is missing', ['--seen-blank', '-99', '--not-shown', '-98', '--not-reached', '-97']],
  ])(`%s${why ? ` (${why})` : ''}`, { skip: why !== undefined }, async (_, flags) => {
    const expected = expectedOf(first, { values: 'codes', complete: true, blanks: flags.length > 0 })
    const { rows, variables } = read(await exported('sav', ...flags), expected.columns)
    expectSame(rows, { columns: expected.columns, rows: inSav(expected, program) })
    expect(variables.map((variable) => ({ ...variable, codes: byCode(variable.codes), missing: variable.missing.toSorted() }))).toEqual(
      expected.columns.map(({ name, label, type, codes, measure }, index) => {
        const more = flags.length > 0 && index >= ownColumns.length && type !== 'text' ? blanks : []
        return {
          name,
          label: labelIn(label),
          codes: byCode([...(type === 'boolean' ? yesNo : (codes ?? [])), ...more]),
          ...(variables[index]!.measure && { measure }),
          missing: more.map(([code]) => code).toSorted(),
        }
      }),
    )
  })
})

/** A cell holds a moment of no zone; LibreOffice writes 15 digits of a number, hundredths of a second, and lines that end in one way. */
function asSheet(row: readonly Cell[], { columns, rows }: Expected): Cell[] {
  const wanted = rows.find(([id]) => id === row[0])!
  return row.map((cell, index) => {
    const { type } = columns[index]!
    const other = wanted[index]!
    if (cell === null || other === null) return cell
    const isNear =
      (type === 'moment' && Math.abs(Date.parse(`${cell}Z`) - Date.parse(String(other))) <= 10) ||
      (type === 'number' && cell === Number(Number(other).toPrecision(15))) ||
      (type === 'local' && other === `${cell}T00:00`) ||
      (type === 'text' && cell === String(other).replace(/\r\n?/g, '\n'))
    return isNear ? other : cell
  })
}

itWith('soffice')('as a spreadsheet, which LibreOffice reads', async () => {
  const rows = sheetRows(await exported('xlsx'))
  const expected = expectedOf(first, { complete: true })
  expect(Object.keys(rows[0]!)).toEqual(expected.columns.map(({ name }) => name))
  expectSame(
    rows.map((row) => asSheet(cellsOf(expected.columns, row, 'labels'), expected)),
    expected,
  )
})
