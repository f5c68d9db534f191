/**
 * What an answer may be beside a good one, for all operations that answer with data:
 * - a refusal under a status that says that all went well: `status` false in each spelling, or none and a code, a right, a plan, the
 *   key or fields that are named, with rows and without, nested and not: a refusal of its kind;
 * - a status of success that the service does not have (202 to 226, 304), with any body or none;
 * - 200 with nothing, white space, a page, or JSON that is no object.
 * None is told as done; a write that may have been done says that its outcome is unknown.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClient, type Client } from '../../src/client/index.ts'
import * as groups from '../../src/contract/index.ts'
import { isWrite, type AnyOperation } from '../../src/contract/core/operation.ts'
import { CommandError, isUnclear } from '../../src/errors.ts'
import { freshFolder } from '../support/program.ts'
import { startSandbox } from '../support/sandbox.ts'
import { runAll } from './every.ts'
import { head, hostile, json, whole, type Hostile } from './hostile.ts'
import { count } from './ledger.ts'
import { apiKey, watched } from './watched.ts'

const full = process.env.SURVEYCTL_FULL === '1'

const isOperation = (value: unknown): value is AnyOperation =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'params' in value
const operations = Object.values(groups)
  .flatMap((group): unknown[] => Object.values(group))
  .filter(isOperation)
  .filter(({ file }) => !file)

const written = new Set(operations.filter(isWrite).map(({ id }) => id))
const mustNotRepeat = (operation: AnyOperation): boolean => isWrite(operation) && !operation.repeatable

let at: Hostile
let client: Client
let answer: Buffer
const photo = join(freshFolder(), 'photo.png')
beforeAll(async () => {
  writeFileSync(photo, 'x')
  at = await hostile((socket) => socket.write(answer))
  client = createClient({ baseUrl: at.url, apiKey, env: {} })
})
afterAll(async () => {
  await client.close()
  at.close()
})

const inputOf = ({ params, body }: AnyOperation): Record<string, unknown> => ({
  ...Object.fromEntries(Object.keys(params).map((name) => [name, name === 'crm' ? 'crm_a' : 1])),
  ...('file' in body && { file: photo }),
  ...('logo' in body && { logo: photo }),
})

interface Met {
  operation: string
  way: string
  failure: CommandError | undefined
}

/** Each way to ask for it, each to its end. */
async function meet(operation: AnyOperation, bytes: Buffer): Promise<Met[]> {
  answer = bytes
  const input = inputOf(operation) as never
  const ways: Record<string, () => Promise<unknown>> = {
    call: () => client.call(operation, input),
    raw: () => client.raw(operation, input),
    ...(operation.rows !== undefined && {
      rows: async () => {
        for await (const _ of client.rows(operation, input, { limit: 5 }));
      },
    }),
  }
  const met: Met[] = []
  for (const [way, ask] of Object.entries(ways)) {
    const failure = await ask().then(
      () => undefined,
      (error: unknown) => {
        if (error instanceof CommandError) return error
        throw error
      },
    )
    met.push({ operation: operation.id, way, failure })
  }
  return met
}

async function meetAll(bytes: Buffer, some: readonly AnyOperation[] = operations): Promise<Met[]> {
  const met: Met[] = []
  for (const operation of some) met.push(...(await meet(operation, bytes)))
  count({ faults: met.length })
  return met
}

const lock = { locked: true, can_edit: false, reason: 'respondent_campaign', campaign: { id: 1, title: 'Panel', status: 'in_progress' } }
const refusals: [kind: string, body: unknown][] = [
  ['refused', { status: false }],
  ['refused', { status: 'false' }],
  ['refused', { status: 'FALSE', message: 'No' }],
  ['refused', { status: 0 }],
  ['refused', { status: '0', quiz_id: 1 }],
  ['refused', { status: false, code: 'toggle_failed', message: 'The portal said no' }],
  ['refused', { status: false, items: [], data: [], logs: [], id: 1, quiz_id: 1 }],
  ['not_found', { status: false, code: 'quiz_not_found' }],
  ['not_found', { code: 'workspace_not_found' }],
  ['forbidden', { status: false, code: 'access_denied' }],
  ['forbidden', { status: false, code: 'blocked_by_tariff', blocked_by_tariff: true }],
  ['forbidden', { blocked_by_access: true }],
  ['forbidden', { status: false, data: [{ id: 1 }], blocked_by_access: true }],
  ['auth', { message: 'Unauthenticated.' }],
  ['invalid', { message: 'The given data was invalid.', errors: { name: ['is required'] } }],
  ['locked', { status: false, editing_lock: lock }],
  ['refused', { success: false, message: 'No' }],
  ['refused', { error: 'No' }],
  ['refused', { error: { text: 'No' }, message: 'No' }],
]

describe('a refusal is one whatever its status', () => {
  it.each(refusals.flatMap(([kind, body], index) => [[[200, 201][index % 2]!, kind, body] as const]))(
    '%s %s %j',
    async (status, kind, body) => {
      const wrong = (await meetAll(whole(json(body, status)))).filter(({ failure }) => failure?.kind !== kind)
      expect(wrong.map(({ operation, way, failure }) => `${way} ${operation}: ${failure?.message}`)).toEqual([])
    },
  )
  it('names the code, and what was said to it', async () => {
    const [met] = await meet(groups.crm.toggleCrm, whole(json(refusals[5]![1])))
    expect(met!.failure!.message).toMatch(/: The portal said no$/)
    expect(met!.failure!.facts).toMatchObject({ code: 'toggle_failed', status: 200, retryable: false })
  })
})

const bodies: Record<string, string> = {
  'an empty body': '',
  'a good body': '{"status":true}',
  'a list': '[]',
  'a page': '<html>Welcome',
}
const type = { 'content-type': 'application/json' }
/** They end with their head: a body behind it would be the beginning of an answer that nobody asked for. */
const bodiless = [204, 304]
const odd = [
  ...bodiless.map((status) => ({ status, name: 'no body', bytes: Buffer.from(head(status, type)) })),
  ...[202, 203, 205, 206, 207, 226].flatMap((status, index) =>
    Object.entries(bodies)
      .filter((_, at) => full || at !== index % 4)
      .map(([name, body]) => ({ status, name, bytes: whole({ status, headers: type, body: Buffer.from(body) }) })),
  ),
]

function expectUnknown(met: readonly Met[]): void {
  expect(met.filter(({ failure }) => !failure).map(({ operation, way }) => `${way} ${operation}`)).toEqual([])
  const onlyOnce = new Set(operations.filter(mustNotRepeat).map(({ id }) => id))
  const sure = met.filter(
    ({ operation, failure }) => onlyOnce.has(operation) && !(isUnclear(failure!) && /outcome is unknown/.test(failure!.facts.hint ?? '')),
  )
  expect(sure.map(({ operation, way, failure }) => `${way} ${operation}: ${failure!.message} (${failure!.facts.hint})`)).toEqual([])
}

describe('what the service never answers with is no success', () => {
  it.each(odd)('$status with $name', async ({ bytes }) => expectUnknown(await meetAll(bytes)))
  it.each(['', ' '.repeat(200), '\r\n\t', '\ufeff', 'null', '7', '"done"', 'true', '<html>Sign in', '{"status":true'])(
    '200 %j',
    async (body) => {
      const met = await meetAll(whole({ status: 200, headers: type, body: Buffer.from(body) }))
      // What is read raw may be anything.
      expectUnknown(met.filter(({ operation, way }) => way !== 'raw' || written.has(operation)))
    },
  )
  it.each(['[]', '[true]', '{"status":"error"}', '{"status":"queued"}', '{"status":null}', '{"status":{}}', '{"status":2}'])(
    '200 %s to a write',
    async (body) => {
      // A field of that name may come back as it was sent.
      const some = operations.filter((operation) => isWrite(operation) && !('status' in operation.body))
      expectUnknown(await meetAll(whole(json(body)), some))
    },
  )
})

// Half of them each; all of them with SURVEYCTL_FULL=1.
describe('every command that writes', () => {
  it.each([
    ['was refused', whole(json({ status: false, code: 'access_denied' })), 4, 0],
    ['may not be done', Buffer.from(head(204, {})), 1, 1],
  ] as const)('says that it %s', async (_, bytes, code, half) => {
    const sandbox = await startSandbox({ seed: 'demo' })
    const behind = await hostile(async (socket, { method, path, headers }) => {
      if (method !== 'GET') return socket.write(bytes)
      const good = await fetch(sandbox.baseUrl + path.replace('/api/v3', ''), { headers: { authorization: headers.authorization! } })
      const type = { 'content-type': good.headers.get('content-type') ?? '' }
      return socket.write(whole({ status: good.status, headers: type, body: Buffer.from(await good.arrayBuffer()) }))
    })
    const { ends } = await runAll(behind.url, 1, { files: false, key: sandbox.apiKey, share: full ? [0, 1] : [half, 2] })
    const sent = behind.asked.filter(({ method }) => method !== 'GET').length
    behind.close()
    await sandbox.close()
    const told = ends.filter(({ operation }) => operation !== undefined && written.has(operation))
    count({ faults: told.length })
    // A few read what an editor or a file made of a survey, and end before they send anything.
    expect(told.filter(({ exitCode }) => exitCode !== code && exitCode !== 2)).toEqual([])
    expect([told.length, sent].every((many) => many > (full ? 100 : 50))).toBe(true)
  })
})

/** The built program, for one of each kind of request. */
describe('the program', () => {
  const refusal = json({ status: false, code: 'quiz_not_found' })
  it.concurrent.each([
    ['quiz archive 42', 'Archived'],
    ['quiz publish 42', 'Published'],
    ['quiz publish 42 43 44', 'Published'],
    ['quiz delete 42 --yes', 'Deleted'],
    ['quiz list', ''],
    ['quiz view 42', ''],
    ['promo list 42 --all', ''],
    ['api GET /quiz/42 --fields status', 'true'],
    ['api GET /quiz --paginate', 'false'],
  ])('%s takes a refusal for one', async (line, success) => {
    const behind = await hostile((socket) => socket.write(whole(refusal)))
    const { exitCode, stdout, error } = await watched([...line.split(' '), '--json'], { baseUrl: behind.url })
    behind.close()
    expect([exitCode, error?.kind, error?.code, error?.status]).toEqual([5, 'not_found', 'quiz_not_found', 200])
    if (success !== '') expect(stdout).not.toContain(success)
  })
  it('of any request ends where a list does not', async () => {
    const page = json({ data: [{ id: 1 }, { id: 2 }], offset: 0, has_more: true })
    const behind = await hostile((socket) => socket.write(whole(page)))
    const { exitCode, error } = await watched('api GET /quiz --paginate --json'.split(' '), { baseUrl: behind.url })
    behind.close()
    expect([exitCode, error?.code, error?.message]).toEqual([
      1,
      'endless_list',
      expect.stringContaining('GET /quiz: the service returns the same page'),
    ])
  })
  it.concurrent.each(['quiz rename 42 New --raw', 'quiz view 42 --raw'])('%s shows nothing of it', async (line) => {
    const behind = await hostile((socket) => socket.write(whole(refusal)))
    const { exitCode, stdout, stderr } = await watched(line.split(' '), { baseUrl: behind.url })
    behind.close()
    expect([exitCode, stdout, stderr]).toEqual([5, '', expect.stringContaining('Survey 42 was not found')])
  })
  it('of any request shows the answer, and ends with the code of its refusal', async () => {
    const behind = await hostile((socket) => socket.write(whole(refusal)))
    const { exitCode, stdout, stderr } = await watched(['api', 'POST', '/quiz/42/archive'], { baseUrl: behind.url })
    behind.close()
    expect([exitCode, stdout.trim(), stderr]).toEqual([
      5,
      '{"status":false,"code":"quiz_not_found"}',
      expect.stringContaining('quiz_not_found'),
    ])
  })
  it('keeps the key for itself where a refusal echoes it', async () => {
    const behind = await hostile((socket) => socket.write(whole(json({ status: false, message: `Bearer ${apiKey} may not` }))))
    const { exitCode, stderr } = await watched(['quiz', 'archive', '42', '--json'], { baseUrl: behind.url })
    behind.close()
    expect([exitCode, stderr.includes('may not')]).toEqual([1, true])
  })
})
