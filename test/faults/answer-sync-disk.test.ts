/** A folder of answers whose disk fills up, and whose syncs are killed: what stands under its name is whole. */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { execa } from 'execa'
import { parquetReadObjects } from 'hyparquet'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectInFiles } from '../support/answers/same-files.ts'
import { decompress } from '../support/answers/zstd.ts'
import { environment, freshFolder, launcher } from '../support/program.ts'
import { publishedOf, serve, surveyWith, type Served } from '../support/served.ts'
import { chance, doomed, full, seed } from './killed.ts'
import { count } from './ledger.ts'
import { noDisks, smallDisk, unmountAll } from './small-disk.ts'
import { shell } from './watched.ts'

let served: Served
let quiz: number
let questions: { number: string; several: string }

const minute = 60_000
const answers = 900

beforeAll(async () => {
  served = await serve('demo')
  const content = publishedOf(served.sandbox, 42)
  const entities = Object.entries(content.widgets.entities)
  const number = entities.find(([, { type }]) => type === 'scale')![0]
  const several = entities.find(([, entity]) => 'choiceMultiple' in entity && entity.choiceMultiple)![0]
  questions = { number, several }
  const begin = Date.parse('2026-03-01T00:00:00Z')
  quiz = await surveyWith(
    served.sandbox,
    'On a small disk',
    content,
    Array.from({ length: answers }, (_, index) => ({
      values: { [number]: index % 5, [several]: [String(1 + (index % 4))] },
      date_start: new Date(begin + index * 300 * minute).toISOString(),
      date_end: new Date(begin + (index * 300 + 3) * minute).toISOString(),
      is_complete: true,
    })),
  )
})
afterAll(() => served.close())

const formats = 'ndjson,parquet,csv,csv-long,sqlite,changes'
const where = () => ({ baseUrl: served.sandbox.baseUrl, env: { SURVEYCTL_API_KEY: served.sandbox.apiKey } })

const filesIn = (folder: string): string[] =>
  existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.\w+$/.test(name)) : []

/** Whatever has its name can be read to its end. */
async function expectWhole(folder: string): Promise<void> {
  const named = filesIn(folder).filter((name) => !/(^|\/)\./.test(name))
  const broken: string[] = []
  for (const name of named) {
    try {
      await readWhole(join(folder, name))
    } catch (error) {
      broken.push(`${name}: ${(error as Error).message}`)
    }
  }
  count({ partial: broken.length })
  expect(broken).toEqual([])
}

async function readWhole(path: string): Promise<void> {
  const bytes = readFileSync(path)
  // Appended to; what is behind its last whole line is cut off by the next sync.
  if (path.endsWith('changes.ndjson')) return
  if (path.endsWith('.ndjson')) for (const line of bytes.toString().split('\n').slice(0, -1)) JSON.parse(line)
  if (/\.(ndjson|csv)$/.test(path) && bytes.length > 0 && bytes.at(-1) !== 10) throw new Error('cut short')
  if (path.endsWith('.json')) JSON.parse(bytes.toString())
  if (path.endsWith('.parquet')) {
    const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer
    await parquetReadObjects({ file, compressors: { ZSTD: decompress } })
  }
  if (path.endsWith('.sqlite')) {
    const database = new DatabaseSync(path)
    const { integrity_check: said } = database.prepare('pragma integrity_check').get() as { integrity_check: string }
    database.close()
    if (said !== 'ok') throw new Error(said)
  }
}

async function expectEverything(folder: string): Promise<void> {
  const { body } = await served.sandbox.request('GET', `/quiz/${quiz}/answers?sort=date_start&order=asc&limit=1000`)
  expect(body.answers).toHaveLength(answers)
  await expectInFiles(folder, body.answers, questions)
  expect(filesIn(folder).filter((name) => name.endsWith('.part'))).toEqual([])
  const changes = readFileSync(join(folder, 'changes.ndjson'), 'utf8').split('\n').filter(Boolean)
  expect(new Set(changes.map((line) => (JSON.parse(line) as { id: number }).id)).size).toBe(answers)
}

const sync = (folder: string, ...more: string[]): string[] => ['answer', 'sync', String(quiz), folder, '--quiet', ...more]

describe.skipIf(noDisks)(`on a disk that fills up${noDisks ? ` (${noDisks})` : ''}`, () => {
  afterAll(unmountAll)
  it.each(full ? [30, 150, 400, 600, 700, 850, 1000, 1200] : [30, 400, 700, 1000])('at %i KiB', async (kibibytes) => {
    const disk = smallDisk(kibibytes * 1024)
    const folder = join(disk, 'answers')
    const config = freshFolder()
    const first = await doomed(sync(folder, '--to', formats), { ...where(), config })
    if (first.code !== 0) {
      expect([first.code, first.stderr]).toEqual([
        1,
        expect.stringMatching(
          /^✗ The disk of \S+ (is full \(ENOSPC\)|could not be written to \(EIO\))\n {2}Files already written are complete/,
        ),
      ])
      expect(filesIn(folder).filter((name) => name.endsWith('.part'))).toEqual([])
    }
    execFileSync('mount', ['-o', 'remount,size=20m', disk])
    await expectWhole(folder)
    expect((await doomed(sync(folder, '--to', formats), { ...where(), config })).code).toBe(0)
    await expectEverything(folder)
  })
})

it('where files may not grow', async () => {
  const cwd = freshFolder()
  const folder = join(cwd, 'answers')
  for (const blocks of [40, 300]) {
    const { exitCode, stderr } = await shell(`ulimit -f ${blocks}; surveyctl ${sync('answers', '--to', formats).join(' ')}`, {
      baseUrl: served.sandbox.baseUrl,
      cwd,
      env: { SURVEYCTL_API_KEY: served.sandbox.apiKey },
    })
    expect([exitCode, stderr]).toEqual([1, expect.stringMatching(/^✗ The disk of \S+ (can.t hold a file|could not be written)/)])
    await expectWhole(folder)
  }
  expect((await doomed(sync(folder), { ...where(), config: freshFolder() })).code).toBe(0)
  await expectEverything(folder)
})

/** Files that are new, or being written. */
function news(folder: string, before: ReadonlySet<string>): number {
  try {
    return filesIn(folder).filter((name) => name.endsWith('.part') || !before.has(name)).length
  } catch {
    // A folder went while it was looked into.
    return 0
  }
}

it('killed at any request, or file', async () => {
  const random = chance()
  const [folder, config] = [freshFolder(), freshFolder()]
  for (let kill = 0; kill < (full ? 50 : 4); kill++) {
    const before = new Set(filesIn(folder))
    const [requests, files] = [Math.floor(random() * 6), kill < 2 ? Math.floor(random() * 25) : 1]
    const asked = served.sandbox.requests.length
    const until = kill % 2 === 0 ? () => served.sandbox.requests.length - asked >= requests : () => news(folder, before) >= files
    const over = new AbortController()
    const after = async (): Promise<void> => {
      while (!over.signal.aborted && !until()) await wait(2)
    }
    await doomed(sync(folder, '--to', formats, '--rewrite'), { ...where(), config, after })
    over.abort()
    await expectWhole(folder)
  }
  expect((await doomed(sync(folder, '--to', formats), { ...where(), config })).code, `seed ${seed}`).toBe(0)
  await expectEverything(folder)
})

it('killed in a container, where the next one has its number', async () => {
  const folder = freshFolder()
  const script = 'touch "$0/.surveyctl-$$-left.part" "$0/.surveyctl-1-left.part"; exec "$@"'
  const { baseUrl, apiKey } = served.sandbox
  const { exitCode, stderr } = await execa('bash', ['-c', script, folder, process.execPath, launcher, ...sync(folder)], {
    env: environment({ baseUrl, apiKey, workspace: 1 }),
    extendEnv: false,
    reject: false,
  })
  count({ faults: 1 })
  expect(exitCode, stderr).toBe(0)
  // What another process writes there is not taken from it.
  expect(filesIn(folder).filter((name) => name.endsWith('.part'))).toEqual(['.surveyctl-1-left.part'])
})
