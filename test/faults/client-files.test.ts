import { mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { beforeEach, describe, expect, it } from 'vitest'
import { fileSink, safeName } from '../../src/client/files.ts'
import { listQuizzes } from '../../src/contract/surveys/quiz.ts'
import { caught, clientOf, csv, json, print, rawService, reset, service, upload, view } from './client-server.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'surveyctl-files-'))
})
const at = (name: string): string => join(folder, name)
const into = (name = 'out.csv', force = false) => ({ open: () => fileSink(at(name), { force }) })
const file =
  (body: string | Buffer, headers: Record<string, string> = {}) =>
  (_: unknown, response: any): void => {
    response
      .writeHead(200, { 'content-type': 'text/csv', 'content-disposition': 'attachment; filename="answers.csv"', ...headers })
      .end(body)
  }

describe('a download', () => {
  it('is written whole, under its name, with its facts', async () => {
    const body = Buffer.alloc(5_000_000, 'abc\n')
    const from = await service(file(body, { 'content-length': String(body.length) }))
    const seen: number[] = []
    const facts: unknown[] = []
    const result = await clientOf(from).download(
      csv,
      { id: 42 },
      {
        open: (given) => {
          facts.push(given)
          return fileSink(at(safeName(given.name, 'x')))
        },
        onProgress: ({ bytes }) => seen.push(bytes),
      },
    )
    expect(result).toEqual({ name: 'answers.csv', type: 'text/csv', bytes: body.length, proven: true })
    expect(facts).toEqual([{ name: 'answers.csv', type: 'text/csv', length: body.length }])
    expect(readFileSync(at('answers.csv')).equals(body)).toBe(true)
    expect([seen.at(-1), seen.length > 2]).toEqual([body.length, true])
    expect(readdirSync(folder)).toEqual(['answers.csv'])
  })

  it('and lists beside it are exact, however the pieces of their answers fall', async () => {
    // Downloads, lists and small answers share the memory that sockets read into.
    const bodies = Array.from({ length: 3 }, (_, index) => Buffer.from(Array.from({ length: 400_000 }, (__, at) => (at * 7 + index) % 251)))
    const rows = Array.from({ length: 3000 }, (_, id) => ({ id, name: `Survey ${id} ${'x'.repeat(id % 90)}` }))
    const inPieces = async (response: ServerResponse, body: Buffer, seed: number): Promise<void> => {
      response.socket!.setNoDelay(true)
      for (let at = 0, step = seed; at < body.length; at += step, step = ((step * 31 + 7) % 9000) + 1) {
        response.write(body.subarray(at, at + step))
        if (step % 3 === 0) await new Promise((resolve) => setImmediate(resolve))
      }
      response.end()
    }
    const from = await service((request, response) => {
      const id = Number(/\/quiz\/(\d+)\//.exec(request.url)?.[1] ?? 0)
      const isFile = request.url.includes('/answers/')
      const body = isFile ? bodies[id % 3]! : Buffer.from(JSON.stringify(rows))
      response.writeHead(200, {
        'content-type': isFile ? 'text/csv' : 'application/json',
        // Some say how long they are, the others come in chunks.
        ...(id % 4 < 2 && { 'content-length': body.byteLength }),
        ...(isFile && { 'content-disposition': `attachment; filename="${id}.csv"` }),
        ...Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`x-padding-${index}`, 'y'.repeat(index * 11)])),
      })
      void inPieces(response, body, id + 1)
    })
    const client = clientOf(from, { concurrency: 4 })
    const download = async (id: number): Promise<boolean> => {
      // Some begin late, so that their answer has to wait.
      const open = async () => {
        if (id % 2) await new Promise((resolve) => setTimeout(resolve, 10 * (id % 5)))
        return fileSink(at(`${id}.csv`))
      }
      await client.download(csv, { id }, { open })
      return readFileSync(at(`${id}.csv`)).equals(bodies[id % 3]!)
    }
    const list = async (): Promise<boolean> => {
      const got: unknown[] = []
      for await (const batch of client.rows(listQuizzes, {})) got.push(...batch)
      return JSON.stringify(got) === JSON.stringify(rows)
    }
    const exact = await Promise.all(Array.from({ length: 24 }, (_, index) => (index % 4 === 3 ? list() : download(index + 1))))
    expect(exact).toEqual(exact.map(() => true))
  })

  it('from another origin goes without the key', async () => {
    const store = await service(file('a,b\n'))
    const from = await service((_, response) => {
      response.writeHead(302, { location: `${store.origin}/signed?x=1` }).end()
    })
    await clientOf(from).download(csv, { id: 42 }, into())
    expect([from.seen[0]!.headers.authorization, store.seen[0]!.headers.authorization, store.seen[0]!.url]).toEqual([
      'Bearer the-key',
      undefined,
      '/signed?x=1',
    ])
    expect(readFileSync(at('out.csv'), 'utf8')).toBe('a,b\n')
  })

  it('of an address takes the key to its own origin only', async () => {
    const [own, other] = [await service(file('own')), await service(file('other'))]
    const client = clientOf(own)
    await client.downloadFrom('/media/a.png', into('a'))
    await client.downloadFrom(`${other.origin}/b.png`, into('b'))
    expect([own.seen[0]!.headers.authorization, own.seen[0]!.url, other.seen[0]!.headers.authorization]).toEqual([
      'Bearer the-key',
      '/media/a.png',
      undefined,
    ])
    await expect(client.downloadFrom('http://surveys.example/x', into('c'))).rejects.toThrow(/not an https address/)
  })

  it('by POST asks again by GET where it is sent on', async () => {
    const from = await service((_, response) => {
      response.writeHead(303, { location: '/ready' }).end()
    }, file('pdf'))
    await clientOf(from).download(print, { id: 42, format: 'pdf' }, into())
    expect(from.seen.map(({ method, url, body }) => [method, url, body])).toEqual([
      ['POST', '/api/v3/quiz/42/print', '{"format":"pdf"}'],
      ['GET', '/ready', ''],
    ])
  })

  it('is unpacked when it came packed', async () => {
    const from = await service(file(gzipSync('a,b\n'), { 'content-encoding': 'gzip' }))
    await clientOf(from).download(csv, { id: 42 }, into())
    expect(readFileSync(at('out.csv'), 'utf8')).toBe('a,b\n')
  })

  it('is repeated before it began', async () => {
    const from = await service(reset, json(503, {}), file('x'))
    expect((await clientOf(from).download(csv, { id: 42 }, into())).bytes).toBe(1)
  })
})

describe('a download that breaks leaves the target untouched', () => {
  const head = 'HTTP/1.1 200 OK\r\nContent-Type: text/csv\r\n'
  it.each([
    ['Content-Length', `${head}Content-Length: 1000\r\n\r\nabc`, /broke|closed/],
    ['chunking', `${head}Transfer-Encoding: chunked\r\n\r\n5\r\nabcde\r\n5\r\nab`, /broke|closed/],
    ['bad chunk', `${head}Transfer-Encoding: chunked\r\n\r\n5\r\nabcde\r\nzz\r\n`, /broke|HTTP/],
    [
      'gzip',
      Buffer.concat([
        Buffer.from(`${head}Content-Encoding: gzip\r\nContent-Length: 30\r\n\r\n`),
        gzipSync('x'.repeat(100_000) + Math.random()).subarray(0, 30),
      ]),
      /cannot be decompressed/,
    ],
  ])('truncated by %s', async (_, answer, message) => {
    writeFileSync(at('out.csv'), 'before')
    const from = await rawService((socket) => socket.end(answer))
    expect((await caught(clientOf(from).download(csv, { id: 42 }, into('out.csv', true)))).message).toMatch(message)
    expect([readFileSync(at('out.csv'), 'utf8'), readdirSync(folder)]).toEqual(['before', ['out.csv']])
  })

  it('stalled', async () => {
    const from = await service((_, response) => {
      response.writeHead(200, { 'content-length': '10' }).write('abc')
    })
    expect((await caught(clientOf(from, { timeout: 0.5 }).download(csv, { id: 42 }, into()))).message).toMatch(/stopped in the middle/)
    expect(readdirSync(folder)).toEqual([])
  })

  it('interrupted', async () => {
    const stop = new AbortController()
    const from = await service((_, response) => {
      response.writeHead(200, { 'content-length': '1000000000' })
      const more = (): void => {
        while (!response.destroyed && response.write(Buffer.alloc(100_000)));
        response.once('drain', more)
      }
      more()
    })
    const failure = await caught(
      clientOf(from, { signal: stop.signal }).download(csv, { id: 42 }, { ...into(), onProgress: () => stop.abort() }),
    )
    expect([failure.kind, readdirSync(folder)]).toEqual(['interrupted', []])
  })

  it('a full disk', async () => {
    const from = await service(file(Buffer.alloc(2_000_000)))
    const failure = await caught(clientOf(from).download(csv, { id: 42 }, { open: () => fileSink('/dev/full') }))
    expect([failure.exitCode, failure.message]).toEqual([1, 'The disk of /dev is full'])
  })
})

describe('what is no file', () => {
  it.each([
    ['a refusal', 400, 'application/json', '{"status":false,"code":"quiz_not_found"}', 'not_found', /Survey 42 was not found/],
    [
      'a refusal that says 200',
      200,
      'application/json',
      '{"status":false,"code":"print_failed"}',
      'refused',
      /^Survey 42: .* \(print_failed\)/,
    ],
    ['data', 200, 'application/json', '{"url": "x"}', 'refused', /is data, not a file/],
    ['a page', 200, 'text/html', '<html>Sign in', 'refused', /an HTML page/],
  ])('%s', async (_, status, type, body, kind, message) => {
    const from = await service((_request, response) => {
      response.writeHead(status, { 'content-type': type }).end(body)
    })
    const failure = await caught(clientOf(from).download(csv, { id: 42 }, into()))
    expect([failure.kind, failure.message, readdirSync(folder)]).toEqual([kind, expect.stringMatching(message), []])
  })
  it('a page that is meant to be one is kept', async () => {
    const from = await service(file('<html>', { 'content-type': 'text/html', 'content-disposition': 'attachment; filename="a.html"' }))
    expect((await clientOf(from).download(csv, { id: 42 }, into())).bytes).toBe(6)
  })
})

describe('the place of a file', () => {
  it('that is taken stays without force', () => {
    writeFileSync(at('a'), 'before')
    expect(() => fileSink(at('a'))).toThrow(/already exists/)
    const sink = fileSink(at('a'), { force: true })
    sink.write(Buffer.from('after'))
    expect(readFileSync(at('a'), 'utf8')).toBe('before')
    sink.finish()
    expect(readFileSync(at('a'), 'utf8')).toBe('after')
  })
  it('that is taken meanwhile stays too', () => {
    const sink = fileSink(at('a'))
    writeFileSync(at('a'), 'other')
    expect(() => sink.finish()).toThrow(/already exists/)
    expect([readFileSync(at('a'), 'utf8'), readdirSync(folder)]).toEqual(['other', ['a']])
  })
  it('may have the longest name there is', () => {
    const sink = fileSink(at('x'.repeat(255)))
    sink.finish()
    expect(readdirSync(folder)).toEqual(['x'.repeat(255)])
  })
  it('in no folder, or in a file, is refused', () => {
    writeFileSync(at('a'), '')
    expect(() => fileSink(join(folder, 'none', 'x'))).toThrow(/There is no folder/)
    expect(() => fileSink(join(folder, 'a', 'x'))).toThrow(/is not a folder/)
    mkdirSync(at('b'))
    expect(() => fileSink(at('b'))).toThrow(/is a folder/)
  })
  it('that is a device is written, never replaced', () => {
    symlinkSync('/dev/null', at('null'))
    const sink = fileSink(at('null'))
    sink.write(Buffer.from('x'))
    sink.finish()
    expect(statSync(at('null')).isCharacterDevice()).toBe(true)
  })
})

describe('an upload', () => {
  const photo = Buffer.from(Array.from({ length: 300_000 }, (_, index) => index % 256))
  it('is streamed with its length, type and name', async () => {
    writeFileSync(at('фото "1".png'), photo)
    const to = await service(json(200, {}))
    await clientOf(to).call(upload, { id: 42, type: 'image', loud: true, size: 7, file: at('фото "1".png') })
    const { headers, body } = to.seen[0]!
    const form = await new Response(Buffer.from(body, 'latin1'), { headers: { 'content-type': headers['content-type']! } }).formData()
    expect([form.get('type'), form.get('loud'), form.get('size')]).toEqual(['image', 'true', '7'])
    const sent = form.get('file') as File
    expect([sent.name, sent.type, Buffer.from(await sent.arrayBuffer()).equals(photo)]).toEqual(['фото "1".png', 'image/png', true])
    expect(Number(headers['content-length'])).toBe(body.length)
  })
  it('is sent anew when it is repeated', async () => {
    writeFileSync(at('a.png'), photo)
    const to = await service(json(429, { message: 'Too Many Attempts.' }), json(200, {}))
    await clientOf(to).call(upload, { id: 42, file: at('a.png') })
    expect(to.seen.map(({ body }) => body.length > photo.length)).toEqual([true, true])
  })
  it('that is refused before it was read is told as the refusal', async () => {
    writeFileSync(at('large.mp4'), Buffer.alloc(30_000_000))
    const to = await rawService((socket, count) => {
      if (count > 1) return
      const body = '{"status":false,"code":"disk_limit_reached","blocked_by_tariff":true}'
      socket.write(`HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n${body}`)
    })
    const failure = await caught(clientOf(to).call(upload, { id: 42, file: at('large.mp4') }))
    expect([failure.kind, failure.message]).toEqual(['forbidden', 'Survey 42: the plan does not allow it'])
  })
  it.each([
    ['none.png', /there is no file/],
    ['.', /is not a file/],
  ])('of %s is a usage error', async (name, message) => {
    const to = await service(json(200, {}))
    const failure = await caught(clientOf(to).call(upload, { id: 42, file: join(folder, name) }))
    expect([failure.kind, failure.message, to.seen.length]).toEqual(['usage', expect.stringMatching(message), 0])
  })
})

it('a body of another type than asked is still read by raw', async () => {
  const from = await service((_, response) => {
    response.end('  {"id": 42}\n')
  })
  expect(Buffer.from((await clientOf(from).raw(view, { id: 42 })).body).toString()).toBe('  {"id": 42}\n')
})
