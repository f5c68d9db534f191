/** What of answers is kept: addresses and browsers on demand, questions left out or as digests; in every format, and nowhere else. */
import { createHmac } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Content } from '../../src/model/survey.ts'
import { hyparquetRows, csvRows, sqliteRows } from '../support/answers/table-readers.ts'
import { noPostgres } from '../support/postgres.ts'
import { usePostgres } from '../support/use-postgres.ts'
import { freshFolder } from '../support/program.ts'
import { publishedOf, useSandbox, surveyWith } from '../support/served.ts'

const why = noPostgres ? ` (skipped: ${noPostgres})` : ''
const hashKey = 'a key of the test, long enough'
const served = useSandbox('demo', { keep: true })
const postgres = usePostgres()
/** What its questions are made of. */
const content = (): Content => publishedOf(served.sandbox, 42)

const questionOf = (type: string): string => Object.entries(content().widgets.entities).find(([, entity]) => entity.type === type)![0]

const files = 'ndjson,parquet,csv,csv-long,sqlite,changes'
const secret = (index: number): string => `Call me at seven-${index}-zebra`
const address = (index: number): string => `203.0.113.${index}`

/** A survey whose answers say something secret, from addresses of their own. */
async function survey(count = 12) {
  const { store } = served.sandbox.service
  const [text, scale] = [questionOf('input'), questionOf('scale')]
  const answer = (index: number) => ({
    values: { [text]: secret(index), [scale]: index % 5 },
    date_start: new Date(Date.parse('2026-09-01T12:00:00Z') + index * 3_600_000).toISOString(),
    date_end: new Date(Date.parse('2026-09-01T12:01:00Z') + index * 3_600_000).toISOString(),
  })
  const quiz = await surveyWith(
    served.sandbox,
    'Kept',
    content(),
    Array.from({ length: count }, (_, index) => answer(index)),
  )
  const ids = store.all<{ id: number }>('select id from answer where quiz_id = ? order by id', quiz).map(({ id }) => id)
  ids.forEach((id, index) =>
    store.run('update answer set ip_address = ?, user_agent = ? where id = ?', address(index), `Browser ${index}`, id),
  )
  const folder = join(freshFolder(), 'answers')
  const schema = `kept_${quiz}`
  const env: Record<string, string> = { ...postgres?.env, SURVEYCTL_HASH_KEY: hashKey }
  const to = postgres ? `${files},${postgres.url()}` : files
  const first = postgres ? ['--to', to, '--schema', schema] : ['--to', to]
  return {
    quiz,
    ids,
    folder,
    schema,
    first,
    direct: postgres ? ['--to', postgres.url(), '--schema', schema] : [],
    sync: (args: string[], more: Record<string, string> = {}) =>
      served.run(['answer', 'sync', String(quiz), ...args], { env: { ...env, ...more } }),
    /** Files that hold a text as it is; Parquet is compressed. */
    holding: (text: string): string[] =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
        (path) => statSync(join(folder, path)).isFile() && readFileSync(join(folder, path)).includes(text),
      ),
    /** Each format's value of a column, by its own reader, in the order of the ids. */
    column: async (name: string): Promise<Record<string, unknown[]>> => {
      const of = (rows: Record<string, unknown>[]): unknown[] =>
        rows.toSorted((one, other) => Number(one.id) - Number(other.id)).map((row) => row[name] ?? null)
      const lines = readdirSync(join(folder, 'ndjson'), { recursive: true, encoding: 'utf8' })
        .filter((path) => path.endsWith('.ndjson'))
        .flatMap((path) =>
          readFileSync(join(folder, 'ndjson', path), 'utf8')
            .trim()
            .split('\n'),
        )
      return {
        ndjson: of(lines.map((line) => JSON.parse(line))),
        parquet: of(await hyparquetRows(folder)),
        csv: of(csvRows(join(folder, 'csv/wide.csv'))),
        sqlite: of(sqliteRows(join(folder, 'answers.sqlite'), 'select * from answers')),
        ...(postgres && { postgres: of(postgres.rows(`select * from ${schema}.answers`)) }),
      }
    },
    columns: (): string[] =>
      postgres!.rows(`select column_name as name from ${schema}.variables order by position`).map(({ name }) => name),
  }
}

const everywhere = (values: unknown[]) => {
  const all = { ndjson: values, parquet: values, csv: values, sqlite: values }
  return postgres ? { ...all, postgres: values } : all
}

const hmac = (text: string): string => createHmac('sha256', hashKey).update(text).digest('hex')

describe(`addresses and browsers${why}`, () => {
  it('are columns of every format on demand, also of answers that were there; and go again from all of them', async () => {
    const { folder, ids, first, sync, column, holding } = await survey()
    const nothing = everywhere(ids.map(() => null))
    expect((await sync([folder, ...first])).exitCode).toBe(0)
    expect([await column('ip_address'), holding(address(3))]).toEqual([nothing, []])
    const on = await sync([folder, '--with-network'])
    expect([on.exitCode, on.stderr]).toEqual([0, expect.stringContaining('all 12 answers are read again')])
    expect(await column('ip_address')).toEqual(everywhere(ids.map((_, index) => address(index))))
    expect(await column('user_agent')).toEqual(everywhere(ids.map((_, index) => `Browser ${index}`)))
    await sync([folder])
    expect((await column('ip_address')).csv).toContain(address(3))
    expect(holding(address(3))).toEqual(expect.arrayContaining(['store.sqlite', 'changes.ndjson', 'csv/wide.csv', 'answers.sqlite']))
    const off = await sync([folder, '--without-network', '--json'])
    expect(off.exitCode).toBe(0)
    if (postgres) expect(off.json.destinations.at(-1).columns_dropped).toEqual(['ip_address', 'user_agent'])
    expect(await column('ip_address')).toEqual(nothing)
    expect(holding(address(3))).toEqual([])
    await sync([folder, '--full'])
    expect(await column('ip_address')).toEqual(nothing)
  })

  it.skipIf(noPostgres)('are in a database without a folder, which remembers it; a lost folder takes it up', async () => {
    const { ids, direct, sync, schema } = await survey()
    const there = () => postgres!.rows(`select ip_address, user_agent from ${schema}.answers order by id`)
    expect((await sync([...direct, '--with-network'])).exitCode).toBe(0)
    const all = ids.map((_, index) => ({ ip_address: address(index), user_agent: `Browser ${index}` }))
    expect(there()).toEqual(all)
    const again = await sync([...direct, '--json'])
    expect(again.json).toMatchObject({ changed: 0, destinations: [{ inserted: 0, updated: 0 }] })
    const lost = freshFolder()
    const taken = await sync([lost, ...direct, '--json'])
    expect(taken.json).toMatchObject({ destinations: [{ inserted: 0, updated: 0, deleted: 0 }] })
    expect(there()).toEqual(all)
    expect((await sync([...direct, '--without-network'])).exitCode).toBe(0)
    expect(postgres!.rows(`select * from ${schema}.answers limit 1`)[0]).not.toHaveProperty('ip_address')
    // The decision there is later than that of the folder.
    expect((await sync([lost])).exitCode).toBe(0)
    expect(postgres!.rows(`select * from ${schema}.answers limit 1`)[0]).not.toHaveProperty('ip_address')
    expect(readFileSync(join(lost, 'store.sqlite')).includes(address(3))).toBe(false)
  })

  it('is said once: --with-network or --without-network', async () => {
    const { folder, sync } = await survey(1)
    const both = await sync([folder, '--with-network', '--without-network'])
    expect([both.exitCode, both.stderr]).toEqual([2, expect.stringContaining('Give either --with-network or --without-network')])
  })
})

describe(`variables${why}`, () => {
  const [key, mark] = ['what_went_wrong', 'would_you_recommend_us']

  it('are left out of every format and of the store, those that were there as well, and stay out', async () => {
    const { quiz, folder, ids, first, sync, column, holding, columns, schema } = await survey()
    await sync([folder, ...first])
    expect(holding(secret(3))).not.toEqual([])
    const out = await sync([folder, '--exclude', key, '--json'])
    expect([out.exitCode, out.json.excluded]).toEqual([0, [key]])
    for (const again of [[], ['--full'], ['--rewrite']]) {
      expect((await sync([folder, ...again])).exitCode).toBe(0)
      expect(await column(key)).toEqual(everywhere(ids.map(() => null)))
      expect(holding(secret(3))).toEqual([])
      if (postgres) {
        expect(columns()).not.toContain(key)
        expect(postgres.rows(`select text from ${schema}.answers_long where key = '${key}'`)).toEqual([])
        expect(postgres.rows(`select key from ${schema}.questions where key = '${key}'`)).toEqual([])
      }
    }
    const stats = await served.run(['answer', 'stats', String(quiz), '--synced', folder])
    expect([stats.exitCode, stats.stdout]).toEqual([0, expect.stringContaining(mark)])
    expect(stats.stdout).not.toContain(key)
    expect((await sync([folder, '--include', key])).exitCode).toBe(0)
    expect(await column(key)).toEqual(everywhere(ids.map((_, index) => secret(index))))
  })

  it('are digests, the same in every format, which others can make with the key', async () => {
    const { folder, ids, first, sync, column, holding } = await survey()
    await sync([folder, ...first])
    expect((await sync([folder, '--hash', `${key},${mark}`])).exitCode).toBe(0)
    expect(await column(key)).toEqual(everywhere(ids.map((_, index) => hmac(secret(index)))))
    expect(await column(mark)).toEqual(everywhere(ids.map((_, index) => hmac(String(index % 5)))))
    expect(holding(secret(3))).toEqual([])
    const other = await sync([folder], { SURVEYCTL_HASH_KEY: 'another key, which is long as well' })
    expect([other.exitCode, other.stderr]).toEqual([1, expect.stringContaining('made with another key')])
    expect((await sync([folder])).exitCode).toBe(0)
  })

  it('have a key in the folder where none is given; a short key is none', async () => {
    const { folder, sync } = await survey(3)
    const short = await sync([folder, '--hash', key], { SURVEYCTL_HASH_KEY: 'short' })
    expect([short.exitCode, short.stderr]).toEqual([2, expect.stringContaining('too short')])
    expect((await sync([folder, '--hash', key, '--to', 'csv'], { SURVEYCTL_HASH_KEY: '' })).exitCode).toBe(0)
    expect(statSync(join(folder, 'hash.key')).mode & 0o077).toBe(0)
    const values = csvRows(join(folder, 'csv/wide.csv')).map((row) => row[key])
    expect(values.every((value) => /^[0-9a-f]{64}$/.test(String(value)))).toBe(true)
    rmSync(join(folder, 'hash.key'))
    const lost = await sync([folder], { SURVEYCTL_HASH_KEY: '' })
    expect([lost.exitCode, lost.stderr]).toEqual([2, expect.stringContaining('SURVEYCTL_HASH_KEY')])
    expect(existsSync(join(folder, 'hash.key'))).toBe(false)
  })

  it('that nobody knows are refused before an answer is read', async () => {
    const { folder, sync } = await survey(1)
    const asked = served.sandbox.requests.length
    const { exitCode, stderr } = await sync([folder, '--exclude', 'nothing', '--hash', 'ip_addres'])
    expect([exitCode, stderr]).toEqual([2, expect.stringMatching(/has no variable "nothing"[^]*has no variable "ip_addres"[^]*It has /)])
    expect(served.sandbox.requests.slice(asked).join()).not.toContain('/answers')
  })

  it.skipIf(noPostgres)('stay out of a database without a folder, and of every folder that comes to it', async () => {
    const { direct, sync, schema, columns } = await survey()
    await sync(direct)
    expect(columns()).toContain(key)
    expect((await sync([...direct, '--exclude', key, '--hash', mark])).exitCode).toBe(0)
    expect(columns()).not.toContain(key)
    expect(postgres!.rows(`select ${mark} as mark from ${schema}.answers order by id limit 1`)).toEqual([{ mark: hmac('0') }])
    const again = await sync([...direct, '--json'])
    expect(again.json).toMatchObject({ changed: 0, excluded: [key], hashed: [mark], destinations: [{ updated: 0 }] })
    const lost = join(freshFolder(), 'answers')
    expect((await sync([lost, ...direct, '--to', `csv,${postgres!.url()}`])).exitCode).toBe(0)
    expect(columns()).not.toContain(key)
    expect(readFileSync(join(lost, 'csv/wide.csv'), 'utf8')).not.toContain('zebra')
    expect(readFileSync(join(lost, 'store.sqlite')).includes('zebra')).toBe(false)
  })
})

it.skipIf(noPostgres)(`roles that are granted read all tables, those that come later as well${why}`, async () => {
  const { direct, sync, schema } = await survey(3)
  postgres!.run(`create role reader_${schema}`)
  const may = (table: string): boolean =>
    postgres!.rows(`select has_table_privilege('reader_${schema}', '${schema}.${table}', 'select') as may`)[0].may
  const unknown = await sync([...direct, '--grant', 'nobody_at_all'])
  expect([unknown.exitCode, unknown.stderr]).toEqual([5, expect.stringContaining('no role "nobody_at_all"')])
  expect((await sync([...direct, '--grant', `reader_${schema}`])).exitCode).toBe(0)
  expect(['answers', 'answers_long', 'runs', 'surveyctl'].map(may)).toEqual([true, true, true, false])
  const before = postgres!.rows(`select * from ${schema}.answers_long order by 1, 2, 3, 4`)
  postgres!.run(`drop table ${schema}.answers_long; revoke select on ${schema}.runs from reader_${schema}`)
  expect((await sync(direct)).exitCode).toBe(0)
  expect(postgres!.rows(`select * from ${schema}.answers_long order by 1, 2, 3, 4`)).toEqual(before)
  expect(['answers_long', 'runs'].map(may)).toEqual([true, false])
  const none = await sync([freshFolder(), '--to', 'csv', '--grant', 'x'])
  expect([none.exitCode, none.stderr]).toEqual([2, expect.stringContaining('--grant is of a database')])
})
