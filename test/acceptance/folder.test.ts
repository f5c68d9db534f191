/** Folders: the service lists none, so they are gathered from their surveys. */
import { expect, it } from 'vitest'
import { useSandbox } from '../support/served.ts'

const served = useSandbox('demo')
const { run } = served

it('gathers folders from their surveys, archived ones included, and says so', async () => {
  const { stdout, stderr } = await run('folder list')
  expect(stdout).toMatch(/^2\tCustomers\t\d+\t1$/m)
  expect(stderr).toContain('no list of folders')
  expect((await run('folder list --json')).json).toContainEqual(expect.objectContaining({ id: 1, name: 'Surveys' }))
})

it('creates, renames and orders them', async () => {
  const created = await run(['folder', 'create', 'Весна, 2026', '--json'])
  const id = String(created.json.folder_id)
  expect((await run(['folder', 'rename', id, 'Лето'])).stdout).toBe(`Renamed folder ${id} to "Лето"\n`)
  expect((await run(['folder', 'reorder', id, '2'])).exitCode).toBe(0)
  const twin = await run(['folder', 'create', 'Лето', '--json'])
  expect([twin.exitCode, twin.error.code]).toEqual([1, 'duplicate_name'])
  const foreign = await run('folder reorder 2 9999 --json')
  expect([foreign.exitCode, foreign.error.code]).toEqual([5, 'folder_not_found'])
})

it('never deletes surveys that were not meant', async () => {
  const unasked = await run('folder delete 2')
  expect([unasked.exitCode, unasked.stderr]).toEqual([2, expect.stringContaining('--yes')])
  const full = await run('folder delete Customers --yes --json')
  expect([full.exitCode, full.error.code, full.error.hint]).toEqual([6, 'confirm_required', expect.stringContaining('--with-quizzes')])
  expect(full.error.message).toMatch(/\d+ surveys/)
  const all = await run('folder delete 2 --with-quizzes --yes')
  expect(all.exitCode).toBe(0)
  expect((await run('quiz view 42 --json')).error.code).toBe('quiz_not_found')
  expect((await run('folder delete 3 --yes')).exitCode).toBe(0)
  const own = await run('folder delete 1 --yes --json')
  expect([own.exitCode, own.error.code]).toEqual([1, 'default_folder'])
})

it('needs a right for each thing', async () => {
  const { api_key } = await served.control('key participant', { rights: { create_folder: 'allowed' } })
  const participant = served.as(api_key)
  expect((await participant('folder create Mine')).exitCode).toBe(0)
  expect(await participant('folder rename 1 Yours')).toMatchObject({ exitCode: 4, stderr: expect.stringContaining('rename_folder') })
})
