/** A database that somebody has laid hands on, or that has no room: what is wrong is said, and the next sync puts it right. */
import { execFileSync } from 'node:child_process'
import { afterAll, describe, expect, it } from 'vitest'
import type { Content } from '../../src/model/survey.ts'
import { changeAnswer } from '../../src/sandbox/store/answers/answer.ts'
import { expectInPostgres } from '../support/answers/same-postgres.ts'
import { noPostgres } from '../support/postgres.ts'
import { usePostgres } from '../support/use-postgres.ts'
import { freshFolder } from '../support/program.ts'
import { publishedOf, useSandbox, surveyWith } from '../support/served.ts'
import { noDisks, smallDisk, unmountAll } from './small-disk.ts'

const why = noPostgres ? ` (skipped: ${noPostgres})` : ''
const served = useSandbox('demo', { keep: true })
const postgres = usePostgres()!
/** What its questions are made of. */
const content = (): Content => publishedOf(served.sandbox, 42)
afterAll(unmountAll)

const questionOf = (type: string): string => Object.entries(content().widgets.entities).find(([, entity]) => entity.type === type)![0]

const answer = (index: number) => ({
  values: { [questionOf('scale')]: index % 5, [questionOf('input')]: `Words of answer ${index}. ${'Nothing to add. '.repeat(20)}` },
  date_start: new Date(Date.parse('2026-09-01T12:00:00Z') + index * 60_000).toISOString(),
  date_end: new Date(Date.parse('2026-09-01T12:01:00Z') + index * 60_000).toISOString(),
})

/** A survey, a folder and a database of its own; `sync` is the program. */
let serial = 0
async function fresh(count = 40) {
  const name = `hands_${++serial}`
  postgres.run(`create database ${name}`)
  const quiz = String(
    await surveyWith(
      served.sandbox,
      'Hands',
      content(),
      Array.from({ length: count }, (_, index) => answer(index)),
    ),
  )
  const folder = freshFolder()
  const ids = (): number[] =>
    served.sandbox.service.store.all<{ id: number }>('select id from answer where quiz_id = ? order by id', quiz).map(({ id }) => id)
  const edit = (id: number, text: string): void => {
    const date_end = new Date(Date.parse('2026-10-01T12:00:00Z') + id * 1000).toISOString()
    changeAnswer(served.sandbox.service.store, id, { values: { [questionOf('input')]: text }, date_end })
  }
  const sync = (more: string[] = [], { user = 'owner', env = postgres.env }: { user?: string; env?: Record<string, string> } = {}) =>
    served.run(['answer', 'sync', quiz, folder, '--to', postgres.url(name, user), '--schema', 'ours', ...more], { env })
  const run = (sql: string): void => postgres.run(sql, name)
  const same = (schema = 'ours'): Promise<void> =>
    expectInPostgres({ ...postgres, rows: (select) => postgres.rows(select, name) }, schema, folder)
  return { name, quiz, folder, ids, edit, sync, run, same }
}

const refused = ({ exitCode, stdout, stderr }: { exitCode: number; stdout: string; stderr: string }) => [exitCode, stdout, stderr]

describe.skipIf(noPostgres)(`a database of which${why}`, () => {
  it.each(['Odd "name"; drop', "имя 🙂's", '$user', 'a\\b %s'])('the schema is called %s', async (schema) => {
    const { sync, same, ids, edit } = await fresh(5)
    expect((await sync(['--schema', schema])).exitCode).toBe(0)
    edit(ids()[2]!, 'again')
    expect((await sync(['--schema', schema])).exitCode).toBe(0)
    await same(schema.replaceAll('"', '""'))
  })

  it('somebody gave columns another type: they get theirs back, with all answers', async () => {
    const { sync, run, same, ids, edit } = await fresh()
    await sync()
    run(`alter table ours.answers alter column would_you_recommend_us type text;
      alter table ours.answers alter column when_did_the_order type text; alter table ours.answers alter column date_end type timestamp`)
    edit(ids()[3]!, 'again')
    const { exitCode, stderr } = await sync()
    expect([exitCode, stderr]).toEqual([0, ''])
    await same()
  })

  it('somebody added a rule that answers break: said without repeating what was answered', async () => {
    const { sync, run, same, ids, edit } = await fresh()
    await sync()
    run('alter table ours.answers add constraint short check (length(what_went_wrong) < 400)')
    edit(ids()[3]!, `Secret ${'x'.repeat(500)}`)
    const broken = await sync()
    expect(refused(broken)).toEqual([1, '', expect.stringMatching(/violates a constraint[^\n]*"short"[^]*Drop the constraint/)])
    expect(broken.stderr).not.toContain('Secret')
    run('alter table ours.answers drop constraint short')
    expect((await sync()).exitCode).toBe(0)
    await same()
  })

  it('the rights are taken away between two syncs', async () => {
    const { name, sync, run, same, ids, edit } = await fresh()
    const [user, env] = [`${name}_analyst`, { PGPASSWORD: 'secret' }]
    run(`create role ${user} login password 'secret'; create schema ours; grant usage, create on schema ours to ${user}`)
    expect((await sync([], { user, env })).exitCode).toBe(0)
    run(`alter table ours.answers owner to owner; grant select on ours.answers to ${user}`)
    edit(ids()[3]!, 'again')
    expect(refused(await sync([], { user, env }))).toEqual([4, '', expect.stringMatching(/table answers[^]*sync as that user/)])
    run(`revoke all on schema ours from ${user}`)
    expect(refused(await sync([], { user, env }))).toEqual([4, '', expect.stringMatching(/schema ours[^]*grant usage, create on schema/)])
    run(`grant usage, create on schema ours to ${user}; alter table ours.answers owner to ${user}`)
    expect((await sync([], { user, env })).exitCode).toBe(0)
    await same()
  })

  it('the time for a statement is short', async () => {
    const { name, sync, run, same } = await fresh()
    run(`alter database ${name} set statement_timeout = '1ms'`)
    expect(refused(await sync())).toEqual([8, '', expect.stringMatching(/statement timeout[^]*Raise statement_timeout/)])
    run(`alter database ${name} reset statement_timeout`)
    expect((await sync()).exitCode).toBe(0)
    await same()
  })

  it('the encoding has no room for what was answered', async () => {
    const { name, sync, ids, edit } = await fresh(3)
    postgres.run(`drop database ${name}; create database ${name} encoding 'LATIN1' template template0 locale 'C'`)
    edit(ids()[0]!, 'Да')
    expect(refused(await sync())).toEqual([1, '', expect.stringMatching(/lacks a character[^]*--encoding=UTF8/)])
  })

  it.skipIf(noDisks)(`the disk is full${noDisks ? ` (${noDisks})` : ''}: nothing is half-done, and the next sync goes on`, async () => {
    const { name, sync, run, same } = await fresh(5000)
    const disk = smallDisk(8 * 1024 * 1024)
    execFileSync('chown', ['postgres', disk])
    postgres.run(`create tablespace ${name} location '${disk}'`)
    const rows = 'select md5(g::text) || md5((g + 1)::text) from generate_series(1, 4000) g'
    run(`alter database ${name} set default_tablespace = '${name}'`)
    run(`create table spare as ${rows}; create table filler (t text)`)
    expect(() => {
      for (;;) run(`insert into filler ${rows}`)
    }).toThrow('No space left')
    run('drop table spare; checkpoint')
    const full = await sync()
    expect(refused(full)).toEqual([8, '', expect.stringMatching(/The disk of [^]* is full[^]*No space left[^]*the next sync continues/)])
    run('drop table filler; checkpoint')
    expect((await sync()).exitCode).toBe(0)
    await same()
  })
})
