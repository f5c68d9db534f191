/** Saved filter sets of a survey. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { freshFolder } from '../support/program.ts'
import { useSandbox } from '../support/served.ts'

const served = useSandbox('demo', { keep: true })
const { run } = served
const folder = freshFolder()

it('keeps the sets of each type apart, and replaces them as a whole', async () => {
  const sets = join(folder, 'sets.yaml')
  writeFileSync(sets, 'filters:\n  - name: North\n    filters: []\n  - name: South\n    filters: []\n')
  const saved = await run(['filter', 'save', '42', '--type', 'report', '--file', sets])
  expect([saved.exitCode, saved.stdout]).toEqual([0, 'Saved 2 filter sets (report) of survey 42\n'])
  expect((await run(['filter', 'save', '42', '--type', 'answers', '--filters', '[{"name":"Mine"}]', '--json'])).json.items).toEqual([
    { name: 'Mine' },
  ])
  expect(
    (await run(['filter', 'save', '42', '--type', 'report', '--file', sets, '--json'])).json.items.map(({ name }: any) => name),
  ).toEqual(['North', 'South'])
  const cleared = await run(['filter', 'save', '42', '--type', 'report', '--filters', '[]', '--json'])
  expect(cleared.json.items).toEqual([])
})

it('reads standard input; flags win over the file', async () => {
  const { json } = await run(['filter', 'save', '42', '--type', 'answers', '--file', '-', '--json'], {
    input: '{"type":"report","filters":[{"name":"From a pipe"}]}',
  })
  expect(json).toMatchObject({ type: 'answers', items: [{ name: 'From a pipe' }] })
})

it('says what is wrong, all at once, before anything is sent', async () => {
  const { exitCode, stderr } = await run(['filter', 'save', '42', '--type', 'everything', '--filters', '[1]'])
  expect([exitCode, stderr]).toEqual([2, expect.stringMatching(/--type[^]*answers, report/)])
  expect(await run('filter save 42')).toMatchObject({ exitCode: 2, stderr: expect.stringMatching(/--type[^]*--filters/) })
})

it('needs the right to see results', async () => {
  const { api_key } = await served.control('key participant', { rights: { settings: 'allowed' } })
  const { exitCode, error } = await served.as(api_key)(['filter', 'save', '42', '--type', 'report', '--filters', '[]', '--json'])
  expect([exitCode, error.code]).toEqual([4, 'access_denied'])
})
