/** Files of the service: whatever it answers and however that ends, a target is what it was or the whole new file. */
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { beforeAll, describe, expect, it } from 'vitest'
import { fileSink } from '../../src/client/files.ts'
import { CommandError } from '../../src/errors.ts'
import { fc } from '../support/property.ts'
import { cert } from './client-certificate.ts'
import { clientOf, csv } from './client-server.ts'
import { cases, files, sentOf, serve, type Case } from './file-answers.ts'
import { count } from './ledger.ts'
import { watched } from './watched.ts'

const before = 'what was there before'

beforeAll(() => setDefaultCACertificates([...getCACertificates('default'), cert]))

/** Whether nothing is missing: `doubtful` where nothing tells, `vouched` where the service itself called a part the whole. */
type Fate = 'whole' | 'broken' | 'doubtful' | 'vouched'

function fate(one: Case): Fate {
  const { status, framing, end, secure, sent } = one
  if (![200, 201].includes(status)) return 'broken'
  if (framing !== 'close') return sent === 1 ? 'whole' : 'broken'
  if (end === 'reset' || (secure && end === 'fin')) return 'broken'
  const own = ownEnd(one)
  if (!secure || own !== 'doubtful') return own
  return sent === 1 ? 'whole' : 'vouched'
}

function ownEnd(one: Case): Fate {
  const { kind, packed, sent } = one
  const bytes = sentOf(one)
  if (packed) return sent === 1 ? 'whole' : 'broken'
  if (kind === 'csv') return bytes.at(-1) === 0x0a && bytes.toString().split('"').length % 2 === 1 ? 'doubtful' : 'broken'
  // Without its last line end a PDF lacks nothing.
  return sent === 1 || (kind === 'pdf' && bytes.toString('latin1').endsWith('%%EOF')) ? 'whole' : 'broken'
}

interface Outcome {
  one: Case
  saved: { proven: boolean } | undefined
  failure: unknown
  left: Buffer | undefined
  files: string[]
  asked: number
  tunnels: number
}

async function meet(one: Case): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'surveyctl-download-'))
  const target = join(folder, 'target')
  if (one.target === 'there') writeFileSync(target, before)
  const from = await serve(one)
  const outcome: Outcome = { one, saved: undefined, failure: undefined, left: undefined, files: [], asked: 0, tunnels: 0 }
  const client = clientOf(from, { timeout: 30, env: from.env, allowHttp: true })
  try {
    outcome.saved = await client.download(csv, { id: 42 }, { open: () => fileSink(target, { force: true }) })
  } catch (error) {
    outcome.failure = error
  }
  await client.close()
  from.close()
  outcome.files = readdirSync(folder)
  outcome.left = outcome.files.includes('target') ? readFileSync(target) : undefined
  outcome.asked = from.asked()
  outcome.tunnels = from.tunnels()
  return outcome
}

function judge({ one, saved, failure, left, files: names, asked, tunnels }: Outcome): void {
  const told = JSON.stringify({ ...one, failure: failure && String(failure), asked })
  const whole = files[one.kind].body
  const isNew = left?.equals(whole) === true
  const isOld = one.target === 'there' ? left?.toString() === before : left === undefined
  const expected = fate(one)
  count({ faults: 1, partial: Number(!isNew && !isOld && expected !== 'doubtful') })
  expect(tunnels > 0, told).toBe(one.proxied)
  expect(
    names.filter((name) => name !== 'target'),
    told,
  ).toEqual([])
  if (failure) {
    expect(failure, told).toBeInstanceOf(CommandError)
    expect(isOld, `a target that failed is as it was: ${told}`).toBe(true)
  }
  if (expected === 'whole') expect([saved?.proven, isNew || one.kind === 'pdf'], told).toEqual([true, true])
  if (expected === 'doubtful') expect(saved?.proven, told).toBe(false)
  // A later attempt mends what can be tried again, or hits on a better answer.
  if (expected === 'broken' && saved) expect([isNew, one.goodFrom > asked], told).toEqual([true, false])
}

const [runs, atOnce] = process.env.SURVEYCTL_FULL ? [50, 80] : [2, 80]

describe('a download', () => {
  it('leaves the old file or the whole new one, whatever the status, framing, kind, moment and end', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(cases, { minLength: atOnce, maxLength: atOnce }), async (some) => {
        for (const outcome of await Promise.all(some.map(meet))) judge(outcome)
      }),
      { numRuns: runs, endOnFailure: true },
    )
  })
})

describe('the built program', () => {
  const usual: Case = {
    kind: 'xlsx',
    secure: false,
    proxied: false,
    status: 200,
    framing: 'length',
    packed: false,
    sent: 1,
    end: 'well',
    closes: true,
    early: [],
    goodFrom: 99,
    target: 'there',
  }
  const authority = join(mkdtempSync(join(tmpdir(), 'surveyctl-authority-')), 'authority.pem')
  writeFileSync(authority, cert)

  async function run(some: Partial<Case>, args = ['export', 'xlsx', '42', '-o', 'target', '--force']) {
    const one = { ...usual, ...some }
    const cwd = mkdtempSync(join(tmpdir(), 'surveyctl-download-'))
    writeFileSync(join(cwd, 'target'), before)
    const from = await serve(one)
    const outcome = await watched([...args, '--timeout', '20'], {
      baseUrl: from.url,
      cwd,
      env: { ...from.env, NODE_EXTRA_CA_CERTS: authority },
    })
    from.close()
    return {
      ...outcome,
      left: readFileSync(join(cwd, 'target')),
      names: readdirSync(cwd),
      asked: from.asked(),
      tunnels: from.tunnels(),
      whole: files[one.kind].body,
    }
  }

  it.concurrent.each<[string, Partial<Case>, number, RegExp]>([
    ['a part that nobody asked for', { status: 206 }, 1, /only a part of the file.*206/],
    ['no content', { status: 204 }, 1, /not a file \(204\)/],
    ['reset content', { status: 205 }, 1, /not a file \(205\)/],
    ['nothing new', { status: 304 }, 1, /304/],
    ['a redirect without a place', { status: 302 }, 1, /302/],
    ['a file that never begins', { sent: 0 }, 8, /broke off in the middle/],
    ['chunks that end in a reset', { framing: 'chunks', sent: 0.5, end: 'reset' }, 8, /broke/],
    ['a reset instead of an end', { framing: 'close', end: 'reset' }, 8, /broke/],
    ['an archive without its directory', { framing: 'close', sent: 0.9 }, 8, /broke off in the middle/],
    ['a secure connection that ends without a word', { framing: 'close', secure: true, end: 'fin' }, 8, /broke off in the middle/],
    [
      'a tunnel whose end is none of the secure connection in it',
      { framing: 'close', secure: true, proxied: true, end: 'fin' },
      8,
      /broke/,
    ],
    ['a tunnel that is reset', { framing: 'close', secure: true, proxied: true, end: 'reset' }, 8, /broke/],
    ['something packed that is cut', { framing: 'close', packed: true, sent: 0.9 }, 1, /decompressed/],
  ])('keeps the old file at %s', async (_, one, code, words) => {
    const { exitCode, stderr, left, names, tunnels } = await run(one)
    expect(tunnels > 0).toBe(one.proxied === true)
    expect([exitCode, left.toString(), names]).toEqual([code, before, ['target']])
    expect(stderr).toMatch(words)
  })

  it.concurrent.each<[string, Partial<Case>]>([
    ['its length', {}],
    ['its last chunk', { framing: 'chunks' }],
    ['the last word of a secure connection', { framing: 'close', secure: true }],
    ['the last word of a secure connection in a tunnel', { framing: 'close', secure: true, proxied: true }],
    ['its own directory', { framing: 'close', end: 'fin' }],
    ['its packing', { framing: 'close', end: 'fin', packed: true }],
  ])('replaces it by one that is whole by %s, without a word of doubt', async (_, one) => {
    const { exitCode, stderr, left, whole, asked } = await run({ ...one, goodFrom: 99 })
    expect([exitCode, left.equals(whole)], stderr).toEqual([0, true])
    expect([stderr.includes('did not say'), asked <= 2]).toEqual([false, true])
  })

  it.concurrent('asks again for one that broke, from its beginning, and says so', async () => {
    const { exitCode, stderr, left, whole, asked } = await run({ sent: 0.5, end: 'reset', goodFrom: 3 })
    expect([exitCode, left.equals(whole), asked], stderr).toEqual([0, true, 3])
    expect(stderr).toMatch(/trying again.*\(1 of 3\)[^]*\(2 of 3\)/)
  })

  it.concurrent('tells its doubt where nothing says that all is there', async () => {
    const { exitCode, stderr, left, whole } = await run({ kind: 'csv', framing: 'close', end: 'fin' }, [
      'export',
      'csv',
      '42',
      '-o',
      'target',
      '--force',
      '--quiet',
    ])
    expect([exitCode, left.equals(whole)], stderr).toEqual([0, true])
    expect(stderr).toMatch(/did not say how long target is/)
  })

  it.concurrent('of standard output says what cannot be taken back, and does not repeat it', async () => {
    const { exitCode, stderr, stdout, asked } = await run({ kind: 'csv', sent: 0.5, end: 'reset' }, ['export', 'csv', '42', '-o', '-'])
    expect([exitCode, stdout.length > 0 && files.csv.body.toString().startsWith(stdout), asked], stderr).toEqual([8, true, 1])
    expect(stderr).toMatch(/bytes of the file were already written/)
  })

  it.concurrent('asks again for standard output as long as nothing is out', async () => {
    const { exitCode, stdout, asked } = await run({ kind: 'csv', sent: 0, end: 'reset', goodFrom: 2 }, ['export', 'csv', '42', '-o', '-'])
    expect([exitCode, stdout, asked]).toEqual([0, files.csv.body.toString(), 2])
  })
})
