/** Whatever drips, and however long a wait is said to be: `--timeout`, and ten times as much for a whole answer, are kept. */
import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import type { Client } from '../../src/client/index.ts'
import { fileSink } from '../../src/client/files.ts'
import { CommandError } from '../../src/errors.ts'
import { fc } from '../support/property.ts'
import { startSandbox } from '../support/sandbox.ts'
import { archived, caught, clientOf, csv, promos, publish, save, service, upload, view, type Service } from './client-server.ts'
import { anyDrip, drip, drips, type DripName } from './drips.ts'
import { hostile, json, whole, type Behaviour, type Hostile } from './hostile.ts'
import { inside, kinds, quiz } from './kinds.ts'
import { count } from './ledger.ts'
import { expectTold, watched } from './watched.ts'

const folder = mkdtempSync(join(tmpdir(), 'surveyctl-timeouts-'))
const photo = join(folder, 'a.png')
writeFileSync(photo, Buffer.alloc(300_000))
/** Folders of their own, one for each. */
const places = join(folder, 'place-')

const drain = async (rows: AsyncIterable<unknown[]>): Promise<void> => {
  for await (const batch of rows) expect(batch.length).toBeGreaterThan(0)
}

/** Each way in which the client asks. */
const ways = {
  read: (client) => client.call(view, { id: 42 }),
  'repeatable write': (client) => client.call(save, { id: 42, name: 'Spring' }),
  write: (client) => client.call(publish, { id: 42 }),
  upload: (client) => client.call(upload, { id: 42, type: 'image', loud: true, size: 7, file: photo }),
  'raw read': (client) => client.raw(view, { id: 42 }),
  stream: (client) => drain(client.rows(archived, {})),
  pages: (client) => drain(client.rows(promos, { id: 42 }, { all: true })),
  file: (client) => client.download(csv, { id: 42 }, { open: () => fileSink(join(mkdtempSync(places), 'out')) }),
  request: (client) => client.request('GET', '/anything'),
} satisfies Record<string, (client: Client) => Promise<unknown>>

/** Far above ten times the timeout and the tries after a silence, far below for ever. */
const bound = 60_000

/** Until the end of the file: of tests that run at once it is not known which one has ended. */
const servers: Hostile[] = []
afterAll(() => {
  for (const server of servers) server.close()
})
async function hostileTo(behave: Behaviour): Promise<string> {
  const at = await hostile(behave)
  servers.push(at)
  return at.url
}

const [runs, atOnce] = process.env.SURVEYCTL_FULL ? [20, 60] : [2, 60]

describe('what drips', () => {
  it('ends in time, whoever asked for it and whatever drips how fast', async () => {
    const cases = fc.record({
      way: fc.constantFrom(...(Object.keys(ways) as (keyof typeof ways)[])),
      name: anyDrip,
      every: fc.integer({ min: 5, max: 60 }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(cases, { minLength: atOnce, maxLength: atOnce }), async (some) => {
        await Promise.all(
          some.map(async ({ way, name, every }) => {
            const url = await hostileTo((socket) => drip(socket, name, every))
            const began = performance.now()
            const failure = await Promise.race([
              caught(ways[way](clientOf({ url, origin: url, seen: [] } satisfies Service, { timeout: 0.1 }))),
              new Promise((resolve) => setTimeout(resolve, bound, 'hangs').unref()),
            ])
            count({ faults: 1, hangs: Number(failure === 'hangs') })
            expect([way, name, failure === 'hangs'], `${String(failure)} after ${performance.now() - began} ms`).toEqual([way, name, false])
            expect(failure, `${way}, ${name}`).toBeInstanceOf(CommandError)
          }),
        )
      }),
      { numRuns: runs, endOnFailure: true },
    )
  })

  it.concurrent.each(
    (['list', 'pages', 'view', 'rename', 'create', 'file'] as const).flatMap((kind, index) =>
      (Object.keys(drips) as DripName[]).filter((_, at) => at % 3 === index % 3).map((name) => ({ kind, name })),
    ),
  )('ends a command in time: $kind that $name', async ({ kind, name }) => {
    const place = mkdtempSync(places)
    const url = await hostileTo((socket) => drip(socket, name, 20))
    const outcome = await watched([...inside(place, kinds[kind].args), '--quiet', '--timeout', '0.2'], { baseUrl: url })
    expect([[1, 8].includes(outcome.exitCode), readdirSync(place)], outcome.stderr).toEqual([true, []])
    expectTold(outcome, false)
  })

  it('is not what is only large: each part of a file has its time', async () => {
    // Each part far within the time that all of them take more than.
    const [piece, pieces] = [Buffer.alloc(2 ** 17, 'a\n'), 30]
    const from = await service((_, response) => {
      response.writeHead(200, { 'content-type': 'text/csv', 'content-length': piece.length * pieces })
      let sent = 0
      const more = (): void => {
        if (sent++ === pieces) return void response.end()
        response.write(piece)
        setTimeout(more, 90)
      }
      more()
    })
    const { bytes } = await clientOf(from, { timeout: 0.2 }).download(
      csv,
      { id: 42 },
      { open: () => fileSink(join(mkdtempSync(places), 'out')) },
    )
    expect(bytes).toBe(piece.length * pieces)
  })
})

describe('a job that is waited for', () => {
  it('does not end: quiz generate --wait tells so', async () => {
    const url = await hostileTo((socket, { method }) =>
      socket.write(whole(json(method === 'POST' ? { status: true, quiz_id: 42 } : { ...quiz, ai_quiz_job: { status: 'processing' } }))),
    )
    const outcome = await watched(['quiz', 'generate', '--folder', '2', '--prompt', 'A visit', '--wait', '--timeout', '0.5'], {
      baseUrl: url,
    })
    expect([outcome.exitCode, outcome.stderr]).toEqual([8, expect.stringMatching(/Survey 42 is still being built/)])
  })

  it('is a sandbox that does not answer', async () => {
    const url = await hostileTo(() => {})
    const outcome = await watched(['sandbox', 'fault', 'list', '--control', `${url}#token`, '--timeout', '0.1'])
    expect([outcome.exitCode, outcome.stderr]).toEqual([8, expect.stringMatching(/did not answer in time/)])
  })
})

describe('a duration', () => {
  const slowly: Behaviour = (socket) => {
    const answer = whole(json(quiz))
    socket.write(answer.subarray(0, -9))
    setTimeout(() => socket.write(answer.subarray(-9)), 100)
  }
  const huge = '9'.repeat(400)
  const named = (values: string[]): [name: string, value: string][] => values.map((value) => [JSON.stringify(value.slice(0, 12)), value])

  it.concurrent.each(named(['214748', '214749', '2147483', '2147484', '12884902', huge.slice(100), '60.5']))(
    'of --timeout %s is kept',
    async (_, given) => {
      const outcome = await watched(['quiz', 'view', '42', '--timeout', given], { baseUrl: await hostileTo(slowly) })
      expect(outcome.exitCode, outcome.stderr).toBe(0)
    },
  )

  it.concurrent('in the settings is kept, however long', async () => {
    const env = { SURVEYCTL_CONFIG_DIR: mkdtempSync(places) }
    const baseUrl = await hostileTo(slowly)
    expect((await watched(['config', 'set', 'timeout', '214749'], { baseUrl, env })).exitCode).toBe(0)
    const outcome = await watched(['quiz', 'view', '42'], { baseUrl, env })
    expect(outcome.exitCode, outcome.stderr).toBe(0)
  })

  it.concurrent.each(named(['0', '-1', 'NaN', '1e400', huge, '1 day', '', '0x10']))(
    'of --timeout or --rate %s is refused before anything is sent',
    async (_, given) => {
      const asked: string[] = []
      const baseUrl = await hostileTo((_, { path }) => asked.push(path))
      const outcomes = await Promise.all(
        ['--timeout', '--rate'].map((flag) => watched(['quiz', 'view', '42', `${flag}=${given}`], { baseUrl })),
      )
      expect([outcomes.map(({ exitCode }) => exitCode), asked]).toEqual([[2, 2], []])
    },
  )

  it.concurrent.each(named(['0', '-1s', '1e400d', `${huge}d`, '1 day', '']))(
    'of --every or --wait-unlock %s is refused',
    async (_, given) => {
      const outcomes = await Promise.all([
        watched(['answer', 'sync', '42', 'answers', `--every=${given}`], {
          baseUrl: 'http://127.0.0.1:9/api/v3',
          cwd: mkdtempSync(places),
        }),
        watched(['quiz', 'publish', '42', `--wait-unlock=${given}`], { baseUrl: 'http://127.0.0.1:9/api/v3' }),
      ])
      expect(outcomes.map(({ exitCode }) => exitCode)).toEqual([2, 2])
    },
  )

  it.concurrent.each(named([huge, '99999999999999999', '61']))('of Retry-After %s is told, not slept', async (_, given) => {
    let asked = 0
    const baseUrl = await hostileTo((socket) => {
      asked++
      socket.write(whole({ ...json({ message: 'Too Many Attempts.' }, 429), headers: { 'retry-after': given } }))
    })
    const outcome = await watched(['quiz', 'view', '42'], { baseUrl })
    expect([outcome.exitCode, asked, /asks to wait \d+ s/.test(outcome.stderr)], outcome.stderr).toEqual([8, 1, true])
  })

  it('of a fault of the sandbox is kept, however long', async () => {
    const { baseUrl, env, close } = await startSandbox({ seed: 'demo' })
    onTestFinished(() => close())
    expect((await watched(['sandbox', 'fault', 'add', 'GET /quiz/*', '--delay', '30d'], { env })).exitCode).toBe(0)
    expect((await watched(['quiz', 'view', '42', '--timeout', '0.3'], { baseUrl })).exitCode).toBe(8)
  })
})
