/**
 * What a request may cost a sandbox, before it is known to be allowed and after: large, deep and many-parted bodies are refused
 * in a few seconds, with little memory, and the next request is served.
 */
import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { canMeasure, peakOf, processorOf } from '../support/memory.ts'
import { startedSandbox, type Started } from '../support/started.ts'
import { count } from './ledger.ts'

let sandbox: Started
beforeAll(async () => {
  sandbox = await startedSandbox({}, ['--seed', 'demo', '--no-profile'])
})
afterAll(() => sandbox.stop())

interface Sent {
  path: string
  type?: string
  key?: string
  /** What is sent so many times between a head and a tail. */
  head?: string
  piece: string
  times: number
  tail?: string
}

/** Pieces go out as they are taken, many at once; nothing is held here. */
async function post({ path, type = 'application/json', key, head = '', piece, times, tail = '' }: Sent): Promise<number> {
  const outgoing = httpRequest(new URL(path, sandbox.base_url), {
    method: 'POST',
    headers: { 'content-type': type, ...(key && { authorization: `Bearer ${key}` }) },
  })
  const answered = once(outgoing, 'response') as Promise<[IncomingMessage]>
  // The service may close the connection once it has said why.
  outgoing.on('error', () => {})
  const enough = new AbortController()
  void answered.then(([answer]) => {
    enough.abort()
    answer.resume()
  })
  outgoing.write(head)
  const atOnce = Math.max(1, Math.floor(2 ** 18 / piece.length))
  const block = Buffer.from(piece.repeat(atOnce))
  for (let sent = 0; sent < times && !enough.signal.aborted && !outgoing.destroyed; sent += atOnce) {
    if (!outgoing.write(block)) await Promise.race([once(outgoing, 'drain'), answered])
    else await new Promise(setImmediate)
  }
  outgoing.end(tail)
  const [{ statusCode }] = await answered
  outgoing.destroy()
  count({ faults: 1 })
  return statusCode!
}

const part = (name: string): string => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n\r\n`
const multipart = 'multipart/form-data; boundary=b'
const [control, api] = ['/control', '/api/v3/quiz/43/']
const urlencoded = 'application/x-www-form-urlencoded'
const million = 1_000_000

/** Each with the statuses that it may have. */
const cases: [what: string, of: Omit<Sent, 'key'> & { keyed?: boolean }, ...statuses: number[]][] = [
  [
    '200 MB to the control address, without its token',
    { path: control, head: '{"a":"', piece: 'x', times: 200 * million, tail: '"}' },
    401,
  ],
  ['200 MB to the service, without a key', { path: `${api}save`, head: '{"a":"', piece: 'x', times: 200 * million }, 401],
  ['200 MB of parts to an upload, without a key', { path: `${api}media`, type: multipart, piece: part('a'), times: 4 * million }, 401],
  ['200 MB of parts to an upload', { path: `${api}media`, type: multipart, piece: part('a'), times: 4 * million, keyed: true }, 413],
  ['200 MB of parts to a page', { path: '/s/demo42/submit', type: multipart, piece: part('a'), times: 4 * million }, 413],
  [
    '2,000,000 parts of files to a page',
    { path: '/s/demo42/submit', type: multipart, piece: part('a"; filename="b'), times: 2 * million },
    413,
  ],
  [
    'fields of 1 MB to a page',
    { path: '/s/demo42/submit', type: multipart, piece: part('a').replace(/\r\n$/, `${'x'.repeat(million)}\r\n`), times: 200 },
    413,
  ],
  [
    'one head of a part without an end',
    { path: '/s/demo42/submit', type: multipart, head: '--b\r\nX: ', piece: 'x', times: 50 * million, tail: '--b--' },
    400,
    413,
  ],
  ['a million pairs to a page', { path: '/s/demo42/submit', type: urlencoded, piece: 'a&', times: million }, 413],
  ['500,000 pairs to a page', { path: '/s/demo42/submit', type: urlencoded, piece: 'a&', times: 500_000 }, 413],
  ['brackets a million deep', { path: `${api}conditions`, head: '{"conditions":', piece: '[', times: million, keyed: true }, 422],
  ['objects a million deep', { path: `${api}conditions`, head: '{"conditions":', piece: '{"a":', times: million, keyed: true }, 422],
  [
    '5,000,000 values',
    { path: `${api}conditions`, head: '{"conditions":[0', piece: ',0', times: 5 * million, tail: ']}', keyed: true },
    413,
  ],
  ['a number of 20 MB', { path: `${api}rename`, head: '{"name":', piece: '1', times: 20 * million, tail: '}', keyed: true }, 422],
  [
    'a text of 10 MB of escapes',
    { path: `${api}note`, head: '{"notes":"', piece: String.raw`\u0041`, times: 1_700_000, tail: '"}', keyed: true },
    422,
  ],
  ['a JSON of 100 MB', { path: `${api}note`, head: '{"notes":"', piece: 'x', times: 100 * million, tail: '"}', keyed: true }, 413],
]

describe('a request of', () => {
  it.each(cases)('%s is refused at little cost', async (_, { keyed, ...sent }, ...statuses) => {
    const before = processorOf(sandbox.pid)
    const status = await post({ ...sent, ...(keyed && { key: sandbox.api_key }) })
    expect(statuses).toContain(status)
    expect((await fetch(new URL('/s/demo42', sandbox.base_url))).status).toBe(200)
    expect(processorOf(sandbox.pid) - before).toBeLessThan(8)
  })

  it.skipIf(!canMeasure)('any of these kinds leaves memory as it was, but for one body of the largest size', () => {
    expect(peakOf(sandbox.pid)).toBeLessThan(550)
  })
})

describe('tokens come first:', () => {
  it.skipIf(!canMeasure)('what is refused without one is not kept', async () => {
    const fresh = await startedSandbox({}, ['--seed', 'empty', '--no-profile'])
    const before = peakOf(fresh.pid)
    const of = sandbox
    sandbox = fresh
    try {
      for (const [, { keyed, ...sent }, ...statuses] of cases.slice(0, 3)) {
        expect(keyed).toBeUndefined()
        expect(statuses).toContain(await post({ ...sent }))
      }
      expect(peakOf(fresh.pid) - before).toBeLessThan(100)
    } finally {
      sandbox = of
      await fresh.stop()
    }
  })
})
