/** A sync that nobody watches: what it says beforehand, in a log, and when it fails. */
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { changeAnswer } from '../../src/sandbox/store/answers/answer.ts'
import { authority, hasOpenssl } from '../support/certificates.ts'
import { endless } from '../support/endless.ts'
import { freePort, noPostgres, startPostgres, type Postgres } from '../support/postgres.ts'
import { freshFolder } from '../support/program.ts'
import { serve, type Served } from '../support/served.ts'

const why = noPostgres ? ` (skipped: ${noPostgres})` : ''
const certificates = hasOpenssl ? authority() : undefined
let served: Served
let postgres: Postgres

beforeAll(async () => {
  served = await serve('demo')
  if (!noPostgres) postgres = await startPostgres(certificates?.issue('127.0.0.1', '200101000000Z', '210101000000Z'))
})
afterAll(async () => {
  await Promise.all([served.close(), postgres?.stop()])
})

const sync = (args: string[], env: Record<string, string> = {}) =>
  served.run(['answer', 'sync', ...args], { env: { ...postgres?.env, ...env } })
const fresh = (): string => join(freshFolder(), 'answers')
const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z /

describe('in a log', () => {
  it('each line begins with a time, notes and warnings as well', async () => {
    const { exitCode, stdout, stderr } = await sync(['42', '9999', fresh(), '--to', 'csv', '--log'])
    expect(exitCode).toBe(9)
    expect(stdout.trimEnd().split('\n')).toEqual([expect.stringMatching(time)])
    expect(stderr.split('\n')[0]).toMatch(/^! \d{4}-\d\d-\d\dT[\d:.]+Z Survey 9999 was not found/)
  })

  it('as JSON a run of a survey is an object on its line, also one that failed', async () => {
    const { stdout } = await sync(['42', '9999', '46', fresh(), '--to', 'csv', '--log', '--json'])
    const lines = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines).toMatchObject([
      { at: expect.stringMatching(/Z$/), quiz: 42, added: 353, destinations: [{ to: 'csv' }] },
      { quiz: 46 },
      { quiz: 9999, error: { kind: 'not_found', hint: expect.stringContaining('quiz list'), retryable: false } },
    ])
  })

  it('so do those of --every off a terminal, run for run', async () => {
    const log = endless(served.sandbox, `answer sync 42 ${fresh()} --to csv --every 1s`)
    await log.until((lines) => lines.length >= 2)
    await log.stop()
    expect(log.lines().slice(0, 2)).toEqual([
      expect.stringMatching(/^[\d-]+T[\d:.]+Z Synced survey 42 .* 353 new/),
      expect.stringMatching(/^[\d-]+T[\d:.]+Z Synced survey 42 .* nothing new/),
    ])
    const json = endless(served.sandbox, `answer sync 42 46 ${fresh()} --to csv --every 1s --json`)
    await json.until((lines) => lines.length >= 4)
    await json.stop()
    expect(
      json
        .lines()
        .slice(0, 4)
        .map((line) => JSON.parse(line).quiz),
    ).toEqual([42, 46, 42, 46])
  })
})

describe('that fails', () => {
  it('of all surveys says why, each with kind, code and hint; and one note for those that were not tried', async () => {
    await served.control('fault add', { pattern: 'GET /quiz/*', status: 500 })
    const failed = await sync(['42', '46', fresh(), '--json'])
    await served.control('fault clear')
    expect(failed.exitCode).toBe(8)
    const { error } = JSON.parse(failed.stderr.slice(failed.stderr.indexOf('{')))
    expect(error.details).toMatchObject(
      [42, 46].map((quiz_id) => ({ quiz_id, kind: 'unavailable', retryable: true, message: expect.any(String) })),
    )
    expect(failed.stderr).not.toMatch(/Survey 42: Survey 42/)
    const asked = Date.now()
    const away = await sync(['42', '46', '47', fresh()], { SURVEYCTL_BASE_URL: `http://127.0.0.1:${await freePort()}/api/v3` })
    expect([away.exitCode, away.stderr]).toEqual([8, expect.stringContaining('surveys 46, 47 were not tried')])
    expect(Date.now() - asked).toBeLessThan(60_000)
  })

  it('without a profile is not signed in', async () => {
    const folder = fresh()
    await sync(['42', folder])
    const { exitCode, stderr } = await sync(['42', folder], { SURVEYCTL_BASE_URL: '', SURVEYCTL_API_KEY: '' })
    expect([exitCode, stderr]).toEqual([3, expect.not.stringContaining('undefined')])
  })

  it('--timeout takes what --every takes', async () => {
    expect((await sync(['42', fresh(), '--to', 'csv', '--timeout', '10m'])).exitCode).toBe(0)
    const wrong = await sync(['42', fresh(), '--timeout', 'soon'])
    expect([wrong.exitCode, wrong.stderr]).toEqual([2, expect.stringContaining('a number of seconds above 0, or a time like 10m')])
  })
})

it('a survey of a folder of surveys is synced where it lies', async () => {
  const folder = fresh()
  await sync(['42', '46', folder, '--to', 'csv'])
  await served.control('answer', { quiz: 46, count: 2 })
  const { json } = await sync(['46', folder, '--json'])
  expect(json).toMatchObject({ folder: join(folder, '46'), added: 2 })
  expect(readdirSync(folder).toSorted()).toEqual(['42', '46'])
})

describe('a dry run', () => {
  it('says what would change in a folder, and changes nothing', async () => {
    const folder = fresh()
    const first = await sync(['42', folder, '--to', 'csv', '--dry-run'])
    expect([first.exitCode, first.stdout]).toEqual([
      0,
      expect.stringMatching(/^-- Survey 42 .*: 35\d new, 0 changed, 0 deleted; would write csv\n$/),
    ])
    expect(existsSync(folder)).toBe(false)
    mkdirSync(folder)
    writeFileSync(join(folder, 'mine'), '')
    expect((await sync(['42', folder, '--dry-run'])).exitCode).toBe(2)
  })

  it.skipIf(noPostgres)(`prints the statements for a database, which do what the sync does${why}`, async () => {
    const direct = ['--to', `${postgres.url()}?sslmode=disable`, '--schema', 'dry']
    const first = await sync(['46', ...direct, '--dry-run'])
    expect(first.exitCode).toBe(0)
    expect(postgres.rows(`select 1 from pg_namespace where nspname = 'dry'`)).toEqual([])
    const made = () =>
      postgres.rows(
        `select table_name, column_name, data_type from information_schema.columns where table_schema = 'dry' and table_name ~ '^answers' order by 1, 2`,
      )
    postgres.run(first.stdout)
    const byHand = made()
    postgres.run('drop schema dry cascade')
    await sync(['46', ...direct])
    expect(made()).toEqual(byHand)
    const [{ id }] = postgres.rows('select id from dry.answers order by id limit 1') as [{ id: number }]
    changeAnswer(served.sandbox.service.store, id, { is_deleted: true })
    await served.control('answer', { quiz: 46, count: 3 })
    const [column] = postgres.rows(`select column_name as name from dry.variables where key is not null order by position limit 1`)
    const key = postgres.rows(`select key from dry.variables where column_name = '${column.name}'`)[0].key
    const before = postgres.rows('select * from dry.answers order by id')
    const second = await sync(['46', ...direct, '--dry-run', '--exclude', key, '--json'])
    expect(second.json).toMatchObject([{ quiz: 46, excluded: [key], databases: [{ schema: 'dry', inserted: 3, deleted: 1 }] }])
    expect(second.json[0].databases[0].statements).toEqual(
      expect.arrayContaining([expect.stringMatching(new RegExp(`^alter table "dry".answers drop column "${key}`))]),
    )
    expect(postgres.rows('select * from dry.answers order by id')).toEqual(before)
    expect(postgres.rows('select count(*)::int as n from dry.runs')).toEqual([{ n: 1 }])
  })
})

describe.skipIf(noPostgres)(`what PostgreSQL refuses has words of its own${why}`, () => {
  it.skipIf(!certificates)('a certificate that has expired', async () => {
    const url = `${postgres.url()}?sslmode=verify-full&sslrootcert=${certificates!.file}`
    const { exitCode, stderr } = await sync(['42', fresh(), '--to', url])
    expect([exitCode, stderr]).toEqual([8, expect.stringMatching(/is not valid at this time[^]*has to be renewed/)])
    expect(stderr).not.toContain('authority')
  })

  it('no more connections', async () => {
    postgres.run(`create role alone login password 'secret' connection limit 0; create schema alone authorization alone`)
    const { exitCode, stderr } = await sync(['42', '--to', postgres.url('postgres', 'alone', '?sslmode=disable'), '--schema', 'alone'], {
      PGPASSWORD: 'secret',
    })
    expect([exitCode, stderr]).toEqual([8, expect.stringMatching(/takes no more connections/)])
  })
})
