/** A database ends with what the store has, whatever happens to either of them on the way. */
import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { execa } from 'execa'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Content } from '../../src/model/survey.ts'
import { changeAnswer } from '../../src/sandbox/store/answers/answer.ts'
import { changeQuiz, findQuiz } from '../../src/sandbox/store/surveys/quiz.ts'
import { publish } from '../../src/sandbox/store/surveys/publishing.ts'
import { expectInPostgres } from '../support/answers/same-postgres.ts'
import { realService } from '../support/answers/service.ts'
import { syncInto, type SyncSettings } from '../support/answers/synced.ts'
import { noPostgres, startPostgres, type Postgres } from '../support/postgres.ts'
import { environment, freshFolder, launcher } from '../support/program.ts'
import { publishedOf, serve, surveyWith, type Served } from '../support/served.ts'

const why = noPostgres ? ` (skipped: ${noPostgres})` : ''
let served: Served
let postgres: Postgres
let content: Content
let quiz: number

beforeAll(async () => {
  served = await serve('demo')
  content = publishedOf(served.sandbox, 42)
  if (noPostgres) return
  postgres = await startPostgres()
  process.env.PGPASSWORD = postgres.password
})
afterAll(async () => {
  delete process.env.PGPASSWORD
  await Promise.all([served.close(), postgres?.stop()])
})

const minute = 60_000
const begin = Date.parse('2026-09-01T12:00:00Z')

const questionOf = (type: string): string => Object.entries(content.widgets.entities).find(([, entity]) => entity.type === type)![0]
const multiple = (): string => Object.entries(content.widgets.entities).find(([, entity]) => (entity as any).choiceMultiple)![0]

/** A survey of its own; every answer chooses two options of a question. */
async function fresh(count: number): Promise<void> {
  const answers = Array.from({ length: count }, (_, index) => ({
    values: { [questionOf('scale')]: index % 5, [multiple()]: [['1', '2', '3', '4'][index % 4]!] },
    date_start: new Date(begin + index * 20 * minute).toISOString(),
    date_end: new Date(begin + (index * 20 + 3) * minute).toISOString(),
    is_complete: true,
  }))
  quiz = await surveyWith(served.sandbox, 'Kept elsewhere', content, answers)
}

const ids = (): number[] =>
  served.sandbox.service.store.all<{ id: number }>('select id from answer where quiz_id = ? order by id', quiz).map(({ id }) => id)

const remove = (id: number): void => void changeAnswer(served.sandbox.service.store, id, { is_deleted: true })

function more(count: number): void {
  const { service } = served.sandbox
  const [latest] = service.store.all<any>('select * from answer where quiz_id = ? order by id desc limit 1', quiz)
  const { id: _, ...facts } = latest
  const columns = Object.keys(facts).filter((name) => name !== 'token')
  const names = columns.map((name) => `"${name}"`).join(', ')
  service.write(() => {
    for (let index = 0; index < count; index++)
      service.store.run(
        `insert into answer (token, ${names}) select ?, ${names} from answer where id = ?`,
        `more-${quiz}-${index}`,
        latest.id,
      )
  })
}

/** The survey as it is from now on. */
function republish(edit: (entities: Record<string, any>, content: any) => void): void {
  const { service } = served.sandbox
  const draft = structuredClone(findQuiz(service.store, quiz)!.draft)
  edit(draft.widgets.entities as Record<string, any>, draft)
  service.write(() => publish(service, changeQuiz(service, findQuiz(service.store, quiz)!, { draft }), 1))
}

let serial = 0
let schema = ''
const into = (folder: string, more: SyncSettings = {}) =>
  syncInto(folder, realService(served.sandbox, quiz), { database: { url: postgres.url(), schema }, ...more })

async function begun(count = 60): Promise<string> {
  await fresh(count)
  schema = `own_${++serial}`
  const folder = freshFolder()
  await into(folder)
  return folder
}

const same = (folder: string) => expectInPostgres(postgres, schema, folder)

describe.skipIf(noPostgres)(`a database follows${why}`, () => {
  it('a survey that is published anew: names, options, types', async () => {
    const folder = await begun()
    postgres.run(`create view ${schema}.mine as select id, would_you_recommend_us as mark from ${schema}.answers;
      alter table ${schema}.answers add column note text; update ${schema}.answers set note = 'ours'; create index on ${schema}.answers (date_start)`)
    const [scale, some] = [questionOf('scale'), multiple()]
    republish((entities) => {
      const [seeds, tools, , furniture] = entities[some].choiceEntities
      entities[some].choiceEntities = [{ id: '9', title: 'Books; and "more"' }, furniture, tools, { ...seeds, title: "Seed's \\ bulbs" }]
      entities[scale] = { type: 'input', title: 'Note' }
    })
    await served.control('answer', { quiz, count: 10, seed: 3 })
    await into(folder)
    await same(folder)
    // Who began before there was an option didn't leave it out.
    const ninth = (which: string) => postgres.rows(`select distinct what_did_you_order_9 as ninth from ${schema}.answers where ${which}`)
    expect(ninth(`id <= ${ids()[59]}`)).toEqual([{ ninth: null }])
    expect(ninth('what_did_you_order_9')).toEqual([{ ninth: true }])
    expect(postgres.rows(`select distinct note from ${schema}.answers where id <= ${ids()[59]}`)).toEqual([{ note: 'ours' }])
    expect(postgres.rows(`select count(*) from ${schema}.mine where mark is not null`)).toEqual([{ count: 60 }])
    await into(folder, { keys: { [some]: 'ordered', [scale]: 'what_did_you_order' } })
    await same(folder)
    expect(postgres.rows(`select count(*) from ${schema}.mine where mark is not null`)).toEqual([{ count: 60 }])
  })

  it('names that are long, alike, or of PostgreSQL itself', async () => {
    const folder = await begun(8)
    const long = 'a'.repeat(48)
    const texts = Object.entries(content.widgets.entities).filter(
      ([, { type }]) => type === 'input' || type === 'email' || type === 'scale',
    )
    const [first, second] = texts.map(([id]) => id)
    republish((entities) => {
      entities[multiple()].choiceEntities.push(...[999_998, 999_999].map((id) => ({ id: String(id), title: `Option ${id}` })))
    })
    await into(folder, { keys: { [multiple()]: long, [first!]: 'xmin', ...(second && { [second]: 'CTID' }) } })
    await same(folder)
    const long2 = postgres.rows(`select variable, column_name from ${schema}.variables where octet_length(column_name) > 63`)
    expect(long2).toEqual([])
  })

  it('a fresh folder, a folder restored from a backup, a database restored from one', async () => {
    const folder = await begun()
    const [backup, other] = [freshFolder(), freshFolder()]
    cpSync(folder, backup, { recursive: true })
    postgres.run(`create schema kept_${schema}; create table kept_${schema}.answers as select * from ${schema}.answers;
      create table kept_${schema}.surveyctl as select * from ${schema}.surveyctl`)
    remove(ids()[7]!)
    await served.control('answer', { quiz, count: 4, seed: 3 })
    await into(folder)
    remove(ids()[8]!)
    await into(folder)
    // The database as it was before.
    postgres.run(`truncate ${schema}.answers; insert into ${schema}.answers select * from kept_${schema}.answers;
      delete from ${schema}.surveyctl; insert into ${schema}.surveyctl select * from kept_${schema}.surveyctl`)
    await into(folder)
    await same(folder)
    // The folder as it was before: what the database has is not of its past.
    remove(ids()[9]!)
    await into(backup)
    await same(backup)
    remove(ids()[10]!)
    await into(other)
    await same(other)
    await into(folder)
    await same(folder)
  })

  it('columns and tables that somebody dropped or emptied', async () => {
    const folder = await begun()
    postgres.run(`alter table ${schema}.answers drop column would_you_recommend_us cascade`)
    await into(folder)
    await same(folder)
    postgres.run(`drop table ${schema}.answers cascade; drop table ${schema}.options cascade`)
    await into(folder)
    await same(folder)
    expect(postgres.rows(`select count(*) from ${schema}.answers_long where key = 'what_did_you_order'`)).toEqual([{ count: 60 }])
  })

  it('more columns than a row of it can hold', async () => {
    const folder = await begun(8)
    const some = multiple()
    const options = (from: number) =>
      Array.from({ length: 1400 }, (_, index) => ({ id: String(from + index), title: `Option ${from + index}` }))
    republish((entities) => {
      const matrix = Object.entries(entities).find(([, { type }]) => type === 'matrix')
      entities[some].choiceEntities.push(...options(100))
      if (matrix) matrix[1].rows = [...(matrix[1].rows ?? []), ...options(5000).slice(0, 700)]
    })
    await into(folder)
    republish((entities) => {
      entities[some].choiceEntities.unshift({ id: '90', title: 'Another one' })
    })
    await served.control('answer', { quiz, count: 3, seed: 5 })
    await into(folder)
    await same(folder)
    expect(postgres.rows(`select count(distinct table_name) from ${schema}.variables`)[0].count).toBeGreaterThan(1)
  })

  it('codes in place of labels, unless a view of somebody else holds on to a column: then it is said, and nothing is changed', async () => {
    await fresh(5)
    schema = `own_${++serial}`
    const folder = freshFolder()
    await program(folder)
    postgres.run(`create view ${schema}.mine as select id, have_you_ordered_from_us from ${schema}.answers`)
    const { exitCode, stderr } = await program(folder, '--values', 'codes')
    expect([exitCode, stderr]).toEqual([
      1,
      expect.stringMatching(/depends on a column that has to change[\s\S]*view own_\d+\.mine[\s\S]*Drop the view/),
    ])
    await same(folder)
    postgres.run(`drop view ${schema}.mine`)
    expect((await program(folder, '--values', 'codes')).exitCode).toBe(0)
    await expectInPostgres(postgres, schema, folder, 'codes')
  })
})

const line = (folder: string, more: readonly string[] = []): string[] => [
  'answer',
  'sync',
  String(quiz),
  folder,
  '--to',
  postgres.url(),
  '--schema',
  schema,
  ...more,
]
const program = (folder: string, ...more: string[]) => served.run(line(folder, more), { env: postgres.env })
/** In a process of its own. */
const apart = (folder: string) =>
  execa(process.execPath, [launcher, ...line(folder)], {
    env: environment({ baseUrl: served.sandbox.baseUrl, apiKey: served.sandbox.apiKey, env: postgres.env }),
    extendEnv: false,
    reject: false,
  })

/** Waits until a sync stands still in the middle of its work, since a row that it wants is held by somebody else. */
async function untilHeld(): Promise<number> {
  for (;;) {
    const [held] = postgres.rows(`select pid from pg_stat_activity where application_name = 'surveyctl' and wait_event_type = 'Lock'`)
    if (held) return held.pid
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** Somebody who has put a row with this id into the table, and has not made up their mind. */
async function holding(id: number): Promise<{ end: () => Promise<void> }> {
  const { default: pg } = await import('pg')
  const client = new pg.Client({ host: '127.0.0.1', port: postgres.port, user: 'owner', database: 'postgres', password: postgres.password })
  client.on('error', () => {})
  await client.connect()
  await client.query('begin')
  await client.query(`insert into ${schema}.answers (id) values ($1)`, [id])
  return { end: () => client.end().catch(() => {}) }
}

describe.skipIf(noPostgres)(`in the middle of writing${why}`, () => {
  const ends: [string, (pid: number, child: ReturnType<typeof apart>) => Promise<void> | void, number | undefined][] = [
    ['the sync is killed', (_, child) => void child.kill('SIGKILL'), undefined],
    ['its connection is ended', (pid) => postgres.run(`select pg_terminate_backend(${pid})`), 8],
    [
      'PostgreSQL crashes',
      async () => {
        await postgres.crash()
        await postgres.start()
      },
      8,
    ],
    ['it is interrupted', (_, child) => void child.kill('SIGINT'), 130],
  ]
  it.each(ends)('%s: nothing is half-done, and the next sync finishes', async (_, end, code) => {
    // A sync of its own base URL: the program's.
    await fresh(3)
    schema = `own_${++serial}`
    const folder = freshFolder()
    expect((await program(folder)).exitCode).toBe(0)
    const before = postgres.rows(`select * from ${schema}.answers order by id`)
    remove(ids()[0]!)
    more(2100)
    const held = ids().at(-20)!
    const somebody = await holding(held)
    const child = apart(folder)
    const pid = await untilHeld()
    await end(pid, child)
    const { exitCode, stderr } = await child
    if (code !== undefined)
      expect([exitCode, stderr]).toEqual([code, code === 130 ? expect.anything() : expect.stringContaining('the next sync continues')])
    await somebody.end()
    // The first batch is there as a whole (one of it deleted one), and nothing of the second.
    const there = postgres.rows(`select count(*) from ${schema}.answers`)[0].count
    expect(there).toBe(before.length - 1 + 1999)
    expect((await program(folder)).exitCode).toBe(0)
    await same(folder)
  })

  it('two write at once: one is told, and the database is whole', async () => {
    await begun(3)
    const [one, other] = [freshFolder(), freshFolder()]
    schema = `own_${++serial}`
    const done = await Promise.all([apart(one), apart(other)])
    expect(done.map(({ exitCode }) => exitCode)).toContain(0)
    expect((await program(one)).exitCode).toBe(0)
    await same(one)
    rmSync(join(other, 'store.sqlite'))
  })
})
