/**
 * Redirects of each status, to each kind of place, for each kind of request. The key is never seen elsewhere; a write is
 * sent once, to the service, and never becomes a read; a read that sends data doesn't lose them on the way; only files come
 * from elsewhere, whole; a chain or a circle ends.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freshFolder } from '../support/program.ts'
import { fc } from '../support/property.ts'
import { head, holdsKey, hostile, json, whole, type Asked, type Hostile } from './hostile.ts'
import { dot } from './kinds.ts'
import { count } from './ledger.ts'
import { apiKey, expectTold, watched } from './watched.ts'

/** What is asked, and how often at most. */
const kinds = {
  list: ['quiz list', 'read'],
  view: ['quiz view 42', 'read'],
  rows: ['answer list 42', 'read'],
  question: ['report view 42 --complete', 'asks'],
  'api GET': ['api GET /quiz', 'read'],
  file: ['export csv 42 -o answers.csv', 'file'],
  'file asked for with data': ['export report 42 -o answers.pdf', 'file'],
  rename: ['quiz rename 42 Spring', 'write'],
  publish: ['quiz publish 42 --yes', 'write'],
  create: ['folder create Customers', 'write'],
  remove: ['folder delete 7 --yes', 'write'],
  'api POST': ['api POST /quiz/42/note -f notes=x', 'write'],
  upload: ['media upload 42 photo.png', 'write'],
} as const satisfies Record<string, [line: string, does: 'read' | 'asks' | 'file' | 'write']>
type Kind = keyof typeof kinds

/** Where it leads: home, elsewhere, nowhere that may be asked, or round and round. */
const places = {
  '/api/v3/found': 'home',
  'HOME/found?api_key=x#part': 'home',
  '?page=2': 'home',
  'OUTSIDE/api/v3/found': 'elsewhere',
  '//OUTHOST/found': 'elsewhere',
  '\\\\OUTHOST\\found': 'elsewhere',
  'http://me:secret@OUTHOST/found': 'elsewhere',
  'http://surveys.example/found': 'nowhere',
  'ftp://OUTHOST/found': 'nowhere',
  'file:///etc/passwd': 'nowhere',
  'data:text/csv,id': 'nowhere',
  'javascript:alert(1)': 'nowhere',
  'http://[::1': 'nowhere',
  'https://': 'nowhere',
  'http://OUTHOST:99999/': 'nowhere',
  '': 'round',
  '#only': 'round',
  '/api/v3/again': 'round',
  CHAIN: 'round',
  NONE: 'nowhere',
} as const satisfies Record<string, 'home' | 'elsewhere' | 'nowhere' | 'round'>
type Place = keyof typeof places

const statuses = [301, 302, 303, 307, 308] as const
const text = '%PDF-1.4\n%%EOF\n'
const file = { status: 200, headers: { 'content-type': 'application/octet-stream' }, body: Buffer.from(text) }

let outside: Hostile
beforeAll(async () => {
  outside = await hostile((socket) => socket.end(whole(file)))
})
afterAll(() => outside.close())

/** A service that sends on whatever it is asked first, and answers at the place that it named. */
const redirecting = (status: number, place: Place, does: (typeof kinds)[Kind][1]): Promise<Hostile> =>
  hostile((socket, { path, headers, method }, nth) => {
    // What a write looks at first, and for its fate.
    if (does === 'write' && method === 'GET') return socket.end(whole(json(path.includes('42') ? { id: 42, name: 'May', items: [] } : [])))
    const isThere = does !== 'write' && places[place] === 'home' && nth > 1
    if (isThere)
      return socket.end(
        whole(
          does === 'file'
            ? file
            : json(path.includes('found') || nth > 1 ? { id: 42, name: 'Found', items: [], answers: [], questions: [] } : []),
        ),
      )
    const [, host] = outside.origin.split('//')
    const location = place
      .replace('HOME', `http://${headers.host}/api/v3`)
      .replace('OUTSIDE', outside.origin)
      .replace('OUTHOST', host!)
      .replace('CHAIN', `/api/v3/step/${nth}`)
    // Else the next request may meet a connection that is just being closed, and all begins again.
    return socket.end(head(status, { ...(place !== 'NONE' && { location }), 'content-length': '0', connection: 'close' }))
  })

const methodsOf = (asked: readonly Asked[]): string[] => [...new Set(asked.map(({ method }) => method))]

async function tryOne(status: number, place: Place, kind: Kind): Promise<void> {
  const [line, does] = kinds[kind]
  const cwd = freshFolder()
  writeFileSync(join(cwd, 'photo.png'), dot)
  const before = outside.asked.length
  const at = await redirecting(status, place, does)
  const outcome = await watched([...line.split(' '), '--timeout', '10', '--quiet'], { baseUrl: at.url, cwd })
  at.close()
  const [home, elsewhere] = [at.asked.filter(({ method }) => does !== 'write' || method !== 'GET'), outside.asked.slice(before)]
  const keys = elsewhere.filter((asked) => holdsKey(asked, apiKey) || 'authorization' in asked.headers).length
  const [first] = home
  count({ keys, twice: does === 'write' ? home.length - 1 : 0 })
  const what = `${status} to ${place} for ${kind}: ${outcome.exitCode} ${outcome.stderr}${JSON.stringify([home, elsewhere])}`
  expect(keys, what).toBe(0)
  expect(first?.headers.authorization, what).toBe(`Bearer ${apiKey}`)
  if (outcome.exitCode !== 0) expectTold(outcome, false)
  if (does === 'write') {
    expect([home.length, elsewhere.length, outcome.exitCode === 0], what).toEqual([1, 0, false])
    return
  }
  // Nobody sends on more than five times.
  expect(home.length, what).toBeLessThanOrEqual(6)
  if (does !== 'file') expect(elsewhere, what).toEqual([])
  // A read that sends data sends them along, or isn't sent on at all.
  if (first!.method === 'POST' && status !== 303) expect(methodsOf(home), what).toEqual(['POST'])
  if (first!.method === 'POST' && status !== 303) expect(new Set(home.map(({ body }) => body)).size, what).toBe(1)
  if (first!.method === 'GET') expect(methodsOf([...home, ...elsewhere]), what).toEqual(['GET'])
  const target = join(cwd, line.split(' ').at(-1)!)
  if (does === 'file') expect(existsSync(target) ? readFileSync(target, 'utf8') : '', what).toBe(outcome.exitCode === 0 ? text : '')
  const isFollowed = places[place] === 'home' || (places[place] === 'elsewhere' && does === 'file')
  if (!isFollowed) expect(outcome.exitCode, what).not.toBe(0)
  else if (first!.method === 'GET') expect(outcome.exitCode, what).toBe(0)
}

const all = statuses.flatMap((status) =>
  (Object.keys(places) as Place[]).flatMap((place) => (Object.keys(kinds) as Kind[]).map((kind) => ({ status, place, kind }))),
)
const some = fc.sample(fc.constantFrom(...all), { numRuns: 60 })

// Each kind of request once with each kind of place, and more that are drawn.
const usual = (Object.keys(kinds) as Kind[]).map((kind, index) => ({
  kind,
  place: (Object.keys(places) as Place[])[(index * 3) % 20]!,
  status: statuses[index % 5]!,
}))
const tried = process.env.SURVEYCTL_FULL ? all : [...usual, ...some]

it.each(Array.from({ length: Math.ceil(tried.length / 8) }, (_, index) => index + 1))('sets of eight redirects: %i', async (set) => {
  for (const { status, place, kind } of tried.slice((set - 1) * 8, set * 8)) await tryOne(status, place, kind)
})
