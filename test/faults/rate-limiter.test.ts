/** One limiter for all workers: seen from a service that notes when it was asked. */
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { AnswerError } from '../../src/client/answer/answer-error.ts'
import { noAdvice } from '../../src/client/advice.ts'
import { RateLimiter } from '../../src/client/rate-limiter.ts'
import { freshFolder, surveyctl } from '../support/program.ts'
import { caught, clientOf, json, service, view } from './client-server.ts'
import { hostile, json as served, whole } from './hostile.ts'

const closing: (() => void)[] = []
afterEach(() => closing.splice(0).forEach((close) => close()))

interface Watched {
  run: ReturnType<typeof surveyctl>
  /** When each request came. */
  came: number[]
  /** When the one was refused. */
  refused: () => number
}

/**
 * Refuses one request with a 429 once `together` are under way, and answers those only a while later: from then on
 * nothing may come until the pause is over.
 */
async function refusing(together: number, body: object): Promise<Watched> {
  const came: number[] = []
  const held: ServerResponse[] = []
  let refused = 0
  const ok = (response: ServerResponse): unknown =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  const server = createServer((incoming, response) => {
    came.push(performance.now())
    incoming.resume()
    incoming.on('end', () => {
      if (refused > 0) return ok(response)
      held.push(response)
      if (held.length < together) return undefined
      refused = performance.now()
      held.pop()!.writeHead(429, { 'retry-after': '1', 'content-type': 'application/json' }).end('{}')
      return setTimeout(() => held.forEach(ok), 100)
    })
  })
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done)
  })
  closing.push(() => {
    server.close()
    server.closeAllConnections()
  })
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v3`
  return { run: surveyctl({ baseUrl, apiKey: 'key', workspace: 7 }), came, refused: () => refused }
}

describe('a 429 stops all workers', () => {
  it('of a bulk command', async () => {
    const ids = Array.from({ length: 40 }, (_, index) => String(index + 1))
    const { run, came, refused } = await refusing(8, { status: true })
    const { exitCode, stderr } = await run(['quiz', 'archive', ...ids, '--concurrency', '8'])
    expect([exitCode, came.length]).toEqual([0, 41])
    expect(came.filter((at) => at > refused() && at < refused() + 950)).toEqual([])
    expect(stderr).toContain('The service asks for fewer requests (429): all wait 1 s')
    expect(stderr.match(/429/g)).toHaveLength(1)
  })

  it('of an import of promo codes', async () => {
    const folder = freshFolder()
    writeFileSync(join(folder, 'codes.txt'), Array.from({ length: 12_000 }, (_, index) => `C-${index}\n`).join(''))
    const { run, came, refused } = await refusing(1, { status: true, list_id: 5, added: 1000, data: [] })
    const { exitCode, stderr } = await run(['promo', 'import', '42', join(folder, 'codes.txt'), '--name', 'May', '--local'])
    expect(exitCode, stderr).toBe(0)
    expect(came.length).toBeGreaterThan(12)
    expect(came.filter((at) => at > refused() && at < refused() + 950)).toEqual([])
  })

  it('and when the service wants to be left alone for long, what was not sent says so', async () => {
    const at = await service(json(429, {}, { 'retry-after': '3600' }))
    const client = clientOf(at)
    await caught(client.call(view, { id: 42 }))
    expect((await caught(client.call(view, { id: 43 }))).message).toMatch(/^Survey 43: not sent, as the service asks to wait 3\d\d\d s/)
    expect(at.seen).toHaveLength(1)
  })
})

describe('--rate', () => {
  it('spaces the requests of all workers', async () => {
    const ids = Array.from({ length: 12 }, (_, index) => String(index + 1))
    const came: number[] = []
    const at = await hostile((socket) => {
      came.push(performance.now())
      socket.write(whole(served({ status: true })))
    })
    closing.push(at.close)
    const { exitCode } = await surveyctl({ baseUrl: at.url, apiKey: 'key' })([
      'quiz',
      'archive',
      ...ids,
      '--rate',
      '5',
      '--concurrency',
      '12',
    ])
    expect([exitCode, came.length]).toEqual([0, 12])
    // Half of it, as this process too may be late for the first of them. Without a rate they come at once.
    expect(came.at(-1)! - came[0]!).toBeGreaterThan(11 * 200 * 0.5)
  })
  it.each(['0', '-1', 'x'])('%s is refused', async (rate) =>
    expect(await surveyctl()(['quiz', 'list', `--rate=${rate}`])).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('--rate must be'),
    }),
  )
})

const asked = { method: 'GET', path: '/', input: {}, repeatable: true, signed: true, advice: noAdvice }
const tooMany = (): never => {
  throw new AnswerError('unavailable', 'Too many', { status: 429 }, { 'retry-after': '0' })
}

it('halves how many ask at once, and lets one more in after twenty good answers', async () => {
  const limiter = new RateLimiter({ width: 8, signal: undefined, onWait: undefined })
  const widest = async (requests: number): Promise<number> => {
    let [now, most] = [0, 0]
    const attempt = async (): Promise<void> => {
      most = Math.max(most, ++now)
      await wait(1)
      now--
    }
    await Promise.all(Array.from({ length: requests }, () => limiter.run(asked, attempt)))
    return most
  }
  expect(await widest(20)).toBe(8)
  await limiter.run(asked, async () => tooMany()).catch(() => {})
  expect(await widest(19)).toBe(4)
  expect(await widest(2)).toBe(2)
  expect([await widest(10), await widest(200)]).toEqual([5, 8])
})

it('takes several refusals of requests that were under way together for one', async () => {
  const limiter = new RateLimiter({ width: 8, signal: undefined, onWait: undefined })
  await Promise.allSettled(Array.from({ length: 8 }, () => limiter.run(asked, async () => wait(5).then(tooMany))))
  let [now, most] = [0, 0]
  await Promise.all(
    Array.from({ length: 12 }, () =>
      limiter.run(asked, async () => {
        most = Math.max(most, ++now)
        await wait(1)
        now--
      }),
    ),
  )
  expect(most).toBe(4)
})

describe('a job', () => {
  it('comes back as often as it takes', async () => {
    const at = await service(...Array.from({ length: 10 }, () => json(429, {}, { 'retry-after': '0' })), json(200, { id: 42 }))
    const client = clientOf(at)
    client.setPatience(1000)
    expect(await client.call(view, { id: 42 })).toMatchObject({ id: 42 })
    expect(at.seen).toHaveLength(11)
  })
  it('ends when the pauses sum to more than its patience', async () => {
    const at = await service(json(429, {}, { 'retry-after': '1' }))
    const client = clientOf(at)
    client.setPatience(1500)
    const failure = await caught(client.call(view, { id: 42 }))
    expect([failure.exitCode, failure.message, at.seen.length]).toEqual([
      8,
      'Survey 42: the service asks for fewer requests (429) for too long: the pauses add up to 2 s',
      2,
    ])
    expect(failure.facts.hint).toContain('again later')
  })
})
