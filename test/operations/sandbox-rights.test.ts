/** Rights of participants, and what a role says of a folder. Folder 2 is allowed to role 2, folder 3 forbidden. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startSandbox, type RunningSandbox } from '../support/sandbox.ts'

let sandbox: RunningSandbox
beforeAll(async () => {
  sandbox = await startSandbox({ seed: 'demo' })
})
beforeEach(() => sandbox.reset())
afterAll(() => sandbox.close())

const publish = (id: number, key: string) => sandbox.request('POST', `/quiz/${id}/publish`, undefined, key)
const inFolder = async (folder_id: number): Promise<number> => (await sandbox.request('POST', '/quiz', { folder_id })).body.id

it('lets a participant do what was allowed, and nothing else', async () => {
  const key = await sandbox.participant({ edit_quiz: 'allowed' })
  expect((await publish(43, key)).status).toBe(200)
  expect((await sandbox.request('GET', '/quiz/43/passwords', undefined, key)).status).toBe(403)
  expect((await sandbox.request('DELETE', '/quiz/43', undefined, key)).status).toBe(403)
  expect((await sandbox.request('POST', '/quiz', { folder_id: 1 }, key)).status).toBe(403)
  expect((await sandbox.request('POST', '/quiz/43/duplicate', {}, key)).status).toBe(403)
})

it('restricts no reads of surveys by edit_quiz', async () => {
  const key = await sandbox.participant({})
  expect((await sandbox.request('GET', '/quiz/43', undefined, key)).status).toBe(200)
  expect((await sandbox.request('GET', '/quiz/43/default-texts', undefined, key)).status).toBe(200)
})

it('means own surveys by partially', async () => {
  const key = await sandbox.participant({ edit_quiz: 'partially', create_quiz: 'allowed' })
  const { body: own } = await sandbox.request('POST', '/quiz', { folder_id: 1 }, key)
  expect((await publish(own.id, key)).status).toBe(200)
  expect(await publish(43, key)).toMatchObject({ status: 403, body: { code: 'access_denied', blocked_by_access: true } })
})

it('puts a folder of the role before the account-wide rights', async () => {
  const key = await sandbox.participant({ edit_quiz: 'forbidden' }, { role_id: 2 })
  expect((await publish(42, key)).status).toBe(200)
  expect((await publish(43, key)).status).toBe(403)
})

it('shows nothing of a forbidden folder', async () => {
  const hidden = await inFolder(3)
  const key = await sandbox.participant({}, { all: true, role_id: 2 })
  const { body } = await sandbox.request('GET', '/quiz', undefined, key)
  expect(body.map(({ id }: { id: number }) => id)).not.toContain(hidden)
  expect(body.length).toBeGreaterThan(0)
  expect(await sandbox.request('GET', `/quiz/${hidden}`, undefined, key)).toMatchObject({ status: 403, body: { blocked_by_access: true } })
  expect((await sandbox.request('POST', '/quiz', { folder_id: 3 }, key)).status).toBe(403)
})

it('checks both folders of a move', async () => {
  const key = await sandbox.participant({}, { all: true, role_id: 2 })
  expect((await sandbox.request('POST', '/quiz/43/move', { folder_id: 2 }, key)).status).toBe(200)
  expect(await sandbox.request('POST', '/quiz/43/move', { folder_id: 3 }, key)).toMatchObject({
    status: 403,
    body: { code: 'access_denied_to_folder', blocked_by_access: true },
  })
  const hidden = await inFolder(3)
  expect((await sandbox.request('POST', `/quiz/${hidden}/move`, { folder_id: 1 }, key)).status).toBe(403)
})

it('takes rights that a participant was not given by name from the role', async () => {
  const key = await sandbox.participant({}, { role_id: 1 })
  expect((await sandbox.request('POST', '/workspace/7/folders', { name: 'New' }, key)).status).toBe(200)
})

it('pages a filtered list by what is shown', async () => {
  await inFolder(3)
  const key = await sandbox.participant({}, { role_id: 2 })
  const all = (await sandbox.request('GET', '/quiz?sort=id&order=asc', undefined, key)).body
  const second = (await sandbox.request('GET', '/quiz?sort=id&order=asc&limit=1&offset=1', undefined, key)).body
  expect(second).toEqual([all[1]])
})
