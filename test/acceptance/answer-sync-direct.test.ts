/** A database as the only thing that a sync remembers by: no folder, the same tables. */
import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Content } from '../../src/model/survey.ts'
import { changeAnswer } from '../../src/sandbox/store/answers/answer.ts'
import { changeQuiz, findQuiz } from '../../src/sandbox/store/surveys/quiz.ts'
import { publish } from '../../src/sandbox/store/surveys/publishing.ts'
import { noPgbouncer, startPgbouncer } from '../support/pgbouncer.ts'
import { noPostgres } from '../support/postgres.ts'
import { usePostgres } from '../support/use-postgres.ts'
import { freshFolder } from '../support/program.ts'
import { publishedOf, useSandbox, surveyWith } from '../support/served.ts'

const why = noPostgres ? ` (skipped: ${noPostgres})` : ''
const served = useSandbox('demo', { keep: true })
const postgres = usePostgres()!
/** What its questions are made of. */
const content = (): Content => publishedOf(served.sandbox, 42)

let serial = 0

/** A survey of its own with what happens to it, and syncs of it into schemas. */
async function survey(count = 30) {
  const { service } = served.sandbox
  const [some, scale] = [
    Object.entries(content().widgets.entities).find(([, entity]) => (entity as any).choiceMultiple)![0],
    Object.entries(content().widgets.entities).find(([, { type }]) => type === 'scale')![0],
  ]
  const answers = Array.from({ length: count }, (_, index) => ({
    values: { [scale]: index % 5, [some]: [['1', '2', '3', '4'][index % 4]!] },
    date_start: new Date(Date.parse('2026-09-01T12:00:00Z') + index * 60_000).toISOString(),
    date_end: new Date(Date.parse('2026-09-01T12:01:00Z') + index * 60_000).toISOString(),
  }))
  const quiz = await surveyWith(served.sandbox, 'Direct', content(), answers)
  const ids = (): number[] =>
    service.store.all<{ id: number }>('select id from answer where quiz_id = ? and not is_deleted order by id', quiz).map(({ id }) => id)
  const draft = (edit: (entities: Record<string, any>, content: any) => void): void => {
    const copy = structuredClone(findQuiz(service.store, quiz)!.draft)
    edit(copy.widgets.entities as Record<string, any>, copy)
    service.write(() => changeQuiz(service, findQuiz(service.store, quiz)!, { draft: copy }))
  }
  const republish = (edit: (entities: Record<string, any>, content: any) => void): void => {
    draft(edit)
    service.write(() => publish(service, findQuiz(service.store, quiz)!, 1))
  }
  const to = (schema: string, ...more: string[]) => ['--to', postgres.url(), '--schema', schema, ...more]
  const sync = (args: string[]) => served.run(['answer', 'sync', String(quiz), ...args], { env: postgres.env })
  const schema = `direct_${++serial}`
  return {
    quiz,
    some,
    scale,
    schema,
    ids,
    draft,
    republish,
    to,
    sync,
    more: (n: number) => served.control('answer', { quiz, count: n, seed: n }),
    remove: (id: number) => void changeAnswer(service.store, id, { is_deleted: true }),
    edit: (id: number, values: Record<string, unknown>) =>
      void changeAnswer(service.store, id, {
        values,
        date_end: new Date(Date.parse('2026-10-01T12:00:00Z') + id * 1000).toISOString(),
      } as any),
  }
}

const tables = ['answers', 'answers_long', 'questions', 'options', 'variables', 'deletions']

/** Everything that people read, without the moments of syncs. */
function tablesOf(schema: string): Record<string, string[]> {
  const selects = tables.map(
    (table) => `select '${table}' as of, to_jsonb(t) - 'synced_at' - 'deleted_at' as row from ${schema}.${table} t`,
  )
  const rows: { of: string; row: unknown }[] = postgres.rows(selects.join(' union all '))
  const of = (table: string): string[] =>
    rows
      .filter((one) => one.of === table)
      .map(({ row }) => JSON.stringify(row))
      .toSorted()
  return Object.fromEntries(tables.map((table) => [table, of(table)]))
}

/** The same as `\\copy` has it, in the order of the columns there. */
function copiesOf(schema: string): string {
  const found: { table_name: string; names: string; many: number }[] = postgres.rows(
    `select table_name, string_agg(quote_ident(column_name), ', ' order by ordinal_position) as names, count(*) as many
      from information_schema.columns where table_schema = '${schema}' and column_name not in ('synced_at', 'deleted_at') group by table_name`,
  )
  const columns = tables.map((table) => found.find(({ table_name }) => table_name === table)!)
  const order = (many: number): string => Array.from({ length: many }, (_, index) => index + 1).join(', ')
  const selects = columns.map(({ table_name, names, many }) => `select ${names} from ${schema}.${table_name} order by ${order(many)}`)
  return `${columns.map(({ names }) => names).join('\n')}\n${postgres.copy(...selects)}`
}

const runsOf = (schema: string): any[] => postgres.rows(`select * from ${schema}.runs order by run`)

describe.skipIf(noPostgres)(`a sync without a folder${why}`, () => {
  it('has after seven nights of edits, renames and deletions what one with a folder has', async () => {
    const { some, scale, ids, republish, to, sync, more, remove, edit } = await survey()
    const [kept, direct, lost] = ['kept', 'direct', 'lost'].map((name) => `${name}_${++serial}`) as [string, string, string]
    const folder = freshFolder()
    const nights: (() => unknown)[] = [
      () => undefined,
      () => more(5),
      () => remove(ids()[3]!),
      () => edit(ids()[4]!, { [some]: ['2'], [scale]: 3 }),
      async () => {
        republish((entities) => {
          entities[some].choiceEntities[1].title = 'Garden tools'
          entities[some].choiceEntities.push({ id: '9', title: 'Books' })
        })
        await more(6)
      },
      () => republish((entities) => (entities[scale] = { type: 'input', title: 'Note' })),
      async () => {
        await more(4)
        remove(ids()[0]!)
        edit(ids()[6]!, { [some]: ['1', '3'] })
      },
    ]
    for (const night of nights) {
      await night()
      for (const args of [[folder, ...to(kept)], to(direct), [freshFolder(), ...to(lost)]]) {
        const { exitCode, stderr } = await sync(args)
        expect([exitCode, stderr]).toEqual([0, expect.not.stringMatching(/bug|doubt/i)])
      }
      const tables = tablesOf(kept)
      expect(tablesOf(direct)).toEqual(tables)
      expect(tablesOf(lost)).toEqual(tables)
      const copies = copiesOf(kept)
      expect(copiesOf(direct)).toBe(copies)
      expect(copiesOf(lost)).toBe(copies)
    }
    expect(existsSync('direct')).toBe(false)
    expect(runsOf(direct).map(({ status }) => status)).toEqual(nights.map(() => 'done'))
    expect(runsOf(direct).map(({ inserted, deleted }) => [inserted, deleted])).toEqual(
      runsOf(kept).map(({ inserted, deleted }) => [inserted, deleted]),
    )
  })

  it('reads no more than one with a folder, where nothing is new', async () => {
    const { schema, to, sync } = await survey(40)
    const folder = freshFolder()
    await sync([folder, '--to', 'csv'])
    await sync(to(schema))
    const requests = async (args: string[]): Promise<number> => (await sync([...args, '--json'])).json.requests
    expect(await requests(to(schema))).toBe(await requests([folder]))
    expect(runsOf(schema)).toMatchObject([
      { inserted: 40, status: 'done' },
      { inserted: 0, updated: 0, status: 'done' },
    ])
  })

  it('a lost folder, and an older one, rename and drop nothing', async () => {
    const { some, schema, republish, to, sync, more } = await survey(8)
    const [folder, keys] = [freshFolder(), `${freshFolder()}/keys.yaml`]
    const { writeFileSync, cpSync } = await import('node:fs')
    writeFileSync(keys, `${some}: ordered\n`)
    await sync([folder, ...to(schema), '--keys', keys])
    const backup = freshFolder()
    cpSync(folder, backup, { recursive: true })
    republish((entities) => (entities[some].choiceEntities[1].title = 'Garden tools'))
    await more(3)
    await sync([folder])
    const names = () => postgres.rows(`select column_name from ${schema}.variables order by 1`)
    const before = names()
    const tables = tablesOf(schema)
    expect(before).toContainEqual({ column_name: 'ordered_1' })
    for (const args of [[freshFolder(), ...to(schema)], [backup], to(schema)]) {
      expect((await sync(args)).exitCode).toBe(0)
      expect(names()).toEqual(before)
      expect(tablesOf(schema)).toEqual(tables)
    }
  })

  it('a draft leaves no trace', async () => {
    const { some, schema, draft, to, sync } = await survey(8)
    await sync(to(schema))
    const before = tablesOf(schema)
    draft((entities, { widgets }) => {
      entities[some].choiceEntities[1].title = 'Renamed in a draft'
      entities[some].choiceEntities.shift()
      widgets.ids.push('30000000-0000-4000-8000-000000000001')
      entities['30000000-0000-4000-8000-000000000001'] = { type: 'input', title: 'Shall we fire Bob?' }
    })
    expect((await sync([...to(schema), '--full'])).exitCode).toBe(0)
    expect(tablesOf(schema)).toEqual(before)
  })

  it('rows that somebody removed or added are put right, and told', async () => {
    const { schema, to, sync } = await survey(20)
    await sync(to(schema))
    const before = tablesOf(schema)
    postgres.run(`delete from ${schema}.answers where id in (select id from ${schema}.answers order by id limit 12)`)
    postgres.run(`insert into ${schema}.answers (id) values (-5)`)
    const { exitCode, stderr } = await sync(to(schema))
    expect([exitCode, stderr]).toEqual([0, expect.stringContaining('13 rows of schema')])
    expect(tablesOf(schema)).toEqual(before)
  })

  it('an answer that another table refers to stays, is named and counted; the rest is written', async () => {
    const { schema, ids, remove, more, to, sync } = await survey(10)
    await sync(to(schema))
    const [gone] = ids()
    postgres.run(
      `create table ${schema}.notes (answer bigint references ${schema}.answers (id)); insert into ${schema}.notes values (${gone})`,
    )
    remove(gone!)
    await more(5)
    const first = await sync(to(schema))
    expect([first.exitCode, first.stderr]).toEqual([
      9,
      expect.stringMatching(new RegExp(`refers to it: ${gone}\\. With ON DELETE CASCADE`)),
    ])
    expect(postgres.rows(`select count(*) from ${schema}.answers`)).toEqual([{ count: 15 }])
    expect(runsOf(schema).at(-1)).toMatchObject({ inserted: 5, status: 'incomplete' })
    postgres.run(`delete from ${schema}.notes`)
    expect((await sync(to(schema))).exitCode).toBe(0)
    expect(postgres.rows(`select count(*) from ${schema}.answers`)).toEqual([{ count: 14 }])
  })

  it('a reader keeps only a new column waiting: it comes once they have gone', async () => {
    const { some, schema, republish, more, to, sync } = await survey(10)
    await sync(to(schema))
    const reader = await postgres.session()
    await reader.query(`begin; select * from ${schema}.answers join ${schema}.answers_long on true limit 1`)
    republish((entities) => entities[some].choiceEntities.push({ id: '9', title: 'Books' }))
    await more(5)
    const waiting = sync(to(schema))
    while (postgres.rows(`select count(*) from ${schema}.answers`)[0].count < 15) await new Promise((resolve) => setTimeout(resolve, 50))
    await reader.query('rollback')
    await reader.end()
    expect((await waiting).exitCode).toBe(0)
    expect(postgres.rows(`select count(*) from ${schema}.answers where what_did_you_order_9`)[0].count).toBeGreaterThan(0)
  })

  const isNight = process.env.SURVEYCTL_FULL === '1'
  it.skipIf(!isNight)(
    `a reader who stays does so for a minute: all else is in, the column comes with the next sync${isNight ? '' : ' (at night, as it takes a minute)'}`,
    async () => {
      const { some, schema, republish, more, to, sync } = await survey(10)
      await sync(to(schema))
      const reader = await postgres.session()
      await reader.query(`begin; select * from ${schema}.answers join ${schema}.answers_long on true limit 1`)
      republish((entities) => entities[some].choiceEntities.push({ id: '9', title: 'Books' }))
      await more(5)
      const waiting = sync(to(schema))
      const late = await waiting
      expect([late.exitCode, late.stderr]).toEqual([8, expect.stringContaining('could not be added: what_did_you_order_9')])
      expect(postgres.rows(`select count(*) from ${schema}.answers`)).toEqual([{ count: 15 }])
      expect(runsOf(schema).at(-1)).toMatchObject({ status: 'incomplete', inserted: 5 })
      await reader.query('rollback')
      await reader.end()
      expect((await sync(to(schema))).exitCode).toBe(0)
      const other = `${schema}_fresh`
      await sync(to(other))
      const ours = postgres.rows(`select id, what_did_you_order_9 as nine from ${schema}.answers where what_did_you_order_9 order by id`)
      expect(ours).toEqual(
        postgres.rows(`select id, what_did_you_order_9 as nine from ${other}.answers where what_did_you_order_9 order by id`),
      )
      expect(ours.length).toBeGreaterThan(0)
    },
    180_000,
  )
})

const whyPooled = noPostgres ?? noPgbouncer
describe.skipIf(whyPooled)(`behind PgBouncer${whyPooled ? ` (skipped: ${whyPooled})` : ''}`, () => {
  it.each(['session', 'transaction'] as const)('in %s mode the tables are the same, two syncs at once as well', async (mode) => {
    const { schema, ids, some, republish, more, remove, sync, to } = await survey(20)
    const bouncer = await startPgbouncer(postgres, mode)
    try {
      const through = (name: string): string[] => ['--to', bouncer.url, '--schema', name]
      const done = await Promise.all([sync(through(schema)), sync(through(`${schema}_other`))])
      expect(done.map(({ exitCode, stderr }) => [exitCode, stderr])).toEqual([
        [0, ''],
        [0, ''],
      ])
      remove(ids()[2]!)
      republish((entities) => entities[some].choiceEntities.push({ id: '9', title: 'Books' }))
      await more(3)
      expect((await sync(through(schema))).exitCode).toBe(0)
      expect((await sync(to(`${schema}_other`))).exitCode).toBe(0)
      expect(tablesOf(schema)).toEqual(tablesOf(`${schema}_other`))
    } finally {
      await bouncer.stop()
    }
  })
})
