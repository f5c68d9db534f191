/** The key goes to the base URL's origin and nowhere else, whatever the service says; and to nobody whose certificate is wrong. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freshFolder } from '../support/program.ts'
import { authority, hasOpenssl, type Authority } from '../support/certificates.ts'
import { head, holdsKey, hostile, json, whole, type Hostile } from './hostile.ts'
import { dot, inside } from './kinds.ts'
import { count } from './ledger.ts'
import { apiKey, expectTold, watched } from './watched.ts'

const csv = { status: 200, headers: { 'content-type': 'text/csv' }, body: Buffer.from('id\n1\n') }
const kinds = {
  list: ['quiz', 'list'],
  view: ['quiz', 'view', '42'],
  rename: ['quiz', 'rename', '42', 'Spring'],
  create: ['folder', 'create', 'Customers'],
  file: ['export', 'csv', '42', '-o', 'answers.csv'],
  api: ['api', 'GET', '/quiz'],
  upload: ['media', 'upload', '42', 'photo.png'],
}
type Kind = keyof typeof kinds

let outside: Hostile
beforeAll(async () => {
  outside = await hostile((socket) => socket.end(whole(csv)))
})
afterAll(() => outside.close())

/** Nobody else has seen the key by now. */
function expectAtHome(): void {
  const seen = outside.asked.filter((asked) => holdsKey(asked, apiKey) || 'authorization' in asked.headers).length
  count({ keys: seen })
  expect(seen).toBe(0)
}

const redirect = (status: number, location: string): string => head(status, { location, 'content-length': '0' })
const own = (location: string): string => location.replace('OUTSIDE', outside.origin)

describe('a redirect to', () => {
  it.each([
    ['another origin', 301, 'OUTSIDE/api/v3/quiz', Object.keys(kinds)],
    ['another origin, with its data', 307, 'OUTSIDE/api/v3/quiz', Object.keys(kinds)],
    ['another origin, without a scheme', 308, '//127.0.0.1:9/x', ['view', 'create', 'file']],
    ['another origin, with a name and a password', 302, 'http://me:pw@localhost:9/x', ['view', 'file']],
    ['another scheme', 302, 'ftp://127.0.0.1/x', ['view', 'file']],
    ['a file', 302, 'file:///etc/passwd', ['view', 'create', 'file', 'api']],
    ['a script', 302, 'javascript:alert(1)', ['view', 'file']],
    ['itself in a circle', 302, '/api/v3/again', Object.keys(kinds)],
    ['no address', 302, 'http://[::1', ['view', 'file']],
  ] as [string, number, string, Kind[]][])('%s', async (_, status, location, some) => {
    await Promise.all(
      some.map(async (kind) => {
        const at = await hostile((socket) => socket.end(redirect(status, own(location))))
        const args = inside(withPhoto(freshFolder()), kinds[kind])
        const outcome = await watched([...args, '--timeout', '10', '--quiet'], { baseUrl: at.url })
        at.close()
        // A file may be anywhere: elsewhere it is asked for, without the key.
        const codes =
          kind !== 'file'
            ? [kind === 'api' ? [0, 1] : 1].flat()
            : location.startsWith('OUTSIDE')
              ? [0]
              : location.includes(':9/')
                ? [8]
                : [1]
        expect([kind, codes], outcome.stderr).toEqual([kind, expect.arrayContaining([outcome.exitCode])])
        if (['rename', 'create', 'upload'].includes(kind)) expect([kind, at.asked.length], outcome.stderr).toEqual([kind, 1])
        if (outcome.exitCode !== 0) expectTold(outcome, false)
      }),
    )
    expectAtHome()
    // The file alone was followed.
    expect(outside.asked.splice(0).map(({ method }) => method)).toEqual(location.startsWith('OUTSIDE') ? ['GET'] : [])
  })
})

function withPhoto(folder: string): string {
  writeFileSync(join(folder, 'photo.png'), dot)
  return folder
}

it('a file at another origin comes without the key, in a chain of them too', async () => {
  const second = await hostile((socket) => socket.end(redirect(302, `${outside.origin}/signed`)))
  const at = await hostile((socket) => socket.end(redirect(302, `${second.origin}/next`)))
  const cwd = freshFolder()
  const { exitCode } = await watched([...kinds.file], { baseUrl: at.url, cwd })
  expect([exitCode, readFileSync(join(cwd, 'answers.csv'), 'utf8'), at.asked[0]!.headers.authorization]).toEqual([
    0,
    'id\n1\n',
    `Bearer ${apiKey}`,
  ])
  count({ keys: second.asked.filter((asked) => holdsKey(asked, apiKey)).length })
  expect(second.asked.map(({ headers }) => headers.authorization)).toEqual([undefined])
  expectAtHome()
  at.close()
  second.close()
})

it('a file at home again, after a way through another origin, comes without the key', async () => {
  const at: Hostile = await hostile((socket, asked) =>
    socket.end(asked.path === '/back' ? whole(csv) : redirect(302, `${second.origin}/next`)),
  )
  const second = await hostile((socket) => socket.end(redirect(302, `${at.origin}/back`)))
  const { exitCode } = await watched([...kinds.file], { baseUrl: at.url, cwd: freshFolder() })
  expect([exitCode, second.asked[0]!.headers.authorization]).toEqual([0, undefined])
  at.close()
  second.close()
})

it.concurrent.each([400, 401, 422, 500])('an echo of the key with %s is told to nobody', async (status) => {
  const at = await hostile((socket, { headers }) =>
    socket.end(
      whole(
        json({ message: `No: ${headers.authorization}`, errors: { key: [headers.authorization] }, code: headers.authorization }, status),
      ),
    ),
  )
  await Promise.all(
    [['--json'], ['--debug']].map((flags) => watched(['quiz', 'rename', '42', 'Spring', '--timeout', '5', ...flags], { baseUrl: at.url })),
  )
  at.close()
})

describe.skipIf(!hasOpenssl)('a certificate (made by openssl, which must be there)', () => {
  let trusted: Authority
  beforeAll(() => {
    trusted = authority()
  })
  it.each([
    ['that is right', '127.0.0.1', [], 0, ''],
    ['that has expired', '127.0.0.1', ['200101000000Z', '200201000000Z'], 8, /has expired \(TLS\)/],
    ['that is not valid yet', '127.0.0.1', ['390101000000Z', '400101000000Z'], 8, /is not valid yet \(TLS\)/],
    ['for another host', 'surveys.example', [], 8, /is not for 127\.0\.0\.1:\d+ \(TLS\)/],
  ] as const)('%s', async (_, name, dates, exitCode, message) => {
    const at = await hostile((socket) => socket.write(whole(json([]))), trusted.issue(name, ...dates))
    const outcome = await watched(['quiz', 'list', '--timeout', '10', '--quiet'], {
      baseUrl: at.url,
      env: { NODE_EXTRA_CA_CERTS: trusted.file },
    })
    at.close()
    expect([outcome.exitCode, at.asked.length]).toEqual([exitCode, exitCode === 0 ? 1 : 0])
    if (message) expect(outcome.stderr).toMatch(message)
    expectTold(outcome, false)
  })
  it('of an authority that nobody knows', async () => {
    const at = await hostile((socket) => socket.write(whole(json([]))), trusted.issue('127.0.0.1'))
    const outcome = await watched(['folder', 'create', 'x', '--timeout', '10', '--json', '--quiet'], { baseUrl: at.url })
    at.close()
    expect([outcome.exitCode, at.asked.length, outcome.error.message]).toEqual([
      8,
      0,
      expect.stringMatching(/cannot be verified|unknown authority/),
    ])
    expect(outcome.error.hint).toMatch(/NODE_EXTRA_CA_CERTS/)
  })
  it('is asked for at a redirect of a file too', async () => {
    const store = await hostile((socket) => socket.end(whole(csv)), trusted.issue('127.0.0.1', '200101000000Z', '200201000000Z'))
    const at = await hostile((socket) => socket.end(redirect(302, `${store.origin}/signed`)))
    const cwd = freshFolder()
    const { exitCode } = await watched([...kinds.file, '--timeout', '10'], {
      baseUrl: at.url,
      cwd,
      env: { NODE_EXTRA_CA_CERTS: trusted.file },
    })
    at.close()
    store.close()
    expect([exitCode, store.asked.length, readdirSync(cwd)]).toEqual([8, 0, []])
  })
})

it('is not sent over plain http to another machine', async () => {
  const { exitCode, stderr } = await watched(['quiz', 'list'], { baseUrl: 'http://surveys.example/api/v3' })
  expect([exitCode, stderr]).toEqual([2, expect.stringMatching(/is not https/)])
})
