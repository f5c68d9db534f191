/** A survey's life: draft, published, changed, archived, deleted, restored. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startSandbox, type RunningSandbox } from '../support/sandbox.ts'

let sandbox: RunningSandbox
beforeAll(async () => {
  sandbox = await startSandbox({ seed: 'demo' })
})
beforeEach(() => sandbox.restore())
afterAll(() => sandbox.close())

const create = async (): Promise<any> => (await sandbox.request('POST', '/quiz', { folder_id: 1 })).body
const ids = (rows: { id: number }[]): number[] => rows.map(({ id }) => id)
const welcome = {
  ids: ['welcome', 'submit'],
  entities: { welcome: { type: 'welcome', title: 'Hello', ours: 1 }, submit: { type: 'submit' } },
}

it('greets and thanks in its language from the first day, until somebody writes something else', async () => {
  const { id } = await create()
  const titles = async (): Promise<string[]> => {
    const { entities } = (await sandbox.request('GET', `/quiz/${id}`)).body.widgets
    return [entities.welcome.title, entities.submit.title]
  }
  const speak = (lang: string) => sandbox.request('POST', `/quiz/${id}/settings/info`, { lang })
  const ru = ['Добро пожаловать', 'Спасибо за участие']
  expect(await titles()).toEqual(ru)
  await speak('en')
  expect(await titles()).toEqual(['Welcome', 'Thank you for taking part'])
  await speak('ru')
  const { widgets } = (await sandbox.request('GET', `/quiz/${id}`)).body
  widgets.entities.welcome.description = 'Ours'
  await sandbox.request('POST', `/quiz/${id}/save`, widgets)
  await speak('en')
  expect(await titles()).toEqual(ru)
})

it('is created as a draft', async () => {
  const { status, body } = await sandbox.request('POST', '/quiz', { folder_id: 1 })
  expect(status).toBe(201)
  expect(body).toMatchObject({
    workspace_id: 7,
    name: 'New survey',
    is_published: false,
    url_shared: `${sandbox.publicUrl}/s/${body.virtual_id}`,
    url_preview: expect.stringMatching(new RegExp(`^${sandbox.publicUrl}/p/[\\w-]{22}/${body.virtual_id}$`)),
  })
  const { body: detail } = await sandbox.request('GET', `/quiz/${body.id}`)
  expect(detail).toMatchObject({
    id: body.id,
    type: 'regular',
    answer_count: 0,
    editing_lock: null,
    folder_id: 1,
    widgets: { ids: ['welcome', 'submit'] },
    hidden_options: {},
    ai_quiz_job: null,
    folder: { id: 1, workspace_id: 7, is_default: true, deleted_at: null },
  })
})

it.each([
  [{}, 422, undefined],
  [{ folder_id: 'one' }, 422, undefined],
  [{ folder_id: 99 }, 400, 'folder_not_found'],
])('is not created from %j', async (body, status, code) => {
  const answer = await sandbox.request('POST', '/quiz', body)
  expect(answer.status).toBe(status)
  expect(answer.body.code).toBe(code)
})

it('keeps the draft apart from what is published', async () => {
  const { id, virtual_id, url_preview } = await create()
  await sandbox.request('POST', `/quiz/${id}/save`, welcome)
  expect((await fetch(`${sandbox.publicUrl}/s/${virtual_id}`)).status).toBe(404)
  expect((await sandbox.request('POST', `/quiz/${id}/publish`)).body).toMatchObject({ status: true, is_published: true })
  await sandbox.request('POST', `/quiz/${id}/save`, {
    ...welcome,
    entities: { ...welcome.entities, welcome: { type: 'welcome', title: 'Changed' } },
  })
  expect(await (await fetch(`${sandbox.publicUrl}/s/${virtual_id}`)).text()).toContain('Hello')
  expect(await (await fetch(url_preview)).text()).toContain('Changed')
})

it('keeps fields of questions that it does not know', async () => {
  const { id } = await create()
  await sandbox.request('POST', `/quiz/${id}/save`, welcome)
  expect((await sandbox.request('GET', `/quiz/${id}`)).body.widgets).toEqual(welcome)
})

it.each([
  ['an id twice', { ids: ['submit', 'submit'], entities: { submit: { type: 'submit' } } }, 'ids.1'],
  ['an id without a question', { ids: ['submit', 'other'], entities: { submit: { type: 'submit' } } }, 'ids.1'],
  ['a question without an id', { ids: ['submit'], entities: { submit: { type: 'submit' }, other: { type: 'input' } } }, 'entities.other'],
  ['a question without a type', { ids: ['submit'], entities: { submit: { title: 'End' } } }, 'entities.submit.type'],
  ['no ids', { entities: {} }, 'ids'],
])('is not saved with %s', async (_, body, field) => {
  const answer = await sandbox.request('POST', '/quiz/43/save', body)
  expect(answer.status).toBe(422)
  expect(Object.keys(answer.body.errors)).toContain(field)
  expect(answer.body.code).toBeUndefined()
})

it('changes only the settings that were sent', async () => {
  await sandbox.request('POST', '/quiz/43/settings/info', { numeration: true, name: 'Start', filling_time_seconds: 60 })
  await sandbox.request('POST', '/quiz/43/settings/info', { available_devices: ['mobile'] })
  const { body } = await sandbox.request('GET', '/quiz/43')
  expect(body.name).toBe('Start')
  expect(body.settings).toMatchObject({
    numeration: true,
    filling_time_seconds: 60,
    available_devices: ['mobile'],
    lang: 'en',
    allow_restart_progress: true,
  })
})

it.each([
  [{ filling_time_seconds: 86_401 }],
  [{ qr_code_size: 0 }],
  [{ lang: 'de' }],
  [{ available_devices: ['watch'] }],
  [{ numeration: 'yes' }],
  [{ qr_code_color: 'red' }],
])('refuses the settings %j', async (settings) => {
  const { status, body } = await sandbox.request('POST', '/quiz/43/settings/info', settings)
  expect(status).toBe(422)
  expect(Object.keys(body.errors)[0]).toMatch(new RegExp(`^${Object.keys(settings)[0]}`))
})

it('takes the looks of a theme', async () => {
  expect((await sandbox.request('POST', '/quiz/43/applyTheme/2')).status).toBe(200)
  expect((await sandbox.request('GET', '/quiz/43')).body.theme).toMatchObject({ theme_id: 2, name: 'Dark' })
  expect((await sandbox.request('POST', '/quiz/43/applyTheme/99')).body).toEqual({ status: false, code: 'not_found' })
})

it('counts a note in code points', async () => {
  expect((await sandbox.request('POST', '/quiz/43/note', { notes: '🌷'.repeat(1000) })).status).toBe(200)
  expect((await sandbox.request('POST', '/quiz/43/note', { notes: '🌷'.repeat(1001) })).status).toBe(422)
  expect((await sandbox.request('POST', '/quiz/43/note', { notes: '' })).body).toEqual({ status: true, notes: '' })
})

it('is copied as a draft of its own', async () => {
  const { body } = await sandbox.request('POST', '/quiz/42/duplicate', { name: 'Second spring' })
  expect(body).toMatchObject({ status: true, quiz: { name: 'Second spring', is_published: false, folder: { id: 2, name: 'Customers' } } })
  const [original, copy] = await Promise.all([42, body.quiz.id].map(async (id) => (await sandbox.request('GET', `/quiz/${id}`)).body))
  expect(copy.widgets).toEqual(original.widgets)
  expect(copy.answer_count).toBe(0)
  expect(copy.virtual_id).not.toBe(original.virtual_id)
})

it('leaves the list for the archive and comes back', async () => {
  const { body } = await sandbox.request('POST', '/quiz/43/archive', { archive: true })
  expect(body).toMatchObject({ status: true, is_archived: true, archive_at: expect.stringMatching(/Z$/) })
  expect(ids((await sandbox.request('GET', '/quiz')).body)).not.toContain(43)
  expect(ids((await sandbox.request('GET', '/quiz/archived')).body)).toEqual(expect.arrayContaining([43, 44]))
  expect((await sandbox.request('POST', '/quiz/43/archive', { archive: false })).body).toEqual({
    status: true,
    is_archived: false,
    archive_at: null,
  })
  expect(ids((await sandbox.request('GET', '/quiz')).body)).toContain(43)
})

it('stays in the list as a template, under its own id', async () => {
  expect((await sandbox.request('POST', '/quiz/43/template')).body).toMatchObject({ status: true })
  expect((await sandbox.request('GET', '/quiz')).body.find(({ id }: { id: number }) => id === 43)).toMatchObject({ is_template: true })
})

it('is out of every read once deleted, and whole once restored', async () => {
  const before = (await sandbox.request('GET', '/quiz/42')).body
  expect((await sandbox.request('DELETE', '/quiz/42')).body).toEqual({ status: true })
  expect((await sandbox.request('GET', '/quiz/42')).body.code).toBe('quiz_not_found')
  expect((await sandbox.request('GET', '/quiz/42/versions')).body.code).toBe('quiz_not_found')
  expect((await fetch(`${sandbox.publicUrl}/s/demo42`)).status).toBe(404)
  expect(ids((await sandbox.request('GET', '/quiz')).body)).not.toContain(42)
  expect((await sandbox.request('POST', '/workspace/7/quiz/restore', { ids: [42] })).status).toBe(200)
  const { updated_at: _, ...after } = (await sandbox.request('GET', '/quiz/42')).body
  expect(before).toMatchObject(after)
})

it('is restored only out of the trash, all or none', async () => {
  expect((await sandbox.request('POST', '/workspace/7/quiz/restore', { ids: [45, 43] })).body.code).toBe('quiz_not_found')
  expect((await sandbox.request('GET', '/quiz/45')).body.code).toBe('quiz_not_found')
  expect((await sandbox.request('POST', '/workspace/7/quiz/restore', {})).status).toBe(422)
})

it('comes back into the default folder when its own is gone', async () => {
  await sandbox.request('DELETE', '/workspace/7/folders/2', { confirm_delete_quizzes: true })
  await sandbox.request('POST', '/workspace/7/quiz/restore', { ids: [42] })
  expect((await sandbox.request('GET', '/quiz/42')).body.folder_id).toBe(1)
})

it('is listed in the order that was asked for', async () => {
  const names = async (query: string): Promise<string[]> =>
    (await sandbox.request('GET', `/quiz${query}`)).body.map(({ name }: { name: string }) => name)
  expect(await names('?sort=name&order=asc&limit=2')).toEqual(['Conference', 'Onboarding'])
  expect(await names('?sort=name&order=desc&limit=2&offset=1')).toEqual(['Site card', 'Service call'])
  expect(await names('?folder_id=2&sort=id&order=asc')).toEqual(['Spring', 'Partners'])
  expect((await names('')).length).toBe(6)
})

it.each(['limit=0', 'limit=-1', 'offset=-1', 'sort=size', 'order=up', 'limit=ten'])('refuses the list query %s', async (query) => {
  expect((await sandbox.request('GET', `/quiz?${query}`)).status).toBe(422)
})

describe('the preview', () => {
  const previewOf = async (id: number): Promise<string> => (await sandbox.request('GET', `/quiz/${id}`)).body.url_preview
  const statusOf = async (address: string): Promise<number> => (await fetch(address)).status

  it('opens by the whole of its own address alone, also where the page asks for a password', async () => {
    const [own, other] = [await previewOf(46), await previewOf(42)]
    expect(await statusOf(own)).toBe(200)
    expect(await (await fetch(`${sandbox.publicUrl}/s/demo46`)).text()).toContain('type="password"')
    const key = new URL(other).pathname.split('/')[2]!
    for (const guess of ['/p/demo46', '/p/46', '/p/demo46/demo46', `/p/${key}/demo46`, `${new URL(own).pathname.slice(0, -7)}x/demo46`])
      expect([guess, await statusOf(sandbox.publicUrl + guess)]).toEqual([guess, 404])
  })

  it('keeps its address, a copy has another', async () => {
    const before = await previewOf(43)
    await sandbox.request('POST', '/quiz/43/publish')
    await sandbox.request('POST', '/quiz/43/rename', { name: 'New' })
    expect(await previewOf(43)).toBe(before)
    const { body } = await sandbox.request('POST', '/quiz/43/duplicate')
    const keys = [before, await previewOf(body.quiz.id)].map((address) => new URL(address).pathname.split('/')[2])
    expect(new Set(keys).size).toBe(2)
  })
})
