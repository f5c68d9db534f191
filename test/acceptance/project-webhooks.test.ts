/** Webhooks in a project: by keys, with secrets that stand in no file, new ones switched on last. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inProject } from '../support/in-project.ts'
import { startReceiver, type Receiver } from '../support/receiver.ts'

const here = inProject()
const { project, pulled, text, edit, asked, writes, written } = here
let receiver: Receiver

beforeAll(async () => {
  receiver = await startReceiver()
})
afterAll(() => receiver.close())

const rows = async (id = 42): Promise<any[]> => (await here.sandbox.request('GET', `/quiz/${id}/webhooks`)).body.items
const add = (key: string, yaml: string): void => edit(key, /$/, `${yaml}\n`)
const secret = 'wherever-the-wind-blows'

describe('webhooks of a project', () => {
  it('are in step once pulled; changes go to and fro', async () => {
    await pulled('spring')
    expect((await project('plan')).stdout).toContain('nothing to do')
    edit('spring', 'title: Old receiver', 'title: Older receiver')
    edit('spring', 'is_active: true', 'is_active: false')
    expect((await project('plan', 10)).stdout).toMatch(
      /~ webhooks\.old-receiver\.title +"Old receiver" → "Older receiver"[^]*at once: webhooks/,
    )
    expect(await writes(() => project('apply'))).toEqual(['POST /quiz/42/webhooks/7/toggle', 'POST /quiz/42/webhooks/9'])
    expect((await rows()).map(({ title, is_active }) => [title, is_active])).toEqual([
      ['Answers', false],
      ['Left halfway', false],
      ['Older receiver', false],
    ])
    await project('plan')
    await here.run('webhook edit 42 9 --title Newest --method put')
    expect((await project('drift', 10)).stdout).toContain('webhooks.old-receiver.title')
    expect((await project('plan')).stdout).toContain('< webhooks.old-receiver.title')
    await project('pull')
    expect(text('spring')).toContain('title: Newest')
    for (const verb of ['plan', 'drift', 'status']) await project(verb)
  })

  it('send a header from the environment once a rev, and never write it', async () => {
    await pulled('onboarding')
    add(
      'onboarding',
      `webhooks: {answers: {title: Answers, url: "${receiver.url}/hook", method: post, is_active: true, headers: [{name: X-Token, value: {env: TOKEN, rev: 1}}]}}`,
    )
    const plan = await project('plan --json', 10)
    expect(plan.json.surveys[0].requests.map(({ operation }: { operation: string }) => operation)).toEqual([
      'webhook.add',
      'webhook.toggle',
    ])
    expect(await asked(() => project('apply', 2))).not.toContainEqual(expect.stringMatching(/^POST/))
    expect((await project('apply', 2)).stderr).toContain('TOKEN is not set')
    const env = { TOKEN: secret }
    const dry = await project('apply --dry-run --json', 0, env)
    const outcomes = [plan, dry, await project('apply --debug', 0, env)]
    expect(await writes(() => project('apply'))).toEqual([])
    await here.run('quiz publish 43')
    await here.run('sandbox answer 43')
    await expect.poll(() => receiver.heard.at(-1)?.headers['x-token']).toBe(secret)
    edit('onboarding', 'rev: 1', 'rev: 2')
    expect((await project('plan', 10)).stdout).toMatch(/webhooks\.answers\.headers\.X-Token\.rev +1 → 2[^]*TOKEN/)
    outcomes.push(await project('apply --debug', 0, { TOKEN: `${secret}-2` }))
    await project('plan')
    await here.run('sandbox answer 43')
    await expect.poll(() => receiver.heard.at(-1)?.headers['x-token']).toBe(`${secret}-2`)
    for (const { stdout, stderr } of outcomes) expect(stdout + stderr).not.toContain(secret)
    expect(written()).not.toContain(secret)
    await here.run('webhook edit 43 10 --title Other')
    await project('pull')
    expect(text('onboarding')).toMatch(/title: Other[^]*env: TOKEN, rev: 2/)
  })

  it('are added switched off, and switched on last, also when the first run broke off', async () => {
    await pulled('onboarding')
    const hook = (path: string): string =>
      `{title: ${path}, url: "${receiver.url}/${path}", method: post, is_active: true, headers: [{name: X-Token, value: {env: TOKEN}}]}`
    add('onboarding', `webhooks: {one: ${hook('one')}, two: ${hook('two')}}`)
    const env = { TOKEN: secret }
    await here.sandbox.control('fault add', { pattern: 'POST /quiz/43/webhooks', reset: true, after_commit: true, times: 1 })
    const first = await project('apply --json', 8, env)
    expect(first.json[0].status).toBe('unknown')
    expect((await rows(43)).map(({ is_active }) => is_active)).toEqual([false])
    await project('apply', 0, env)
    expect((await rows(43)).map(({ title, is_active }) => [title, is_active])).toEqual([
      ['one', true],
      ['two', true],
    ])
    await project('plan')
  })

  it('have an address that lets anybody in only as the name of a variable', async () => {
    const address = `${receiver.url}/in/T0a1b2c3d4e5f6a7b8c9d0`
    await here.sandbox.request('POST', '/quiz/43/webhooks', { title: 'Chat', url: address, method: 'post' })
    await project('adopt onboarding 43')
    expect(text('onboarding')).toContain('url: { env: ONBOARDING_CHAT_URL }')
    await project('plan')
    const outcomes = [await project('plan --json', 0, { ONBOARDING_CHAT_URL: address })]
    const env = { ONBOARDING_CHAT_URL: `${address}9` }
    outcomes.push(await project('plan --json', 10, env), await project('apply --dry-run', 0, env), await project('apply --debug', 0, env))
    expect((await rows(43))[0].url).toBe(`${address}9`)
    await project('plan')
    await here.sandbox.request('POST', `/quiz/43/webhooks/${(await rows(43))[0].id}`, { url: address })
    outcomes.push(await project('drift', 10))
    expect(outcomes.at(-1)!.stdout).toContain('webhooks.chat.url')
    for (const { stdout, stderr } of outcomes) expect(stdout + stderr).not.toContain('T0a1b2c3')
    expect(written()).not.toContain('T0a1b2c3')
  })

  it('go with their log only by --allow-loss', async () => {
    await pulled('spring')
    edit('spring', / {2}old-receiver: .*\n/, '')
    await project('apply')
    edit('spring', / {2}answers:\n[^]*? {2}left-halfway/, '  left-halfway')
    expect((await project('plan', 10)).stdout).toContain('webhooks.answers has a log of deliveries')
    expect(await writes(() => project('apply', 1))).toEqual([])
    await project('apply --allow-loss')
    expect((await rows()).map(({ id }) => id)).toEqual([8])
    await project('plan')
  })

  it('are blind without the right, and never in step', async () => {
    await pulled('onboarding')
    add('onboarding', 'webhooks: {}')
    await project('apply')
    const blind = here.as(await here.sandbox.participant({ edit_quiz: 'allowed', settings: 'allowed' }))
    const { json } = await blind('plan --json')
    expect(json.surveys[0]).toMatchObject({ status: 'unreadable', blind: [{ section: 'webhooks' }] })
    expect((await blind('plan')).stdout).toContain('webhooks: not readable here')
    expect((await blind('drift', 10)).stdout).toContain('unknown\twebhooks')
    expect((await blind('apply --json')).json[0].status).toBe('unreadable')
    edit('onboarding', 'webhooks: {}', `webhooks: {answers: {title: Answers, url: "https://hooks.example.com/x", method: post}}`)
    expect((await blind('plan', 1)).stdout).toContain('this key cannot read it on the service, so it cannot be sent')
  })

  it('say what is wrong with them, and cost nothing where a file leaves them out', async () => {
    await pulled('onboarding')
    expect(await asked(() => project('plan'))).toEqual(['GET /quiz/43'])
    add('onboarding', 'webhooks: {answers: {title: "", url: "ftp://x", method: post, colour: red, headers: [{name: X, value: plain}]}}')
    expect((await project('plan', 2)).stderr).toMatch(
      /webhooks\.answers\.colour is not known[^]*webhooks\.answers\.title must[^]*webhooks\.answers\.url must be an http or https address[^]*webhooks\.answers\.headers\.0\.value must be \{env: NAME, rev: 1\}/,
    )
  })
})
