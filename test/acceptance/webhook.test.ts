/** A webhook from its making to what it sends, and all that is refused. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { answerSurvey } from '../../src/sandbox/control/answer.ts'
import { createSandbox } from '../../src/sandbox/index.ts'
import { findQuiz } from '../../src/sandbox/store/surveys/quiz.ts'
import { endless } from '../support/endless.ts'
import { freshFolder, surveyctl, type Surveyctl } from '../support/program.ts'
import { startReceiver, type Receiver } from '../support/receiver.ts'
import { serve, type Served } from '../support/served.ts'
import { refused } from '../support/refused.ts'

let served: Served
let receiver: Receiver
let run: Surveyctl

beforeEach(async () => {
  served = await serve('demo', { allowLocalWebhooks: true })
  receiver = await startReceiver()
  run = served.run
})
afterEach(async () => {
  await served.close()
  await receiver.close()
})

const answer = async (input: Record<string, unknown> = {}): Promise<void> => {
  await served.control('answer', { quiz: 46, count: 1, seed: 3, ...input })
  await served.sandbox.idle()
}

/** Makes a webhook of survey 46, which has no other; its id. */
async function add(path: string, ...flags: string[]): Promise<number> {
  const { stdout, exitCode } = await run([
    'webhook',
    'add',
    '46',
    `${receiver.url}${path}`,
    '--title',
    'Test',
    '--method',
    'post',
    '--quiet',
    ...flags,
  ])
  expect(exitCode).toBe(0)
  return Number(stdout)
}

it('is made switched off, is switched on, and then hears of each answer', async () => {
  const added = await run([
    'webhook',
    'add',
    '46',
    `${receiver.url}/answers`,
    '--title',
    'Answers',
    '--method',
    'post',
    '--header',
    'X-Token: s3cret',
  ])
  const id = Number(/webhook (\d+)/.exec(added.stdout)![1])
  expect(added.stderr).toContain(`surveyctl webhook enable 46 ${id}`)
  await answer()
  expect(receiver.heard).toEqual([])

  expect((await run(`webhook enable 46 ${id}`)).stdout).toBe(`Switched webhook ${id} of survey 46 on\n`)
  await answer()
  expect(receiver.heard).toHaveLength(1)
  expect(receiver.heard[0]).toMatchObject({
    method: 'POST',
    path: '/answers',
    headers: { 'x-token': 's3cret', 'content-type': 'application/json' },
  })
  expect(receiver.heard[0]!.json).toMatchObject({ event: 'answer', quiz_id: 46, quiz_name: 'Partners', is_complete: true })
  expect(receiver.heard[0]!.json.answers[0]).toMatchObject({ question_text: 'How do we work together?', answer_type: 'choice' })

  const [told] = await served.control('inbox', { channel: 'webhook' })
  expect(told).toMatchObject({ quiz_id: 46, to: `${receiver.url}/answers`, subject: 'answer', code: null })
  expect(JSON.parse(told.text)).toEqual(receiver.heard[0]!.json)

  await run(`webhook disable 46 ${id}`)
  await answer()
  expect(receiver.heard).toHaveLength(1)
})

it('says in words what is wrong inside a value', async () => {
  const file = join(freshFolder(), 'webhook.json')
  const address = `${receiver.url}/a`
  const add = async (...headers: object[]) => {
    writeFileSync(file, JSON.stringify({ title: 'T', method: 'post', headers }))
    return run(['webhook', 'add', '46', address, '--file', file])
  }
  const { exitCode, stderr } = await add({ value: 'v' }, { name: 5, value: 'v' }, { name: 'X' })
  expect(exitCode).toBe(2)
  for (const problem of ['header.0.name is missing', 'header.1.name must be text', 'header.2.value is missing'])
    expect(stderr).toContain(`✗ --${problem}\n`)
})

it('shows names of headers and never their values', async () => {
  const id = await add('/a', '--header', 'X-Token: s3cret', '--active')
  await answer()
  const list = await run('webhook list 46 --json')
  expect(list.json[0].headers).toEqual([{ name: 'X-Token', value: '***' }])
  const logs = await run(`webhook logs 46 ${id} --json`)
  expect(logs.json[0]).toMatchObject({ status: 'sent', http_status: 200, attempt: 1, headers: [{ name: 'X-Token', value: '***' }] })
  expect(list.stdout + logs.stdout + (await run('webhook list 46')).stdout).not.toContain('s3cret')
})

it('keeps its headers when something else is changed, and never writes the mask back', async () => {
  const id = await add('/a', '--header', 'X-Token: s3cret', '--active')
  expect((await run(['webhook', 'edit', '46', String(id), '--title', 'New title'])).exitCode).toBe(0)
  await answer()
  expect(receiver.heard[0]!.headers).toMatchObject({ 'x-token': 's3cret' })

  const masked = await run(['webhook', 'edit', '46', String(id), '--header', 'X-Token: ***'])
  expect(masked).toMatchObject(refused('not ***'))
  const folder = freshFolder()
  writeFileSync(
    join(folder, 'listed.json'),
    JSON.stringify({ title: 'Again', headers: (await run('webhook list 46 --json')).json[0].headers }),
  )
  expect(await run(`webhook edit 46 ${id} --file listed.json`, { cwd: folder })).toMatchObject({ exitCode: 2 })

  expect((await run(['webhook', 'edit', '46', String(id), '--header', ''])).exitCode).toBe(0)
  await answer()
  expect(receiver.heard[1]!.headers).not.toHaveProperty('x-token')
})

it('takes headers from a file, so that they stay out of the command line', async () => {
  const folder = freshFolder()
  writeFileSync(join(folder, 'headers'), 'X-Token: s3cret\nX-Other: a: b\n')
  await run(['webhook', 'add', '46', `${receiver.url}/a`, '--title', 'T', '--method', 'post', '--header-file', 'headers', '--active'], {
    cwd: folder,
  })
  await answer()
  expect(receiver.heard[0]!.headers).toMatchObject({ 'x-token': 's3cret', 'x-other': 'a: b' })
})

it('adds fields, renames others, and puts them into the address for GET', async () => {
  await run([
    'webhook',
    'add',
    '46',
    `${receiver.url}/get?key=1`,
    '--title',
    'T',
    '--method',
    'get',
    '--body',
    'origin=survey',
    '--body-naming',
    'answer_id=external_id',
    '--active',
  ])
  await answer()
  const { method, query, body } = receiver.heard[0]!
  expect(method).toBe('GET')
  expect(body).toBe('')
  expect(query.get('key')).toBe('1')
  expect(query.get('origin')).toBe('survey')
  expect(query.get('external_id')).toMatch(/^\d+$/)
  expect([...query.keys()].some((name) => name.startsWith('answers['))).toBe(true)
})

it('logs what failed, and sends it again on request', async () => {
  receiver.answers.set('/a', { status: 503 })
  const id = await add('/a', '--active')
  await answer({ count: 2 })
  expect(
    (await run(`webhook logs 46 ${id} --json`)).json.map(({ status, http_status, attempt }: any) => [status, http_status, attempt]),
  ).toEqual([
    ['failed', 503, 1],
    ['failed', 503, 1],
  ])

  receiver.answers.delete('/a')
  const [latest] = (await run(`webhook logs 46 ${id} --json`)).json
  expect((await run(`webhook resend 46 ${id} --log ${latest.id}`)).stdout).toBe('Sending 1 delivery again\n')
  await served.sandbox.idle()
  expect((await run(`webhook logs 46 ${id} --json`)).json.map(({ status, attempt }: any) => [status, attempt])).toEqual([
    ['sent', 2],
    ['failed', 1],
  ])
  expect((await run(`webhook resend 46 ${id} --from 2020-01-01 --to 2020-12-31`)).stdout).toContain('Nothing to send again')
  expect((await run(`webhook resend 46 ${id}`)).stdout).toBe('Sending 1 delivery again\n')
  await served.sandbox.idle()
  expect((await run(`webhook logs 46 ${id} --json`)).json.every(({ status }: any) => status === 'sent')).toBe(true)
})

it('sends an incomplete answer once, after its hours', async () => {
  await add('/late', '--incomplete', '--hours', '6', '--active')
  await answer({ count: 1, incomplete: 100 })
  await served.sandbox.tick()
  await served.sandbox.idle()
  expect(receiver.heard).toEqual([])
  served.sandbox.clock.advance(6 * 3_600_000 + 1000)
  await served.sandbox.tick()
  await served.sandbox.tick()
  await served.sandbox.idle()
  expect(receiver.heard.map(({ json }) => [json.event, json.is_complete])).toEqual([['incomplete_answer', false]])
})

it('is sent by the next start what was on its way when the sandbox ended', async () => {
  const data = freshFolder()
  const first = await createSandbox({ data, seed: 'demo', allowLocalWebhooks: true })
  receiver.answers.set('/a', { status: 0 })
  const flags = ['--title', 'Test', '--method', 'post', '--active']
  await surveyctl(first)(['webhook', 'add', '46', `${receiver.url}/a`, ...flags])
  await answerSurvey(first.service, findQuiz(first.service.store, 46)!, { count: 2, seed: 1 })
  while (receiver.heard.length < 2) await wait(10)
  await first.close()

  receiver.answers.delete('/a')
  const second = await createSandbox({ data, allowLocalWebhooks: true })
  await second.tick()
  await second.idle()
  await second.close()
  const ids = receiver.heard.map(({ json }) => json.answer_id)
  expect(ids.slice(2).toSorted()).toEqual(ids.slice(0, 2).toSorted())
})

it('follows redirects without taking own headers to another address', async () => {
  const elsewhere = await startReceiver()
  receiver.answers.set('/a', { status: 307, location: `${elsewhere.url}/b` })
  await add('/a', '--header', 'X-Token: s3cret', '--active')
  await answer()
  await elsewhere.close()
  expect(elsewhere.heard[0]).toMatchObject({ method: 'POST', path: '/b', json: { event: 'answer' } })
  expect(elsewhere.heard[0]!.headers).not.toHaveProperty('x-token')
})

it('never calls what is not public, whatever leads there', async () => {
  for (const url of [
    'http://10.0.0.1/a',
    'http://169.254.169.254/latest',
    'http://[fd00::1]/',
    'http://[::ffff:10.0.0.1]/',
    'http://0x0a000001/',
  ]) {
    expect(await run(['webhook', 'add', '46', url, '--title', 'T', '--method', 'post', '--json']), url).toMatchObject({
      exitCode: 6,
      error: { fields: { url: ['must be a public address'] } },
    })
  }
  receiver.answers.set('/a', { status: 302, location: 'http://10.0.0.1/inside' })
  const id = await add('/a', '--active')
  await answer()
  expect((await run(`webhook logs 46 ${id} --json`)).json[0]).toMatchObject({
    status: 'failed',
    http_status: null,
    error: 'The address is not public',
  })
})

it('never calls this machine unless it is told to', async () => {
  const strict = await serve('demo')
  const { exitCode, stderr } = await strict.run(['webhook', 'add', '42', receiver.url, '--title', 'T', '--method', 'post'])
  await strict.close()
  expect(exitCode).toBe(6)
  expect(stderr).toContain('must be a public address')
})

it('refuses what cannot be', async () => {
  const id = await add('/a')
  expect(await run(['webhook', 'add', '46', `${receiver.url}/a`, '--title', 'T', '--method', 'post', '--json'])).toMatchObject({
    exitCode: 1,
    error: { code: 'webhook_exists', details: { webhook_id: id } },
  })
  for (const verb of ['enable', 'disable', 'logs', 'resend'])
    expect(await run(`webhook ${verb} 46 9999 --json`)).toMatchObject({ exitCode: 5, error: { code: 'webhook_not_found' } })
  expect(await run('webhook remove 46 9999 --yes --json')).toMatchObject({ exitCode: 5, error: { code: 'webhook_not_found' } })
  expect(await run('webhook edit 46 9999 --title T --json')).toMatchObject({ exitCode: 5, error: { code: 'webhook_not_found' } })
  expect(await run(`webhook resend 46 ${id} --log 9999 --json`)).toMatchObject({ exitCode: 5, error: { code: 'not_found' } })
})

it('says before anything is sent what is wrong with it, all at once', async () => {
  const wrong = await run([
    'webhook',
    'add',
    '46',
    'ftp://example.com',
    '--title',
    'x'.repeat(256),
    '--method',
    'delete',
    '--hours',
    '5',
    '--header',
    'no colon',
  ])
  expect(wrong.exitCode).toBe(2)
  for (const part of ['an http or https address', '1 to 255', 'get, post, put, patch', '0, 1, 6, 12, 24', 'NAME: VALUE'])
    expect(wrong.stderr).toContain(part)
  expect(await run('webhook resend 46 7 --log 1 --from 2026-01-01')).toMatchObject(refused('--log'))
  expect(await run('webhook resend 46 7 --from 2026-02-01 --to 2026-01-01')).toMatchObject(refused('--to'))
  expect(await run('webhook edit 46 7')).toMatchObject({ exitCode: 2 })
  expect(await run('webhook logs 46 7 --follow --limit 2')).toMatchObject(refused('takes no --limit'))
  expect(await run('webhook remove 42 7')).toMatchObject(refused('--yes'))
})

it('needs the right and the plan option; switching off needs no plan', async () => {
  const { api_key } = await served.control('key participant', { rights: { settings: 'allowed' } })
  expect(await served.as(api_key)('webhook list 42 --json')).toMatchObject({ exitCode: 4, error: { code: 'access_denied' } })
  await served.control('plan set', { change: { webhook: false } })
  expect(await run('webhook enable 42 8 --json')).toMatchObject({ exitCode: 4, error: { code: 'blocked_by_tariff' } })
  expect((await run('webhook list 42')).exitCode).toBe(0)
  expect((await run('webhook disable 42 7')).exitCode).toBe(0)
  expect((await run('webhook edit 42 8 --no-active')).exitCode).toBe(0)
  expect((await run('webhook remove 42 8 --yes')).exitCode).toBe(0)
})

it('follows the log as deliveries happen, until it is interrupted', async () => {
  const id = await add('/a', '--active')
  const { baseUrl, apiKey } = served.sandbox
  const following = endless({ baseUrl, apiKey }, `webhook logs 46 ${id} --follow --json`)
  for (const seed of [1, 2]) {
    await answer({ seed })
    await following.until((lines) => lines.length >= seed)
  }
  expect(await following.stop()).toBe(130)
  const ids = following.lines().map((line) => (JSON.parse(line) as { id: number }).id)
  expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => a - b))
})
