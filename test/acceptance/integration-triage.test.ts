/** Whether answers arrive: a row a survey and channel, and what failed sent again, once. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { hasPty, onTerminal } from '../faults/pty.ts'
import { startReceiver, type Receiver } from '../support/receiver.ts'
import { useSandbox } from '../support/served.ts'
import { screenOf } from '../support/terminal.ts'

const served = useSandbox('demo', { allowLocalWebhooks: true })
const { run } = served
let receiver: Receiver
beforeAll(async () => {
  receiver = await startReceiver()
})
afterAll(() => receiver.close())

const states = async (survey: number): Promise<Record<string, [string, string | null]>> =>
  Object.fromEntries(
    (await run(`integration triage ${survey} --json`)).json.map(({ channel, state, cause }: any) => [
      channel.replace(/ ".*/, ''),
      [state, cause],
    ]),
  )

it('tells the states apart, the worst first', async () => {
  const { exitCode, stdout } = await run('integration triage')
  expect([exitCode, stdout.split('\t')[0]]).toEqual([1, 'failing'])
  expect((await run('integration triage 43')).exitCode).toBe(0)
  await served.control('revoke', { quiz: 42, what: 'sheets' })
  await served.control('revoke', { quiz: 42, what: 'crm_b' })
  await served.control('plan set', { change: { automation: false } })
  const [first] = (await run('webhook list 42 --json')).json
  const now = await states(42)
  expect(now[`webhook ${first.id}`]).toEqual(['failing', 'its server fails (503)'])
  expect(now.messenger_a?.[0]).toBe('failing')
  expect([now.sheets?.[0], now.crm_b?.[0], now.crm_a?.[0]]).toEqual(['revoked', 'revoked', 'off'])
  expect([now.automation?.[0], now.messenger_b?.[0], now.letters?.[0]]).toEqual(['blocked', 'not_connected', 'waiting'])
  const participant = served.as(await served.sandbox.participant({ integrations: 'forbidden' }, { all: true }))
  const blind = await participant('integration triage 42 --json')
  expect(blind.json.map(({ state }: { state: string }) => state)).toEqual(['unreadable', 'unreadable', 'unreadable'])
})

it.skipIf(!hasPty)('shows a person what needs somebody, with what helps, and counts the rest (needs script)', async () => {
  const seen = async (...words: string[]): Promise<string[]> =>
    screenOf((await onTerminal(['integration', 'triage', ...words], { env: served.sandbox.signedIn, columns: 120 })).screen)
  const all = await seen()
  expect(all.filter((line) => /^\d+ "/.test(line))).toEqual(['42 "Spring"'])
  expect(all.find((line) => line.includes('messenger_a'))).toMatch(/^ +✗ messenger_a: failing, 1 failed, .*last arrived \d{4}-\d\d-\d\d/)
  expect(all).toContainEqual(expect.stringMatching(/^ +surveyctl integration triage 42 --resend$/))
  const rows = (await run('integration triage --json')).json
  const count = (state: string): number => rows.filter((row: { state: string }) => row.state === state).length
  expect(all).toContain(`Besides: ${count('ok')} ok, ${count('off')} off, ${count('not_connected')} not connected (all of them: --json)`)
  expect((await seen('43')).filter((line) => /letters|Besides/.test(line))).toEqual([
    expect.stringMatching(/· letters: off$/),
    'Besides: 6 not connected (all of them: --json)',
  ])
})

it('names the cause of each failure, and the command that helps with it', async () => {
  await run('quiz unarchive 44')
  const wrong: [path: string, cause: string, next: RegExp, answer?: { status: number; location?: string }][] = [
    ['/gone', 'not there (404)', /webhook edit 44 \d+ --url URL$/, { status: 404 }],
    ['/secret', 'not let in (401)', /webhook edit 44 \d+ --header /, { status: 401 }],
    ['/away', 'redirect', /webhook edit 44 \d+ --url URL$/, { status: 302, location: `${receiver.url}/away` }],
    ['/down', 'its server fails (500)', /integration triage 44 --resend$/, { status: 500 }],
    ['http://nowhere.invalid/', 'host name not found', /webhook edit 44 \d+ --url URL$/],
    [`${receiver.url.replace('http:', 'https:')}/plain`, 'certificate not accepted', /integration triage 44 --resend$/],
    ['http://127.0.0.1:1/', 'refused', /integration triage 44 --resend$/],
  ]
  for (const [path, cause, , answer] of wrong) {
    if (answer) receiver.answers.set(path, answer)
    const url = answer ? `${receiver.url}${path}` : path
    const added = await run(['webhook', 'add', '44', url, '--title', cause, '--active', '--json'])
    expect(added.exitCode, added.stderr).toBe(0)
  }
  await served.control('answer', { quiz: 44, count: 1, seed: 5 })
  const rows = async (): Promise<any[]> =>
    (await run('integration triage 44 --json')).json.filter(({ channel }: any) => channel.startsWith('webhook'))
  await expect.poll(async () => (await rows()).filter(({ state }) => state === 'failing').length, { timeout: 60_000 }).toBe(wrong.length)
  const found = new Map((await rows()).map(({ channel, cause, next }) => [/"(.*)"/.exec(channel)?.[1], { cause, next }]))
  for (const [, cause, next] of wrong) expect(found.get(cause), cause).toEqual({ cause, next: expect.stringMatching(next) })
})

it('sends one first, the others only if it arrives, and none twice', async () => {
  const added = await run(['webhook', 'add', '44', `${receiver.url}/in`, '--title', 'Here', '--active', '--json'])
  expect(added.exitCode, added.stderr).toBe(0)
  receiver.answers.set('/in', { status: 500 })
  await run('quiz unarchive 44')
  await served.control('answer', { quiz: 44, count: 3, seed: 5 })
  const failed = async (): Promise<number> =>
    (await run('integration triage 44 --json')).json.find(({ channel }: any) => channel.includes('Here')).failed
  await expect.poll(failed, { timeout: 30_000 }).toBe(3)
  receiver.heard.splice(0)
  const dead = await run('integration triage 44 --resend --json')
  expect([dead.exitCode, dead.json]).toEqual([
    1,
    [expect.objectContaining({ sent: 1, arrived: 0, failed: 1, left: 2, cause: 'its server fails (500)' })],
  ])
  expect(receiver.heard).toHaveLength(1)
  receiver.answers.set('/in', { status: 200 })
  receiver.heard.splice(0)
  const dry = await run('integration triage 44 --resend --dry-run --json')
  expect([dry.json.length, receiver.heard.length]).toEqual([3, 0])
  const sent = await run('integration triage 44 --resend --json')
  expect([sent.exitCode, sent.json], sent.stderr).toEqual([0, [expect.objectContaining({ sent: 3, arrived: 3, left: 0 })]])
  expect(receiver.heard).toHaveLength(3)
  const again = await run('integration triage 44 --resend')
  expect([again.exitCode, again.stderr]).toEqual([0, expect.stringContaining('Nothing to send again')])
  expect(receiver.heard).toHaveLength(3)
})
