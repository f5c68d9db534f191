/** Which fields are secrets: by hand from the specification, by what looks like one, and by what is told of requests that have some. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { jsonSchemaOf, objectSchema } from '../../src/contract/core/json-schema.ts'
import { secretFields, secretKind, withoutSecretFields } from '../../src/contract/core/secret.ts'
import { operationsByGroup } from '../../src/contract/operations.ts'
import { freshFolder, surveyctl } from '../support/program.ts'
import { startSandbox, type RunningSandbox } from '../support/sandbox.ts'
import { operationOf, unnamed } from './anchor-requests.ts'

const all = operationsByGroup().flatMap(({ operations }) => operations)

const value = 'value-that-stays-unseen'
const headers = [{ name: 'X-Shop', value }]

/** By hand: "the values are never returned", "the confirmation code is never returned", "values always `***` in reads". */
const inRequests: readonly [request: string, body: object][] = [
  ['POST /quiz/42/passwords', { password: value }],
  ['POST /quiz/42/passwords', { passwords: [value] }],
  ['POST /quiz/42/passwords/1', { password: value }],
  ['POST /quiz/42/emails/recipients/1/confirm', { confirmation_code: value }],
  ['POST /quiz/42/webhooks', { headers }],
  ['POST /quiz/42/webhooks/1', { headers }],
]

it('each secret that the specification lets be set is one, and no other field', () => {
  const found = all.flatMap((one) =>
    secretFields({ ...one.params, ...one.query, ...one.body }).map((name) => `${one.method} ${unnamed(one.path)} ${name}`),
  )
  expect(found.toSorted()).toEqual(inRequests.map(([request, body]) => `${operationOf(request)} ${Object.keys(body)[0]}`).toSorted())
})

/** Named or described like secrets, and why they are none. */
const reviewed: Readonly<Record<string, string>> = {
  qr_code_size: 'of a picture',
  qr_code_color: 'of a picture',
  qr_code_background_color: 'of a picture',
  qr_code_margin: 'of a picture',
  color: 'of a picture',
  margin: 'of a picture',
  code: 'of a standard text, or of a plan',
  'texts.code': 'of a standard text',
  'tariff.code': 'of a plan',
  'items.code': 'of a plan',
  passwordId: 'an id',
  'passwords.password_id': 'an id',
  locale: 'a language, of who has the key',
  version: 'of a counter, which is in every page',
  'settings.owner_send_promo_code': 'a switch',
  'settings.client_send_promo_code': 'a switch',
  owner_send_promo_code: 'a switch',
  client_send_promo_code: 'a switch',
  'data.codes_count': 'a number',
  codes: 'promo codes are made to be handed out, and a list of them is read by who owns it',
  code_id: 'an id',
  'data.code': 'a promo code',
  'data.codes': 'promo codes',
  search: 'a part of a promo code',
  used: 'a choice',
  file: 'the name of a file',
  certificate_state: 'a state',
}
const looksSecret = /pass|secret|token|key|auth|credential|code|\bpin\b|signature|cookie|header|login|private|certificate/i

type Schema = Record<string, any>
const namesIn = (schema: unknown, at = ''): { at: string; name: string; about: string }[] => {
  if (typeof schema !== 'object' || schema === null) return []
  const { properties = {}, items, additionalProperties, anyOf = [], oneOf = [], allOf = [] } = schema as Schema
  const own = Object.entries<Schema>(properties)
  return [
    ...own.map(([name, { description = '' }]) => ({ at: at + name, name, about: description })),
    ...own.flatMap(([name, inner]) => namesIn(inner, `${at}${name}.`)),
    ...[items, additionalProperties, ...anyOf, ...oneOf, ...allOf].flatMap((inner) => namesIn(inner, at)),
  ]
}

it('whatever looks like a secret in a request or an answer is one, or was looked at', () => {
  const suspects = all
    .flatMap((one) => [
      ...namesIn(objectSchema({ ...one.params, ...one.query, ...one.body })),
      ...namesIn(jsonSchemaOf(one.result, 'output')),
    ])
    .filter(({ name, about }) => looksSecret.test(name) || looksSecret.test(about))
  expect(suspects.length).toBeGreaterThan(30)
  const open = suspects.filter(({ name }) => secretKind(name) === undefined).map(({ at }) => at)
  expect([...new Set(open)].toSorted()).toEqual(Object.keys(reviewed).toSorted())
})

it.each([
  [
    { password: 'a', passwords: ['a', 'b'], number: 1 },
    { password: '***', passwords: ['***', '***'], number: 1 },
  ],
  [{ api_key: 1, accessToken: 'a', 'refresh-token': 'b', client_secret: 'c', smtp_password: 'd' }, '***'],
  [{ use_password: true, password: null, password_id: 4, tokens: 12, screen_key: 'rating-1', next_cursor: 'x' }, 'as it is'],
  [{ items: [{ headers: [{ name: 'Accept', value: 'a' }] }] }, { items: [{ headers: [{ name: 'Accept', value: '***' }] }] }],
  [{ request_headers: { Accept: 'a' } }, { request_headers: { Accept: '***' } }],
  [
    {
      body: [
        { name: 'api_token', value: 'a' },
        { name: 'author', value: 'b' },
      ],
    },
    {
      body: [
        { name: 'api_token', value: '***' },
        { name: 'author', value: 'b' },
      ],
    },
  ],
])('%j is shown without its secrets', (value, shown) => {
  const each = Object.fromEntries(Object.keys(value).map((name) => [name, '***']))
  expect(withoutSecretFields(value)).toEqual(shown === '***' ? each : shown === 'as it is' ? value : shown)
})

describe('a request with secrets', () => {
  let sandbox: RunningSandbox
  beforeAll(async () => {
    sandbox = await startSandbox({ seed: 'demo' })
  })
  afterAll(() => sandbox.close())

  const named: [string, object] = ['POST /quiz/42/webhooks', { body: [{ name: 'pin_token', value }] }]
  it.each([...inRequests, named])(
    '%s with %j is planned, told by --debug and kept in the log of the sandbox without it',
    async (request, body) => {
      const kept: (string | null)[] = []
      sandbox.onRequest(({ body: logged }) => kept.push(logged))
      const run = surveyctl({ baseUrl: sandbox.baseUrl, apiKey: sandbox.apiKey })
      const file = join(freshFolder(), 'body.json')
      writeFileSync(file, JSON.stringify(body))
      const line = ['api', ...request.split(' '), '--file', file]
      const planned = await run([...line, '--dry-run'])
      expect([planned.exitCode, planned.stdout]).toEqual([0, expect.stringContaining('***')])
      const told = await run([...line, '--debug'])
      expect(planned.stdout + planned.stderr + told.stdout + told.stderr).not.toContain(value)
      expect(kept).toEqual([expect.stringMatching(/\*\*\*/)])
      expect(kept[0]).not.toContain(value)
    },
  )

  it('in a body that is not JSON is neither planned, told nor kept', async () => {
    const kept: (string | null)[] = []
    sandbox.onRequest(({ body }) => kept.push(body))
    const run = surveyctl({ baseUrl: sandbox.baseUrl, apiKey: sandbox.apiKey })
    const file = join(freshFolder(), 'body.txt')
    writeFileSync(file, `name=x&password=${value}`)
    const line = ['api', 'POST', '/quiz/42/webhooks', '--file', file]
    const planned = await run([...line, '--dry-run'])
    expect(planned.stdout).toMatch(/POST .*\/quiz\/42\/webhooks\n"\(\d+ characters, not JSON\)"\n/)
    const told = await run([...line, '--debug'])
    expect(planned.stdout + planned.stderr + told.stdout + told.stderr + kept.join()).not.toContain(value)
  })

  it('in its address is planned, and told where it fails, without it', async () => {
    const run = surveyctl({ baseUrl: sandbox.baseUrl, apiKey: sandbox.apiKey })
    const line = ['api', 'POST', `/quiz/42/nothing?access_token=${value}&limit=3`]
    const planned = await run([...line, '--dry-run'])
    expect([planned.exitCode, planned.stdout]).toEqual([0, expect.stringContaining('/quiz/42/nothing?access_token=***&limit=3')])
    const failed = await run([...line, '--json'])
    expect(failed.error.request).toEqual({ method: 'POST', path: '/quiz/42/nothing?access_token=***&limit=3' })
    const logged = sandbox.requests.filter((one) => one.includes('/quiz/42/nothing'))
    expect(logged.length).toBeGreaterThan(0)
    for (const one of logged) expect(one).toContain('access_token=***')
    expect(planned.stdout + planned.stderr + failed.stdout + failed.stderr).not.toContain(value)
  })
})
