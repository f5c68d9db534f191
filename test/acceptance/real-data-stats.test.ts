/**
 * Answers of real people, whole files of them: what `answer stats`, the typed files and the Parquet count is what DuckDB counts
 * in the file that they came from, value by value.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { csvLine } from '../../src/files/csv.ts'
import { emptyContent } from '../../src/sandbox/store/surveys/quiz.ts'
import { freshFolder } from '../support/program.ts'
import { isThere, readSav } from '../support/readers.ts'
import { noRealData, readReal, realFilesToCount } from '../support/real-data.ts'
import { realAnswer, realQuestions, type RealQuestion } from '../support/real-survey.ts'
import { serve, surveyWith, type Served } from '../support/served.ts'

let served: Served
let duckdb: DuckDBConnection

beforeAll(async () => {
  served = await serve('empty')
  duckdb = await (await DuckDBInstance.create()).connect()
})
afterAll(() => {
  duckdb?.disconnectSync()
  return served?.close()
})

/** How often each value stands in each column. */
type Counts = Map<string, Map<string, number>>

async function counted(source: string): Promise<Counts> {
  const sql = `select name, value, count(*)::int as n from (
    unpivot (select columns(*)::varchar from ${source}) on columns(*) into name name value value) where trim(value) <> '' group by all`
  const counts: Counts = new Map()
  for (const [name, value, n] of (await duckdb.runAndReadAll(sql)).getRows() as [string, string, number][]) {
    const column = counts.get(name) ?? new Map<string, number>()
    counts.set(name, column.set(value.trim(), (column.get(value.trim()) ?? 0) + n))
  }
  return counts
}

const csv = (path: string): string =>
  `read_csv('${path}', all_varchar = true, header = true, quote = '"', escape = '"', strict_mode = false)`

describe.skipIf(noRealData).each(realFilesToCount)(`%s${noRealData}`, (name) => {
  let questions: RealQuestion[]
  let source: Counts
  let stats: any[]
  let answers: number
  const folder = freshFolder()
  const id = { quiz: 0 }

  beforeAll(async () => {
    const { titles, rows } = readReal(name)
    questions = realQuestions(titles, rows)
    answers = rows.length
    const file = join(folder, 'source.csv')
    writeFileSync(file, [titles.map((_, at) => `c${at}`), ...rows].map((cells) => csvLine(cells)).join(''))
    source = await counted(csv(file))
    const content = emptyContent()
    content.settings.lang = 'en'
    content.widgets = {
      ids: questions.map((question) => question.id),
      entities: Object.fromEntries(questions.map((question) => [question.id, question.entity])),
    } as never
    id.quiz = await surveyWith(
      served.sandbox,
      name,
      content,
      rows.map((row) => ({ values: realAnswer(questions, row) })),
    )
    const synced = await served.run([
      'answer',
      'sync',
      String(id.quiz),
      join(folder, 'synced'),
      '--to',
      'parquet,csv',
      '--values',
      'codes',
      '--quiet',
    ])
    expect([synced.exitCode, synced.stderr]).toEqual([0, ''])
    const found = await served.run(['answer', 'stats', String(id.quiz), '--synced', join(folder, 'synced'), '--json'])
    expect([found.exitCode, found.stderr]).toEqual([0, ''])
    stats = found.json.questions
    expect(found.json.answers).toBe(answers)
  })

  /** In the order of `values`. */
  const expected = (column: number, values: readonly string[]): number[] =>
    values.map((value) => source.get(`c${column}`)?.get(value.trim()) ?? 0)

  it('stats', () => {
    expect(stats).toHaveLength(questions.length)
    for (const [at, { kind, columns, values }] of questions.entries()) {
      const found = stats[at]
      const counts = (options: any[]): number[] => options.map(({ count }) => count)
      const [first] = columns
      const all = [...(source.get(`c${first}`)?.values() ?? [])].reduce((sum, count) => sum + count, 0)
      if (kind === 'marks') expect(counts(found.options)).toEqual(columns.map((column, index) => expected(column, [values[index]!])[0]))
      else if (kind === 'grid')
        expect(found.rows.map((row: any) => counts(row.options))).toEqual(columns.map((column) => expected(column, values)))
      else if (kind === 'options') expect(counts(found.options)).toEqual(expected(first!, values))
      else expect([found.key, found.answered]).toEqual([found.key, all])
      if (kind === 'number')
        for (const { from, to, count } of found.histogram) if (from === to) expect(count).toBe(expected(first!, [String(from)])[0])
    }
  })

  /** What each column of a typed file holds, by code. */
  function sameCodes(typed: Counts): void {
    for (const [at, { kind, columns, values }] of questions.entries()) {
      const { key, options, rows } = stats[at]
      const codes = (list: any[], column: string): number[] => list.map(({ code }) => typed.get(column)?.get(String(code)) ?? 0)
      const yes = (column: string): number => typed.get(column)?.get('true') ?? typed.get(column)?.get('1') ?? 0
      const sum = (counts: Map<string, number> | undefined): number => [...(counts?.values() ?? [])].reduce((all, count) => all + count, 0)
      if (kind === 'marks')
        expect(options.map(({ code }: any) => yes(`${key}_${code}`))).toEqual(
          columns.map((column, index) => expected(column, [values[index]!])[0]),
        )
      else if (kind === 'grid')
        expect(rows.map((row: any) => codes(row.options, `${key}_${row.code}`))).toEqual(columns.map((column) => expected(column, values)))
      else if (kind === 'options') expect(codes(options, key)).toEqual(expected(columns[0]!, values))
      else expect([key, sum(typed.get(key))]).toEqual([key, sum(source.get(`c${columns[0]}`))])
    }
  }

  it('CSV', async () => sameCodes(await counted(csv(join(folder, 'synced', 'csv', 'wide.csv')))))

  it('Parquet', async () => sameCodes(await counted(`read_parquet('${folder}/synced/parquet/**/*.parquet', union_by_name = true)`)))

  it.skipIf(!isThere('pspp'))('SAV (needs pspp)', async () => {
    const file = join(folder, 'typed.sav')
    const { exitCode, stderr } = await served.run([
      'export',
      'sav',
      String(id.quiz),
      '--typed',
      '--synced',
      join(folder, 'synced'),
      '-o',
      file,
      '--quiet',
    ])
    expect([exitCode, stderr]).toEqual([0, ''])
    const { rows } = readSav(file)
    expect(rows).toHaveLength(answers + 1)
    sameCodes(await counted(csv(`${file}.csv`)))
  })
})

it.skipIf(noRealData)('among them are multiple choices and matrices', () => {
  const kinds = realFilesToCount.flatMap((name) => {
    const { titles, rows } = readReal(name)
    return realQuestions(titles, rows).map(({ kind }) => kind)
  })
  expect(new Set(kinds)).toEqual(new Set(['marks', 'grid', 'options', 'number', 'text']))
})
