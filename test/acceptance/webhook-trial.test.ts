/** `webhook test`, and what a person at a sandbox of their own is told. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Surveyctl } from '../support/program.ts'
import { startReceiver, type Receiver } from '../support/receiver.ts'
import { serve, type Served } from '../support/served.ts'

let served: Served
let receiver: Receiver
let run: Surveyctl
let found: { env: Record<string, string> }

beforeEach(async () => {
  served = await serve('demo', { allowLocalWebhooks: true })
  receiver = await startReceiver()
  run = served.run
  const { controlUrl, controlToken } = served.sandbox
  found = { env: { SURVEYCTL_SANDBOX: `${controlUrl}#${controlToken}` } }
})
afterEach(async () => {
  await served.close()
  await receiver.close()
})

const add = async (): Promise<string> =>
  (await run(['webhook', 'add', '46', `${receiver.url}/trial`, '--title', 'Trial', '-q'])).stdout.trim()

it('calls with the latest answer, though it is switched off, and tells what came of it', async () => {
  const id = await add()
  const { exitCode, stdout } = await run(`webhook test Partners ${id}`, found)
  expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: expect.stringMatching(/\/trial accepted answer \d+: HTTP 200 in \d+ ms\n$/) })
  expect(receiver.heard).toMatchObject([{ method: 'POST', path: '/trial', json: { event: 'answer', quiz_id: 46, is_complete: true } }])
  expect((await run(`webhook logs 46 ${id} --json`)).json).toMatchObject([{ status: 'sent', attempt: 1 }])
})

it('says why when the other side refuses, and ends with 1', async () => {
  receiver.answers.set('/trial', { status: 500 })
  const { exitCode, error } = await run(`webhook test 46 ${await add()} --json`, found)
  expect(exitCode).toBe(1)
  expect(error.message).toMatch(/\/trial did not accept answer \d+: HTTP 500/)
})

it('has nothing to send without answers, and knows which webhooks there are', async () => {
  const { stdout } = await run(['webhook', 'add', '48', `${receiver.url}/trial`, '--title', 'Trial', '-q'])
  const nothing = await run(`webhook test 48 ${stdout.trim()} --json`, found)
  expect([nothing.exitCode, nothing.error.message]).toEqual([1, expect.stringContaining('no complete answer to send')])
  expect((await run('webhook test 46 999 --json', found)).exitCode).toBe(5)
  expect((await run('webhook test 46 x --json', found)).exitCode).toBe(2)
})

it('is for a sandbox: elsewhere it says what to do instead', async () => {
  const { exitCode, error } = await run(`webhook test 46 ${await add()} --json`)
  expect([exitCode, error.hint]).toEqual([1, expect.stringContaining('surveyctl webhook resend 46')])
  expect(receiver.heard).toEqual([])
})

it('posts unless it is told otherwise', async () => {
  const id = await add()
  expect((await run('webhook list 46 --json')).json).toMatchObject([{ id: Number(id), method: 'post' }])
  expect((await run('webhook add --help')).stdout).toMatch(/--method.*default post/)
})

it('names the flag that lets addresses of this machine through, where that is what is missing', async () => {
  const strict = await serve('demo')
  const refused = async (url: string): Promise<string> =>
    (await strict.run(['webhook', 'add', '46', url, '--title', 'T', '--json'])).error.fields.url[0]
  expect(await refused('http://127.0.0.1:9/x')).toBe(
    'must be a public address; to allow addresses of this machine, start the sandbox with --allow-local-webhooks',
  )
  expect(await refused('http://169.254.1.1/x')).toBe('must be a public address')
  await strict.close()
})
