/** What a service, or whatever stands in its place, may do to a request. */
import { promisify } from 'node:util'
import { gzip, gzipSync } from 'node:zlib'
import { head, json, page, whole } from './hostile.ts'
import { asData, type Fault } from './kinds.ts'
import { apiKey } from './watched.ts'
import { cutAt, drip, endlessly, recovers, send, withHead } from './ways.ts'

/** Made beforehand: packing it would hold up the servers. */
const bomb = await promisify(gzip)(Buffer.alloc(300 * 2 ** 20, 0x20))

export const connection: Fault[] = [
  { name: 'closes at once', codes: 8, behave: () => (socket) => socket.end() },
  { name: 'resets before the answer', codes: 8, behave: () => (socket) => socket.resetAndDestroy() },
  {
    name: 'resets in the head',
    codes: 8,
    behave: () => (socket) => socket.write('HTTP/1.1 200 OK\r\nConte', () => socket.resetAndDestroy()),
  },
  { name: 'closes in the body', codes: 8, behave: (good) => (socket) => socket.end(cutAt(whole(good), 0.9)) },
  {
    name: 'resets after the answer',
    codes: 0,
    behave: (good) => (socket) => socket.write(whole(good), () => setTimeout(() => socket.resetAndDestroy(), 1000)),
  },
  { name: 'says nothing', codes: 8, behave: () => () => {}, timeout: 0.5 },
  { name: 'stops in the body', codes: 8, behave: (good) => (socket) => socket.write(cutAt(whole(good), 0.9)), timeout: 0.5 },
  {
    name: 'answers byte by byte',
    codes: 0,
    behave: (good) => (socket) => void drip(socket, whole({ ...good, body: good.body.subarray(0, good.body.length) }), 0),
    kinds: ['pages', 'view', 'rename', 'create', 'file'],
  },
  {
    name: 'drips white space for ever',
    codes: 8,
    behave: (good) => (socket) => {
      socket.write(head(200, { ...good.headers, 'transfer-encoding': 'chunked' }))
      void drip(socket, Buffer.from('1\r\n \r\n'.repeat(10_000)), 5)
    },
    timeout: 0.3,
    kinds: asData,
  },
  { name: 'speaks something else', codes: 8, behave: send(() => 'SSH-2.0-OpenSSH_9.9\r\n') },
  {
    name: 'switches protocols',
    codes: 8,
    behave: () => (socket) => socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n'),
    timeout: 0.5,
  },
  {
    name: 'tells that it goes on, first',
    codes: 0,
    behave: (good) => (socket) => socket.write(Buffer.concat([Buffer.from('HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n'), whole(good)])),
  },
]

export const framing: Fault[] = [
  {
    name: 'a length that is too long',
    codes: 8,
    behave: send((good) => withHead(good, { 'content-length': String(good.body.length + 9) }, good.body)),
  },
  {
    name: 'a length that is too short',
    codes: { rest: 1, list: 1, create: 1, rename: 1, file: 0 },
    behave: send((good) => withHead(good, { 'content-length': String(good.body.length - 5) }, good.body)),
  },
  {
    name: 'two lengths',
    codes: 8,
    behave: send((good) => `HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 30\r\n\r\n${good.body.toString()}`),
  },
  { name: 'a length that is none', codes: 8, behave: send((good) => withHead(good, { 'content-length': '-1' }, good.body)) },
  {
    name: 'length and chunks',
    codes: 8,
    behave: send((good) =>
      withHead(
        good,
        { 'content-length': '5', 'transfer-encoding': 'chunked' },
        `${good.body.length.toString(16)}\r\n${good.body.toString()}\r\n0\r\n\r\n`,
      ),
    ),
  },
  {
    name: 'broken chunks',
    codes: 8,
    behave: send((good) => withHead(good, { 'transfer-encoding': 'chunked' }, `5\r\n${good.body.toString()}\r\nzz\r\n`)),
  },
  {
    name: 'chunks without end',
    codes: 8,
    behave: send((good) =>
      withHead(good, { 'transfer-encoding': 'chunked' }, `${good.body.length.toString(16)}\r\n${good.body.toString()}\r\n`),
    ),
  },
  {
    name: 'broken gzip',
    codes: 1,
    behave: send((good) => {
      const packed = gzipSync(good.body)
      packed.fill(7, 12)
      return { ...good, headers: { ...good.headers, 'content-encoding': 'gzip' }, body: packed }
    }),
  },
  {
    name: 'gzip cut off',
    codes: 1,
    behave: send((good) => ({ ...good, headers: { ...good.headers, 'content-encoding': 'gzip' }, body: cutAt(gzipSync(good.body), 0.7) })),
  },
  { name: 'gzip that is none', codes: 1, behave: send((good) => ({ ...good, headers: { ...good.headers, 'content-encoding': 'gzip' } })) },
  {
    name: 'a packing that nobody knows',
    codes: 1,
    behave: send((good) => ({ ...good, headers: { ...good.headers, 'content-encoding': 'zzz' } })),
  },
  {
    name: 'packed well',
    codes: 0,
    behave: send((good) => ({ ...good, headers: { ...good.headers, 'content-encoding': 'gzip' }, body: gzipSync(good.body) })),
  },
  { name: 'headers without end', codes: 8, behave: () => endlessly('HTTP/1.1 200 OK\r\n', `X-More: ${'x'.repeat(1000)}\r\n`) },
  { name: 'one header without end', codes: 8, behave: () => endlessly('HTTP/1.1 200 OK\r\nX: ', 'x'.repeat(10_000)) },
  {
    name: 'a header with control characters',
    codes: 8,
    behave: send(
      (good) => `HTTP/1.1 200 OK\r\nX: a\u0000b\u001b[31m\r\nContent-Length: ${good.body.length}\r\n\r\n${good.body.toString()}`,
    ),
  },
  { name: 'a line of status without a status', codes: 8, behave: send(() => 'HTTP/1.1 abc\r\n\r\n') },
]

export const bodies: Fault[] = [
  { name: 'nothing', codes: 1, behave: send((good) => ({ ...good, body: Buffer.alloc(0) })) },
  { name: 'HTML', codes: 1, behave: send(() => page('<!DOCTYPE html>\n<title>Sign in to the network')) },
  { name: 'HTML that says it is JSON', codes: { rest: 1 }, behave: send(() => json('<html><body>Hello')), kinds: asData },
  { name: 'HTML with 403', codes: 4, behave: send(() => page('<html>Denied', 403)) },
  { name: 'HTML with 404', codes: 5, behave: send(() => page('<html>Not here', 404)) },
  { name: 'HTML with 502', codes: 8, behave: send(() => page('<html><h1>Bad gateway', 502)) },
  { name: 'JSON cut off', codes: 1, behave: send((good) => ({ ...good, body: cutAt(good.body, 0.9) })), kinds: asData },
  {
    name: 'JSON and more',
    codes: 1,
    behave: send((good) => ({ ...good, body: Buffer.concat([good.body, Buffer.from('}{')]) })),
    kinds: asData,
  },
  {
    name: 'JSON in UTF-16',
    codes: 1,
    behave: send((good) => ({ ...good, body: Buffer.from(good.body.toString(), 'utf16le') })),
    kinds: asData,
  },
  {
    name: 'JSON behind a mark of UTF-8',
    codes: 0,
    behave: send((good) => ({ ...good, body: Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), good.body]) })),
    kinds: asData,
  },
  {
    name: 'invalid UTF-8 in texts',
    codes: 0,
    behave: send((good) => ({
      ...good,
      body: Buffer.from(good.body.toString('latin1').replaceAll(/Spring|May/g, '\xff\xfe\xc0\xaf'), 'latin1'),
    })),
    kinds: asData,
  },
  { name: 'JSON nested without end', codes: 1, behave: send(() => json(`${'{"a":['.repeat(50_000)}`)), kinds: asData },
  {
    name: 'a list nested too deep',
    codes: 1,
    behave: send(() => json(`[${'['.repeat(100_000)}${']'.repeat(100_000)}]`)),
    kinds: ['list', 'view'],
  },
  {
    name: 'numbers beyond all numbers',
    codes: { rest: 1, rename: 0 },
    behave: send((good) => ({ ...good, body: Buffer.from(good.body.toString().replaceAll(/"(\w*id)":\d+/g, '"$1":1e999')) })),
    kinds: ['view', 'create'],
  },
  {
    name: 'a value without end',
    codes: 1,
    behave: (good) => endlessly(head(200, good.headers), Buffer.alloc(2 ** 20, 'x')),
    kinds: ['view'],
  },
  {
    name: 'a row without end',
    codes: 1,
    behave: (good) => endlessly(`${head(200, good.headers)}[{"id":1,"name":"`, Buffer.alloc(2 ** 20, 'x')),
    kinds: ['list'],
  },
  {
    name: 'a little that unpacks to very much',
    codes: 1,
    behave: send((good) => ({ ...good, headers: { ...good.headers, 'content-encoding': 'gzip' }, body: bomb })),
    kinds: ['view'],
  },
  {
    name: 'a refusal without end',
    codes: 8,
    behave: (good) => endlessly(head(503, good.headers), Buffer.alloc(2 ** 20, 'x')),
    kinds: ['view', 'create'],
  },
]

export const bursts: Fault[] = [
  {
    name: '429 twice',
    codes: 0,
    behave: recovers(2, { ...json({ message: 'Too Many Attempts.' }, 429), headers: { 'retry-after': '0' } }),
    creates: 3,
  },
  {
    name: '429 for ever',
    codes: 8,
    behave: recovers(99, { ...json({ message: 'Too Many Attempts.' }, 429), headers: { 'retry-after': '0' } }),
    creates: 4,
  },
  {
    name: '429 with a wait that is no number',
    codes: 0,
    behave: recovers(1, { ...json({ message: 'Too Many Attempts.' }, 429), headers: { 'retry-after': 'soon' } }),
    creates: 2,
  },
  {
    name: '429 with a wait in the past',
    codes: 0,
    behave: recovers(1, { ...json({ message: 'Too Many Attempts.' }, 429), headers: { 'retry-after': 'Wed, 01 Jan 2020 00:00:00 GMT' } }),
    creates: 2,
  },
  {
    name: "429 that is not the service's own",
    codes: { rest: 0, create: 8 },
    behave: recovers(1, { ...page('<html>Slow down', 429), headers: { 'retry-after': '0' } }),
  },
  { name: '429 with a wait of hours', codes: 8, behave: recovers(99, { ...json({}, 429), headers: { 'retry-after': '9999999999999' } }) },
  {
    name: '503 twice',
    codes: { rest: 0, create: 8 },
    behave: recovers(2, { ...json({ message: 'Server Error' }, 503), headers: { 'retry-after': '0' } }),
  },
  {
    name: '500 once, 502 as HTML once',
    codes: { rest: 0, create: 8 },
    behave: (good) => (socket, _, number) => socket.write(whole([json({}, 500), page('<html>', 502)][number - 1] ?? good)),
  },
  { name: '500 for ever', codes: 8, behave: recovers(99, json({ message: 'Server Error' }, 500)) },
  {
    name: 'resets twice',
    codes: { rest: 0, create: 8 },
    behave: (good) => (socket, _, number) => (number > 2 ? socket.write(whole(good)) : socket.resetAndDestroy()),
  },
]

export const statuses: Fault[] = [
  { name: '401', codes: 3, behave: send(() => json({ message: 'Unauthenticated.' }, 401)) },
  { name: '401 with the key in it', codes: 3, behave: send(() => json({ message: `Bearer ${apiKey} is unknown` }, 401)) },
  {
    name: '400 with a code that is no text',
    codes: 1,
    behave: send(() => json({ status: false, code: { a: [1] }, message: ['x', null] }, 400)),
  },
  { name: '403 that is a number', codes: 4, behave: send(() => json('7', 403)) },
  {
    name: '422 with errors that are no lists',
    codes: 6,
    behave: send(() => json({ message: 7, errors: { name: null, id: { a: 1 }, x: 'bad', y: [['deep']] } }, 422)),
    kinds: ['view', 'rename', 'create'],
  },
  { name: '422 that is a list', codes: 6, behave: send(() => json([], 422)) },
  { name: '423 with a lock that is a text', codes: 7, behave: send(() => json({ editing_lock: 'yes' }, 423)) },
  { name: '423 without a body', codes: 7, behave: send(() => json('', 423)) },
  { name: '418', codes: 1, behave: send(() => json({}, 418)) },
  { name: '599', codes: 8, behave: send(() => json(null, 599)) },
  { name: '302 to nowhere', codes: 1, behave: send(() => json({}, 302)) },
  { name: '304', codes: 1, behave: send(() => 'HTTP/1.1 304 Not Modified\r\n\r\n') },
]
