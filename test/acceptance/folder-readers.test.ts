/** What a synced folder's README says about reading it, done to the letter: every value of every question type and odd text. */
import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { beforeAll, describe, expect, it } from 'vitest'
import { expectRowsOf } from '../support/answers/same-rows.ts'
import { answers, expectedOf, oddContent } from '../support/answers/odd-survey.ts'
import { csvRows, parquetParts, sqliteRows } from '../support/answers/table-readers.ts'
import { freshFolder } from '../support/program.ts'
import { itWith } from '../support/readers.ts'
import { surveyWith, useSandbox } from '../support/served.ts'

const served = useSandbox('demo', { keep: true })
const folder = join(freshFolder(), 'odd')
let first: number

async function sync(quiz: string | number, into: string, ...more: string[]): Promise<void> {
  const { exitCode, stderr } = await served.run(['answer', 'sync', String(quiz), into, '--quiet', ...more])
  expect([exitCode, stderr]).toEqual([0, ''])
}

beforeAll(async () => {
  const quiz = await surveyWith(served.sandbox, 'Odd', oddContent(), answers)
  first = served.sandbox.service.store.get<{ id: number }>('select min(id) id from answer where quiz_id = ?', quiz)!.id
  await sync(quiz, folder, '--to', 'csv,ndjson,parquet')
})

/** The example of a language that has these words. */
function example(of: string, language: string, words: string): string {
  const blocks = [...readFileSync(join(of, 'README.md'), 'utf8').matchAll(new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``, 'g'))]
  return blocks.map(([, block]) => block!).find((block) => block.includes(words))!
}

const lacks = (program: string, ...args: string[]): boolean => spawnSync(program, args).status !== 0
/** Debian's own has Debian's pandas, whichever stands first in PATH. */
const python = ['python3', '/usr/bin/python3'].find((program) => !lacks(program, '-c', 'import pandas'))
const run = (program: string, ...args: string[]): void =>
  void execFileSync(program, args, { cwd: folder, stdio: 'pipe', env: { ...process.env, LC_ALL: 'C.UTF-8' } })

describe('every value', () => {
  it.skipIf(python === undefined)('as pandas reads it (needs pandas)', () => {
    const out = join(freshFolder(), 'out.csv')
    run(python!, '-c', `${example(folder, 'python', 'read_csv')}\nanswers.to_csv("${out}", index=False)`)
    expectRowsOf(first, csvRows(out), 'labels')
  })

  it.skipIf(lacks('Rscript', '-e', 'library(readr)'))('as R reads it (needs readr)', () => {
    const out = join(freshFolder(), 'out.csv')
    // To a thousandth of a second, which is what the file has; the own ones of an answer are in UTC.
    const write = `for (n in names(answers)) if (inherits(answers[[n]], 'POSIXct')) {
      text <- format(answers[[n]] + 0.0001, '%Y-%m-%dT%H:%M:%OS3', tz = 'UTC')
      answers[[n]] <- if (n %in% c('date_start', 'date_end')) ifelse(is.na(text), NA, paste0(text, 'Z')) else text
    }
    readr::write_csv(answers, '${out}', na = '')`
    run('Rscript', '-e', `${example(folder, 'r', 'readr')}\n${write}`)
    expectRowsOf(first, csvRows(out), 'labels')
  })

  it('as DuckDB reads lines of JSON', async () => {
    const rows = await duckdb(folder, example(folder, 'sql', 'read_json'))
    const moments = new Set(['date_start', 'date_end'])
    const numbers = new Set(
      expectedOf(first)
        .columns.filter(({ type }) => type === 'integer' || type === 'number')
        .map(({ name }) => name),
    )
    const plain = (name: string, value: unknown): unknown => {
      if (value === null) return null
      if (numbers.has(name)) return Number(value)
      if (moments.has(name)) return new Date(`${String(value).replace(' ', 'T')}Z`).toISOString()
      if (name === 'which_hour') return String(value).slice(0, 5)
      // A row of a matrix that was left out is there as a null.
      if (typeof value === 'object' && !Array.isArray(value))
        return Object.fromEntries(Object.entries(value).filter(([, one]) => one !== null))
      return value
    }
    const found = rows.map(({ month: _, ...row }) =>
      Object.fromEntries(Object.entries(row).map(([name, value]) => [name, plain(name, value)])),
    )
    expect(found.toSorted((one, other) => Number(one.id) - Number(other.id))).toEqual(expectedOf(first).json)
  })
})

async function duckdb(where: string, sql: string): Promise<Record<string, unknown>[]> {
  const connection = await (await DuckDBInstance.create()).connect()
  try {
    await connection.run(`set timezone = 'UTC'; set file_search_path = '${where}'`)
    return (await connection.runAndReadAll(sql)).getRowObjectsJson()
  } finally {
    connection.closeSync()
  }
}

itWith('sqlite3')('old and new months are one table, and have the same columns once they are written again', async () => {
  const own = join(freshFolder(), 'answers')
  await sync(42, own, '--to', 'parquet,sqlite')
  const schemas = async (): Promise<Set<string>> => {
    const found = new Set<string>()
    for (const path of parquetParts(own))
      found.add(JSON.stringify(await duckdb(own, `select name, type, logical_type from parquet_schema('${path}')`)))
    return found
  }
  expect((await schemas()).size).toBe(1)
  const { widgets } = (await served.run('quiz view 42 --json')).json
  const entities: Record<string, any> = widgets.entities
  Object.values(entities)
    .find(({ choiceMultiple }) => choiceMultiple)
    .choiceEntities.push({ id: '9', title: 'Books' })
  const [scale] = Object.entries(entities).find(([, { type }]) => type === 'scale')!
  entities[scale] = { type: 'input', title: entities[scale].title }
  await served.sandbox.request('POST', '/quiz/42/save', { ids: widgets.ids, entities })
  await served.sandbox.request('POST', '/quiz/42/publish')
  await served.control('answer', { quiz: 42, count: 8, seed: 3 })
  await sync(42, own)
  expect((await schemas()).size).toBe(2)
  const utc = (text: string): string => new Date(text.replace(' ', 'T').replace(/\+00$/, 'Z')).toISOString()
  const cellHeld = (name: string, value: unknown): unknown => {
    if (value === null) return null
    if (name.startsWith('date_')) return utc(String(value))
    return typeof value === 'boolean' || name === 'id' ? Number(value) : value
  }
  const asHeld = (row: Record<string, unknown>): Record<string, unknown> =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [name, cellHeld(name, value)]))
  const read = async () =>
    (await duckdb(own, example(own, 'sql', 'read_parquet')))
      .map(({ month: _, ...row }) => asHeld(row))
      .toSorted((one, other) => Number(one.id) - Number(other.id))
  const held = sqliteRows(join(own, 'answers.sqlite'), 'select * from answers order by id')
  const option = 'what_did_you_order_9'
  const parts = await read()
  expect(parts).toHaveLength(held.length)
  // Where a file has no column for the new option, nothing says that it was not chosen.
  expect(parts).toEqual(held.map((row, at) => ({ ...row, [option]: row[option] === 0 ? parts[at]![option] : row[option] })))
  expect(new Set(parts.map((row) => row[option]))).toContain(null)
  await sync(42, own, '--rewrite')
  expect((await schemas()).size).toBe(1)
  expect(await read()).toEqual(held)
})
