/** A folder of answers as people and programs use it. */
import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { beforeAll, describe, expect, it } from 'vitest'
import { Store } from '../../src/answers/store/store.ts'
import { freshFolder } from '../support/program.ts'
import { useSandbox } from '../support/served.ts'

const served = useSandbox('demo', { keep: true })
let folder: string
/** As the service says them. */
let answers: any[]

beforeAll(async () => {
  folder = join(freshFolder(), 'answers')
  const { exitCode, stdout, stderr } = await served.run([
    'answer',
    'sync',
    '42',
    folder,
    '--to',
    'ndjson,parquet,csv,csv-long,sqlite,changes',
  ])
  expect([exitCode, stderr]).toEqual([0, ''])
  expect(stdout).toMatch(/^Synced survey 42 "Spring" into .* · 353 answers · 353 new · 4 requests\n$/)
  answers = (await served.run('answer list 42 --all --json --sort date_start --order asc')).json
})

const text = (path: string): string => readFileSync(join(folder, path), 'utf8')
const lines = (path: string): any[] =>
  text(path)
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
const months = (): string[] => [...new Set(answers.map(({ date_start }) => String(date_start).slice(0, 7)))].toSorted()
const partitions = (): any[] => months().flatMap((month) => lines(`ndjson/month=${month}/part-0.ndjson`))

/** What the service said of one question, by its place. */
const said = (answer: any, place: number): string | undefined =>
  answer.answers.find(({ question_id }: any) => question_id.endsWith(String(place).padStart(2, '0')))?.answer

it('has every answer once, by month, in typed values', () => {
  const rows = partitions()
  expect(rows.map(({ id }) => id)).toEqual(answers.map(({ id }) => id))
  rows.forEach((row, index) => {
    const answer = answers[index]
    expect(row.have_you_ordered_from_us ?? undefined).toBe(said(answer, 1))
    expect(row.what_did_you_order?.join('; ')).toBe(said(answer, 2))
    expect(row.how_do_you_rate_the === null ? undefined : String(row.how_do_you_rate_the)).toBe(said(answer, 4))
  })
})

it('has a column per option and row in the wide CSV, blank where nothing was said', () => {
  const rows: Record<string, string>[] = parse(text('csv/wide.csv'), { bom: true, columns: true })
  expect(rows).toHaveLength(answers.length)
  rows.forEach((row, index) => {
    const order = said(answers[index], 2)?.split('; ')
    const options = ['Seeds', 'Tools', 'Pots', 'Furniture'].map((title, place) => [
      row[`what_did_you_order_${place + 1}`],
      order?.includes(title),
    ])
    for (const [cell, chosen] of options) expect(cell).toBe(chosen === undefined ? '' : String(chosen))
  })
})

it('says each thing once in the long CSV', () => {
  const rows: Record<string, string>[] = parse(text('csv/long.csv'), { bom: true, columns: true })
  const ranked = rows
    .filter(({ key }) => key === 'what_matters_most')
    .map(({ answer_id, position, label }) => `${answer_id} ${position}. ${label}`)
  const expected = partitions().flatMap(({ id, what_matters_most }) =>
    (what_matters_most ?? []).map((label: string, index: number) => `${id} ${index + 1}. ${label}`),
  )
  expect(ranked).toEqual(expected)
})

describe('its README', () => {
  const blocks = (language: string): string[] =>
    [...text('README.md').matchAll(new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``, 'g'))].map(([, block]) => block!)
  const snippet = (language: string, words: string): string => blocks(language).find((block) => block.includes(words))!
  const run = (program: string, ...args: string[]): string => execFileSync(program, args, { cwd: folder, encoding: 'utf8', stdio: 'pipe' })
  const lacks = (program: string, ...args: string[]): boolean => spawnSync(program, args).status !== 0

  it.each(['read_parquet', 'read_json'])('has what DuckDB reads it with: %s', async (reads) => {
    const { DuckDBInstance } = await import('@duckdb/node-api')
    const connection = await (await DuckDBInstance.create()).connect()
    await connection.run(`set file_search_path = '${folder}'`)
    const rows = (await connection.runAndReadAll(snippet('sql', reads))).getRowObjectsJson()
    connection.closeSync()
    expect(rows.map(({ id }) => Number(id)).toSorted((one, other) => one - other)).toEqual(
      answers.map(({ id }) => id).toSorted((one, other) => one - other),
    )
  })

  it.skipIf(lacks('jq', '--version'))('has what jq reads it with (needs jq)', () => {
    const found = run('sh', '-c', snippet('sh', 'jq')).split('\n').filter(Boolean)
    expect(found).toHaveLength(answers.filter(({ is_complete }) => is_complete).length)
  })

  it.skipIf(lacks('sqlite3', '--version'))('has what sqlite3 reads it with (needs sqlite3)', () => {
    const chosen = partitions().filter(({ where_do_you_live: region }) => region === 'North').length
    expect(run('sh', '-c', snippet('sh', 'sqlite3'))).toMatch(new RegExp(`where_do_you_live +North +${chosen} *\\n`))
  })

  it.skipIf(lacks('Rscript', '-e', 'library(readr)'))('has what R reads it with (needs readr)', () => {
    expect(run('Rscript', '-e', `${snippet('r', 'readr')}\ncat(nrow(answers))`).trim()).toBe(String(answers.length))
  })

  // Debian's own has Debian's pandas, whichever stands first in PATH.
  const python = ['python3', '/usr/bin/python3'].find((program) => !lacks(program, '-c', 'import pandas'))
  it.skipIf(python === undefined)('has what pandas reads it with (needs pandas)', () => {
    expect(run(python!, '-c', `${snippet('python', 'read_csv')}\nprint(len(answers))`).trim()).toBe(String(answers.length))
  })
})

it('tells followers what came and what went, and keeps the bytes of months without changes', async () => {
  const before = months().map((month) => readFileSync(join(folder, `parquet/month=${month}/part-0.parquet`)))
  await served.control('answer', { quiz: 42, count: 2, seed: 1 })
  const oldest = answers.find(({ is_complete }) => is_complete)
  served.sandbox.service.store.run('update answer set is_deleted = 1 where id = ?', oldest.id)
  const { stdout } = await served.run(['answer', 'sync', '42', folder])
  expect(stdout).toContain('354 answers · 2 new, 1 deleted')
  const news = lines('changes.ndjson').slice(answers.length)
  expect(news.map(({ op }) => op).toSorted()).toEqual(['delete', 'upsert', 'upsert'])
  expect(news.find(({ op }) => op === 'delete')).toEqual({ op: 'delete', sync: 2, id: oldest.id })
  expect(lines('tombstones.ndjson')).toEqual([{ id: oldest.id, sync: 2, found: expect.stringMatching(/^\d{4}-/) }])
  const same = months().filter((month, index) => before[index]!.equals(readFileSync(join(folder, `parquet/month=${month}/part-0.parquet`))))
  expect(same).toEqual(months().slice(1, -1))
  expect(text('csv/wide.csv').split('\n')).toHaveLength(354 + 2)
})

it('sees what the sandbox edits and deletes', async () => {
  const other = freshFolder()
  const { env } = served.sandbox
  await served.run(['answer', 'sync', '42', other, '--to', 'csv'])
  const rows = (await served.run('answer list 42 --complete --all --json')).json
  const [first, second, third, fourth] = [rows.at(-1), rows[110], rows.at(-2), rows[120]].map(({ id }: any) => String(id))
  const edited = await served.run(['sandbox', 'answer', '42', '--edit', first!, '--seed', '7'], { env })
  expect([edited.exitCode, edited.stdout]).toEqual([0, 'Edited 1 answer of survey 42\n'])
  await served.run(['sandbox', 'answer', '42', '--edit', second!, '--silent', '--seed', '8'], { env })
  expect((await served.run(['sandbox', 'answer', '42', '--delete', third!], { env })).stdout).toBe('Deleted 1 answer of survey 42\n')
  expect((await served.run(['answer', 'sync', '42', other])).stdout).toContain('1 changed, 1 deleted')
  await served.run(['sandbox', 'answer', '42', '--delete', fourth!], { env })
  const full = await served.run(['answer', 'sync', '42', other, '--full'])
  expect([full.stdout, full.stderr]).toEqual([expect.stringContaining('· 1 changed, 1 deleted ·'), ''])
  const unknown = await served.run(['sandbox', 'answer', '42', '--delete', '999999'], { env })
  expect([unknown.exitCode, unknown.stderr]).toEqual([5, expect.stringContaining('has no answer 999999')])
})

it('keeps the meaning of old answers when the survey is published anew', async () => {
  const other = freshFolder()
  await served.run(['answer', 'sync', '42', other, '--to', 'csv'])
  const read = (): Record<string, string>[] => parse(readFileSync(join(other, 'csv/wide.csv')), { bom: true, columns: true })
  const before = read()
  const { widgets } = (await served.run('quiz view 42 --json')).json
  const entities: Record<string, any> = widgets.entities
  const order = Object.values(entities).find(({ choiceMultiple }) => choiceMultiple)
  const [seeds, tools, , furniture] = order.choiceEntities
  order.choiceEntities = [{ id: '9', title: 'Books' }, furniture, tools, { ...seeds, title: 'Seeds and bulbs' }]
  const [scale] = Object.entries(entities).find(([, { type }]) => type === 'scale')!
  entities[scale] = { type: 'input', title: entities[scale].title }
  await served.sandbox.request('POST', '/quiz/42/save', { ids: widgets.ids, entities })
  await served.sandbox.request('POST', '/quiz/42/publish')
  await served.control('answer', { quiz: 42, count: 5, seed: 3 })
  const { stdout, stderr } = await served.run(['answer', 'sync', '42', other])
  expect([stdout, stderr]).toEqual([expect.stringContaining('5 new'), expect.stringContaining('names, labels or variables changed')])
  const after = read()
  // Nothing of the older answers has moved; new columns are blank in them, or false.
  const old = new Map(before.map((row) => [row.id, row]))
  for (const row of after) if (old.has(row.id)) expect(row).toMatchObject(old.get(row.id)!)
  const fresh = after.filter(({ id }) => !old.has(id))
  expect(fresh).toHaveLength(5)
  expect(fresh.every((row) => row.would_you_recommend_us === '')).toBe(true)
  expect(Object.keys(fresh[0]!)).toEqual(
    expect.arrayContaining(['what_did_you_order_3', 'what_did_you_order_9', 'would_you_recommend_us_v2']),
  )
  const dictionary = JSON.parse(readFileSync(join(other, 'dictionary.json'), 'utf8'))
  expect(dictionary.variables.find(({ key }: any) => key === 'what_did_you_order_1').label).toBe('What did you order? - Seeds and bulbs')
})

it('says what it holds', async () => {
  const { json } = await served.run(['answer', 'sync', 'status', folder, '--json'])
  expect(json).toMatchObject({
    quiz_id: 42,
    name: 'Spring',
    answers: 354,
    deleted: 1,
    syncs: 2,
    interrupted: false,
    last_full: null,
  })
  const none = await served.run(['answer', 'sync', 'status', freshFolder()])
  expect([none.exitCode, none.stderr]).toEqual([5, expect.stringContaining('holds no synced answers')])

  // Killed just after it made the store.
  const begun = freshFolder()
  const store = Store.open(join(begun, 'store.sqlite'))
  store.close()
  for (const line of ['sync status', 'stats 42 --synced']) {
    const empty = await served.run(['answer', ...line.split(' '), begun])
    expect([empty.exitCode, empty.stdout, empty.stderr]).toEqual([5, '', expect.stringContaining('holds no answers yet')])
  }
})

it('takes keys, and codes in place of labels', async () => {
  const keys = join(freshFolder(), 'keys.yaml')
  const id = answers
    .flatMap((answer) => answer.answers)
    .find(({ question_text }: any) => question_text.startsWith('Have you ordered')).question_id
  writeFileSync(keys, `${id}: ordered\n`)
  const other = freshFolder()
  await served.run(['answer', 'sync', '42', other, '--to', 'csv', '--values', 'codes', '--keys', keys])
  const rows: Record<string, string>[] = parse(readFileSync(join(other, 'csv/wide.csv')), { bom: true, columns: true })
  expect(new Set(rows.map(({ ordered }) => ordered))).toEqual(new Set(['1', '0', '']))
})

it('keeps several surveys in folders of their own', async () => {
  const all = freshFolder()
  const { exitCode, json } = await served.run(['answer', 'sync', '42', '46', all, '--to', 'ndjson', '--json'])
  expect([exitCode, json.map(({ quiz, folder }: any) => [quiz, folder])]).toEqual([
    0,
    [
      [42, join(all, '42')],
      [46, join(all, '46')],
    ],
  ])
  expect((await served.run(['answer', 'sync', '--all', all, '--json'])).json.length).toBeGreaterThan(2)
})

it.each([
  [['42'], 'A survey and a folder are required'],
  [['42', 'x', '--to', 'csv,doc'], "--to doesn't know doc"],
  [['42', 'x', '--all'], 'either surveys or --all'],
  [['42', 'x', '--every', '10ms'], 'at least 1s'],
])('refuses %j', async (args, message) => {
  const { exitCode, stderr } = await served.run(['answer', 'sync', ...args])
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining(message)])
})
