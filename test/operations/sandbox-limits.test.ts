/** What a plan allows: number of surveys, of surveys a day, of answers, disk. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startSandbox, type RunningSandbox } from '../support/sandbox.ts'

let sandbox: RunningSandbox
beforeAll(async () => {
  sandbox = await startSandbox({ seed: 'demo' })
})
beforeEach(() => sandbox.restore())
afterAll(() => sandbox.close())

const limit = (change: Record<string, unknown>): Promise<unknown> => sandbox.control('plan set', { change })
const overPlan = (code = 'blocked_by_tariff') => ({ status: 403, body: { status: false, code, blocked_by_tariff: true } })

it('counts all surveys that are not in the trash', async () => {
  await limit({ 'limits.quizzes': 7 })
  expect(await sandbox.request('POST', '/quiz', { folder_id: 1 })).toMatchObject(overPlan())
  expect(await sandbox.request('POST', '/quiz/42/duplicate', {})).toMatchObject(overPlan())
  expect(await sandbox.request('POST', '/workspace/7/quiz/restore', { ids: [45] })).toMatchObject(overPlan())
  await sandbox.request('DELETE', '/quiz/43')
  expect((await sandbox.request('POST', '/workspace/7/quiz/restore', { ids: [45] })).status).toBe(200)
})

it('counts the surveys of a day, deleted ones too', async () => {
  await limit({ 'limits.quizzes_per_day': 1 })
  const { status, body } = await sandbox.request('POST', '/quiz', { folder_id: 1 })
  expect(status).toBe(201)
  await sandbox.request('DELETE', `/quiz/${body.id}`)
  expect(await sandbox.request('POST', '/quiz', { folder_id: 1 })).toMatchObject(overPlan('quiz_limit_today'))
})

it('has no disk for a QR code, and keeps the old one', async () => {
  const first = (await sandbox.request('POST', '/quiz/42/qr-code', { size: 200 })).body
  await limit({ 'limits.disk_bytes': 0 })
  expect(await sandbox.request('POST', '/quiz/42/qr-code', { size: 400 })).toMatchObject(overPlan('disk_limit_reached'))
  expect((await sandbox.request('GET', '/quiz/42/qr-code')).body).toMatchObject({ url: first.url, size: 200 })
  expect((await fetch(first.url)).status).toBe(200)
})

it('stores no more answers than the plan has', async () => {
  await limit({ 'limits.answers': 0 })
  await expect(sandbox.control('answer', { quiz: 42, count: 1 })).rejects.toThrow('no answers left')
  expect((await sandbox.request('GET', '/quiz/42')).body.answer_count).toBeGreaterThan(0)
})

it.each([
  [{ shets: false }, 'unknown plan key "shets"'],
  [{ sheets: 1 }, 'sheets must be true or false'],
  [{ 'limits.quizzes': -1 }, 'limits.quizzes must be'],
  [{ 'limits.rooms': 1 }, 'unknown plan key'],
])('refuses the plan %j whole', async (change, message) => {
  await expect(limit({ messenger_a: false, ...change })).rejects.toThrow(message)
  expect((await sandbox.control('plan show')).options.messenger_a).toBe(true)
})
