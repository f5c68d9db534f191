/** A sync ends: what is ours goes where that was asked, and nothing else. */
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { noPostgres } from '../support/postgres.ts'
import { usePostgres } from '../support/use-postgres.ts'
import { freshFolder } from '../support/program.ts'
import { useSandbox } from '../support/served.ts'

const why = noPostgres ? ` (skipped: ${noPostgres})` : ''
const served = useSandbox('demo', { keep: true })
const postgres = usePostgres()!

const run = (...args: string[]) => served.run(['answer', ...args], { env: postgres?.env ?? {} })
const fresh = (): string => join(freshFolder(), 'answers')
const tables = (schema: string): string[] =>
  postgres
    .rows(`select table_name as name from information_schema.tables where table_schema = '${schema}' order by 1`)
    .map(({ name }) => name)

it('of a folder: nothing is written any more; dropped, only what others put there stays', async () => {
  const folder = fresh()
  await run('sync', '42', folder, '--to', 'ndjson,parquet,csv,sqlite,changes')
  await run('sync', '42', folder, '--stop', 'csv')
  const stopped = await run('sync', 'stop', folder)
  expect([stopped.exitCode, stopped.stdout]).toEqual([0, expect.stringContaining('what is there stays')])
  expect(existsSync(join(folder, 'answers.sqlite'))).toBe(true)
  expect((await run('sync', '42', folder, '--json')).json.destinations).toEqual([])
  const unsaid = await run('sync', 'stop', folder, '--drop')
  expect([unsaid.exitCode, unsaid.stderr]).toEqual([2, expect.stringContaining('--yes')])
  writeFileSync(join(folder, 'mine.txt'), 'mine')
  const [month] = readdirSync(join(folder, 'ndjson'))
  mkdirSync(join(folder, 'ndjson', month!, 'mine'))
  expect((await run('sync', 'stop', folder, '--drop', '--yes')).exitCode).toBe(0)
  expect(readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted()).toEqual(
    ['mine.txt', 'ndjson', `ndjson/${month}`, `ndjson/${month}/mine`].toSorted(),
  )
  const other = fresh()
  await run('sync', '42', other)
  expect((await run('sync', 'stop', other, '--drop', '--yes')).exitCode).toBe(0)
  expect(existsSync(other)).toBe(false)
})

it('needs a folder, or a database with its schema', async () => {
  for (const args of [[], ['x', '--to', 'postgres://h/d', '--schema', 's'], ['--to', 'postgres://h/d'], [fresh(), '--schema', 's']])
    expect((await run('sync', 'stop', ...args)).exitCode).toBe(2)
  const nothing = await run('sync', 'stop', fresh())
  expect([nothing.exitCode, nothing.stderr]).toEqual([5, expect.stringContaining('holds no synced answers')])
})

describe.skipIf(noPostgres)(`of a database${why}`, () => {
  it('nothing is written any more until somebody says so', async () => {
    const direct = ['--to', postgres.url(), '--schema', 'ended']
    await run('sync', '42', ...direct)
    const stopped = await run('sync', 'stop', ...direct)
    expect([stopped.exitCode, stopped.stdout]).toEqual([0, expect.stringContaining('what is there stays')])
    const late = await run('sync', '42', ...direct)
    expect([late.exitCode, late.stderr]).toEqual([1, expect.stringMatching(/was ended at 2.*Z\n.*--rewrite/)])
    expect((await run('sync', '42', ...direct, '--rewrite')).exitCode).toBe(0)
    expect((await run('sync', '42', ...direct)).exitCode).toBe(0)
  })

  it("others' views and references are named, and then nothing is dropped; once they are gone, all of ours is, and the schema", async () => {
    const direct = ['--to', postgres.url(), '--schema', 'dropped']
    await run('sync', '42', ...direct)
    const before = tables('dropped')
    postgres.run(`create view public.mine as select id from dropped.answers; create materialized view public.sums as select count(*) from dropped.answers_long;
      create table public.notes (answer bigint references dropped.answers (id))`)
    const kept = await run('sync', 'stop', ...direct, '--drop', '--yes')
    expect([kept.exitCode, kept.stderr]).toEqual([
      1,
      expect.stringContaining('so nothing was dropped: materialized view sums, table notes, view mine'),
    ])
    expect(tables('dropped')).toEqual(before)
    postgres.run('drop view mine; drop materialized view sums; drop table notes; create table dropped.theirs (x int)')
    expect((await run('sync', 'stop', ...direct, '--drop', '--yes')).exitCode).toBe(0)
    expect(tables('dropped')).toEqual(['theirs'])
    await run('sync', '42', '--to', postgres.url(), '--schema', 'whole')
    expect((await run('sync', 'stop', '--to', postgres.url(), '--schema', 'whole', '--drop', '--yes', '--json')).json.dropped).toContain(
      '"whole"',
    )
    expect(postgres.rows(`select 1 from pg_namespace where nspname = 'whole'`)).toEqual([])
  })

  it('that belongs to a folder: the database first, then the files; a schema of others stays untouched', async () => {
    const folder = fresh()
    postgres.run('create schema prepared; create schema theirs; create table theirs.answers (x int)')
    await run('sync', '42', folder, '--to', `csv,${postgres.url()}`, '--schema', 'prepared')
    postgres.run('create view public.mine as select id from prepared.answers')
    expect((await run('sync', 'stop', folder, '--drop', '--yes')).exitCode).toBe(1)
    expect(existsSync(join(folder, 'csv/wide.csv'))).toBe(true)
    postgres.run('drop view public.mine')
    expect((await run('sync', 'stop', folder, '--drop', '--yes')).exitCode).toBe(0)
    expect([existsSync(folder), tables('prepared')]).toEqual([false, []])
    expect(postgres.rows(`select 1 as one from pg_namespace where nspname = 'prepared'`)).toEqual([{ one: 1 }])
    const theirs = await run('sync', 'stop', '--to', postgres.url(), '--schema', 'theirs', '--drop', '--yes')
    expect([theirs.exitCode, tables('theirs')]).toEqual([1, ['answers']])
  })
})
