/** Tools for assistants: every operation once, the writes dry, as the specification has its request; and each as a tool of its own. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { kebab } from '../../src/cli/flags/of-field.ts'
import { effectOf } from '../../src/contract/core/effect.ts'
import { isWrite, pathNames, type AnyOperation } from '../../src/contract/core/operation.ts'
import { secretFields } from '../../src/contract/core/secret.ts'
import { operationsByGroup } from '../../src/contract/operations.ts'
import { groups } from '../operations/anchor-requests.ts'
import { withAssistants } from '../support/assistant.ts'
import { unportable } from '../support/portable-schema.ts'

const assistants = withAssistants()
const { start, writes } = assistants

const all = operationsByGroup().flatMap(({ operations }) => operations)

/** What an operation is asked with, of the request that the specification has for it. */
function asked(operation: AnyOperation): { input: Record<string, unknown>; path: string } {
  const pattern = new RegExp(`^${operation.path.replaceAll(/\{\w+\}/g, '([^/]+)')}$`)
  for (const [, request, body] of Object.values(groups).flat()) {
    const [method, address = ''] = request.split(' ')
    const [path = '', query = ''] = address.split('?')
    const found = method === operation.method ? pattern.exec(path) : null
    if (!found) continue
    const inPath = pathNames(operation.path).map((name, index) => [name, readAs(found[index + 1]!)])
    const inQuery = [...new URLSearchParams(query)].map(([name, value]) =>
      name.endsWith('[]') ? [name.slice(0, -2), [readAs(value)]] : [name, readAs(value)],
    )
    const input = { ...Object.fromEntries([...inPath, ...inQuery]), ...(body as object | undefined) }
    return { input: withoutSecrets(operation, input), path }
  }
  throw new Error(`The anchors have no request of ${operation.id}`)
}
const readAs = (text: string): unknown => (/^\d+$/.test(text) ? Number(text) : /^(true|false)$/.test(text) ? text === 'true' : text)

/** One that is to be set is named, where the field takes a text. */
const withoutSecrets = ({ body }: AnyOperation, input: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(input).map(([name, value]) => [
      name,
      !secretFields(body).includes(name)
        ? value
        : Array.isArray(value)
          ? value.map((one) => (typeof one === 'string' ? named : { ...one, value: named }))
          : named,
    ]),
  )
const named = { env: 'HOOK_TOKEN' }

/** Whose things the demo hasn't: they get as far as the service, which says so. */
const missing = ['report.files', 'report.inputs', 'promo.codes', 'promo.pinned']
const forPersons = [
  'quiz.save',
  'quiz.publish',
  'quiz.conditions',
  'export.csv',
  'export.xlsx',
  'export.word',
  'export.sav',
  'export.summary',
  'export.report-word',
  'export.print',
  'export.summary-filtered',
  'export.report',
  'media.upload',
  'media.option-image',
  'branding.logo-upload',
  'promo.import-file',
]

it('each operation is read, or planned as the specification has its request, or is for a person', async () => {
  const one = await start({ args: ['--secret-env', 'HOOK_TOKEN'], env: { HOOK_TOKEN: 'value-of-the-hook' } })
  const done: string[] = []
  for (const operation of all) {
    const { input, path } = asked(operation)
    const from = assistants.sandbox.requests.length
    const reads = !isWrite(operation) || effectOf(operation, input) === 'read'
    const said = await one.call(
      reads ? 'operation_read' : 'operation_write',
      reads ? { operation: operation.id, input } : { operation: operation.id, input, dry_run: true },
    )
    if (!reads) expect([operation.id, writes(from)]).toEqual([operation.id, []])
    expect(said.text).not.toContain('value-of-the-hook')
    if (forPersons.includes(operation.id)) expect(said.text).toMatch(/answers with a file|sends a file|is done by survey_/)
    else if (missing.includes(operation.id)) expect(said.facts.error.kind).toBe('not_found')
    else {
      expect([operation.id, said.failed, said.text]).toEqual([operation.id, false, expect.any(String)])
      if (!reads) expect(said.text).toContain(`${operation.method} `)
      if (!reads) expect(said.text).toContain(path)
      done.push(operation.id)
    }
  }
  expect(done).toHaveLength(all.length - forPersons.length - missing.length)
})

/** The sandbox, but each object that it answers with has secrets, as a careless service's may. */
async function careless() {
  const secrets = {
    access_token: secret,
    password: secret,
    api_key: secret,
    headers: [{ name: 'Accept', value: secret }],
    parameters: [{ name: 'token', value: secret }],
  }
  const spoilt = (value: unknown): unknown =>
    Array.isArray(value)
      ? value.map(spoilt)
      : typeof value === 'object' && value !== null
        ? { ...Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, spoilt(inner)])), ...secrets }
        : value
  const { origin } = new URL(assistants.sandbox.baseUrl)
  const proxy = createServer(async (request, response) => {
    const body = request.method === 'GET' ? undefined : await text(request)
    const headers = { authorization: String(request.headers.authorization), 'content-type': 'application/json' }
    const answer = await fetch(origin + request.url, { method: request.method!, headers, ...(body && { body }) })
    response.writeHead(answer.status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(spoilt(await answer.json())))
  })
  await new Promise<void>((resolve) => void proxy.listen(0, '127.0.0.1', resolve))
  return { baseUrl: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/api/v3`, close: () => proxy.close() }
}
const secret = 'value-that-stays-unseen'

it('what a service shows of secrets in any answer is masked', async () => {
  const service = await careless()
  const one = await start({ baseUrl: service.baseUrl })
  const masked: string[] = []
  for (const operation of all.filter((each) => !isWrite(each) && !forPersons.includes(each.id))) {
    const said = await one.call('operation_read', { operation: operation.id, input: asked(operation).input, max_characters: 30_000 })
    expect([operation.id, (said.text + JSON.stringify(said.facts)).includes(secret)]).toEqual([operation.id, false])
    if (said.text.includes('***')) masked.push(operation.id)
  }
  expect((await one.call('account_view')).text).not.toContain(secret)
  expect(masked.length).toBeGreaterThan(30)
  await one.close()
  service.close()
})

describe.each(['new', 'old'] as const)('in the %s era', (era) => {
  it('each operation of each group is a tool of a name of its own, whose schema any client reads', async () => {
    const names = operationsByGroup().map(({ group }) => kebab(group))
    const one = await start({ era, args: ['--toolsets', ['surveys', 'answers', 'operations', ...names].join(',')] })
    const { tools } = await one.client.listTools()
    expect(tools.length).toBeGreaterThan(130)
    expect(new Set(tools.map(({ name }) => name)).size).toBe(tools.length)
    expect(tools.flatMap(({ name, inputSchema }) => unportable(inputSchema, name))).toEqual([])
    expect(tools.filter(({ name }) => !/^[a-zA-Z0-9_-]{1,64}$/.test(name))).toEqual([])
  })
})
