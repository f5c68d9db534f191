/** What people give a sync that it can't use is said, and a folder that lost its manifest holds one kind of value. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { expect, it } from 'vitest'
import { freshFolder } from '../support/program.ts'
import { useSandbox } from '../support/served.ts'

const served = useSandbox('demo', { keep: true })
const sync = (...args: string[]) => served.run(['answer', 'sync', ...args])

it('keys of questions that nobody asks', async () => {
  const folder = freshFolder()
  const keys = join(folder, 'keys.yaml')
  const [known, unknown] = ['10000000-0000-4000-8000-000000000001', '10000000-0000-4000-8000-00000000dead']
  writeFileSync(keys, `${known}: ordered\n${unknown}: nothing\n`)
  const one = await sync('42', join(folder, 'one'), '--keys', keys)
  expect([one.exitCode, one.stderr]).toEqual([0, `! --keys names ${unknown}, which survey 42 does not ask\n`])
  const several = await sync('42', '46', join(folder, 'several'), '--keys', keys)
  expect([several.exitCode, several.stderr]).toEqual([0, `! --keys names ${unknown}, which none of the surveys asks\n`])
  expect(several.stdout.match(/^Synced survey (42|46) .*$/gm)).toHaveLength(2)
  writeFileSync(keys, `${known}: ordered\n`)
  expect((await sync('42', '46', join(folder, 'several'), '--keys', keys)).stderr).not.toContain('--keys')
})

it('a file in place of a folder, and a survey that is not there', async () => {
  const file = join(freshFolder(), 'answers')
  writeFileSync(file, 'mine')
  const { exitCode, stderr } = await sync('42', file)
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining(`${file} is a file`)])
  const some = await sync('42', '9999', freshFolder())
  expect([some.exitCode, some.stderr]).toEqual([
    9,
    expect.stringMatching(/^! Survey 9999 was not found\. It may have been deleted, .*: surveyctl quiz list\n/),
  ])
})

it.each([
  ['null', 'what it holds'],
  ['{"format": 1}', 'base_url'],
  ['{"formats": ["csv", "word"]}', 'formats.1'],
  ['{"databases": ["postgres://host/name"]}', 'databases.0'],
])('a manifest that somebody changed to %s', async (text, where) => {
  const folder = freshFolder()
  const path = join(folder, 'answers.json')
  expect((await sync('42', folder, '--to', 'csv')).exitCode).toBe(0)
  const changed = JSON.parse(text)
  const whole = changed === null || changed.format ? changed : { ...JSON.parse(readFileSync(path, 'utf8')), ...changed }
  writeFileSync(path, JSON.stringify(whole))
  for (const line of [
    ['42', folder],
    ['status', folder],
  ])
    expect(await sync(...line)).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining(`${path} is not the manifest of a sync: ${where} is not as a sync writes it`),
    })
  expect(readFileSync(path, 'utf8')).toBe(JSON.stringify(whole))
})

it('a removed manifest: files of codes are written anew as labels', async () => {
  const folder = freshFolder()
  expect((await sync('42', folder, '--to', 'csv,ndjson', '--values', 'codes')).exitCode).toBe(0)
  const regions = (): Set<string | undefined> => {
    const rows: Record<string, string>[] = parse(readFileSync(join(folder, 'csv/wide.csv')), { bom: true, columns: true })
    return new Set(rows.map(({ where_do_you_live }) => where_do_you_live))
  }
  expect(regions()).toEqual(new Set(['1', '2', '3', '4', '']))
  rmSync(join(folder, 'answers.json'))
  expect((await sync('42', folder, '--to', 'csv,ndjson')).exitCode).toBe(0)
  expect(regions()).toEqual(new Set(['North', 'South', 'East', 'West', '']))
})

it('every survey into a database alone, without a folder', async () => {
  const { exitCode, stderr } = await sync('--all', '--to', 'postgres://somebody@127.0.0.1:9/answers')
  expect(stderr.match(/^! Survey \d+: PostgreSQL can't be reached/gm)?.length).toBeGreaterThan(1)
  expect(exitCode).not.toBe(2)
})
