/** A sync ends with what the service has, whatever happens on the way. */
import { mkdirSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { execa } from 'execa'
import { fc } from '../support/property.ts'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { CommandError } from '../../src/errors.ts'
import type { Content } from '../../src/model/survey.ts'
import { changeAnswer, insertAnswer } from '../../src/sandbox/store/answers/answer.ts'
import { publish } from '../../src/sandbox/store/surveys/publishing.ts'
import { changeQuiz, findQuiz } from '../../src/sandbox/store/surveys/quiz.ts'
import { environment, freshFolder, launcher } from '../support/program.ts'
import { publishedOf, serve, surveyWith, type Served } from '../support/served.ts'
import { expectInFiles } from '../support/answers/same-files.ts'
import { noPostgres, startPostgres, type Postgres } from '../support/postgres.ts'
import { realService, withMisdeed, type Listed, type Misdeed } from '../support/answers/service.ts'
import { storedIn, syncInto, type SyncSettings, type Told } from '../support/answers/synced.ts'
import { full } from './killed.ts'
import { relayTo } from './relay.ts'

let served: Served
let quiz: number
let content: Content

beforeAll(async () => {
  served = await serve('demo')
  content = publishedOf(served.sandbox, 42)
})
afterAll(() => served.close())

const minute = 60_000
const begin = Date.parse('2026-10-30T12:00:00Z')
const question = 'where'

/** A survey of its own with so many answers; `step` minutes between their begins (0: all at one moment), each of `group` of them. */
async function fresh(count: number, step = 1, group = 1): Promise<void> {
  const answers = Array.from({ length: count }, (_, index) => {
    const at = begin + Math.floor(index / group) * step * minute
    const is_complete = index % 3 !== 0
    return {
      values: {},
      date_start: new Date(at).toISOString(),
      date_end: is_complete ? new Date(at + 2 * minute).toISOString() : null,
      is_complete,
    }
  })
  quiz = await surveyWith(served.sandbox, `Synced ${question}`, content, answers)
  const { store } = served.sandbox.service
  const values = `json_object(?, id % 5, ?, json_array(cast(1 + id % 2 as text), cast(3 + id % 2 as text)))`
  store.run(`update answer set "values" = ${values} where quiz_id = ?`, scale(), several(), quiz)
}

const scale = (): string => Object.entries(content.widgets.entities).find(([, entity]) => entity.type === 'scale')![0]

const several = (): string =>
  Object.entries(content.widgets.entities).find(([, entity]) => 'choiceMultiple' in entity && entity.choiceMultiple)![0]

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
async function said(): Promise<any[]> {
  const all: any[] = []
  for (let offset = 0; ; offset += 1000) {
    const { body } = await served.sandbox.request('GET', `/quiz/${quiz}/answers?sort=date_start&order=asc&limit=1000&offset=${offset}`)
    all.push(...body.answers)
    if (body.answers.length < 1000) return all
  }
}

async function there(): Promise<Map<number, Told>> {
  const rows = await said()
  return new Map(
    rows.map(({ id, date_start, date_end, is_complete, is_screenout, answers }) => [
      id,
      {
        start: Date.parse(date_start),
        end: date_end === null ? null : Date.parse(date_end),
        state: is_complete ? 1 : is_screenout ? 2 : 0,
        words: Object.fromEntries(answers.map((one: any) => [one.question_id, one.answer])),
      },
    ]),
  )
}

const sorted = <Value>(map: Map<number, Value>): [number, Value][] => [...map].toSorted(([one], [other]) => one - other)

async function expectSame(folder: string): Promise<void> {
  expect(sorted(await storedIn(folder))).toEqual(sorted(await there()))
}

/** What a sync that reads everything must count, and that it leaves nothing for the next one. */
async function expectFull(folder: string, wanted: SyncSettings): Promise<void> {
  const [before, now] = [await storedIn(folder), await there()]
  const count = (some: Iterable<number>, isCounted: (id: number) => boolean): number => [...some].filter(isCounted).length
  expect(await syncInto(folder, service(), { ...wanted, full: true })).toMatchObject({
    added: count(now.keys(), (id) => !before.has(id)),
    changed: count(now.keys(), (id) => before.has(id) && !isDeepStrictEqual(before.get(id), now.get(id))),
    gone: count(before.keys(), (id) => !now.has(id)),
    answers: now.size,
    full: true,
    agrees: true,
  })
  await expectSame(folder)
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
    await fresh(full ? 6000 : 3000)
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

  it('old answers in their old column, where the service now reports them with another type', async () => {
    await fresh(700)
    const folder = freshFolder()
    await syncInto(folder, service())
    const retyped = withMisdeed(service(), ({ rows, total }) => ({
      total,
      rows: rows.map((row) => ({
        ...row,
        answers: row.answers?.map((given) => (given.answer_type === 'scale' ? { ...given, answer_type: 'input' } : given)) ?? [],
      })),
    }))
    add(1, begin + 3000 * minute)
    for (const full of [false, true]) {
      const { changed } = await syncInto(folder, retyped, { full })
      expect(changed).toBe(0)
    }
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

/** Some pages, the last of which is not full. */
const many = full ? 2345 : 1345

const misdeeds: [string, (page: Listed, limit: number, nth: number) => Listed][] = [
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
]

describe('a service that', () => {
  it.each(misdeeds)('%s loses nothing and doubles nothing', async (_, misdeed) => {
    await fresh(many, 0.5)
    const folder = freshFolder()
    const bad = () => withMisdeed(service(), (page, { limit }, nth) => misdeed(page, limit, nth))
    const { agrees, answers } = await syncInto(folder, bad())
    // Only a row that is never shown at all may be missing, and this is said.
    expect([agrees, answers]).toEqual(answers === many ? [true, many] : [false, many - 1])
    remove([ids()[1000]!])
    add(3, begin + 3000 * minute)
    await syncInto(folder, bad())
    // What it hides at the end of its list is found once it no longer hides it.
    await syncInto(folder, service())
    await expectSame(folder)
  })

  it.each([7, 40])(
    'gives answers of one moment (%i each) in another order at each request loses nothing and doubles nothing',
    async (group) => {
      await fresh(many, 1, group)
      const folder = freshFolder()
      await served.control('fault add', { pattern: 'GET /quiz/*/answers', shuffle: true })
      try {
        expect(await syncInto(folder, service())).toMatchObject({ added: many, full: false, agrees: true })
        remove([ids()[1000]!, ids()[1001]!])
        add(3, begin + 3000 * minute)
        expect(await syncInto(folder, service())).toMatchObject({ added: 3, gone: 2, full: false, agrees: true })
      } finally {
        await served.control('fault clear')
      }
      await expectSame(folder)
    },
  )

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

  it('fails on large pages once is asked for large ones again', async () => {
    await fresh(3000)
    let most = 0
    const failing = withMisdeed(service(), (page, { limit }, nth) => {
      if (nth === 2) throw new CommandError('unavailable', 'Server Error', { status: 500 })
      if (nth > 60) most = Math.max(most, limit)
      return { ...page, rows: page.rows.slice(0, 40) }
    })
    expect(await syncInto(freshFolder(), failing)).toMatchObject({ added: 3000 })
    expect(most).toBe(1000)
  })

  it('fails on everything is told after the smallest page', async () => {
    await fresh(3000)
    let asked = 0
    const failing = withMisdeed(service(), (page, { offset }) => {
      if (offset === 0) return page
      asked++
      throw new CommandError('unavailable', 'Server Error', { status: 500 })
    })
    await expect(syncInto(freshFolder(), failing, { ahead: 1 })).rejects.toThrow('Server Error')
    expect(asked).toBe(2)
  })

  const endless: [what: string, misdeed: (all: Listed['rows']) => Misdeed][] = [
    [
      'ignores the offset',
      (all) =>
        (page, { limit }) => ({ ...page, rows: all.slice(0, limit) }),
    ],
    [
      'lists its pages backwards',
      (all) =>
        (page, { offset, limit }) => ({ ...page, rows: all.slice(Math.max(0, all.length - offset - limit), all.length - offset) }),
    ],
    [
      'gives new ids with each request',
      (all) =>
        (page, { limit }, nth) => ({ ...page, rows: all.slice(0, limit).map((row) => ({ ...row, id: row.id + (nth + 1) * 100_000 })) }),
    ],
  ]
  it.each(endless)('%s is no sync without end', { timeout: 60_000 }, async (_, misdeed) => {
    await fresh(2500)
    const all = (
      await Promise.all([0, 1000, 2000].map((offset) => service().page({ sort: 'date_start', order: 'asc', offset, limit: 1000 })))
    ).flatMap(({ rows }) => [...rows])
    let asked = 0
    const made = misdeed(all)
    const wandering = withMisdeed(service(), (page, query, nth) => {
      asked++
      return made(page, query, nth)
    })
    await expect(syncInto(freshFolder(), wandering, { ahead: 1 })).rejects.toThrow(
      /of its answers|list of answers can't be read to the end/,
    )
    expect(asked).toBeLessThan(100)
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
  fc.record({ what: fc.constant('full sync' as const) }),
  fc.record({ what: fc.constant('kill' as const), after: fc.integer({ min: 0, max: 6 }) }),
  fc.record({ what: fc.constant('kill while writing' as const), after: fc.integer({ min: 0, max: 8 }) }),
  fc.record({ what: fc.constant('misdeed' as const), which: fc.nat({ max: misdeeds.length - 1 }) }),
  fc.record({ what: fc.constant('shuffle' as const) }),
  fc.record({ what: fc.constant('new option' as const), at: fc.nat() }),
)

/** Interrupts what asks it whether to go on, at one of the places where it does. */
function interruptedAfter(times: number): AbortSignal {
  const { signal } = new AbortController()
  let asked = 0
  return Object.assign(signal, {
    throwIfAborted: () => {
      if (asked++ >= times) throw new Error('interrupted')
    },
  })
}

/** One more option, which somebody has chosen now. */
async function addOption(answer: number, number: number, now: number): Promise<void> {
  const { service: own } = served.sandbox
  const draft = structuredClone(findQuiz(own.store, quiz)!.draft)
  const id = String(900 + number)
  const question = draft.widgets.entities[several()] as unknown as { choiceEntities: object[] }
  question.choiceEntities.push({ id, title: `Option ${id}` })
  const { version_id } = await own.write(() => publish(own, changeQuiz(own, findQuiz(own.store, quiz)!, { draft }), 1))
  const date_end = new Date(now).toISOString()
  changeAnswer(own.store, answer, { values: { [several()]: ['2', id] }, date_end, is_complete: true, version_id })
}

const noNote = noPostgres ? ` (PostgreSQL skipped: ${noPostgres})` : ''

describe(`after any mix of events${noNote}`, () => {
  let postgres: Postgres | undefined
  beforeAll(async () => {
    postgres = noPostgres ? undefined : await startPostgres()
    if (postgres) process.env.PGPASSWORD = postgres.password
  })
  afterAll(async () => {
    delete process.env.PGPASSWORD
    await postgres?.stop()
  })

  it('store, NDJSON, Parquet, SQLite and PostgreSQL equal the service', async () => {
    let run = 0
    await fc.assert(
      fc.asyncProperty(fc.array(happening, { minLength: 3, maxLength: 10 }), fc.boolean(), fc.boolean(), async (events, ties, full) => {
        await fresh(150, 400, ties ? 6 : 1)
        const folder = freshFolder()
        const schema = `mix_${++run}`
        const wanted: SyncSettings = {
          formats: ['ndjson', 'parquet', 'sqlite'],
          ...(postgres && { database: { url: postgres.url(), schema } }),
        }
        let now = begin + 400 * 400 * minute
        await syncInto(folder, service(), wanted)
        for (const [index, event] of events.entries()) {
          const all = ids()
          now += minute
          if (event.what === 'add') add(event.count, event.late ? begin + (all.length % 200) * minute : now, now + minute)
          else if (event.what === 'remove') remove(all.slice(event.from % all.length, (event.from % all.length) + event.count))
          else if (event.what === 'finish' || event.what === 'edit') edit(all[event.at % all.length]!, 7, new Date(now).toISOString())
          else if (event.what === 'new option') await addOption(all[event.at % all.length]!, index, now)
          else if (event.what === 'sync') await syncInto(folder, service(), wanted)
          else if (event.what === 'full sync') await expectFull(folder, wanted)
          else if (event.what === 'shuffle') {
            await served.control('fault add', { pattern: 'GET /quiz/*/answers', shuffle: true })
            await syncInto(folder, service(), wanted)
            await served.control('fault clear')
          } else if (event.what === 'misdeed') {
            const bad = withMisdeed(service(), (page, { limit }, nth) => misdeeds[event.which]![1](page, limit, nth))
            await syncInto(folder, bad, wanted)
          } else if (event.what === 'kill while writing') {
            await syncInto(folder, service(), { ...wanted, writing: interruptedAfter(event.after) }).catch(() => {})
          } else {
            const dying = withMisdeed(service(), (page, _, nth) => {
              if (nth >= event.after) throw new CommandError('unavailable', 'gone')
              return page
            })
            await syncInto(folder, dying, wanted).catch(() => {})
          }
          if (ids().length === 0) return
        }
        if (full) await expectFull(folder, wanted)
        else await syncInto(folder, service(), wanted)
        await expectSame(folder)
        const rows = postgres && (() => postgres!.rows(`select * from ${schema}.answers`))
        const isLater = (label: string): boolean => label.startsWith('Option 9')
        await expectInFiles(folder, await said(), { number: scale(), several: several(), isLater }, rows)
      }),
      { numRuns: full ? 30 : 2 },
    )
  })
})

const settings: SyncSettings = { formats: ['ndjson', 'parquet', 'csv', 'sqlite', 'changes'] }

describe('a folder', () => {
  const program = (args: string[]) => served.run(args)
  /** In a process of its own. */
  const apart = (args: string[], baseUrl = served.sandbox.baseUrl) =>
    execa(process.execPath, [launcher, ...args], {
      env: environment({ baseUrl, apiKey: served.sandbox.apiKey, workspace: served.sandbox.workspaceId }),
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
    const [begun, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const relay = await relayTo(served.sandbox.baseUrl, () => async (asked, perform) => {
      if (!asked.includes('/answers')) return perform()
      begun.resolve()
      await over.promise
      return perform()
    })
    onTestFinished(relay.close)
    const first = apart(['answer', 'sync', String(quiz), folder], relay.url)
    await begun.promise
    const second = await program(['answer', 'sync', String(quiz), folder])
    over.resolve()
    expect([second.exitCode, second.stderr]).toEqual([1, expect.stringContaining('is syncing')])
    expect((await first).exitCode).toBe(0)
    await expectSame(folder)
  })

  it('has no half-written file under its name, and none left over, after kills', async () => {
    await fresh(2500, 32)
    const folder = freshFolder()
    const args = ['answer', 'sync', String(quiz), folder, '--to', 'ndjson,parquet,csv,sqlite,changes', '--rewrite']
    for (let index = 0; index < (full ? 6 : 3); index++) {
      const child = apart(args)
      setTimeout(() => child.kill('SIGKILL'), 300 + index * (full ? 170 : 340))
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

  it('has answers.sqlite anew when it is no database, or somebody changed it', async () => {
    await fresh(150)
    const folder = freshFolder()
    await syncInto(folder, service(), settings)
    const path = join(folder, 'answers.sqlite')
    const breaks = [
      () => writeFileSync(path, 'no database at all'.repeat(300)),
      () => {
        const database = new DatabaseSync(path)
        database.exec('drop view answers_long; drop table options; create view options as select 1')
        database.close()
      },
    ]
    for (const [index, spoil] of breaks.entries()) {
      spoil()
      add(1, begin + (3000 + index) * minute)
      await syncInto(folder, service(), settings)
      await expectInFiles(folder, await said(), { number: scale(), several: several() })
    }
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
