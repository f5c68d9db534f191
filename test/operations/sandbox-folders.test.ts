/** Folders and the texts of a survey. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startSandbox, type RunningSandbox } from '../support/sandbox.ts'

let sandbox: RunningSandbox
beforeAll(async () => {
  sandbox = await startSandbox({ seed: 'demo' })
})
beforeEach(() => sandbox.restore())
afterAll(() => sandbox.close())

const folders = (path = '', body?: unknown, method = 'POST') => sandbox.request(method, `/workspace/7/folders${path}`, body)

it('have names of their own', async () => {
  const { body } = await folders('', { name: 'Events' })
  expect(body).toMatchObject({
    status: true,
    folder_id: expect.any(Number),
    folder: { name: 'Events', is_default: false, workspace_id: 7 },
  })
  expect((await folders('', { name: 'Events' })).body.code).toBe('duplicate_name')
  expect((await folders(`/${body.folder_id}/rename`, { name: 'Customers' })).body.code).toBe('duplicate_name')
  expect((await folders(`/${body.folder_id}/rename`, { name: 'Events' })).status).toBe(200)
  expect((await folders('', { name: '' })).status).toBe(422)
})

it('take their surveys along only when that was said', async () => {
  expect(await folders('/2', undefined, 'DELETE')).toMatchObject({
    status: 422,
    body: { status: false, code: 'confirm_required', quizzes: 3, errors: { confirm_delete_quizzes: [expect.any(String)] } },
  })
  expect((await folders('/2', { confirm_delete_quizzes: false }, 'DELETE')).status).toBe(422)
  expect((await sandbox.request('GET', '/quiz/42')).status).toBe(200)
  expect((await folders('/2', { confirm_delete_quizzes: true }, 'DELETE')).status).toBe(200)
  expect((await sandbox.request('GET', '/quiz/42')).body.code).toBe('quiz_not_found')
  expect((await folders('/2/rename', { name: 'Back' })).body.code).toBe('folder_not_found')
})

it('may be confirmed in the query', async () => {
  expect((await folders('/2?confirm_delete_quizzes=true', undefined, 'DELETE')).status).toBe(200)
})

it('are deleted at once when empty, the default one never', async () => {
  expect((await folders('/3', undefined, 'DELETE')).status).toBe(200)
  expect((await folders('/1', { confirm_delete_quizzes: true }, 'DELETE')).body).toEqual({ status: false, code: 'default_folder' })
})

it('stand in the order given, the others behind', async () => {
  expect((await folders('/reorder', { folder_ids: [3, 2] })).body).toMatchObject({ status: true, folder_ids: [3, 2, 1] })
  expect((await folders('/reorder', { folder_ids: [1] })).body.folder_ids).toEqual([1, 3, 2])
  const other = await sandbox.control('account add')
  expect(await folders('/reorder', { folder_ids: [other.folder_id] })).toMatchObject({ status: 400, body: { code: 'folder_not_found' } })
})

it('need their own rights', async () => {
  const key = await sandbox.participant({ create_folder: 'allowed' })
  expect((await sandbox.request('POST', '/workspace/7/folders', { name: 'New' }, key)).status).toBe(200)
  expect((await sandbox.request('POST', '/workspace/7/folders/3/rename', { name: 'New' }, key)).status).toBe(403)
  expect((await sandbox.request('DELETE', '/workspace/7/folders/3', undefined, key)).status).toBe(403)
})

it('texts of a survey are its own until they are reset', async () => {
  const texts = async (lang: string) => (await sandbox.request('GET', `/quiz/43/default-texts?lang=${lang}`)).body
  const next = async (lang: string) => (await texts(lang)).find(({ code }: { code: string }) => code === 'btn_next')
  expect(await next('en')).toEqual({ code: 'btn_next', standard_text: 'Next', user_text: null })
  await sandbox.request('POST', '/quiz/43/default-texts', { texts: [{ code: 'btn_next', text: 'Onwards' }] })
  expect(await next('en')).toMatchObject({ standard_text: 'Next', user_text: 'Onwards' })
  expect(await next('ru')).toMatchObject({ user_text: null })
  await sandbox.request('POST', '/quiz/43/default-texts', { lang: 'ru', texts: [{ code: 'btn_next', text: 'Дальше' }] })
  await sandbox.request('POST', '/quiz/43/default-texts', { texts: [{ code: 'btn_next', text: null }] })
  expect([(await next('en')).user_text, (await next('ru')).user_text]).toEqual([null, 'Дальше'])
  expect((await sandbox.request('POST', '/quiz/43/default-texts', { texts: [{ code: 'btn_nxt', text: 'x' }] })).body.errors).toHaveProperty(
    ['texts.0.code'],
  )
})
