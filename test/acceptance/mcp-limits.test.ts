/** Tools for assistants: what isn't right, what isn't allowed, and what must not get out. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  eachOnce,
  greetings,
  inNewEra,
  ofKind,
  rawServer,
  request,
  withAssistants,
  type Asking,
  type Assistant,
} from '../support/assistant.ts'
import { fc } from '../support/property.ts'
import { environment, freshFolder } from '../support/program.ts'

const assistants = withAssistants()
const { start, where } = assistants
const raw = () => rawServer(environment(where()))

describe.each(['new', 'old'] as const)('lines that are no messages, in the %s era', (era) => {
  const list = (id: number) => request(id, 'tools/list', era === 'new' ? inNewEra : {})

  it('are answered as errors of the protocol, and the next call works', async () => {
    const server = raw()
    server.send(greetings[era])
    await server.answers(1)
    server.send('{"jsonrpc":"2.0","id":2,')
    server.send('{"jsonrpc":"2.0","id":3,"method":"tools/list","params":[]}')
    server.send(request(4, 'tools/call', { ...(era === 'new' && inNewEra), name: 'x'.repeat(9 * 2 ** 20) }))
    server.send(request(5, 'tools/call', { ...(era === 'new' && inNewEra), name: 'survey_delete_all', arguments: {} }))
    server.send(list(6))
    await server.answers(6)
    expect(server.lines.map(({ id, error }) => [id, error?.code])).toEqual([
      [1, undefined],
      [null, -32_700],
      [3, -32_600],
      [null, -32_600],
      [5, -32_602],
      [6, undefined],
    ])
    expect(server.lines[5].result.tools).toHaveLength(16)
    server.child.stdin.end()
    expect(await server.ended).toBe(0)
  })

  it('of any kind are answered or passed over, and none ends the server', async () => {
    const server = raw()
    server.send(greetings[era])
    await server.answers(1)
    const lines = fc.sample(
      fc.oneof(
        fc.json(),
        fc.string(),
        fc.record({ jsonrpc: fc.constant('2.0'), id: fc.anything(), method: fc.anything(), params: fc.anything() }).map((one) => {
          try {
            return JSON.stringify(one) ?? ''
          } catch {
            return ''
          }
        }),
      ),
      { numRuns: 200 },
    )
    for (const line of lines) server.send(line.replaceAll(/[\n\r]/g, ' '))
    server.send(list(4711))
    await expect.poll(() => server.lines.some(({ id, result }) => id === 4711 && result), { timeout: 60_000 }).toBe(true)
    server.child.stdin.end()
    expect(await server.ended).toBe(0)
  })
})

describe('the server', () => {
  it('ends well with its input, and when it is told to', async () => {
    const first = raw()
    first.child.stdin.end()
    expect(await first.ended).toBe(0)
    if (process.platform === 'win32') return
    const second = raw()
    second.send(greetings.old)
    await second.answers(1)
    second.child.kill('SIGTERM')
    expect(await second.ended).toBe(0)
  })
})

describe.each(eachOnce)(`what is not right, by ${ofKind},`, (kind) => {
  const start = (asking: Asking = {}) => assistants.start({ ...kind, ...asking })

  it('is told at once, with the other tool where there is one', async () => {
    const one = await start()
    const from = assistants.sandbox.requests.length
    const two = await one.call('operation_write', { operation: 'quiz.set', input: { id: 43, lang: 'xx', qr_code_size: 'big' } })
    expect(two.text).toContain('lang')
    expect(two.text).toContain('qr_code_size')
    expect((await one.call('operation_read', { operation: 'quiz.rename', input: { id: 43, name: 'x' } })).text).toContain('operation_write')
    expect((await one.call('operation_write', { operation: 'quiz.save', input: {} })).text).toContain('survey_plan')
    expect((await one.call('operation_read', { operation: 'webhok.list' })).text).toContain('did you mean webhook.list')
    expect((await one.call('survey_view', { survay: 42 })).text).toMatch(/survay.*did you mean survey/)
    expect(assistants.sandbox.requests.slice(from)).toEqual([])
  })

  it('without a key says how to sign in, and lists the tools', async () => {
    const one = await start({ baseUrl: '', apiKey: '' })
    expect((await one.client.listTools()).tools).toHaveLength(16)
    for (const [name, input] of [
      ['survey_list', {}],
      ['survey_view', { survey: '42' }],
      ['answer_stats', { survey: '42' }],
    ] as const)
      expect((await one.call(name, input)).text).toContain('surveyctl auth login')
  })

  it('keeps to the account of its start, and says so where the profile was changed', async () => {
    const folder = freshFolder()
    const profile = { base_url: assistants.sandbox.baseUrl, api_key: assistants.sandbox.apiKey, workspace: assistants.sandbox.workspaceId }
    const write = (current: string, shop: object) =>
      writeFileSync(join(folder, 'config.json'), JSON.stringify({ current, profiles: { shop, spare: { ...profile, api_key: 'wrong' } } }), {
        mode: 0o600,
      })
    write('shop', profile)
    const one = await start({ baseUrl: '', apiKey: '', env: { SURVEYCTL_CONFIG_DIR: folder } })
    expect((await one.call('survey_list')).facts.total).toBe(6)
    write('spare', profile)
    expect((await one.call('survey_list')).facts.total).toBe(6)
    write('spare', { ...profile, base_url: 'https://example.org/api/v3' })
    expect((await one.call('survey_list')).text).toContain('was changed since')
  })

  it('is told soon where the service wants to be left alone', async () => {
    await assistants.sandbox.control('fault add', { pattern: 'GET /quiz', status: 429, retry_after: 60, times: 1 })
    const one = await start()
    const began = Date.now()
    const said = await one.call('survey_list')
    expect(Date.now() - began).toBeLessThan(30_000)
    expect(said.facts.error).toMatchObject({ retryable: true, status: 429 })
    expect(said.text).toMatch(/\d+ s/)
  })
})

describe.each(eachOnce)(`what is not allowed to ${ofKind}`, (kind) => {
  const start = (asking: Asking = {}) => assistants.start({ ...kind, ...asking })

  it('ends a loop of writes', async () => {
    const one = await start()
    for (let count = 1; count <= 50; count++)
      expect((await one.call('operation_write', { operation: 'quiz.note', input: { id: 43, notes: `${count}` } })).failed).toBe(false)
    const from = assistants.sandbox.requests.length
    expect(await one.call('operation_write', { operation: 'quiz.note', input: { id: 43, notes: '51' } })).toMatchObject({
      failed: true,
      facts: { error: { code: 'too_many_writes' } },
    })
    expect(assistants.sandbox.requests.slice(from).filter((line) => line.startsWith('POST'))).toEqual([])
  })

  it("leaves other surveys out, as if they weren't there", async () => {
    const one = await start({ args: ['--only-surveys', '42'] })
    expect((await one.call('survey_list')).text).not.toContain('Onboarding')
    const from = assistants.sandbox.requests.length
    for (const survey of ['43', 'Onboarding'])
      expect(await one.call('survey_view', { survey })).toMatchObject({ failed: true, facts: { error: { kind: 'not_found' } } })
    expect((await one.call('operation_write', { operation: 'quiz.note', input: { id: 43, notes: 'x' } })).failed).toBe(true)
    expect((await one.call('survey_create', { folder: '2' })).text).toContain('whole account')
    expect(assistants.sandbox.requests.slice(from).filter((line) => !line.endsWith('/quiz') && !line.endsWith('archived'))).toEqual([])
  })
})

it('what is not allowed are more requests a second than --rate says, of all calls together', async () => {
  const one = await start({ args: ['--rate', '4'] })
  await one.call('survey_list')
  const began = performance.now()
  await Promise.all(Array.from({ length: 8 }, () => one.call('survey_list')))
  expect(performance.now() - began).toBeGreaterThan(1500)
})

it.each(eachOnce)(`has resources, templates and prompts that say what reference_read says, for ${ofKind}`, async (kind) => {
  const one = await start(kind)
  const { resources } = await one.client.listResources()
  expect(resources.map(({ uri }) => uri)).toEqual(
    expect.arrayContaining(['surveyctl://help/assistants', 'surveyctl://question/matrix', 'surveyctl://schema/survey']),
  )
  for (const { uri } of resources) {
    const { contents } = await one.client.readResource({ uri })
    expect((contents[0] as { text: string }).text.length).toBeGreaterThan(20)
  }
  const {
    contents: [survey],
  } = await one.client.readResource({ uri: 'surveyctl://survey/42' })
  expect((survey as { text: string }).text).toContain('rating-1')
  await expect(one.client.readResource({ uri: 'surveyctl://help/nothing' })).rejects.toThrow('no topic')
  expect((await one.client.listPrompts()).prompts.map(({ name }) => name)).toEqual(['review-survey', 'change-survey', 'report-answers'])
  expect(JSON.stringify(await one.client.getPrompt({ name: 'review-survey', arguments: { survey: '42' } }))).toContain('survey 42')
  await expect(one.client.getPrompt({ name: 'review-survey' })).rejects.toThrow('survey is missing')
  for (const uri of ['surveyctl://survey/%zz', 'file:///etc/passwd'])
    await expect(one.client.readResource({ uri })).rejects.toMatchObject({
      message: expect.stringContaining('There is no resource'),
      code: -32_602,
      data: { uri },
    })
  // Only what its tools are enough for.
  const reading = await start({ ...kind, args: ['--read-only', '--toolsets', 'surveys'] })
  expect((await reading.client.listPrompts()).prompts.map(({ name }) => name)).toEqual(['review-survey'])
  const counting = await start({ ...kind, args: ['--toolsets', 'answers'] })
  const templates = async ({ client }: Assistant) => (await client.listResourceTemplates()).resourceTemplates.map(({ name }) => name)
  expect([await templates(reading), await templates(counting)]).toEqual([['survey', 'operation'], ['operation']])
  await expect(counting.client.readResource({ uri: 'surveyctl://survey/42' })).rejects.toThrow('There is no resource')
  const schema = await one.call('reference_read', { topic: 'schema/survey', part: 2 })
  expect(schema.text).toMatch(/^Part 2 of \d+/)
})
