/** An answer that was deleted on the service is in no file of a folder any more. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { changeAnswer } from '../../src/sandbox/store/answers/answer.ts'
import { noPostgres, startPostgres, type Postgres } from '../support/postgres.ts'
import { freshFolder } from '../support/program.ts'
import { publishedOf, surveyWith, useSandbox } from '../support/served.ts'

const served = useSandbox('demo')

it('after a sync, whatever is written; those who follow the changes find their place', async () => {
  const content = publishedOf(served.sandbox, 42)
  const [input] = Object.entries(content.widgets.entities).find(([, { type }]) => type === 'input')!
  const secret = 'Nobody may ever know of Ärger 7f3a'
  const answers = Array.from({ length: 30 }, (_, index) => ({
    values: { [input]: index === 12 ? `${secret} ${'and more of it. '.repeat(40)}` : `Words ${index}` },
    date_start: new Date(Date.parse('2026-09-01T12:00:00Z') + index * 86_400_000).toISOString(),
    date_end: new Date(Date.parse('2026-09-01T12:05:00Z') + index * 86_400_000).toISOString(),
  }))
  const quiz = await surveyWith(served.sandbox, 'To forget', content, answers)
  const folder = join(freshFolder(), 'answers')
  const sync = () => served.run(['answer', 'sync', String(quiz), folder, '--to', 'ndjson,parquet,csv,csv-long,sqlite,changes'])
  const holding = (): string[] =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
      (path) => statSync(join(folder, path)).isFile() && readFileSync(join(folder, path)).includes(secret),
    )
  expect((await sync()).exitCode).toBe(0)
  expect(holding()).toEqual(expect.arrayContaining(['store.sqlite', 'answers.sqlite', 'changes.ndjson', 'csv/wide.csv']))
  const size = statSync(join(folder, 'changes.ndjson')).size
  const { id } = served.sandbox.service.store
    .all<{ id: number; values: string }>('select id, "values" from answer where quiz_id = ?', quiz)
    .find((one) => one.values.includes(secret))!
  changeAnswer(served.sandbox.service.store, id, { is_deleted: true })
  expect((await sync()).exitCode).toBe(0)
  expect(holding()).toEqual([])
  const text = readFileSync(join(folder, 'changes.ndjson'))
  expect(text.subarray(0, size).toString().endsWith('\n')).toBe(true)
  const lines = text
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(lines.filter((line) => line.id === id).map(({ op }) => op)).toEqual(['delete', 'delete'])
  expect(lines).toHaveLength(31)
})

const secret = 'Zebra crossing at midnight 5c1e'

/** A survey with an answer that is like no other, and what happens to it. */
async function survey() {
  const content = publishedOf(served.sandbox, 42)
  const [input] = Object.entries(content.widgets.entities).find(([, { type }]) => type === 'input')!
  const [single] = Object.entries(content.widgets.entities).find(([, { type }]) => type === 'yesno' || type === 'dropdown')!
  const answers = Array.from({ length: 30 }, (_, index) => ({
    values: { [input]: index === 12 ? secret : `Words ${index}` },
    date_start: new Date(Date.parse('2026-09-01T12:00:00Z') + index * 60_000).toISOString(),
    date_end: new Date(Date.parse('2026-09-01T12:05:00Z') + index * 60_000).toISOString(),
  }))
  const quiz = await surveyWith(served.sandbox, 'To forget', content, answers)
  const { store } = served.sandbox.service
  const { id } = store
    .all<{ id: number; values: string }>('select id, "values" from answer where quiz_id = ?', quiz)
    .find((one) => one.values.includes(secret))!
  const remove = (): void => void changeAnswer(store, id, { is_deleted: true })
  return { quiz, id, single, remove, folder: join(freshFolder(), 'answers') }
}

describe('answer forget', () => {
  it('shows what was looked through and removed, and finds what is no longer written', async () => {
    const { quiz, id, remove, folder } = await survey()
    const run = (...args: string[]) => served.run(['answer', ...args])
    await run('sync', String(quiz), folder, '--to', 'ndjson,parquet,csv,changes')
    const early = await run('forget', String(quiz), String(id), folder)
    expect([early.exitCode, early.stderr]).toEqual([1, expect.stringContaining(`still has answer ${id}`)])
    await run('sync', String(quiz), folder, '--stop', 'csv')
    remove()
    const found = await run('forget', String(quiz), String(id), `${folder}/`, '--json')
    expect([found.exitCode, found.stderr]).toEqual([1, expect.stringContaining('no longer written')])
    expect(found.json).toMatchObject({
      quiz,
      answer: id,
      still_in: [join(folder, 'csv/wide.csv')],
      not_ours: [expect.stringContaining('Backups')],
    })
    const from: string[] = found.json.removed_from.map((path: string) => path.slice(folder.length + 1))
    expect(from).toEqual(
      expect.arrayContaining([
        'changes.ndjson',
        'store.sqlite',
        'ndjson/month=2026-09/part-0.ndjson',
        'parquet/month=2026-09/part-0.parquet',
      ]),
    )
    expect(found.json.looked_through).toEqual(expect.arrayContaining([join(folder, 'answers.json'), join(folder, 'tombstones.ndjson')]))
    await run('sync', String(quiz), folder, '--to', 'csv')
    const again = await run('forget', String(quiz), String(id), folder, '--json')
    expect([again.exitCode, again.json.still_in, again.json.deleted_at]).toEqual([0, [], expect.stringMatching(/^2/)])
    const never = await run('forget', String(quiz), '987654', folder)
    expect([never.exitCode, never.stderr]).toEqual([5, expect.stringContaining('was never there')])
  })

  it('a text that fits no option leaves dictionary, labels and columns with the last answer that gave it', async () => {
    const { quiz, id, single, remove, folder } = await survey()
    const { store } = served.sandbox.service
    const values = store.get<{ values: string }>('select "values" from answer where id = ?', id)!.values
    store.run(
      'update answer set "values" = ? where id = ?',
      JSON.stringify({ ...JSON.parse(values), [single]: 'Unlisted secret 77aa' }),
      id,
    )
    const run = (...args: string[]) => served.run(['answer', ...args])
    await run('sync', String(quiz), folder, '--to', 'csv,sqlite')
    const holding = (): string[] =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
        (path) => statSync(join(folder, path)).isFile() && readFileSync(join(folder, path)).includes('Unlisted secret'),
      )
    expect(holding()).toEqual(expect.arrayContaining(['dictionary.json', 'store.sqlite', 'answers.sqlite', 'csv/wide.csv']))
    remove()
    await run('sync', String(quiz), folder)
    expect(holding()).toEqual([])
  })
})

describe.skipIf(noPostgres)(`in a database${noPostgres ? ` (skipped: ${noPostgres})` : ''}`, () => {
  let postgres: Postgres
  beforeAll(async () => {
    postgres = await startPostgres()
  })
  afterAll(() => postgres.stop())

  /** Its data files, without the log of its writes. */
  const pagesHold = (): boolean =>
    readdirSync(join(postgres.folder, 'data/base'), { recursive: true, encoding: 'utf8' })
      .map((path) => join(postgres.folder, 'data/base', path))
      .some((path) => statSync(path).isFile() && readFileSync(path).includes(secret))

  it('no row holds it after a sync, and no page after a vacuum (full)', async () => {
    const { quiz, id, remove } = await survey()
    const direct = ['--to', postgres.url(), '--schema', 'forgotten']
    const run = (...args: string[]) => served.run(['answer', ...args], { env: postgres.env })
    await run('sync', String(quiz), ...direct)
    postgres.run('checkpoint')
    expect(pagesHold()).toBe(true)
    remove()
    const { json, exitCode } = await run('forget', String(quiz), String(id), ...direct, '--json')
    expect(exitCode).toBe(0)
    expect(json).toMatchObject({
      removed_from: ['forgotten.answers', 'forgotten.answers_long', 'forgotten.surveyctl_seen'],
      still_in: [],
      deleted_at: expect.stringMatching(/^2/),
    })
    expect(json.not_ours.join('\n')).toMatch(/vacuum \(full\)[^]*Backups, replicas/)
    postgres.run(
      'vacuum (full) forgotten.answers; vacuum (full) forgotten.answers_long; vacuum (full) forgotten.surveyctl_seen; vacuum (full) forgotten.surveyctl; checkpoint',
    )
    expect(pagesHold()).toBe(false)
    const none = await run('forget', String(quiz), String(id), '--to', postgres.url(), '--schema', 'nowhere')
    expect([none.exitCode, none.stderr]).toEqual([5, expect.stringContaining('holds no synced answers')])
  })
})
