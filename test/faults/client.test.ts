import { once } from 'node:events'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { connect } from 'node:net'
import { noAdvice } from '../../src/client/advice.ts'
import { createClient } from '../../src/client/index.ts'
import type { Waiting } from '../../src/client/waiting.ts'
import { CommandError } from '../../src/errors.ts'
import { caught, clientOf, deadPort, json, list, publish, rawService, reset, save, service, tunnelling, view } from './client-server.ts'

const quiz = { id: 42, name: 'Spring' }

describe('what is asked', () => {
  it('carries the key, and JSON', async () => {
    const at = await service(json(200, { status: true }))
    await clientOf(at).call(save, { id: 42, name: 'ä' })
    const { method, url, headers, body } = at.seen[0]!
    expect([method, url, Buffer.from(body, 'latin1').toString()]).toEqual(['POST', '/api/v3/quiz/42/save', '{"name":"ä"}'])
    expect(headers).toMatchObject({
      authorization: 'Bearer the-key',
      accept: 'application/json',
      'content-type': 'application/json',
      'user-agent': 'surveyctl',
    })
  })
  it('has no body where the operation has none', async () => {
    const at = await service(json(200, {}))
    await clientOf(at).call(publish, { id: 42 })
    expect([at.seen[0]!.body, at.seen[0]!.headers['content-type']]).toEqual(['', undefined])
  })
  it.each([
    ['http://surveys.example/api/v3', /not https/],
    ['ftp://surveys.example', /not a web address/],
    ['surveys', /not a web address/],
    ['https://me:pw@surveys.example', /user name or a password/],
  ])('refuses the base URL %s', (baseUrl, message) => expect(() => createClient({ baseUrl })).toThrow(message))
  it('refuses a key that cannot be sent', () =>
    expect(() => createClient({ baseUrl: 'https://a.example', apiKey: 'a\r\nb' })).toThrow(/API key/))
})

describe('retries', () => {
  it.each([
    ['a read after a 500', view, [json(500, {}), json(200, quiz)], 2],
    ['a read after a broken connection', view, [reset, json(200, quiz)], 2],
    ['a write that may be repeated', save, [json(503, {}), reset, json(200, {})], 3],
    ['any method after a 429 of the service', publish, [json(429, { message: 'Too Many Attempts.' }), json(200, {})], 2],
    ['a write that says it failed', publish, [json(400, { status: false, code: 'save_failed' }), json(200, {})], 2],
  ])('repeats %s', async (_, operation, replies, count) => {
    const at = await service(...replies)
    const waits: Waiting[] = []
    await clientOf(at, { onRetry: (waiting) => waits.push(waiting) }).call(operation, { id: 42 })
    expect([at.seen.length, waits.length]).toEqual([count, count - 1])
    expect(waits).toEqual(
      waits.map((_, index) =>
        waits[index]?.kind === 'paused'
          ? { kind: 'paused', wait: 1000 }
          : expect.objectContaining({ kind: 'failed', attempt: index + 1, most: 3 }),
      ),
    )
  })

  it.each([
    ['a write that may not be repeated', publish, json(500, {}), 'unavailable'],
    ['a refusal of a right', view, json(403, { status: false, code: 'access_denied' }), 'forbidden'],
    ['invalid data', save, json(422, { errors: {} }), 'invalid'],
    ['what is not there', view, json(400, { status: false, code: 'quiz_not_found' }), 'not_found'],
  ])('never repeats %s', async (_, operation, reply, kind) => {
    const at = await service(reply)
    expect((await caught(clientOf(at).call(operation, { id: 42 }))).kind).toBe(kind)
    expect(at.seen.length).toBe(1)
  })

  it('gives up after three', async () => {
    const at = await service(json(503, {}))
    const failure = await caught(clientOf(at).call(view, { id: 42 }))
    expect([at.seen.length, failure.kind, failure.facts.retryable]).toEqual([4, 'unavailable', true])
  })

  it('waits as long as it is asked to', async () => {
    const at = await service(json(429, {}, { 'retry-after': '1' }), json(200, quiz))
    const started = performance.now()
    await clientOf(at).call(view, { id: 42 })
    expect(performance.now() - started).toBeGreaterThan(950)
  })

  it('does not wait for more than a minute', async () => {
    const at = await service(json(429, {}, { 'retry-after': '3600' }))
    const failure = await caught(clientOf(at).call(view, { id: 42 }))
    expect([at.seen.length, failure.facts.hint]).toEqual([1, 'The service asks to wait 3600 s'])
  })

  it('ends its waiting when it is interrupted', async () => {
    const at = await service(json(429, {}, { 'retry-after': '30' }))
    const stop = new AbortController()
    const failure = await caught(clientOf(at, { signal: stop.signal, onRetry: () => stop.abort() }).call(view, { id: 42 }))
    expect(failure.kind).toBe('interrupted')
  })
})

describe('a write whose outcome is unknown', () => {
  it('is called that, and never repeated', async () => {
    const at = await service(reset)
    const failure: CommandError = await caught(clientOf(at).call(publish, { id: 42 }))
    expect(failure.message).toMatch(/^Survey 42: the request was sent, but its outcome is unknown: /)
    expect([failure.kind, failure.facts.hint, failure.facts.retryable, at.seen.length]).toEqual([
      'unavailable',
      'Check before retrying',
      false,
      1,
    ])
  })
  it('names the command that the caller knows better', async () => {
    const at = await service(reset)
    expect(
      (await caught(clientOf(at, { advice: { ...noAdvice, shows: () => 'surveyctl look' } }).call(publish, { id: 42 }))).facts.hint,
    ).toBe('Check before retrying: surveyctl look')
  })
  it('is unknown too when the answer is cut off', async () => {
    const at = await rawService((socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"st'))
    expect((await caught(clientOf(at).call(publish, { id: 42 }))).message).toMatch(/its outcome is unknown/)
  })
  it('is unknown when it is interrupted', async () => {
    const stop = new AbortController()
    const at = await service(() => stop.abort())
    const failure = await caught(clientOf(at, { signal: stop.signal }).call(publish, { id: 42 }))
    expect([failure.kind, failure.message]).toEqual([
      'interrupted',
      'Interrupted. Survey 42: the request was sent, but its outcome is unknown',
    ])
  })
  it('is known not to be done when nothing was sent', async () => {
    const failure = await caught(clientOf({ url: `http://127.0.0.1:${await deadPort()}`, origin: '', seen: [] }).call(publish, { id: 42 }))
    expect(failure.message).toMatch(/^Survey 42: 127\.0\.0\.1:\d+ refuses connections$/)
  })
})

describe('waiting', () => {
  it('ends when the first byte does not come', async () => {
    const at = await service(() => {})
    expect((await caught(clientOf(at, { timeout: 0.4 }).call(publish, { id: 42 }))).message).toMatch(
      /the request was sent, but its outcome is unknown: .* did not answer in time$/,
    )
  })
  it('ends when the answer stops in the middle', async () => {
    const at = await service((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).write('{"id":')
    })
    const failure = await caught(clientOf(at, { timeout: 0.6 }).call(view, { id: 42 }))
    expect([failure.kind, failure.message]).toEqual(['unavailable', expect.stringMatching(/stopped in the middle/)])
  })
  it('ends when the answer drips for ever', async () => {
    const at = await service((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      const drip = setInterval(() => response.write(' '), 20)
      response.on('close', () => clearInterval(drip))
    })
    const failure = await caught(clientOf(at, { timeout: 0.3 }).call(view, { id: 42 }))
    expect(failure.message).toMatch(/does not end/)
  })
})

describe('an answer that is not the service’s', () => {
  it.each([
    [
      'a page',
      200,
      'text/html',
      '<!DOCTYPE html>\n<title>Sign in',
      'refused',
      "The answer to GET /quiz/42 is not the service's: 200, an HTML page: <!DOCTYPE html>",
    ],
    [
      'truncated JSON',
      200,
      'application/json',
      '{"id": 42, "na',
      'refused',
      'The answer to GET /quiz/42 is not the service\'s: 200, its body is not complete JSON: {"id": 42, "na',
    ],
    [
      'text',
      403,
      'text/plain',
      'Denied by policy \u001b[31m7',
      'forbidden',
      "The answer to GET /quiz/42 is not the service's: 403, not JSON: Denied by policy  [31m7",
    ],
  ])('%s', async (_, status, type, body, kind, message) => {
    const at = await service((_request, response) => {
      response.writeHead(status, { 'content-type': type }).end(body)
    })
    const failure = await caught(clientOf(at).call(view, { id: 42 }))
    expect([failure.kind, failure.message, failure.facts.status]).toEqual([kind, message, status])
  })
  it('broken gzip', async () => {
    const at = await service((_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('{"id": 42}').subarray(0, 20))
    })
    expect((await caught(clientOf(at).call(view, { id: 42 }))).message).toMatch(
      /200, its body cannot be decompressed \(unexpected end of file\)/,
    )
  })
  it('a packing that nobody asked for', async () => {
    const at = await service((_, response) => {
      response.writeHead(200, { 'content-encoding': 'zzz' }).end('x')
    })
    expect((await caught(clientOf(at).call(view, { id: 42 }))).message).toMatch(/compressed as "zzz"/)
  })
  it('no HTTP at all', async () => {
    const at = await rawService((socket) => socket.end('SSH-2.0-OpenSSH\r\n'))
    expect((await caught(clientOf(at).call(view, { id: 42 }))).message).toMatch(/does not speak HTTP/)
  })
  it('broken chunking', async () => {
    const at = await rawService((socket) => socket.end('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{"id"\r\nzz\r\n'))
    expect((await caught(clientOf(at).call(view, { id: 42 }))).kind).toBe('unavailable')
  })
  it('headers without end', async () => {
    const at = await rawService((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n')
      socket.write(`X: ${'x'.repeat(1000)}\r\n`.repeat(100))
    })
    expect((await caught(clientOf(at).call(view, { id: 42 }))).message).toMatch(/headers of .* are too large/)
  })
  it('JSON nested too deep', async () => {
    const at = await service((_, response) => {
      response.end(`{"id":42,"x":${'['.repeat(200_000)}${']'.repeat(200_000)}}`)
    })
    expect((await caught(clientOf(at).call(view, { id: 42 }))).message).toMatch(/nested too deeply/)
  })
  it('a field of another type is named', async () => {
    const at = await service(json(200, { id: '42' }))
    const failure = await caught(clientOf(at).call(view, { id: 42 }))
    expect([failure.kind, failure.message]).toEqual([
      'refused',
      'The answer to GET /quiz/42 is not as expected: id should be a number, is a string',
    ])
  })
  it('what is missing or unknown and not relied on passes', async () => {
    const at = await service(json(200, { id: 42, later: { a: 1 } }))
    expect(await clientOf(at).call(view, { id: 42 })).toEqual({ id: 42, later: { a: 1 } })
  })
  it.each([200, 204])('an empty answer to a write (%s) tells nothing: the service answers each with a body', async (status) => {
    const at = await service((_, response) => {
      response.writeHead(status).end()
    })
    const failure = await caught(clientOf(at).call(publish, { id: 42 }))
    expect([failure.kind, failure.facts.unclear, failure.message]).toEqual([
      'refused',
      true,
      `The answer to POST /quiz/42/publish is not the service's: ${status}, empty`,
    ])
  })
  it('is unpacked when it came packed', async () => {
    const at = await service((_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(JSON.stringify(quiz)))
    })
    expect(await clientOf(at).call(view, { id: 42 })).toEqual(quiz)
  })
})

const redirect = (status: number, location: string) => (_: unknown, response: any) => {
  response.writeHead(status, { location }).end()
}

describe('redirects', () => {
  it('of a read are followed at home', async () => {
    const at = await service(redirect(302, '/elsewhere?x=1'), json(200, quiz))
    expect(await clientOf(at).call(view, { id: 42 })).toEqual(quiz)
    expect(at.seen.map(({ url, headers }) => [url, headers.authorization])).toEqual([
      ['/api/v3/quiz/42', 'Bearer the-key'],
      ['/elsewhere?x=1', 'Bearer the-key'],
    ])
  })
  it('to another origin get neither key nor request', async () => {
    const other = await service(json(200, quiz))
    const at = await service(redirect(302, `${other.origin}/x`))
    const failure = await caught(clientOf(at).call(view, { id: 42 }))
    expect([failure.message, other.seen.length]).toEqual([expect.stringMatching(/redirects to another host/), 0])
  })
  it('of a write are not followed', async () => {
    const at = await service(redirect(307, '/elsewhere'))
    expect((await caught(clientOf(at).call(save, { id: 42 }))).message).toMatch(
      /redirects to .*elsewhere; a request that changes something/,
    )
    expect(at.seen.length).toBe(1)
  })
  it('in a circle are named', async () => {
    const at = await service(redirect(302, '/a'), redirect(302, '/b'), redirect(302, '/a'))
    expect((await caught(clientOf(at).call(view, { id: 42 }))).message).toMatch(/redirects in a circle, to .*\/a again/)
  })
  it('without end are named', async () => {
    let count = 0
    const at = await service((_, response) => {
      response.writeHead(302, { location: `/${count++}` }).end()
    })
    expect((await caught(clientOf(at).call(view, { id: 42 }))).message).toMatch(/more than 5 times/)
  })
  it('to plain http are not followed', async () => {
    const at = await service(redirect(302, 'http://surveys.example/'))
    expect((await caught(clientOf(at).call(view, { id: 42 }))).message).toMatch(/which is not https/)
  })
})

describe('any request', () => {
  it('returns refusals, and can say what they mean', async () => {
    const at = await service(json(400, { status: false, code: 'quiz_not_found' }))
    const client = clientOf(at)
    const answer = await client.request('GET', '/quiz/7?a=b', { query: [['ids[]', '1']] })
    expect([answer.status, Buffer.from(answer.body).toString()]).toEqual([400, '{"status":false,"code":"quiz_not_found"}'])
    expect(at.seen[0]!.url).toBe('/api/v3/quiz/7?a=b&ids%5B%5D=1')
    expect(client.failure(answer)!.kind).toBe('not_found')
  })
  it.each(['/../../elsewhere', '/a/%2e%2e/%2e%2e/%2e%2e/x', '/..\\..\\x'])('never leaves the base URL by %s', async (path) => {
    const at = await service(json(200, {}))
    expect([(await caught(clientOf(at).request('GET', path))).kind, at.seen.length]).toEqual(['usage', 0])
  })
  it('keeps the brackets of lists', async () => {
    const at = await service(json(200, {}))
    await clientOf(at).request('GET', '/x?ids[]=1&ids[]=2')
    expect(at.seen[0]!.url).toBe('/api/v3/x?ids[]=1&ids[]=2')
  })
  it('sends text and bytes as they are', async () => {
    const at = await service(json(200, {}))
    const client = clientOf(at)
    await client.request('POST', '/x', { body: '{"a": 1}' })
    await client.request('POST', '/x', { body: Buffer.from([0, 255]) })
    await client.request('POST', '/x', { body: { b: 2 } })
    expect(at.seen.map(({ body }) => body)).toEqual(['{"a": 1}', '\u0000\u00ff', '{"b":2}'])
  })
  it('repeats a read, and returns the last answer', async () => {
    const at = await service(json(503, { message: 'later' }))
    expect((await clientOf(at).request('GET', '/quiz')).status).toBe(503)
    expect(at.seen.length).toBe(4)
  })
})

describe('--debug', () => {
  it('tells requests and answers, without secrets', async () => {
    const at = await service(json(422, { message: 'the-key is known', code: 'x' }))
    const lines: string[] = []
    const client = clientOf(at, { onDebug: (line) => lines.push(line) })
    await client.request('POST', '/p?token=abc', {
      body: { password: 'pw', passwords: ['p1', 'p2'], headers: [{ name: 'X', value: 'hidden' }], title: 'shown', note: 'has the-key' },
    })
    const text = lines.join('\n')
    expect(text).toMatch(/→ POST http:\/\/127.*\/api\/v3\/p\?token=\*\*\* .*"title":"shown"/)
    expect(text).toMatch(/← 422 in \d+ ms/)
    for (const secret of ['the-key', 'pw', 'p1', 'hidden', 'abc']) expect(text).not.toContain(secret)
  })
})

describe('proxies', () => {
  const through = (port: number, user = '') => ({ env: { HTTP_PROXY: `http://${user}127.0.0.1:${port}` }, allowHttp: true })
  const away = { url: 'http://surveys.invalid/api/v3', origin: '', seen: [] }

  it('are asked for a way to the service', async () => {
    const at = await service(json(200, quiz))
    const asked: unknown[] = []
    const proxy = await tunnelling((request, socket) => {
      asked.push([request.url, request.headers['proxy-authorization']])
      const onwards = connect(Number(new URL(at.origin).port), '127.0.0.1', () =>
        socket.write('HTTP/1.1 200 Connection established\r\n\r\n'),
      )
      socket.pipe(onwards).pipe(socket)
    })
    expect(await clientOf(away, through(proxy, 'me:p%40w@')).call(view, { id: 42 })).toEqual(quiz)
    expect(asked).toEqual([['surveys.invalid:80', `Basic ${Buffer.from('me:p@w').toString('base64')}`]])
    expect(at.seen[0]!.headers.authorization).toBe('Bearer the-key')
  })
  it.each([
    ['HTTP/1.1 407 Proxy Authentication Required\r\n\r\n', /requires a user name and a password/],
    ['HTTP/1.1 403 Forbidden\r\n\r\n', /proxy refused to connect/],
  ])('that say %j are named', async (answer, message) => {
    const proxy = await rawService((socket) => socket.end(answer))
    expect((await caught(clientOf(away, through(Number(new URL(proxy.origin).port))).call(publish, { id: 42 }))).message).toMatch(message)
  })
  it('that are not there are named', async () => {
    expect((await caught(clientOf(away, through(await deadPort())).call(publish, { id: 42 }))).message).toMatch(/proxy cannot be reached/)
  })
})

it('gives up at once when it is interrupted', async () => {
  const stop = new AbortController()
  const at = await service(() => stop.abort())
  expect((await caught(clientOf(at, { signal: stop.signal }).call(view, { id: 42 }))).kind).toBe('interrupted')
  expect((await caught(clientOf(at, { signal: stop.signal }).call(list, {}))).kind).toBe('interrupted')
})

it('an unknown name is named', async () => {
  const failure = await caught(createClient({ baseUrl: 'https://surveys.invalid', env: {} }).call(publish, { id: 42 }))
  expect([failure.kind, failure.message]).toEqual([
    'unavailable',
    expect.stringMatching(/^Survey 42: the name surveys\.invalid (is not known|could not be looked up) \(DNS\)$/),
  ])
})

it('a certificate of nobody is named', async () => {
  const { createServer } = await import('node:tls')
  const { cert, key } = await import('./client-certificate.ts')
  const server = createServer({ cert, key }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    const failure = await caught(
      createClient({ baseUrl: `https://127.0.0.1:${(server.address() as { port: number }).port}`, env: {} }).call(view, { id: 42 }),
    )
    expect([failure.kind, failure.message, failure.facts.hint]).toEqual([
      'unavailable',
      expect.stringMatching(/self-signed \(TLS\)/),
      expect.stringMatching(/NODE_EXTRA_CA_CERTS/),
    ])
  } finally {
    server.close()
  }
})
