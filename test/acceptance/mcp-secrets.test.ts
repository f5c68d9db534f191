/** Tools for assistants: secrets are named to be set, and shown to nobody. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { eachOnce, withAssistants } from '../support/assistant.ts'

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

it('lets no byte of the key out, whatever the service says', async () => {
  const key = 'key-that-must-stay-in-0123456789'
  const hostile = createServer((request, response) => {
    const bearer = String(request.headers.authorization)
    response.setHeader('content-type', 'application/json')
    response.statusCode = request.url?.includes('archived') ? 500 : 200
    response.end(
      response.statusCode === 500
        ? JSON.stringify({ status: false, message: bearer })
        : JSON.stringify([{ id: 1, name: `${bearer} ${encodeURIComponent(key)} ${Buffer.from(key).toString('base64')}` }]),
    )
  })
  await new Promise<void>((resolve) => void hostile.listen(0, '127.0.0.1', resolve))
  const { port } = hostile.address() as AddressInfo
  const all = eachOnce.map(async (kind) => {
    const one = await start({ ...kind, baseUrl: `http://127.0.0.1:${port}/api/v3`, apiKey: key })
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
  hostile.close()
})
