/** A sync ends with what the service has, whatever happens on the way. */
import { mkdirSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { execa } from 'execa'
import { fc } from '../support/property.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Page } from '../../src/answers/sync/service.ts'
import { CommandError } from '../../src/errors.ts'
import type { Content } from '../../src/model/survey.ts'
import { changeAnswer, insertAnswer } from '../../src/sandbox/store/answer.ts'
import { environment, freshFolder, launcher } from '../support/program.ts'
import { serve, surveyWith, type Served } from '../support/served.ts'
import { realService, withMisdeed } from '../support/answers/service.ts'
import { storedIn, syncInto, type SyncSettings } from '../support/answers/synced.ts'

let served: Served
let quiz: number
let content: Content

beforeAll(async () => {
  served = await serve('demo')
  const { store } = served.sandbox.service
  content = JSON.parse(store.get<{ published: string }>('select published from quiz where id = 42')!.published) as Content
})
afterAll(() => served.close())

const minute = 60_000
const begin = Date.parse('2026-10-30T12:00:00Z')
const question = 'where'

/** A survey of its own with so many answers; `step` minutes between their begins (0: all at one moment). */
async function fresh(count: number, step = 1): Promise<void> {
  const answers = Array.from({ length: count }, (_, index) => ({
    values: {},
    date_start: new Date(begin + index * step * minute).toISOString(),
    date_end: index % 3 === 0 ? null : new Date(begin + (index * step + 2) * minute).toISOString(),
    is_complete: index % 3 !== 0,
  }))
  quiz = await surveyWith(served.sandbox, `Synced ${question}`, content, answers)
  const { store } = served.sandbox.service
  store.run('update answer set "values" = json_object(?, id % 5) where quiz_id = ?', scale(), quiz)
}

const scale = (): string => Object.entries(content.widgets.entities).find(([, entity]) => entity.type === 'scale')![0]

const ids = (): number[] =>
  served.sandbox.service.store
    .all<{ id: number }>('select id from answer where quiz_id = ? and is_deleted = 0 order by date_start, id', quiz)
    .map(({ id }) => id)

const remove = (some: readonly number[]): void => {
  for (const id of some) changeAnswer(served.sandbox.service.store, id, { is_deleted: true })
}

const edit = (id: number, value: number, date_end?: string): void => {
  changeAnswer(served.sandbox.service.store, id, { values: { [scale()]: value }, ...(date_end && { date_end, is_complete: true }) })
}

let serial = 0
/** Completed answers: begun one second after the other from `at`, all ended at `end`, or as soon as they began. */
function add(count: number, at: number, end?: number): void {
  const { store } = served.sandbox.service
  for (let index = 0; index < count; index++) {
    const date_start = new Date(at + index * 1000).toISOString()
    const date_end = end === undefined ? date_start : new Date(end).toISOString()
    const answer = {
      quiz_id: quiz,
      version_id: null,
      is_screenout: false,
      is_deleted: false,
      ip_address: '',
      user_agent: '',
      device: 'desktop' as const,
    }
    insertAnswer(store, {
      ...answer,
      token: `added-${serial++}`,
      date_start,
      date_end,
      is_complete: true,
      values: { [scale()]: index % 5 },
      hidden: {},
      score: null,
      promo_code: null,
      updated_at: date_start,
    })
  }
}

const service = () => realService(served.sandbox, quiz)

/** What the service has, read by one request after the other, by nothing of the sync's. */
async function there(): Promise<Map<number, { state: number; words: Record<string, unknown> }>> {
  const all = new Map<number, { state: number; words: Record<string, unknown> }>()
  for (let offset = 0; ; offset += 1000) {
    const { body } = await served.sandbox.request('GET', `/quiz/${quiz}/answers?sort=date_start&order=asc&limit=1000&offset=${offset}`)
    for (const { id, is_complete, is_screenout, answers } of body.answers)
      all.set(id, {
        state: is_complete ? 1 : is_screenout ? 2 : 0,
        words: Object.fromEntries(answers.map((one: any) => [one.question_id, one.answer])),
      })
    if (body.answers.length < 1000) return all
  }
}

const sorted = <Value>(map: Map<number, Value>): [number, Value][] => [...map].toSorted(([one], [other]) => one - other)

async function expectSame(folder: string): Promise<void> {
  expect(sorted(await storedIn(folder))).toEqual(sorted(await there()))
}

describe('a sync finds', () => {
  it('nothing new with five requests', async () => {
    await fresh(2500)
    const folder = freshFolder()
    expect(await syncInto(folder, service())).toMatchObject({ added: 2500, changed: 0, gone: 0, full: false, agrees: true })
    await expectSame(folder)
    const again = await syncInto(folder, service())
    expect(again).toMatchObject({ added: 0, changed: 0, gone: 0, full: false })
    expect(again.requests).toBeLessThanOrEqual(5)
  })

  it('one deleted answer among many in few requests', async () => {
    await fresh(6000)
    const folder = freshFolder()
    await syncInto(folder, service())
    remove([ids()[1234]!])
    const found = await syncInto(folder, service())
    expect(found).toMatchObject({ added: 0, gone: 1, full: false })
    expect(found.requests).toBeLessThanOrEqual(30)
    await expectSame(folder)
  })

  it('runs of deleted answers, at both ends too', async () => {
    await fresh(3000)
    const folder = freshFolder()
    await syncInto(folder, service())
    const all = ids()
    remove([...all.slice(0, 3), ...all.slice(700, 1950), all[2500]!, ...all.slice(-150)])
    expect(await syncInto(folder, service())).toMatchObject({ gone: 3 + 1250 + 1 + 150, full: false })
    await expectSame(folder)
  })

  it('all of them gone', async () => {
    await fresh(300)
    const folder = freshFolder()
    await syncInto(folder, service())
    remove(ids())
    expect(await syncInto(folder, service())).toMatchObject({ gone: 300 })
    expect((await storedIn(folder)).size).toBe(0)
  })

  it('deleted ones among those that began at one moment', async () => {
    await fresh(900, 0)
    const folder = freshFolder()
    await syncInto(folder, service())
    remove([ids()[17]!, ids()[500]!])
    expect(await syncInto(folder, service())).toMatchObject({ gone: 2 })
    await expectSame(folder)
  })

  it('edits that move no date only when everything is read', async () => {
    await fresh(1500)
    const folder = freshFolder()
    await syncInto(folder, service())
    edit(ids()[5]!, 9)
    expect(await syncInto(folder, service())).toMatchObject({ changed: 0 })
    expect(await syncInto(folder, service(), { full: true })).toMatchObject({ changed: 1, full: true })
    await expectSame(folder)
  })

  it('an answer that came back', async () => {
    await fresh(200)
    const folder = freshFolder()
    await syncInto(folder, service())
    const [one] = ids()
    remove([one!])
    await syncInto(folder, service())
    changeAnswer(served.sandbox.service.store, one!, { is_deleted: false })
    expect(await syncInto(folder, service())).toMatchObject({ added: 1, gone: 0 })
    await expectSame(folder)
  })
})

/** Rows in another order at each request, where they began at the same moment. */
const wandering = ({ rows, total }: Page, seed: number): Page => {
  const key = (id: number): number => (Math.imul(id ^ seed, 2_654_435_761) >>> 8) % 1000
  return {
    total,
    rows: rows.toSorted((one, other) => String(one.date_start).localeCompare(String(other.date_start)) || key(one.id) - key(other.id)),
  }
}

describe('a service that', () => {
  const misdeeds: [string, (page: Page, limit: number, nth: number) => Page][] = [
    [
      'drops the last row of a page',
      ({ rows, total }, limit) => ({ total, rows: rows.length === limit && limit > 2 ? rows.slice(0, -1) : rows }),
    ],
    [
      'drops the first row of a page',
      ({ rows, total }, limit) => ({ total, rows: rows.length === limit && limit > 2 ? rows.slice(1) : rows }),
    ],
    ['repeats rows at the edges', ({ rows, total }) => ({ total, rows: rows.length > 2 ? [rows[0]!, ...rows, rows.at(-1)!] : rows })],
    [
      'turns rows around at the edges',
      ({ rows, total }) => ({ total, rows: rows.length > 4 ? [rows[1]!, rows[0]!, ...rows.slice(2)] : rows }),
    ],
    ['changes its total midway', ({ rows, total }, _, nth) => ({ rows, total: nth % 3 === 1 ? total! - 7 : total })],
    ['says no total', ({ rows }) => ({ rows, total: undefined })],
    ['gives equal begins in another order each time', (page, _, nth) => wandering(page, nth)],
  ]
  it.each(misdeeds)('%s loses nothing and doubles nothing', async (_, misdeed) => {
    await fresh(2345, 0.5)
    const folder = freshFolder()
    const bad = () => withMisdeed(service(), (page, { limit }, nth) => misdeed(page, limit, nth))
    const { agrees, answers } = await syncInto(folder, bad())
    // Only a row that is never shown at all may be missing, and this is said.
    expect([agrees, answers]).toEqual(answers === 2345 ? [true, 2345] : [false, 2344])
    remove([ids()[1000]!])
    add(3, begin + 3000 * minute)
    await syncInto(folder, bad())
    // What it hides at the end of its list is found once it no longer hides it.
    await syncInto(folder, service())
    await expectSame(folder)
  })

  it('fails on large pages far behind is read in smaller ones', async () => {
    await fresh(3000)
    const folder = freshFolder()
    const failing = withMisdeed(service(), (page, { offset, limit }) => {
      if (offset > 900 && limit > 100) throw new CommandError('unavailable', 'Server Error', { status: 500 })
      return page
    })
    expect(await syncInto(folder, failing)).toMatchObject({ added: 3000 })
    await expectSame(folder)
  })

  it('goes away is gone on with', async () => {
    await fresh(4500)
    const folder = freshFolder()
    for (const last of [1, 2, 3]) {
      const dying = withMisdeed(service(), (page, _, nth) => {
        if (nth >= last) throw new CommandError('unavailable', 'gone')
        return page
      })
      await expect(syncInto(folder, dying, { ahead: 1 })).rejects.toThrow('gone')
    }
    expect((await storedIn(folder)).size).toBeGreaterThan(0)
    await syncInto(folder, service())
    await expectSame(folder)
  })
})

// An answer that shows up late was begun long ago but is ended now: the service knows no other, and a sync relies on it.
const happening = fc.oneof(
  fc.record({ what: fc.constant('add' as const), count: fc.integer({ min: 1, max: 30 }), late: fc.boolean() }),
  fc.record({ what: fc.constant('remove' as const), from: fc.nat(), count: fc.integer({ min: 1, max: 40 }) }),
  fc.record({ what: fc.constant('finish' as const), at: fc.nat() }),
  fc.record({ what: fc.constant('edit' as const), at: fc.nat() }),
  fc.record({ what: fc.constant('sync' as const) }),
  fc.record({ what: fc.constant('kill' as const), after: fc.integer({ min: 0, max: 6 }) }),
)

it('the store equals the service after any mix of events', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(happening, { minLength: 3, maxLength: 10 }), fc.boolean(), async (events, ties) => {
      await fresh(260, ties ? 0.2 : 1)
      const folder = freshFolder()
      let now = begin + 400 * minute
      await syncInto(folder, service())
      for (const event of events) {
        const all = ids()
        now += minute
        if (event.what === 'add') add(event.count, event.late ? begin + (all.length % 200) * minute : now, now + minute)
        else if (event.what === 'remove') remove(all.slice(event.from % all.length, (event.from % all.length) + event.count))
        else if (event.what === 'finish' || event.what === 'edit') edit(all[event.at % all.length]!, 7, new Date(now).toISOString())
        else if (event.what === 'sync') await syncInto(folder, service())
        else {
          const dying = withMisdeed(service(), (page, _, nth) => {
            if (nth >= event.after) throw new CommandError('unavailable', 'gone')
            return page
          })
          await syncInto(folder, dying).catch(() => {})
        }
        if (ids().length === 0) return
      }
      await syncInto(folder, service())
      await expectSame(folder)
    }),
    { numRuns: 10 },
  )
})

const settings: SyncSettings = { formats: ['ndjson', 'parquet', 'csv', 'sqlite', 'changes'] }

describe('a folder', () => {
  const program = (args: string[]) =>
    execa(process.execPath, [launcher, ...args], {
      env: environment({ baseUrl: served.sandbox.baseUrl, apiKey: served.sandbox.apiKey, workspace: served.sandbox.workspaceId }),
      extendEnv: false,
      reject: false,
    })

  it("that was cut short, is of a newer version, or is another survey's is refused", async () => {
    await fresh(100)
    const folder = freshFolder()
    expect((await program(['answer', 'sync', String(quiz), folder])).exitCode).toBe(0)
    const other = await program(['answer', 'sync', '42', folder])
    expect([other.exitCode, other.stderr]).toEqual([2, expect.stringContaining(`holds the answers of survey ${quiz}`)])
    const path = join(folder, 'store.sqlite')
    const database = new DatabaseSync(path)
    database.exec('pragma user_version = 99; pragma wal_checkpoint(truncate)')
    database.close()
    const newer = await program(['answer', 'sync', String(quiz), folder])
    expect([newer.exitCode, newer.stderr]).toEqual([1, expect.stringContaining('newer surveyctl')])
    truncateSync(path, statSync(path).size - 5000)
    const cut = await program(['answer', 'sync', String(quiz), folder])
    expect([cut.exitCode, cut.stderr]).toEqual([1, expect.stringContaining('cut short')])
  })

  it('is synced by one at a time', async () => {
    await fresh(3000)
    const folder = freshFolder()
    const both = await Promise.all([1, 2].map(() => program(['answer', 'sync', String(quiz), folder])))
    expect(both.map(({ exitCode }) => exitCode).toSorted()).toEqual([0, 1])
    expect(both.find(({ exitCode }) => exitCode === 1)!.stderr).toContain('is syncing')
    await expectSame(folder)
  })

  it('has no half-written file under its name, and none left over, after kills', async () => {
    await fresh(4000, 20)
    const folder = freshFolder()
    const args = ['answer', 'sync', String(quiz), folder, '--to', 'ndjson,parquet,csv,sqlite,changes', '--rewrite']
    for (let index = 0; index < 6; index++) {
      const child = execa(process.execPath, [launcher, ...args], {
        env: environment({ baseUrl: served.sandbox.baseUrl, apiKey: served.sandbox.apiKey }),
        extendEnv: false,
        reject: false,
      })
      setTimeout(() => child.kill('SIGKILL'), 300 + index * 170)
      await child
      for (const file of wholeFiles(folder).filter((name) => name.endsWith('.ndjson') && !name.endsWith('changes.ndjson')))
        for (const line of readFileSync(file, 'utf8').split('\n').filter(Boolean)) JSON.parse(line)
    }
    expect((await program(args)).exitCode).toBe(0)
    await expectSame(folder)
    expect(wholeFiles(folder).filter((name) => name.includes('/.'))).toEqual([])
    const lines = wholeFiles(folder)
      .filter((name) => /ndjson.month/.test(name))
      .flatMap((name) => readFileSync(name, 'utf8').split('\n').filter(Boolean))
      .map((line) => (JSON.parse(line) as { id: number }).id)
    expect(lines.toSorted((a, b) => a - b)).toEqual(ids().toSorted((a, b) => a - b))
    const changes = readFileSync(join(folder, 'changes.ndjson'), 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => (JSON.parse(line) as { id: number }).id)
    expect(changes.toSorted((a, b) => a - b)).toEqual(ids().toSorted((a, b) => a - b))
  })

  it('gets back what somebody removed from it', async () => {
    await fresh(50)
    const folder = freshFolder()
    await syncInto(folder, service(), settings)
    mkdirSync(join(folder, 'elsewhere'))
    writeFileSync(join(folder, 'elsewhere', 'mine.txt'), 'mine')
    const made = wholeFiles(folder).filter((name) => !name.includes('store.sqlite') && !name.includes('mine'))
    for (const name of made) truncateSync(name, 0)
    await syncInto(folder, service(), settings)
    expect(readFileSync(join(folder, 'elsewhere', 'mine.txt'), 'utf8')).toBe('mine')
  })
})

const wholeFiles = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
