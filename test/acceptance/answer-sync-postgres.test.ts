/** Answers in a database, as people who sync them and people who read them meet it. */
import { chmodSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { changeAnswer } from '../../src/sandbox/store/answers/answer.ts'
import { expectInPostgres } from '../support/answers/same-postgres.ts'
import { authority, hasOpenssl } from '../support/certificates.ts'
import { noPostgres, startPostgres, type Postgres } from '../support/postgres.ts'
import { freshFolder } from '../support/program.ts'
import { serve, type Served } from '../support/served.ts'

const why = noPostgres ? ` (skipped: ${noPostgres})` : ''
let served: Served
let postgres: Postgres

beforeAll(async () => {
  served = await serve('demo')
  if (!noPostgres) postgres = await startPostgres(hasOpenssl ? certificates.issue('127.0.0.1') : undefined)
})
afterAll(async () => {
  await Promise.all([served.close(), postgres?.stop()])
})

const certificates = hasOpenssl ? authority() : { file: '', issue: () => ({ cert: '', key: '' }) }

const run = (args: string[], env: Record<string, string> = postgres.env) => served.run(['answer', 'sync', ...args], { env })

/** The database of a test. */
let serial = 0
function database(): string {
  const name = `test_${++serial}`
  postgres.run(`create database ${name}`)
  return name
}

describe.skipIf(noPostgres)(`a sync into PostgreSQL${why}`, () => {
  it('has typed tables, labels, questions, options and a long view of every answer', async () => {
    const folder = freshFolder()
    const { exitCode, stderr, stdout } = await run(['42', folder, '--to', `sqlite,${postgres.url()}`, '--schema', 'spring'])
    expect([exitCode, stderr]).toEqual([0, ''])
    expect(stdout).toContain('353 answers')
    await expectInPostgres(postgres, 'spring', folder)
    const types = postgres.rows(
      `select column_name as name, data_type as type from information_schema.columns where table_schema = 'spring' and table_name = 'answers'`,
    )
    expect(Object.fromEntries(types.map(({ name, type }) => [name, type]))).toMatchObject({
      id: 'bigint',
      date_start: 'timestamp with time zone',
      is_complete: 'boolean',
      have_you_ordered_from_us: 'text',
      how_do_you_rate_the: 'integer',
    })
    const { DatabaseSync } = await import('node:sqlite')
    const file = new DatabaseSync(join(folder, 'answers.sqlite'))
    const long = `select answer_id, key, "row", code, label, number, text, position from`
    const sorted = (rows: object[]): string[] =>
      rows.map((row) => JSON.stringify(Object.values(row).map((cell) => cell ?? null))).toSorted()
    const names = ['answer_id', 'key', 'row', 'code', 'label', 'number', 'text', 'position']
    const there = postgres.rows(`${long} spring.answers_long`).map((row) => Object.fromEntries(names.map((name) => [name, row[name]])))
    expect(sorted(there)).toEqual(sorted(file.prepare(`${long} answers_long`).all()))
    file.close()
    const [comment] = postgres.rows(`select col_description('spring.answers'::regclass, 7) as text`)
    expect(comment.text).toBe('Have you ordered from us this spring?')
  })

  it('goes there again without being told, and shows where', async () => {
    const [folder, name] = [freshFolder(), database()]
    await run(['42', folder, '--to', postgres.url(name)])
    const [first] = postgres.rows('select id from survey_42.answers order by id limit 1', name)
    changeAnswer(served.sandbox.service.store, first.id, { is_deleted: true })
    const again = await run(['42', folder, '--json'])
    expect(again.json).toMatchObject({
      gone: 1,
      destinations: [{ to: 'postgres', url: postgres.url(name), schema: 'survey_42', answers: 352, behind: false }],
    })
    expect(postgres.rows(`select id from survey_42.answers where id = ${first.id}`, name)).toEqual([])
    const status = await served.run(['answer', 'sync', 'status', folder, '--json'])
    expect(status.json).toMatchObject({ destinations: [{ schema: 'survey_42', behind: false }] })
    changeAnswer(served.sandbox.service.store, first.id, { is_deleted: false })
    await run(['42', folder])
    expect(postgres.rows(`select id from survey_42.answers where id = ${first.id}`, name)).toHaveLength(1)
  })

  it('goes into several databases; one that is away keeps none of the others from being written, and is ended by its address', async () => {
    const [folder, one, other] = [freshFolder(), database(), database()]
    expect((await run(['42', folder, '--to', `${postgres.url(one)},${postgres.url(one)}`])).exitCode).toBe(0)
    expect((await run(['42', folder, '--to', `csv,${postgres.url(other)}`])).exitCode).toBe(0)
    postgres.run(`alter database ${one} rename to gone_${one}`)
    await served.control('answer', { quiz: 42, count: 1 })
    const failed = await run(['42', folder])
    expect([failed.exitCode, failed.stderr]).toEqual([5, expect.stringContaining(`database does not exist: ${one}`)])
    const counted = `select count(*)::int as n from survey_42.answers`
    expect(postgres.rows(counted, other)).toEqual(postgres.rows(`select n + 1 as n from (${counted}) t`, `gone_${one}`))
    const status = await served.run(['answer', 'sync', 'status', folder, '--json'])
    expect(status.json.destinations.map(({ to, behind }: any) => [to, behind])).toEqual([
      ['csv', false],
      ['postgres', true],
      ['postgres', false],
    ])
    const stopped = await run(['42', folder, '--stop', postgres.url(one)])
    expect([stopped.exitCode, stopped.stderr]).toEqual([0, expect.stringContaining('its tables in schema survey_42 stay as they are')])
  })

  it('gives several surveys a schema each', async () => {
    const name = database()
    const { exitCode } = await run(['42', '46', freshFolder(), '--to', postgres.url(name)])
    expect(exitCode).toBe(0)
    expect(postgres.rows(`select nspname from pg_namespace where nspname like 'survey%'`, name)).toHaveLength(2)
  })

  it('keeps the password out of the command line, the folder and what is said', async () => {
    const folder = freshFolder()
    const secret = encodeURIComponent(postgres.password)
    for (const url of [
      `postgres://owner:${secret}@127.0.0.1:${postgres.port}/postgres`,
      `postgresql://127.0.0.1:${postgres.port}/postgres?user=owner&password=${secret}`,
      `postgres://owner:${secret},more@127.0.0.1/postgres`,
      `postgre://owner:${secret}@127.0.0.1/postgres`,
      `postgres://owner:p#${secret}@127.0.0.1/postgres`,
    ]) {
      const { exitCode, stderr, stdout } = await run(['42', folder, '--to', url, '--debug'])
      expect([exitCode, stdout]).toEqual([2, ''])
      expect(stderr).not.toContain(secret)
      expect(stderr).not.toContain('p@ss')
    }
    expect((await run(['42', folder, '--to', `postgres://owner:x@127.0.0.1/postgres`])).stderr).toContain('PGPASSWORD')
    expect(readdirSync(folder)).toEqual([])
    const done = await run(['42', folder, '--to', postgres.url(database()), '--debug', '--json'])
    const wrong = await run(['42', folder, '--debug'], { PGPASSWORD: 'not this one' })
    expect([done.exitCode, wrong.exitCode]).toEqual([0, 3])
    const kept = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path))
    const all = [done.stdout, done.stderr, wrong.stderr, ...kept.map((path) => readFileSync(path, 'utf8'))].join('\n')
    expect(all).not.toContain(postgres.password)
    expect(all).not.toContain('not this one')
  })

  it('finds the password in a file that nobody else reads', async () => {
    const [home, name] = [freshFolder(), database()]
    const file = join(home, 'pass')
    const escaped = postgres.password.replaceAll('\\', '\\\\').replaceAll(':', '\\:')
    writeFileSync(file, `# ours\nelsewhere:*:*:*:other\n127.0.0.1:${postgres.port}:${name}:owner:${escaped}\n`, { mode: 0o600 })
    const args = ['42', freshFolder(), '--to', postgres.url(name)]
    expect((await run(args, { PGPASSFILE: file })).exitCode).toBe(0)
    chmodSync(file, 0o644)
    const open = await run(args, { PGPASSFILE: file })
    expect([open.exitCode, open.stderr]).toEqual([3, expect.stringContaining('chmod 600')])
  })
})

describe.skipIf(noPostgres)(`what can't be written is refused, with what to do${why}`, { concurrent: true }, () => {
  const refusals: [string, () => { args: string[]; env?: Record<string, string> }, number, RegExp][] = [
    [
      'an unknown host',
      () => ({ args: ['--to', 'postgres://owner@nowhere.invalid/postgres'] }),
      8,
      /The host "nowhere.invalid" was not found/,
    ],
    ['a port where nobody listens', () => ({ args: ['--to', 'postgres://owner@127.0.0.1:9/postgres'] }), 8, /can't be reached/],
    ['no password', () => ({ args: ['--to', postgres.url()], env: { HOME: freshFolder() } }), 3, /asks for the password[\s\S]*PGPASSWORD/],
    [
      'a database that is not there',
      () => ({ args: ['--to', postgres.url('nothing')] }),
      5,
      /database does not exist[\s\S]*createdb nothing/,
    ],
    ['an unknown parameter', () => ({ args: ['--to', postgres.url('x', 'owner', '?ssl=1&mode=2')] }), 2, /"ssl"[\s\S]*"mode"/],
    ['a schema without a database', () => ({ args: ['--to', 'csv', '--schema', 'x'] }), 2, /--schema is of a database/],
    ['a schema of the system', () => ({ args: ['--to', postgres.url(), '--schema', 'pg_mine'] }), 2, /begin with pg_/],
    [
      'a certificate of nobody',
      () => ({ args: ['--to', postgres.url('postgres', 'owner', '?sslmode=verify-full')] }),
      8,
      hasOpenssl ? /certificate/ : /TLS/,
    ],
  ]
  it.each(refusals)('%s', async (_, given, code, said) => {
    const { args, env } = given()
    const { exitCode, stderr, stdout } = await run(['42', freshFolder(), ...args], env)
    expect([exitCode, stdout, stderr]).toEqual([code, '', expect.stringMatching(said)])
    expect(stderr).not.toMatch(/stack|at .*\.ts|report it/i)
  })

  it('tables that somebody else made, and a schema of another survey', async () => {
    const name = database()
    postgres.run('create schema theirs; create table theirs.answers (mine text); insert into theirs.answers values (1)', name)
    const theirs = await run(['42', freshFolder(), '--to', postgres.url(name), '--schema', 'theirs'])
    expect([theirs.exitCode, theirs.stderr]).toEqual([1, expect.stringContaining('"answers", which surveyctl didn\'t make')])
    expect(postgres.rows('select * from theirs.answers', name)).toEqual([{ mine: '1' }])
    await run(['42', freshFolder(), '--to', postgres.url(name), '--schema', 'ours'])
    const other = await run(['46', freshFolder(), '--to', postgres.url(name), '--schema', 'ours'])
    expect([other.exitCode, other.stderr]).toEqual([2, expect.stringContaining('holds the answers of survey 42')])
    postgres.run('update ours.surveyctl set format = 99', name)
    const newer = await run(['42', freshFolder(), '--to', postgres.url(name), '--schema', 'ours'])
    expect([newer.exitCode, newer.stderr]).toEqual([1, expect.stringContaining('newer surveyctl')])
  })

  it('a user who may make no schema, until one is granted', async () => {
    const name = database()
    postgres.run(
      `create role analyst login password 'secret'; create schema granted; grant usage, create on schema granted to analyst`,
      name,
    )
    const env = { PGPASSWORD: 'secret' }
    const folder = freshFolder()
    const refused = await run(['42', folder, '--to', postgres.url(name, 'analyst')], env)
    expect([refused.exitCode, refused.stderr]).toEqual([4, expect.stringContaining(`grant create on database "${name}" to "analyst"`)])
    const granted = await run(['42', folder, '--to', postgres.url(name, 'analyst'), '--schema', 'granted'], env)
    expect([granted.exitCode, granted.stderr]).toEqual([0, ''])
  })

  it.skipIf(!hasOpenssl)('a server without the certificate that is asked for', async () => {
    const [folder, name] = [freshFolder(), database()]
    const root = `sslrootcert=${certificates.file}`
    const trusted = await run(['42', folder, '--to', postgres.url(name, 'owner', `?sslmode=verify-full&${root}`)])
    expect([trusted.exitCode, trusted.stderr]).toEqual([0, ''])
    const otherName = `postgres://owner@localhost:${postgres.port}/${name}?${root}&sslmode=`
    expect((await run(['42', folder, '--to', `${otherName}verify-full`])).exitCode).toBe(8)
    expect((await run(['42', folder, '--to', `${otherName}verify-ca`])).exitCode).toBe(0)
    expect((await run(['42', folder, '--to', postgres.url(name, 'owner', '?sslmode=require')])).exitCode).toBe(0)
    const socket = `postgres:///${name}?host=${encodeURIComponent(postgres.folder)}&user=owner&port=${postgres.port}`
    expect((await run(['42', folder, '--to', socket])).exitCode).toBe(0)
  })
})
