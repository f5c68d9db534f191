/** What is known of files of an earlier run: believed as long as nothing about them changed, and never longer. */
import {
  chmodSync,
  chownSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readSurvey } from '../../src/project/read-survey.ts'
import { contentOf, SurveyCache, type CachedSurvey } from '../../src/project/state/survey-cache.ts'
import { environmentOf, openProject } from '../../src/project/files/project.ts'
import { folderWith } from '../support/folder-with.ts'
import { freshFolder } from '../support/program.ts'
import { fc } from '../support/property.ts'

const id = '0f0e8f6c-3a4e-4b8e-9d0a-1c2d3e4f5a6b'
const config = `format: 1\nid: ${id}\nenvironments: {live: {}, trial: {folders: {Old: 1}}}\ndefault: live\n`
const survey = (title: string): string => `format: 1
name: ${title}
screens: [{key: welcome, type: welcome, title: Hello}, {key: what, type: input, title: ${title}}, {key: submit, type: submit, title: Bye}]
settings: {scripts_in_head: {file: head.html}}
webhooks: {one: {title: One, url: {env: KNOWN_URL}, method: post}}
`
const state = (quiz_id: number): string => JSON.stringify({ format: 1, base_url: 'https://example.org', workspace_id: 1, quiz_id })
const keys = ['autumn', 'spring']

/** In whole seconds, which can be set again exactly. */
const written = new Date('2026-05-01T10:00:00Z')

function made(): string {
  const files = keys.flatMap((key, index) => [
    [`surveys/${key}/survey.yaml`, survey(key.padEnd(6, '-'))],
    [`surveys/${key}/head.html`, '<b>1</b>'],
    [`.surveyctl/state/live/${key}.json`, state(index + 1)],
  ])
  const root = folderWith({ 'surveyctl.yaml': config, ...Object.fromEntries(files) })
  for (const [path] of files) utimesSync(join(root, path!), written, written)
  return root
}

interface Options {
  env?: string
  version?: string
  /** As if all files were older than that. */
  later?: number
  anew?: boolean
}

/** What a run finds of each survey, and what it reads of it. */
function run(root: string, folder: string, { env, version = '1', later = 60_000, anew = false }: Options = {}): Record<string, string> {
  const project = openProject(root)
  const environment = environmentOf(project, env)
  const options = { folder: join(folder, 'projects'), version, anew, now: () => Date.now() + later }
  const cache = new SurveyCache(project, environment, options)
  const found = Object.fromEntries(
    project.keys.map((key) => {
      const before = cache.find(key)
      const read = before ?? readSurvey({ project, environment, cache }, key, { problems: [] })
      return [key, `${before ? 'known' : 'read'} ${read ? told(read) : 'broken'}`]
    }),
  )
  cache.save(project.keys)
  return found
}

/** What of it the changes below change. */
function told(known: CachedSurvey): string {
  const { content, idMap } = contentOf(known)
  const { name, settings, webhooks } = content as Record<string, Record<string, unknown>>
  const { sha256 } = (webhooks as { one: { url: { sha256?: string } } }).one.url
  const head = (settings as { scripts_in_head: string }).scripts_in_head
  return JSON.stringify([name, head, sha256?.slice(0, 4) ?? null, idMap.questions.what, known.facts.place?.quiz_id ?? null])
}

/** Until a change of now has another time than one of before: file systems count in ticks. */
function tick(folder: string): void {
  const path = join(folder, 'tick')
  const look = (): bigint => {
    writeFileSync(path, '')
    return statSync(path, { bigint: true }).ctimeNs
  }
  for (const before = look(); look() === before;);
  rmSync(path)
}

function edit(path: string, from: string, to: string): void {
  const text = readFileSync(path, 'utf8')
  expect(text).toContain(from)
  writeFileSync(path, text.replace(from, to))
}

/** The same size, the same times; as an editor may leave it that keeps them. */
function editUnseen(path: string, from: string, to: string): void {
  const { atime, mtime } = statSync(path)
  edit(path, from, to)
  utimesSync(path, atime, mtime)
}

function swap(one: string, other: string): void {
  renameSync(one, `${one}.tmp`)
  renameSync(other, one)
  renameSync(`${one}.tmp`, other)
}

const spring = (root: string, name = 'survey.yaml'): string => join(root, 'surveys/spring', name)

const changes: Record<string, (root: string) => void> = {
  'an edit that leaves size and times': (root) => editUnseen(spring(root), 'name: spring', 'name: Spring'),
  'another file in its place, with its times': (root) => {
    copyFileSync(spring(root), spring(root, 'new'))
    edit(spring(root, 'new'), 'name: spring', 'name: Spring')
    const { atime, mtime } = statSync(spring(root))
    utimesSync(spring(root, 'new'), atime, mtime)
    renameSync(spring(root, 'new'), spring(root))
  },
  'its folder swapped with another': (root) => swap(join(root, 'surveys/spring'), join(root, 'surveys/autumn')),
  'its file swapped with another': (root) => swap(spring(root), join(root, 'surveys/autumn/survey.yaml')),
  'a file that it names': (root) => editUnseen(spring(root, 'head.html'), '1', '2'),
  'ids that were not there': (root) => writeFileSync(spring(root, 'ids.yaml'), `questions: {what: ${id}}\n`),
  'an overlay that was not there': (root) => writeFileSync(spring(root, 'survey.live.yaml'), 'name: Live\n'),
  'another state': (root) => editUnseen(join(root, '.surveyctl/state/live/spring.json'), '"quiz_id":2', '"quiz_id":7'),
  'no state any more': (root) => rmSync(join(root, '.surveyctl/state/live/spring.json')),
  'another value of a variable': () => vi.stubEnv('KNOWN_URL', 'https://example.org/other'),
  'a variable that is not set any more': () => vi.stubEnv('KNOWN_URL', ''),
}

beforeEach(() => void vi.stubEnv('KNOWN_URL', 'https://example.org/one'))
afterEach(() => void vi.unstubAllEnvs())

describe('a survey of an earlier run', () => {
  const start = (): [root: string, cache: string, first: string] => {
    const [root, cache] = [made(), freshFolder()]
    const first = run(root, cache).spring!
    expect(first).toMatch(/^read /)
    tick(root)
    return [root, cache, first]
  }
  const same = (found: Record<string, string>): unknown =>
    Object.fromEntries(Object.entries(found).map(([key, line]) => [key, line.replace(/^\w+ /, '')]))

  it('is known while nothing changes, and as it was read', () => {
    const [root, cache] = start()
    const again = run(root, cache)
    expect(Object.values(again).every((line) => line.startsWith('known '))).toBe(true)
    expect(same(again)).toEqual(same(run(root, cache, { anew: true })))
  })
  it.each(Object.keys(changes))('is read again after: %s', (name) => {
    const [root, cache, first] = start()
    changes[name]!(root)
    const found = run(root, cache)
    expect(found.spring).toMatch(/^read /)
    expect(same(found)).toEqual(same(run(root, freshFolder())))
    expect(found.spring).not.toBe(first)
    expect(run(root, cache).spring).toBe(found.spring!.replace('read', 'known'))
  })
  it('is read again, and refused, where a link stands in its place or above it', () => {
    for (const part of ['surveys/spring/head.html', '.surveyctl/state/live', '.surveyctl']) {
      const [root, cache] = start()
      renameSync(join(root, part), join(root, 'elsewhere'))
      symlinkSync(join(root, 'elsewhere'), join(root, part))
      const look = (): string => run(root, cache).spring!
      if (part.endsWith('html')) expect(look()).toBe('read broken')
      else expect(look).toThrow('is a symbolic link')
    }
  })
  it('is another one in another environment, in one that means something else, and in another folder', () => {
    const [root, cache] = start()
    expect(run(root, cache, { env: 'trial' }).spring).toMatch(/^read .*null\]$/)
    expect(run(root, cache).spring).toMatch(/^known /)
    edit(join(root, 'surveyctl.yaml'), 'live: {}', 'live: {folders: {New: 2}}')
    expect(run(root, cache).spring).toMatch(/^read /)
    edit(join(root, 'surveyctl.yaml'), '1c2d', '2c2d')
    expect(run(root, cache).spring).toMatch(/^read /)
    const copy = join(freshFolder(), 'copy')
    cpSync(root, copy, { recursive: true, preserveTimestamps: true })
    expect(run(copy, cache).spring).toMatch(/^read /)
    expect(run(root, cache).spring).toMatch(/^known /)
  })
  it('is read again by another version of the program, and where it is wanted', () => {
    const [root, cache] = start()
    expect(run(root, cache, { anew: true }).spring).toMatch(/^read /)
    expect(run(root, cache, { version: '2' }).spring).toMatch(/^read /)
    expect(run(root, cache).spring).toMatch(/^read /)
  })
  it('is not kept while its files are so young that a change might not show', () => {
    const [root, cache] = [made(), freshFolder()]
    for (const later of [0, 0, 1000]) expect(run(root, cache, { later }).spring).toMatch(/^read /)
    expect([run(root, cache, { later: 3000 }), run(root, cache, { later: 0 })].map((found) => found.spring!.split(' ')[0])).toEqual([
      'read',
      'known',
    ])
  })
  it('is what its files say, whatever was done to them', () => {
    const [root, cache] = start()
    const paths = keys.flatMap((key) => [`surveys/${key}/survey.yaml`, `surveys/${key}/head.html`, `.surveyctl/state/live/${key}.json`])
    const path = fc.constantFrom(...paths)
    const digit = fc.constantFrom('1', '2', '3')
    const step = fc.oneof(
      fc.record({ does: fc.constant('write'), path, digit }),
      fc.record({ does: fc.constant('write and set the time'), path, digit }),
      fc.record({ does: fc.constant('swap'), path, digit }),
      fc.record({ does: fc.constant('copy back'), path, digit }),
      fc.record({ does: fc.constant('run'), path, digit }),
    )
    const kept = freshFolder()
    for (const each of paths) cpSync(join(root, each), join(kept, each), { preserveTimestamps: true, recursive: true })
    const act = ({ does, path: name, digit: now }: { does: string; path: string; digit: string }): void => {
      const file = join(root, name)
      const before = statSync(file)
      if (does === 'copy back') cpSync(join(kept, name), file, { preserveTimestamps: true })
      if (does === 'swap') swap(file, file.includes('spring') ? file.replace('spring', 'autumn') : file.replace('autumn', 'spring'))
      if (!does.startsWith('write')) return
      const text = readFileSync(file, 'utf8')
      writeFileSync(file, text.replace(/(name: .....|<b>|quiz_id":)./, `$1${now}`))
      if (does !== 'write') utimesSync(file, before.atime, before.mtime)
    }
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 6 }), (steps) => {
        for (const each of steps) {
          tick(root)
          if (each.does === 'run') run(root, cache)
          else act(each)
        }
        expect(same(run(root, cache))).toEqual(same(run(root, freshFolder())))
      }),
      { numRuns: 60 },
    )
  })
})

type Misfit = [string, (cache: string, file: string) => void]
const stranger = 54321
/** Who may give files away. */
const whereRoot = (...misfits: Misfit[]): Misfit[] => (process.geteuid?.() === 0 ? misfits : [])

describe('what is kept of it', () => {
  const root = made()
  const start = (): [cache: string, file: string] => {
    const cache = freshFolder()
    run(root, cache)
    return [cache, join(cache, 'projects', readdirSync(join(cache, 'projects'))[0]!)]
  }
  it('is for its owner alone', () => {
    const [cache, file] = start()
    expect([statSync(file).mode & 0o777, statSync(join(cache, 'projects')).mode & 0o777]).toEqual([0o600, 0o700])
    expect(run(root, cache).spring).toMatch(/^known /)
  })
  it('is not believed once it is damaged, and is made anew', () => {
    const [cache, file] = start()
    const whole = readFileSync(file)
    const good = run(root, cache).spring!.replace('known ', '')
    const damage = fc.record({ at: fc.nat(whole.length - 1), bit: fc.nat(7), cut: fc.boolean() })
    fc.assert(
      fc.property(damage, ({ at, bit, cut }) => {
        const bytes = Buffer.from(cut ? whole.subarray(0, at) : whole)
        if (!cut) bytes[at]! ^= 1 << bit
        writeFileSync(file, bytes)
        expect(run(root, cache).spring).toBe(`read ${good}`)
        expect(run(root, cache).spring).toBe(`known ${good}`)
      }),
      { numRuns: 40 },
    )
  })
  it.each<Misfit>([
    ['a link', (cache, file) => (renameSync(file, join(cache, 'x')), symlinkSync(join(cache, 'x'), file))],
    ['writable by others', (_, file) => chmodSync(file, 0o622)],
    [
      'in a folder that is a link',
      (cache) => (renameSync(join(cache, 'projects'), join(cache, 'x')), symlinkSync(join(cache, 'x'), join(cache, 'projects'))),
    ],
    ['in a folder that others can write to', (cache) => chmodSync(join(cache, 'projects'), 0o777)],
    ['in a cache that others can write to', (cache) => chmodSync(cache, 0o777)],
    ['a folder', (_, file) => (rmSync(file), mkdirSync(file))],
    ...whereRoot(["another user's", (_, file) => chownSync(file, stranger, stranger)]),
    ...whereRoot(['in a folder of another user', (cache) => chownSync(join(cache, 'projects'), stranger, stranger)]),
    ...whereRoot(["in another user's cache", (cache) => chownSync(cache, stranger, stranger)]),
  ])('is not believed where it is %s', (_, change) => {
    const [cache, file] = start()
    change(cache, file)
    expect(run(root, cache).spring).toMatch(/^read /)
  })
})
