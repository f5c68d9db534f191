/** Tools for assistants: secrets are named to be set, and shown to nobody. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { eachOnce, withAssistants } from '../support/assistant.ts'
import { publishedOf, surveyWith } from '../support/served.ts'

const assistants = withAssistants()
const { start, writes } = assistants
const value = 'a-very-secret-value'
const named = { env: 'HOOK_TOKEN' }
const starting = { env: { HOOK_TOKEN: value, OTHER_TOKEN: 'other' } }

it('sets no secret but one that is named, and shows none', async () => {
  const one = await start({ ...starting, args: ['--secret-env', 'HOOK_TOKEN', '--allow', 'send'] })
  const add = (given: unknown) =>
    one.call('operation_write', {
      operation: 'webhook.add',
      input: { id: 43, title: 't', url: 'https://example.com', method: 'post', headers: [{ name: 'X-Token', value: given }] },
    })
  expect((await add('plain')).text).toContain('is a secret')
  // With all else that is wrong.
  const wrong = await one.call('operation_write', {
    operation: 'webhook.add',
    input: { id: 43, title: 't', url: 'example', method: 'POST', headers: [{ name: 'X-Token', value: 'plain' }] },
  })
  expect(wrong.text).toMatch(
    /^headers\.0\.value is a secret: [^\n]+\nurl [^\n]+\nmethod [^\n]+\nTo see its fields: [^\n]+--secret-env NAME$/,
  )
  expect((await add({ env: 'OTHER_TOKEN' })).text).toContain('--secret-env')
  const said = await add(named)
  expect(said.failed).toBe(false)
  expect(said.text).not.toContain(value)
})

it('tells how one is given, and takes it so where the operation is a tool of its own', async () => {
  const one = await start({
    ...starting,
    args: ['--secret-env', 'HOOK_TOKEN', '--toolsets', 'password,webhook,operations', '--allow', 'send'],
  })
  const { tools } = await one.client.listTools()
  const schemaOf = (name: string) => tools.find((tool) => tool.name === name)?.inputSchema.properties as Record<string, any>
  expect(schemaOf('password_change').password).toMatchObject({ type: 'object', required: ['env'], writeOnly: true })
  expect(schemaOf('webhook_add').headers.items.properties.value).toMatchObject({ type: 'object', required: ['env'] })
  const described = await one.call('operation_describe', { ids: ['password.add'] })
  expect(described.text).toMatch(/passwords:[^]*env:[^]*--secret-env/)
  const passwords = async (): Promise<unknown[]> => (await assistants.sandbox.request('GET', '/quiz/43/passwords')).body.passwords
  const before = (await passwords()).length
  expect((await one.call('password_add', { id: '43', passwords: ['plain'] })).failed).toBe(true)
  expect((await one.call('password_add', { id: '43', password: { env: 'OTHER_TOKEN' } })).text).toContain('--secret-env')
  expect(writes()).toEqual([])
  const said = [
    await one.call('password_add', { id: 'Onboarding', passwords: [named] }),
    await one.call('webhook_add', {
      id: '43',
      title: 't',
      url: 'https://example.com',
      method: 'post',
      headers: [{ name: 'X-Token', value: named }],
    }),
    await one.call('webhook_list', { id: '43' }),
  ]
  expect(said.map(({ failed }) => failed)).toEqual([false, false, false])
  expect(JSON.stringify(said) + JSON.stringify(one.asked)).not.toContain(value)
  expect(await passwords()).toHaveLength(before + 1)
})

/** Answers each request with what its `Authorization` and address make of it; one with a status, as a failure. */
async function hostile(answer: (bearer: string, url: string) => object) {
  const server = createServer((request, response) => {
    const said = answer(String(request.headers.authorization), request.url ?? '')
    response.writeHead('status' in said ? 500 : 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(said))
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { baseUrl: `http://127.0.0.1:${port}/api/v3`, close: () => void server.close() }
}

it('lets no byte of the key out, whatever the service says', async () => {
  const key = 'key-that-must-stay-in-0123456789'
  const service = await hostile((bearer, url) =>
    url.includes('archived')
      ? { status: false, message: bearer }
      : [{ id: 1, name: `${bearer} ${encodeURIComponent(key)} ${Buffer.from(key).toString('base64')}` }],
  )
  const all = eachOnce.map(async (kind) => {
    const one = await start({ ...kind, baseUrl: service.baseUrl, apiKey: key })
    const said = [
      await one.call('survey_list'),
      await one.call('survey_list', { archived: true }),
      await one.call('operation_read', { operation: 'quiz.list' }),
    ]
    await one.close()
    expect(said[0]!.text).toContain('***')
    for (const form of [key, Buffer.from(key).toString('base64')]) expect(JSON.stringify(said) + one.log()).not.toContain(form)
  })
  await Promise.all(all)
  service.close()
})

it('lets no part of it out either, where what the service says is cut', async () => {
  const key = 'key-that-must-stay-in-0123456789'
  let filled = 0
  const service = await hostile((_, url) => {
    const quiz = { id: 1, name: `${'x'.repeat(filled)}${key}${'y'.repeat(2000)}` }
    return /quiz.1(\?|$)/.test(url) ? quiz : [quiz]
  })
  const one = await start({ baseUrl: service.baseUrl, apiKey: key })
  for (filled = 540; filled < 600; filled += 12)
    for (const given of [{ operation: 'quiz.list' }, { operation: 'quiz.view', input: { id: 1 } }]) {
      let cursor: string | undefined
      do {
        const { text, facts, failed } = await one.call('operation_read', { ...given, max_characters: 1000, ...(cursor && { cursor }) })
        expect([failed, text]).toEqual([false, expect.not.stringMatching(/key-that|0123456789/)])
        cursor = facts.next_cursor
      } while (cursor)
    }
  service.close()
})

it('nor in a question to the person or the lines of a plan, which are cut', async () => {
  const key = assistants.sandbox.apiKey
  const send = (path: string, body: object) => assistants.sandbox.request('POST', `/quiz/42/${path}`, body)
  const { ids, entities } = (await assistants.sandbox.request('GET', '/quiz/42')).body.widgets
  const rating = ids.find((id: string) => entities[id].type === 'rating')
  for (const filled of [50, 60, 70]) {
    const long = `${'x'.repeat(filled)}${key}${'y'.repeat(80)}`
    await send('rename', { name: long })
    await send('save', { ids, entities: { ...entities, [rating]: { ...entities[rating], title: long } } })
    const one = await start()
    one.answer(undefined)
    await one.look()
    const { text } = await one.call('survey_plan', { survey: '42', edits: [{ screen: 'rating-1', set: { title: 'Short' } }] })
    await one.call('survey_publish', { survey: '42' })
    expect([text, ...one.asked].map((said) => said.includes(key.slice(0, 8)))).toEqual([false, false])
    expect(text).toContain('~ screens.rating-1.title  "xxx')
  }
})

it('nor in the texts of answers, of which a long one is cut', async () => {
  const key = assistants.sandbox.apiKey
  const content = publishedOf(assistants.sandbox, 42)
  const [input] = Object.entries(content.widgets.entities).find(([, { type }]) => type === 'input')!
  const one = await start()
  for (const filled of [540, 561, 580]) {
    const answers = [{ values: { [input]: `${'x'.repeat(filled)}${key}${'🌿'.repeat(400)}` } }]
    const survey = String(await surveyWith(assistants.sandbox, `Long ${filled}`, content, answers))
    const { text, failed } = await one.call('answer_stats', {
      survey,
      questions: ['What went wrong?'],
      state: 'all',
      top: 1,
      max_characters: 1000,
    })
    expect([failed, text]).toEqual([false, expect.stringContaining('xxx')])
    expect([text.includes(key.slice(0, 6)), text.includes('\ufffd')]).toEqual([false, false])
  }
})
