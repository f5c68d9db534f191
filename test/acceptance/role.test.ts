/** What participants may do: roles, and each one's access. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { useSandbox } from '../support/served.ts'

const served = useSandbox('demo')
const { run } = served

const roleFile = readFileSync(join(import.meta.dirname, '..', 'support', 'examples', 'role.yaml'), 'utf8')
const roles = async (): Promise<any[]> => (await run('role list --json')).json
const access = async (id: number): Promise<any> => (await run(`member access ${id} --json`)).json

it('lists roles and reads access', async () => {
  expect((await roles()).map(({ id, name, members_count }) => [id, name, members_count])).toEqual([
    [1, 'Editors', 1],
    [2, 'Analysts', 1],
  ])
  expect(await access(1)).toMatchObject({ is_owner: true, permissions: { edit_quiz: 'allowed', payment: 'allowed' } })
  expect(await access(4)).toMatchObject({
    role_id: null,
    permissions: { view_results: 'allowed', edit_quiz: 'forbidden' },
    folder_permissions: [],
  })
  expect(await access(5)).toMatchObject({
    role_id: 2,
    permissions: { edit_quiz: 'partially' },
    folder_permissions: [
      { folder_id: 2, permissions: 'allowed' },
      { folder_id: 3, permissions: 'forbidden' },
    ],
  })
})

it('replaces the full set of a role', async () => {
  const { exitCode, stdout, stderr } = await run(['role', 'set', '1', '--file', '-'], { input: roleFile })
  expect([exitCode, stdout, stderr]).toEqual([
    0,
    'Role 1 has 1 right allowed and permissions for 1 folder\n',
    expect.stringContaining('not named are forbidden'),
  ])
  expect(await access(2)).toMatchObject({
    permissions: { view_results: 'allowed', edit_quiz: 'partially', create_quiz: 'forbidden' },
    folder_permissions: [{ folder_id: 2, permissions: 'allowed' }],
  })
  await run(['role', 'set', '1', '--permissions', '{"create_quiz":"allowed"}'])
  expect(await access(2)).toMatchObject({
    permissions: { create_quiz: 'allowed', view_results: 'forbidden' },
    folder_permissions: [{ folder_id: 2, permissions: 'allowed' }],
  })
})

it('works at once for keys of that role', async () => {
  const { api_key } = await served.control('key participant', { role_id: 2 })
  const participant = served.as(api_key)
  await run(['role', 'set', '2', '--permissions', '{"create_folder":"allowed"}', '--folder-permissions', '[]'])
  expect((await participant('folder create Mine')).exitCode).toBe(0)
  await run(['role', 'set', '2', '--permissions', '{}'])
  expect((await participant('folder create Another')).exitCode).toBe(4)
})

it('is for the owner to change', async () => {
  const { api_key } = await served.control('key participant', { all: true })
  const { exitCode, error } = await served.as(api_key)(['role', 'set', '2', '--permissions', '{"payment":"allowed"}', '--json'])
  expect([exitCode, error.code, error.details.blocked_by_access]).toEqual([4, 'access_denied', true])
})

it('refuses what is not there', async () => {
  expect(await run('role set 1')).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('--permissions is required') })
  expect(await run(['role', 'set', '1', '--permissions', '{"edit_quiz":"maybe"}'])).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('allowed, partially, forbidden'),
  })
  const right = await run(['role', 'set', '1', '--permissions', '{"fly":"allowed"}', '--json'])
  expect([right.exitCode, Object.keys(right.error.fields)]).toEqual([6, ['permissions.fly']])
  const folder = await run([
    'role',
    'set',
    '1',
    '--permissions',
    '{}',
    '--folder-permissions',
    '[{"folder_id":99,"permissions":"allowed"}]',
    '--json',
  ])
  expect([folder.exitCode, folder.error.code]).toEqual([5, 'folder_not_found'])
  for (const command of [
    ['role', 'set', '99', '--permissions', '{}'],
    ['member', 'access', '99'],
  ]) {
    const { exitCode, error } = await run([...command, '--json'])
    expect([exitCode, error.code]).toEqual([5, 'not_found'])
  }
})
