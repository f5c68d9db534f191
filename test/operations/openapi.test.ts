/** The OpenAPI document: judged by a validator that isn't ours, and held against what the sandbox really does. */
import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { groups } from '../../src/sandbox/api/groups.ts'
import { operationsByGroup } from '../../src/contract/operations.ts'
import { pathNames } from '../../src/contract/core/operation.ts'
import { planOptions } from '../../src/contract/core/plan-options.ts'
import { statusesOf } from '../../src/contract/core/refusals.ts'
import { surveyctl, type Surveyctl } from '../support/program.ts'
import { startSandbox, type RunningSandbox } from '../support/sandbox.ts'

type Json = Record<string, any>

let sandbox: RunningSandbox
let run: Surveyctl
let document: Json

beforeAll(async () => {
  sandbox = await startSandbox({ seed: 'demo' })
  run = surveyctl({ baseUrl: sandbox.baseUrl, apiKey: sandbox.apiKey, workspace: sandbox.workspaceId })
  document = (await run('operation openapi')).json
})
afterAll(() => sandbox.close())

const at = (method: string, path: string): Json => document.paths[path][method.toLowerCase()]
const routes = groups().flatMap(({ routes }) => routes.map(({ operation }) => operation))

describe('operation openapi', () => {
  it('is OpenAPI 3.1 to an independent validator', async () => {
    const { valid, errors } = await new Validator().validate(structuredClone(document))
    expect(errors).toBeUndefined()
    expect(valid).toBe(true)
    expect(document.openapi).toBe('3.1.0')
  })
  it('has every operation that the sandbox answers, once, under the id of the contract', () => {
    const written = Object.entries(document.paths as Json).flatMap(([path, item]) =>
      Object.entries(item as Json).map(([method, { operationId }]) => `${operationId} ${method.toUpperCase()} ${path}`),
    )
    expect(written.toSorted()).toEqual(routes.map(({ id, method, path }) => `${id} ${method} ${path}`).toSorted())
    expect(operationsByGroup().flatMap(({ operations }) => operations)).toHaveLength(routes.length)
  })
  it('names no path twice by other names of its variables', () => {
    const bare = Object.keys(document.paths).map((path) => path.replaceAll(/\{[^}]+\}/g, '{}'))
    expect(new Set(bare).size).toBe(bare.length)
  })
  it('declares each variable of a path, and every tag', () => {
    const tags = new Set((document.tags as Json[]).map(({ name }) => name))
    for (const [path, item] of Object.entries(document.paths as Json))
      for (const { parameters = [], tags: named } of Object.values(item as Json)) {
        const inPath = (parameters as Json[]).filter((parameter) => parameter.in === 'path').map(({ name }) => `{${name}}`)
        expect(path.match(/\{[^}]+\}/g) ?? []).toEqual(inPath)
        expect(tags.has(named[0])).toBe(true)
      }
  })
  it('has fields with their limits, files as multipart, lists as the service reads them', () => {
    const { schema } = at('POST', '/quiz/{id}/webhooks').requestBody.content['application/json']
    expect(schema.required).toEqual(['title', 'url', 'method'])
    expect(schema.properties.title).toMatchObject({ type: 'string', minLength: 1, maxLength: 255 })
    expect(schema.properties.method.enum).toEqual(['get', 'post', 'put', 'patch'])
    const form = at('POST', '/quiz/{id}/media').requestBody.content['multipart/form-data'].schema
    expect(form.properties.file).toMatchObject({ type: 'string', contentMediaType: 'application/octet-stream' })
    const ids = at('GET', '/quiz/{id}/answers/csv').parameters.find(({ name }: Json) => name === 'ids[]')
    expect(ids).toMatchObject({ in: 'query', schema: { type: 'array', items: { type: 'integer', minimum: 1 } }, explode: true })
  })
  it('has results and refusals by status, with their codes', () => {
    expect(at('POST', '/quiz').responses[201]).toBeDefined()
    expect(at('GET', '/quiz/{id}').responses[200].content['application/json'].schema.required).toContain('id')
    const { responses } = at('POST', '/workspace/{workspace_id}/domain/subdomain')
    expect(responses[403].content['application/json'].schema.allOf[1].properties.code.enum).toContain('tariff_subdomain')
    expect(Object.keys(at('POST', '/quiz/{id}/save').responses)).toEqual(['200', '400', '401', '403', '404', '413', '422', '423'])
    expect(at('GET', '/quiz').responses[404]).toBeUndefined()
  })
  it('asks for a bearer key', () => {
    expect(document.security).toEqual([{ key: [] }])
    expect(document.components.securitySchemes.key).toMatchObject({ type: 'http', scheme: 'bearer' })
    expect(document.servers).toEqual([{ url: sandbox.baseUrl }])
  })
  it('is what the sandbox serves, without a key', async () => {
    const served = await fetch(`${sandbox.publicUrl}/openapi.json`)
    expect(served.headers.get('content-type')).toMatch(/^application\/json/)
    expect(await served.json()).toEqual(document)
  })
  it('needs nobody signed in, and bows to --jq', async () => {
    const { stdout, stderr } = await surveyctl()(['operation', 'openapi', '--jq', '.openapi, .servers[0].url'])
    expect([stdout, stderr]).toEqual(['3.1.0\n/api/v3\n', ''])
  })
})

/** Whether the document has this refusal of an operation. */
function isWritten(operation: Json, status: number, code: string | undefined): boolean {
  const named = operation.responses[status]
  const response = named?.$ref ? document.components.responses[named.$ref.split('/').at(-1)] : named
  const codes: string[] | undefined = response?.content['application/json'].schema.allOf?.[1].properties.code.enum
  return response !== undefined && (code === undefined || (codes ? codes.includes(code) : response.description.includes(code)))
}

it('every refusal of the sandbox is written: to a stranger, a participant without rights, and of what is not there', async () => {
  const powerless = await sandbox.participant({})
  await sandbox.control('plan set', { change: Object.fromEntries(planOptions.map((option) => [option, false])) })
  // What deletes the survey comes last.
  for (const operation of routes.toSorted((a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'))) {
    const path = pathNames(operation.path).reduce((text, name) => {
      const { choices, kind } = operation.params[name]!
      const known = { workspace_id: sandbox.workspaceId, id: 42 }[name]
      return text.replace(`{${name}}`, String(known ?? choices?.[0] ?? (kind === 'uuid' ? '10000000-0000-4000-8000-000000000001' : '999')))
    }, operation.path as string)
    for (const address of [path, path.replace('/quiz/42', '/quiz/99999').replace(`/workspace/${sandbox.workspaceId}`, '/workspace/99999')])
      for (const key of [null, powerless, sandbox.apiKey]) {
        const { status, body } = await sandbox.request(operation.method, address, undefined, key)
        if (status >= 400)
          expect([operation.id, status, body.code, isWritten(at(operation.method, operation.path), status, body.code)]).toEqual([
            operation.id,
            status,
            body.code,
            true,
          ])
      }
  }
  await sandbox.control('plan set', { change: Object.fromEntries(planOptions.map((option) => [option, true])) })
  await sandbox.restore()
})

describe('the statuses of refusals', () => {
  it.each([
    ['quiz_not_found', 'GET', '/quiz/99999'],
    ['unknown_crm', 'GET', '/quiz/42/integrations/crm/crm_z'],
    ['unknown_messenger', 'GET', '/quiz/42/integrations/messenger/messenger_z'],
    ['unknown_service', 'GET', '/quiz/42/integrations/counters/pixel_z'],
    ['subdomain_forbidden', 'POST', '/workspace/{w}/domain/subdomain', { subdomain: 'www' }],
    ['folder_not_found', 'POST', '/quiz', { folder_id: 99_999 }],
  ])('%s is as the sandbox has it', async (code, method, path, body?: unknown) => {
    const refused = await sandbox.request(method, path.replace('{w}', String(sandbox.workspaceId)), body)
    expect(refused.body.code).toBe(code)
    expect(statusesOf(code)).toContain(refused.status)
  })
})
