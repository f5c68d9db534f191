/**
 * What is wrong with the service's certificate or with the talk before it, for each kind of command: it ends in words and
 * exit 8, no request arrives, nothing of one is readable on the way, what will be the same the next time is tried once, and
 * no file is left. Certificates are made by openssl, which must be there.
 */
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { join } from 'node:path'
import { TLSSocket, type TLSSocketOptions } from 'node:tls'
import { beforeAll, describe, expect, it } from 'vitest'
import { authority, hasOpenssl, type Authority } from '../support/certificates.ts'
import { freshFolder } from '../support/program.ts'
import { fc } from '../support/property.ts'
import { count } from './ledger.ts'
import { apiKey, expectTold, watched } from './watched.ts'

const kinds = {
  view: 'quiz view 42',
  list: 'quiz list',
  rename: 'quiz rename 42 Spring',
  create: 'folder create Customers',
  publish: 'quiz publish 42 --yes',
  file: 'export csv 42 -o answers.csv',
  'api GET': 'api GET /quiz',
  'api POST': 'api POST /quiz/42/note -f notes=x',
  sync: 'answer sync 42 kept',
}
type Kind = keyof typeof kinds

let trusted: Authority
let other: Authority
beforeAll(() => {
  if (!hasOpenssl) return
  trusted = authority()
  other = authority()
})

interface Wrong {
  /** What the server has, or does with a connection instead. */
  tls?: () => TLSSocketOptions
  instead?: (socket: Socket) => void
  /** What the program trusts; `trusted` else. */
  trusts?: () => string
  says: RegExp
  /** It will be the same the next time. */
  lasting: boolean
}

const at = '127.0.0.1'
const wrongs: Record<string, Wrong> = {
  expired: { tls: () => trusted.issue(at, '200101000000Z', '200201000000Z'), says: /has expired \(TLS\)/, lasting: true },
  'not valid yet': { tls: () => trusted.issue(at, '390101000000Z', '400101000000Z'), says: /is not valid yet \(TLS\)/, lasting: true },
  "another host's": { tls: () => trusted.issue('surveys.example'), says: /is not for 127\.0\.0\.1:\d+ \(TLS\)/, lasting: true },
  "another address's": { tls: () => trusted.issue('127.0.0.2'), says: /is not for 127\.0\.0\.1:\d+ \(TLS\)/, lasting: true },
  "an authority's that nobody knows": { tls: () => other.issue(at), says: /cannot be verified|unknown authority/, lasting: true },
  'trusted by a file that is not there': {
    tls: () => trusted.issue(at),
    trusts: () => '/nowhere/authority.crt',
    says: /cannot be verified|unknown authority/,
    lasting: true,
  },
  'trusted by a file of something else': {
    tls: () => trusted.issue(at),
    trusts: () => join(import.meta.dirname, 'certificates.test.ts'),
    says: /cannot be verified|unknown authority/,
    lasting: true,
  },
  'of an old TLS': {
    tls: () => ({ ...trusted.issue(at), minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' }),
    says: /no secure connection .*TLS/,
    lasting: true,
  },
  'of nobody: plain HTTP': {
    instead: (socket) => socket.end('HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\n'),
    says: /no secure connection .*TLS/,
    lasting: true,
  },
  'of nobody: bytes of no protocol': {
    instead: (socket) => socket.end(Buffer.alloc(200, 0xa5)),
    says: /no secure connection .*TLS/,
    lasting: true,
  },
  'of nobody: the end at once': { instead: (socket) => socket.end(), says: /127\.0\.0\.1:\d+/, lasting: false },
  'of nobody: a reset': { instead: (socket) => socket.resetAndDestroy(), says: /127\.0\.0\.1:\d+/, lasting: false },
  'of nobody: silence': { instead: () => {}, says: /127\.0\.0\.1:\d+/, lasting: false },
}

/** `seen`: all that came over the wire. `asked`: what was understood of it. */
async function server({ tls, instead }: Wrong) {
  const seen: Buffer[] = []
  let connections = 0
  let asked = ''
  const options = tls?.()
  const sockets = new Set<Socket>()
  const listening = createServer((socket) => {
    connections++
    sockets.add(socket)
    socket.on('error', () => {})
    if (!options) socket.once('data', (bytes) => (seen.push(bytes), instead?.(socket)))
    else {
      const inner = new TLSSocket(socket, { isServer: true, ...options })
      inner.on('error', () => {}).on('data', (bytes: Buffer) => void (asked += bytes.toString('latin1')))
    }
  })
  listening.listen(0, at)
  await once(listening, 'listening')
  return {
    url: `https://${at}:${(listening.address() as AddressInfo).port}/api/v3`,
    get facts() {
      return { connections, asked, seen: Buffer.concat(seen).toString('latin1') }
    },
    close: () => {
      listening.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

async function tryOne(name: string, kind: Kind): Promise<void> {
  const wrong = wrongs[name]!
  const cwd = freshFolder()
  const service = await server(wrong)
  const outcome = await watched([...kinds[kind].split(' '), '--timeout', '1', '--quiet'], {
    baseUrl: service.url,
    cwd,
    env: { NODE_EXTRA_CA_CERTS: wrong.trusts?.() ?? trusted.file, NODE_NO_WARNINGS: '1' },
  })
  service.close()
  const { connections, asked, seen } = service.facts
  const what = `${name}, ${kind}: ${outcome.exitCode} ${outcome.stderr}${connections} connections, ${asked.slice(0, 200)}`
  const told = seen.includes(apiKey) || asked.includes(apiKey)
  count({ keys: Number(told) })
  expect([outcome.exitCode, told, asked], what).toEqual([8, false, ''])
  // What begins in another way than TLS does is readable by anybody.
  expect(seen === '' || seen.startsWith('\u0016\u0003'), what).toBe(true)
  expect(outcome.stderr, what).toMatch(wrong.says)
  // Before a publication its versions are read, which is only a help and tried once.
  const most = kind === 'publish' ? 5 : 4
  expect(connections, what).toBeLessThanOrEqual(wrong.lasting ? 1 : most)
  expect(existsSync(join(cwd, 'answers.csv')) || readdirSync(cwd).some((file) => file.includes('tmp')), what).toBe(false)
  // Of the file that is not there Node tells as well.
  expectTold({ ...outcome, stderr: outcome.stderr.replace(/^Warning: Ignoring extra certs.*\n/, '') }, false)
}

describe.skipIf(!hasOpenssl)('a certificate (made by openssl, which must be there)', () => {
  it('that is right is taken', async () => {
    const service = await server({ tls: () => trusted.issue(at), says: /x/, lasting: true })
    await watched(['quiz', 'list', '--timeout', '1'], { baseUrl: service.url, env: { NODE_EXTRA_CA_CERTS: trusted.file } })
    service.close()
    expect(service.facts.asked).toContain('GET /api/v3/quiz')
  })

  const all = Object.keys(kinds) as Kind[]
  it.each(Object.keys(wrongs))('that is %s', async (name) => {
    const some = process.env.SURVEYCTL_FULL
      ? all
      : fc.sample(fc.constantFrom(...all), { numRuns: 1, seed: name.length + Number(process.env.TEST_SEED ?? 1) })
    await Promise.all(some.map((kind) => tryOne(name, kind)))
  })
})
