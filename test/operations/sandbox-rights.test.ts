/** Rights of participants, and what a role says of a folder. Folder 2 is allowed to role 2, folder 3 forbidden. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { rightsOnSurveys } from './anchor-operations.ts'
import { startSandbox, type RunningSandbox } from '../support/sandbox.ts'

let sandbox: RunningSandbox
beforeAll(async () => {
  sandbox = await startSandbox({ seed: 'demo' })
})
beforeEach(() => sandbox.restore())
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

/** A participant under role 2 with these rights in all other folders, folder 2 at one level and folder 3 at another. */
async function under(rights: Record<string, string>, two: string, three: string): Promise<string> {
  const folder_permissions = [
    { folder_id: 2, permissions: two },
    { folder_id: 3, permissions: three },
  ]
  await sandbox.request('POST', '/workspace/7/roles', { role_id: 2, permissions: rights, folder_permissions })
  return sandbox.participant({}, { role_id: 2 })
}
const allOnSurveys = Object.fromEntries(rightsOnSurveys.map((right) => [right, 'allowed']))

it.each(rightsOnSurveys)('moves no survey to where its mover would get the right %s', async (right) => {
  const key = await under({ ...allOnSurveys, [right]: 'forbidden' }, 'allowed', 'forbidden')
  expect(await sandbox.request('POST', '/quiz/43/move', { folder_id: 2 }, key)).toMatchObject({
    status: 403,
    body: { code: 'access_denied', blocked_by_access: true },
  })
  expect((await sandbox.request('GET', '/quiz/43')).body.folder_id).toBe(1)
})

it('moves a survey where its mover gets no more than before', async () => {
  const key = await under(allOnSurveys, 'allowed', 'forbidden')
  expect((await sandbox.request('POST', '/quiz/43/move', { folder_id: 2 }, key)).status).toBe(200)
  expect((await sandbox.request('POST', '/quiz/43/move', { folder_id: 1 }, key)).status).toBe(200)
  const bare = await under({}, 'allowed', 'forbidden')
  expect((await sandbox.request('POST', '/quiz/42/move', { folder_id: 1 }, bare)).status).toBe(200)
})

it('moves own surveys alone to where only those are open', async () => {
  const key = await under(allOnSurveys, 'partially', 'forbidden')
  const own = (await sandbox.request('POST', '/quiz', { folder_id: 1 }, key)).body.id as number
  expect((await sandbox.request('POST', `/quiz/${own}/move`, { folder_id: 2 }, key)).status).toBe(200)
  expect((await sandbox.request('POST', '/quiz/43/move', { folder_id: 2 }, key)).body.code).toBe('access_denied_to_folder')
  const listed = (await sandbox.request('GET', '/quiz?sort=id&limit=100', undefined, key)).body as { id: number }[]
  expect(listed.map(({ id }) => id)).toContain(own)
  expect(listed.map(({ id }) => id)).not.toContain(42)
  expect((await sandbox.request('GET', '/quiz/42/promo/pinned?list_id=1', undefined, key)).status).toBe(403)
  const pinned = (await sandbox.request('GET', `/quiz/${own}/promo/pinned?list_id=1&limit=500`, undefined, key)).body
  expect(pinned.total).toBe(pinned.data.length)
  expect(pinned.data.map(({ id }: { id: number }) => id)).not.toContain(42)
})

it('brings nothing back from the trash to where its finder would get more rights', async () => {
  await sandbox.request('DELETE', '/workspace/7/folders/2', { confirm_delete_quizzes: true })
  // The folder of 42 is gone: it would come back into folder 1, which is open to this role alone.
  const folder_permissions = [{ folder_id: 1, permissions: 'allowed' }]
  await sandbox.request('POST', '/workspace/7/roles', { role_id: 2, permissions: { delete_quiz: 'allowed' }, folder_permissions })
  const key = await sandbox.participant({}, { role_id: 2 })
  expect((await sandbox.request('POST', '/workspace/7/quiz/restore', { ids: [42] }, key)).body.code).toBe('access_denied')
  expect((await sandbox.request('POST', '/workspace/7/quiz/restore', { ids: [42] })).status).toBe(200)
})

it('deletes no folder with surveys that may not be deleted', async () => {
  const key = await under({ delete_folder: 'allowed' }, 'partially', 'allowed')
  const all = { confirm_delete_quizzes: true }
  expect((await sandbox.request('DELETE', '/workspace/7/folders/2', all, key)).body).toEqual({
    status: false,
    code: 'access_denied',
    blocked_by_access: true,
  })
  expect((await sandbox.request('GET', '/quiz/42')).status).toBe(200)
  await inFolder(3)
  expect((await sandbox.request('DELETE', '/workspace/7/folders/3', all, key)).status).toBe(200)
})

it('touches no promo list of hidden surveys beside the ones that are seen', async () => {
  const key = await under({}, 'forbidden', 'allowed')
  const own = await inFolder(3)
  const promo = (method: string, path: string, body?: object) => sandbox.request(method, `/quiz/${own}/promo${path}`, body, key)
  const attached = async () =>
    (await sandbox.request('GET', '/quiz/43/promo/codes?list_id=1&limit=1')).body.quizzes.map(({ id }: { id: number }) => id)
  expect((await promo('POST', '/sync', { list_id: 1, quize_ids: [own] })).body).toMatchObject({ attached: [own], detached: [] })
  expect(await attached()).toEqual([42, own])
  expect((await promo('POST', '/sync', { list_id: 1, quize_ids: [] })).body).toMatchObject({ attached: [], detached: [own] })
  expect((await promo('POST', '/detach', { quize_ids: [42] })).body).toEqual({ status: false, code: 'quiz_not_found', unknown: [42] })
  expect((await promo('DELETE', '/list/1')).status).toBe(403)
  expect(await attached()).toEqual([42])
  expect((await promo('DELETE', '/list/2')).status).toBe(200)
})
