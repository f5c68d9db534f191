/** A key, a password or a token that the service, or something before it, gives back: in no byte that is told, whatever form it has. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { codings, escapes, tellingForms } from '../support/encodings.ts'
import { freshFolder } from '../support/program.ts'
import { fc } from '../support/property.ts'
import { head, hostile, whole, type Behaviour } from './hostile.ts'
import { inside } from './kinds.ts'
import { count } from './ledger.ts'
import { stackTrace, watched } from './watched.ts'

const commands = {
  list: ['quiz', 'list'],
  rename: ['quiz', 'rename', '42', 'Spring'],
  create: ['folder', 'create', 'Customers'],
  file: ['export', 'csv', '42', '-o', 'in/'],
  several: ['quiz', 'archive', '42', '43', '--yes'],
  api: ['api', 'GET', '/quiz', '--include'],
}
type Name = keyof typeof commands
const refusals = [400, 401, 403, 404, 409, 422, 423]

const bytes = (status: number, reason: string, headers: Record<string, string>, body: string): Buffer =>
  whole({ status, headers, body: Buffer.from(body) })
    .toString('latin1')
    .replace(' X\r\n', ` ${reason}\r\n`) as unknown as Buffer

/** Where an echo may stand; `echo` is one line of ASCII. */
const places: Readonly<Record<string, (echo: string, status: number) => ReturnType<typeof bytes>>> = {
  message: (echo, status) => bytes(status, 'X', { 'content-type': 'application/json' }, `{"code":"x","message":"No: ${echo}"}`),
  fields: (echo, status) =>
    bytes(status, 'X', { 'content-type': 'application/json' }, `{"code":"${echo}","errors":{"${echo}":["${echo}"]},"more":["${echo}"]}`),
  text: (echo, status) => bytes(status, 'X', { 'content-type': 'text/plain' }, `${' '.repeat(90)}You sent ${echo}`),
  'the end of a line that is cut': (echo, status) => bytes(status, 'X', { 'content-type': 'text/plain' }, `${'x'.repeat(104)} ${echo}`),
  page: (echo, status) => bytes(status, 'X', { 'content-type': 'text/html' }, `<html><h1>Bad gateway</h1><pre>${echo}</pre>`),
  'page in the place of data': (echo) => bytes(200, 'OK', { 'content-type': 'text/html' }, `<html><a href="/?k=${echo}">Sign in</a>`),
  reason: (echo, status) => bytes(status, `No ${echo}`, {}, ''),
  headers: (echo, status) => bytes(status, 'X', { 'x-echo': echo, 'content-type': `text/${echo}`, 'retry-after': echo }, ''),
  location: (echo) => bytes(302, 'Found', { location: `http://127.0.0.1:9/${echo}?next=${echo}` }, `Moved to ${echo}`),
  'host of a location': (echo) => bytes(307, 'X', { location: `http://${echo}.example/` }, ''),
  'location without an address': (echo) => bytes(301, 'X', { location: `http://[${echo}` }, `<a href="${echo}">here</a>`),
  'early hints': (echo, status) =>
    `${head(103, { link: `</${echo}>; rel=preload` })}${bytes(status, 'X', { 'content-type': 'text/plain' }, echo)}` as unknown as Buffer,
  'name of a file': (echo) =>
    bytes(
      200,
      'OK',
      { 'content-type': 'text/csv', 'content-disposition': `attachment; filename="${echo.replaceAll(/["\\]/g, '_')}.csv"` },
      'id\n',
    ),
}

const key = fc.string({ unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)), minLength: 20, maxLength: 40 })
const echoes = fc.oneof(
  fc.constantFrom(...Object.values(escapes)).map(
    (write) =>
      (text: string): string =>
        write(text),
  ),
  fc.tuple(fc.constantFrom(...Object.values(codings)), fc.constantFrom('', 'u:', 'ab:')).map(
    ([write, before]) =>
      (text: string): string =>
        write(text, before, 'z'),
  ),
)

function expectHidden(what: string, told: string, secret: string): void {
  const small = told.toLowerCase()
  const found = tellingForms(secret).filter((form) => small.includes(form))
  count({ keys: Number(found.length > 0) })
  expect(found, what).toEqual([])
}

const filesIn = (folder: string): string =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .map((entry) => (entry.isFile() ? `${entry.name}\n${readFileSync(join(entry.parentPath, entry.name), 'utf8')}` : entry.name))
    .join('\n')

const quick = ['--timeout', '5', '--no-input']

async function meet(secret: string, args: readonly string[], behave: Behaviour, env: Record<string, string> = {}): Promise<string> {
  const [at, folder, state] = [await hostile(behave), freshFolder(), freshFolder()]
  const outcome = await watched([...inside(folder, args), ...quick], {
    baseUrl: at.url,
    env: { SURVEYCTL_API_KEY: secret, SURVEYCTL_CONFIG_DIR: state, ...env },
  })
  at.close()
  expect(outcome.stderr).not.toMatch(args.includes('--debug') ? /A bug in/ : stackTrace)
  return [outcome.stdout, outcome.stderr, filesIn(folder), filesIn(state)].join('\n')
}

describe('a key that comes back', () => {
  const cases = Object.keys(places).flatMap((place) =>
    (Object.keys(commands) as Name[]).flatMap((command) => {
      if (place === 'name of a file' && command !== 'file') return []
      // What api is asked for is shown as it is.
      return place === 'page in the place of data' && command === 'api' ? [] : [{ place, command }]
    }),
  )
  it.each(Object.keys(places))('in: %s', async (place) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({
            secret: key,
            write: echoes,
            status: fc.constantFrom(...refusals),
            one: fc.constantFrom(...cases.filter((each) => each.place === place)),
            flags: fc.constantFrom([], ['--json'], ['--debug'], ['--debug', '--json']),
          }),
          { minLength: 6, maxLength: 6 },
        ),
        async (all) => {
          await Promise.all(
            all.map(async ({ secret, write, status, one, flags }) => {
              const echo = write(secret).replaceAll(/\r\n */g, '')
              const args = [...commands[one.command], ...flags]
              const told = await meet(secret, args, (socket) => socket.end(places[place]!(echo, status)))
              expectHidden(`${args.join(' ')} told of ${echo}:\n${told}`, told, secret)
            }),
          )
        },
      ),
      { numRuns: process.env.SURVEYCTL_FULL ? 20 : 2, endOnFailure: true },
    )
  })
})

/** A service that says what it was told. */
const parrot: Behaviour = (socket, { body }) => {
  const echo = `${body} ${Buffer.from(body).toString('base64')} ${encodeURIComponent(body)}`
  return socket.end(bytes(422, 'X', { 'content-type': 'application/json' }, JSON.stringify({ message: echo, errors: { echo } })))
}

describe('another secret that comes back', () => {
  it.each([
    [
      'a header of a webhook',
      ['webhook', 'add', '42', 'https://a.example', '--title', 'x', '--header-file', '-'],
      'X-Token: ',
      "not'to be told & 99%",
    ],
    ['a password of a survey', ['password', 'change', '42', '1'], '', 'pässwörd-1234'],
    ['one of several passwords', ['password', 'add', '42'], 'first-password\n', 'second-password'],
  ])('%s', async (_, args, before, secret) => {
    for (const flags of [[], ['--json'], ['--debug'], ['--dry-run'], ['--dry-run', '--json']]) {
      const at = await hostile(parrot)
      const { stdout, stderr } = await watched([...args, ...quick, ...flags], { baseUrl: at.url, input: `${before}${secret}\n` })
      at.close()
      expect(`${stdout}${stderr}`).toContain('***')
      expectHidden(`${args.join(' ')} ${flags.join(' ')}\n${stdout}\n${stderr}`, stdout + stderr, secret)
    }
  })
  it('the password of a proxy', async () => {
    const at = await hostile((socket, asked) =>
      asked.method === 'CONNECT'
        ? socket.write('HTTP/1.1 200 OK\r\n\r\n')
        : socket.end(bytes(403, 'X', { 'content-type': 'text/html' }, '<html>me:pass%40word-1234, or bWU6cGFzc0B3b3JkLTEyMzQ= is wrong')),
    )
    const { stderr } = await watched(['quiz', 'list', '--allow-http', '--debug', ...quick], {
      baseUrl: 'http://surveys.example/api/v3',
      env: { HTTP_PROXY: `http://me:pass%40word-1234@${new URL(at.origin).host}` },
    })
    at.close()
    expect(at.asked[0]?.headers['proxy-authorization']).toBe('Basic bWU6cGFzc0B3b3JkLTEyMzQ=')
    expect(stderr).toContain('is wrong')
    expectHidden(stderr, stderr, 'pass@word-1234')
  })
})
