/**
 * Bytes that nobody asked for on a kept connection: a second answer or garbage, in the same write, in the next one, while the
 * connection waits; to reads, to writes, to many at once. None is taken for another request's answer.
 */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { describe, expect, it } from 'vitest'
import { createClient } from '../../src/client/index.ts'
import { hostile, json, whole, type Asked, type Behaviour } from './hostile.ts'
import { count } from './ledger.ts'
import { apiKey, watched } from './watched.ts'
import type { Twice } from './twice.ts'
import { spin } from './ways.ts'

const garbage = Buffer.from('\u0000\u0001garbage\r\n\r\n')
type Answer = (bytes: Buffer) => Behaviour
/** A moment between two writes makes them two pieces for whoever reads. */
const ways: Record<string, Answer> = {
  'twice in one write': (bytes) => (socket) => socket.write(Buffer.concat([bytes, bytes])),
  'twice, one after the other': (bytes) => (socket) => {
    socket.write(bytes)
    spin(0.1)
    socket.write(bytes)
  },
  'three times': (bytes) => (socket) => {
    socket.write(bytes)
    spin(0.1)
    socket.write(Buffer.concat([bytes, bytes]))
  },
  'with garbage behind it': (bytes) => (socket) => socket.write(Buffer.concat([bytes, garbage])),
  'with garbage after it': (bytes) => (socket) => {
    socket.write(bytes)
    spin(0.1)
    socket.write(garbage)
  },
  'with the beginning of an answer behind it': (bytes) => (socket) => socket.write(Buffer.concat([bytes, bytes.subarray(0, 40)])),
}
const named = Object.entries(ways).map(([name, answer]) => ({ name, answer }))

// A machine that stops the server between its two writes shows another fault than is tried.
const again = { retry: 4 }

it('a second answer that has come and was not read yet is none to the next request', async () => {
  const answered = new Int32Array(new SharedArrayBuffer(4))
  const worker = new Worker(new URL('./twice.ts', import.meta.url), { workerData: { apart: 5, answered } satisfies Twice })
  const [port] = (await once(worker, 'message')) as [number]
  const told: string[] = []
  let asked = 0
  for (let run = 0; run < 8; run++) {
    const client = createClient({ baseUrl: `http://127.0.0.1:${port}`, apiKey, env: {}, concurrency: 1 })
    for (const path of ['/quiz/1', '/quiz/2', '/quiz/3']) {
      const { body } = await client.request('GET', path)
      const about = (JSON.parse(Buffer.from(body).toString()) as { path: string }).path
      if (about !== path) told.push(`${path}: ${about}`)
      // Nothing is read in this thread until the second answer is there.
      Atomics.wait(answered, 0, asked++, 10_000)
    }
    await client.close()
  }
  await worker.terminate()
  count({ faults: 24 })
  expect(told).toEqual([])
})

describe('the program', () => {
  const ids = Array.from({ length: 12 }, (_, index) => index + 1)
  const idOf = (path: string): number => Number(/\/quiz\/(\d+)/.exec(path)![1])
  /** Every third publication is refused; who reads is told of a survey and of no versions. */
  const publication = ({ method, path }: Asked) => {
    if (method === 'GET') return json({ id: idOf(path), name: 'Spring', items: [] })
    return idOf(path) % 3 === 0 ? json({ status: false, code: 'access_denied' }, 403) : json({ status: true })
  }

  async function publishAll(answer: Answer): Promise<void> {
    const at = await hostile((socket, asked, number) => answer(whole(publication(asked)))(socket, asked, number))
    const { stdout, stderr, exitCode } = await watched(['quiz', 'publish', ...ids.map(String), '--concurrency', '1'], { baseUrl: at.url })
    at.close()
    const sent = at.asked.filter(({ method }) => method === 'POST').map(({ path }) => idOf(path))
    count({ twice: sent.length - new Set(sent).size })
    expect([exitCode, sent], stderr).toEqual([9, ids])
    const refused = Array.from(`${stdout}${stderr}`.matchAll(/urvey (\d+): this key/g), ([, id]) => Number(id))
    expect(refused).toEqual(ids.filter((id) => id % 3 === 0))
  }

  it.each(named)('publishes each once, and tells of each what was answered to it, $name', again, ({ answer }) => publishAll(answer))

  it.each(named)('reads a list of several pages, each page once, $name', again, async ({ answer }) => {
    const at = await hostile((socket, asked, number) => {
      const query = new URL(asked.path, 'http://x').searchParams
      const offset = Number(query.get('offset') ?? 0)
      const data = Array.from({ length: Math.min(500, 2100 - offset) }, (_, index) => ({ id: offset + index + 1, name: 'May' }))
      return answer(whole(json({ total: 2100, limit: 500, offset, data })))(socket, asked, number)
    })
    const { stdout, stderr, exitCode } = await watched(['promo', 'list', '42', '--all', '--fields', 'id'], { baseUrl: at.url })
    at.close()
    const told = stdout.split('\n').filter(Boolean).map(Number)
    expect([exitCode, told.length, told.every((id, index) => id === index + 1)], stderr).toEqual([0, 2100, true])
  })

  it('takes no answer for its own that names another survey', async () => {
    const at = await hostile((socket) => socket.write(whole(json({ id: 41, name: 'Spring' }))))
    const { error, exitCode } = await watched(['quiz', 'view', '42', '--json'], { baseUrl: at.url })
    at.close()
    expect([exitCode, error.message]).toEqual([1, 'The answer to GET /quiz/42 is about survey 41'])
  })
})
