/** A write whose answer is lost: how things stand is looked up, and told. */
import { expect, it } from 'vitest'
import { useSandbox } from '../support/served.ts'

const served = useSandbox('demo', { keep: true })
const { run } = served
const fault = (pattern: string, more: object) => served.sandbox.control('fault add', { pattern, times: 1, ...more })
const published = (id: number): number => served.sandbox.service.store.number('select count(*) from version where quiz_id = ?', id)

const lost = [
  ['the connection breaks', { reset: true }],
  ['the service fails', { status: 503 }],
] as const

it.each(lost)('a publication that was carried out is told as done when %s', async (_, how) => {
  const before = published(43)
  await fault('POST /quiz/43/publish', { ...how, after_commit: true })
  const { exitCode, stdout, stderr } = await run('quiz publish 43')
  expect([exitCode, stdout, stderr]).toEqual([
    0,
    expect.stringContaining('Published survey 43'),
    expect.stringMatching(/Survey 43: the answer was lost, but the service shows that it was done: version \d+/),
  ])
  expect(published(43)).toBe(before + 1)
})

it.each(lost)('a publication that was not carried out is told as not done, and safe to repeat, when %s', async (_, how) => {
  const before = published(43)
  await fault('POST /quiz/43/publish', how)
  const { exitCode, error } = await run('quiz publish 43 --json')
  expect([exitCode, error]).toMatchObject([
    8,
    { retryable: true, message: expect.stringContaining('Survey 43: not done, as the service shows') },
  ])
  expect(published(43)).toBe(before)
})

it('what a look cannot tell stays unknown, with the command that shows it', async () => {
  await fault('POST /quiz/43/publish', { reset: true, after_commit: true })
  await fault('GET /quiz/43/versions', { status: 403, times: 9 })
  const { exitCode, error } = await run('quiz publish 43 --json')
  await served.sandbox.control('fault clear')
  expect([exitCode, error]).toMatchObject([
    8,
    { retryable: false, message: expect.stringContaining('unknown'), hint: expect.stringContaining('surveyctl') },
  ])
})

it('what was to be removed is looked for', async () => {
  const { json } = await run('webhook add 42 https://hooks.example/x --title Lost --json')
  const id = String(json.webhook_id)
  await fault('DELETE /quiz/*/webhooks/*', { reset: true })
  expect(await run(`webhook remove 42 ${id} --yes`)).toMatchObject({
    exitCode: 8,
    stderr: expect.stringContaining('not done, as the service shows'),
  })
  await fault('DELETE /quiz/*/webhooks/*', { reset: true, after_commit: true })
  expect(await run(`webhook remove 42 ${id} --yes`)).toMatchObject({ exitCode: 0, stderr: expect.stringContaining('it was done') })
})

it('of what was to be added only its absence is proof', async () => {
  const add = 'webhook add 42 https://hooks.example/y --title Added'
  await fault('POST /quiz/*/webhooks', { reset: true })
  expect(await run(add)).toMatchObject({ exitCode: 8, stderr: expect.stringContaining('not done, as the service shows') })
  await fault('POST /quiz/*/webhooks', { reset: true, after_commit: true })
  const { exitCode, stderr } = await run(add)
  expect([exitCode, stderr]).toEqual([
    8,
    expect.stringMatching(/outcome is unknown.*one of this title is there \(\d+\), made by this request or before it/s),
  ])
})

it("a 429 that is not the service's own is no leave to repeat", async () => {
  const before = published(43)
  await fault('POST /quiz/43/publish', { status: 429, after_commit: true, retry_after: 0 })
  expect((await run('quiz publish 43')).exitCode).toBe(0)
  expect(published(43)).toBe(before + 1)
})
