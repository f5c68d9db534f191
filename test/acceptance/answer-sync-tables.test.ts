/** What tables say beside answers: codes, whole numbers, comments, when a row changed, what a publication no longer has; a draft says nothing. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Content } from '../../src/model/survey.ts'
import { changeAnswer } from '../../src/sandbox/store/answers/answer.ts'
import { changeQuiz, findQuiz } from '../../src/sandbox/store/surveys/quiz.ts'
import { publish } from '../../src/sandbox/store/surveys/publishing.ts'
import { csvRows, hyparquetRows, sqliteRows } from '../support/answers/table-readers.ts'
import { noPostgres } from '../support/postgres.ts'
import { usePostgres } from '../support/use-postgres.ts'
import { freshFolder } from '../support/program.ts'
import { publishedOf, useSandbox, surveyWith } from '../support/served.ts'

const why = noPostgres ? ` (skipped: ${noPostgres})` : ''
const served = useSandbox('demo', { keep: true })
const postgres = usePostgres()
/** What its questions are made of. */
const content = (): Content => publishedOf(served.sandbox, 42)

const idOf = (type: string): string => Object.entries(content().widgets.entities).find(([, entity]) => entity.type === type)![0]

async function survey(count = 8) {
  const { service } = served.sandbox
  const [rating, single] = [idOf('rating'), idOf('yesno')]
  const answers = Array.from({ length: count }, (_, index) => ({
    values: { [rating]: 1 + (index % 5), [single]: index % 2 === 0 ? 'yes' : 'no' },
    date_start: new Date(Date.parse('2026-09-01T12:00:00Z') + index * 60_000).toISOString(),
    date_end: new Date(Date.parse('2026-09-01T12:01:00Z') + index * 60_000).toISOString(),
  }))
  const quiz = await surveyWith(served.sandbox, 'Tables', content(), answers)
  const ids = service.store.all<{ id: number }>('select id from answer where quiz_id = ? order by id', quiz).map(({ id }) => id)
  const schema = `tables_${quiz}`
  const folder = join(freshFolder(), 'answers')
  const database = postgres ? [postgres.url()] : []
  const edit = (change: (entities: Record<string, any>, content: any) => void, isPublished: boolean): void => {
    const draft = structuredClone(findQuiz(service.store, quiz)!.draft)
    change(draft.widgets.entities as Record<string, any>, draft)
    service.write(() => {
      const changed = changeQuiz(service, findQuiz(service.store, quiz)!, { draft })
      if (isPublished) publish(service, changed, 1)
    })
  }
  const sync = (...args: string[]) => served.run(['answer', 'sync', String(quiz), folder, ...args], { env: postgres?.env ?? {} })
  const begin = (...args: string[]) =>
    sync('--to', ['ndjson,parquet,csv,csv-long,sqlite', ...database].join(), ...(postgres ? ['--schema', schema] : []), ...args)
  /** Each format's rows, in the order of the ids. */
  const rows = async (): Promise<Record<string, Record<string, any>[]>> => {
    const inOrder = (some: Record<string, any>[]) => some.toSorted((one, other) => Number(one.id) - Number(other.id))
    const lines = readdirSync(join(folder, 'ndjson'), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ndjson'))
      .flatMap((path) =>
        readFileSync(join(folder, 'ndjson', path), 'utf8')
          .trim()
          .split('\n'),
      )
    return {
      ndjson: inOrder(lines.map((line) => JSON.parse(line))),
      parquet: inOrder(await hyparquetRows(folder)),
      csv: inOrder(csvRows(join(folder, 'csv/wide.csv'))),
      sqlite: inOrder(sqliteRows(join(folder, 'answers.sqlite'), 'select * from answers')),
      ...(postgres && { postgres: inOrder(postgres.rows(`select * from ${schema}.answers`)) }),
    }
  }
  return { quiz, ids, rating, single, schema, folder, edit, sync, begin, rows }
}

const [choice, grade] = ['have_you_ordered_from_us', 'how_do_you_rate_the']

it(`--values both: codes beside labels, in every format${why}`, async () => {
  const { begin, sync, rows, schema } = await survey()
  expect((await begin('--values', 'both')).exitCode).toBe(0)
  for (const some of Object.values(await rows()))
    expect(some.slice(0, 2).map((row) => [row[choice], Number(row[`${choice}_code`])])).toEqual([
      ['Yes', 1],
      ['No', 0],
    ])
  if (postgres) {
    const long = postgres.rows(`select distinct code, label from ${schema}.answers_long where key = '${choice}' order by 1`)
    expect(long).toEqual([
      { code: 0, label: 'No' },
      { code: 1, label: 'Yes' },
    ])
  }
  expect((await sync('--values', 'labels')).exitCode).toBe(0)
  const { csv } = await rows()
  expect(csv![0]).not.toHaveProperty(`${choice}_code`)
})

it(`a grade is a whole number in every format, until one comes that is none${why}`, async () => {
  const { ids, rating, begin, sync, rows, schema } = await survey()
  const typeOf = () =>
    postgres?.rows(
      `select data_type as type from information_schema.columns where table_schema = '${schema}' and column_name = '${grade}'`,
    )[0].type
  await begin()
  expect(typeOf()).toBe(postgres && 'integer')
  changeAnswer(served.sandbox.service.store, ids[2]!, { values: { [rating]: 2.5 }, date_end: '2026-10-01T12:00:00Z' } as any)
  expect((await sync()).exitCode).toBe(0)
  expect(typeOf()).toBe(postgres && 'double precision')
  for (const some of Object.values(await rows())) expect(some.map((row) => Number(row[grade]))).toEqual([1, 2, 2.5, 4, 5, 1, 2, 3])
})

it(`what only a draft has is nowhere; what a publication lacks is removed, then and not before${why}`, async () => {
  const { single, schema, folder, edit, begin, sync } = await survey()
  await begin()
  const files = (): string =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((path) => join(folder, path))
      .filter((path) => statSync(path).isFile())
      .map((path) => readFileSync(path, 'latin1'))
      .join('\n')
  const removed = (): unknown[] => [
    sqliteRows(join(folder, 'answers.sqlite'), `select removed from questions where key = '${choice}'`),
    ...(postgres ? [postgres.rows(`select removed::int as removed from ${schema}.questions where key = '${choice}'`)] : []),
  ]
  const options = (): Record<string, unknown>[] =>
    sqliteRows(join(folder, 'answers.sqlite'), `select label, removed from options where key = 'what_did_you_order' order by code`)
  const several = Object.entries(content().widgets.entities).find(([, entity]) => (entity as any).choiceMultiple)![0]
  const change = (entities: Record<string, any>, { widgets }: any): void => {
    widgets.ids = widgets.ids.filter((id: string) => id !== single)
    delete entities[single]
    entities[several].choiceEntities.shift()
    const id = '30000000-0000-4000-8000-000000000009'
    widgets.ids.push(id)
    entities[id] = { type: 'input', title: 'Shall we fire Bob?' }
  }
  const before = options()
  edit(change, false)
  await sync('--full', '--rewrite')
  expect(files()).not.toContain('fire Bob')
  expect(removed().flat()).toEqual(removed().map(() => ({ removed: 0 })))
  expect(options()).toEqual(before)
  edit(() => {}, true)
  await sync()
  expect(files()).toContain('fire Bob')
  expect(removed().flat()).toEqual(removed().map(() => ({ removed: 1 })))
  expect(options()[0]).toMatchObject({ removed: 1 })
})

describe.skipIf(noPostgres)(`in PostgreSQL${why}`, () => {
  it('tables and columns have comments, date_start has an index, synced_at moves with its row and only then', async () => {
    const { ids, rating, schema, begin, sync } = await survey()
    await begin()
    const comments = postgres!.rows(
      `select relname as name, obj_description(oid) as text from pg_class where relnamespace = '${schema}'::regnamespace and relkind = 'r'`,
    )
    expect(comments.length).toBeGreaterThanOrEqual(9)
    for (const { text } of comments) expect(text).toEqual(expect.stringMatching(/\w{3}/))
    expect(
      postgres!.rows(`select indexdef from pg_indexes where schemaname = '${schema}' and indexdef like '%(date_start)%'`),
    ).toHaveLength(1)
    const times = () => postgres!.rows(`select id, synced_at from ${schema}.answers order by id`)
    const before = times()
    await sync()
    expect(times()).toEqual(before)
    changeAnswer(served.sandbox.service.store, ids[2]!, { values: { [rating]: 4 }, date_end: '2026-10-01T12:00:00Z' } as any)
    await sync()
    expect(times().filter(({ synced_at }, index) => synced_at !== before[index].synced_at)).toEqual([
      { id: ids[2], synced_at: expect.any(String) },
    ])
  })
})
