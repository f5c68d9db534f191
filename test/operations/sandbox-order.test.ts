/** What is judged before what: 401, 404, 403 right, 403 plan, 422, 400, 423. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startSandbox, type RunningSandbox } from '../support/sandbox.ts'

let sandbox: RunningSandbox
beforeAll(async () => {
  sandbox = await startSandbox({ seed: 'demo' })
})
beforeEach(() => sandbox.restore())
afterAll(() => sandbox.close())

const noAccess = { status: false, code: 'access_denied', blocked_by_access: true }

it.each([null, 'sk_unknown'])('refuses the key %s before anything else', async (key) => {
  expect(await sandbox.request('GET', '/no/such/address', undefined, key)).toMatchObject({
    status: 401,
    body: { message: 'Unauthenticated.' },
  })
  expect((await sandbox.request('GET', '/quiz', undefined, key)).body).toEqual({ message: 'Unauthenticated.' })
})

it.each([
  ['GET', '/no/such/address'],
  ['DELETE', '/quiz'],
  ['GET', '/quiz/spring'],
  ['GET', '/quiz/0'],
  ['GET', '/quiz/-1'],
  ['POST', '/quiz/42/versions/one/restore'],
])('%s %s is no address', async (method, path) => {
  expect((await sandbox.request(method, path)).status).toBe(404)
})

it('asks for the right before the body, the survey and the lock', async () => {
  const key = await sandbox.participant({ create_quiz: 'allowed' })
  expect(await sandbox.request('POST', '/quiz/42/save', { ids: 'wrong' }, key)).toMatchObject({ status: 403, body: noAccess })
  expect(await sandbox.request('POST', '/quiz/999/save', {}, key)).toMatchObject({ status: 403, body: noAccess })
  expect(await sandbox.request('POST', '/quiz/48/publish', undefined, key)).toMatchObject({ status: 403, body: noAccess })
})

it('asks for the right before the plan, and the plan before the body', async () => {
  await sandbox.control('plan set', { change: { custom_text: false } })
  const key = await sandbox.participant({ settings: 'allowed' })
  expect((await sandbox.request('POST', '/quiz/42/default-texts', {}, key)).body).toEqual(noAccess)
  expect(await sandbox.request('POST', '/quiz/42/default-texts', {})).toMatchObject({
    status: 400,
    body: { status: false, code: 'blocked_by_tariff', blocked_by_tariff: true },
  })
})

it('judges the body before the survey', async () => {
  const { status, body } = await sandbox.request('POST', '/quiz/999/rename', {})
  expect(status).toBe(422)
  expect(body.errors).toEqual({ name: ['is required'] })
  expect(await sandbox.request('POST', '/quiz/999/rename', { name: 'New' })).toMatchObject({
    status: 400,
    body: { status: false, code: 'quiz_not_found' },
  })
})

it('calls a missing survey not_found on save only', async () => {
  const widgets = { ids: ['submit'], entities: { submit: { type: 'submit' } } }
  expect((await sandbox.request('POST', '/quiz/999/save', widgets)).body).toEqual({ status: false, code: 'not_found' })
})

it('tells of the lock last', async () => {
  expect((await sandbox.request('POST', '/quiz/48/versions/999/restore')).body.code).toBe('restore_failed')
  const { status, body } = await sandbox.request('POST', '/quiz/48/publish')
  expect(status).toBe(423)
  expect(body).toEqual({
    status: false,
    editing_lock: {
      locked: true,
      can_edit: false,
      reason: 'respondent_campaign',
      campaign: { id: expect.any(Number), title: 'Spring panel', status: 'in_progress' },
    },
  })
})

it('locks the questions only, until the campaign ends', async () => {
  const { body: before } = await sandbox.request('GET', '/quiz/48')
  expect((await sandbox.request('POST', '/quiz/48/conditions', { conditions: {} })).status).toBe(423)
  expect((await sandbox.request('POST', '/quiz/48/settings/info', { numeration: true })).status).toBe(200)
  expect((await sandbox.request('POST', '/quiz/48/applyTheme/2')).status).toBe(200)
  await sandbox.control('unlock', { quiz: 48 })
  expect((await sandbox.request('POST', '/quiz/48/publish')).status).toBe(200)
  expect(before.editing_lock.reason).toBe('respondent_campaign')
  expect((await sandbox.request('GET', '/quiz/48')).body.editing_lock).toBeNull()
})

it('changes nothing when the lock refuses', async () => {
  const before = (await sandbox.request('GET', '/quiz/48')).body
  await sandbox.request('POST', '/quiz/48/save', { ids: ['submit'], entities: { submit: { type: 'submit' } } })
  expect((await sandbox.request('GET', '/quiz/48')).body).toEqual(before)
})

it('knows no account but the own one', async () => {
  const other = await sandbox.control('account add')
  expect(await sandbox.request('POST', `/workspace/${other.workspace_id}/folders`, { name: 'Mine' })).toMatchObject({
    status: 400,
    body: { code: 'workspace_not_found' },
  })
  expect((await sandbox.request('GET', '/quiz/42', undefined, other.api_key)).body.code).toBe('quiz_not_found')
  expect((await sandbox.request('GET', '/quiz', undefined, other.api_key)).body).toEqual([])
})

it('forgets a key that was revoked', async () => {
  const { api_key } = await sandbox.control('key owner')
  expect((await sandbox.request('GET', '/quiz', undefined, api_key)).status).toBe(200)
  await sandbox.control('key revoke', { api_key })
  expect((await sandbox.request('GET', '/quiz', undefined, api_key)).status).toBe(401)
})
