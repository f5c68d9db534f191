/**
 * Bulk work that is killed at each step of its journal's life (before the first line, between a request and its line, after
 * the last, while the journal is removed), and gone on with over the same items in another order, more of them or fewer:
 * the service has done each exactly once.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { unfinished } from '../support/journal.ts'
import { freshFolder } from '../support/program.ts'
import { startSandbox, type RunningSandbox } from '../support/sandbox.ts'
import { doomed, full, hadNothing, type Ended } from './killed.ts'
import { count } from './ledger.ts'
import { relayTo } from './relay.ts'

let sandbox: RunningSandbox
let ids: string[]
let steps: number

const dying = join(import.meta.dirname, 'dies.ts')
const kills = full ? 300 : 8
/** The last survey joins later. */
const amount = 6

beforeAll(async () => {
  sandbox = await startSandbox({ seed: 'demo' })
  const copies = Array.from({ length: amount + 1 }, () => sandbox.request('POST', '/quiz/43/duplicate', {}))
  ids = (await Promise.all(copies)).map(({ body }) => String(body.quiz.id))
  const counted = join(freshFolder(), 'steps')
  expect((await run(freshFolder(), ids.slice(0, amount), [], { DIES_COUNTED: counted })).code).toBe(0)
  steps = Number(readFileSync(counted, 'utf8'))
})
afterAll(() => sandbox.close())

const published = (id: string): number => sandbox.service.store.number('select count(*) from version where quiz_id = ?', Number(id))

const run = (
  config: string,
  items: readonly string[],
  flags: readonly string[] = [],
  env: Record<string, string> = {},
  baseUrl = sandbox.baseUrl,
): Promise<Ended> =>
  doomed(['quiz', 'publish', '-', ...flags], {
    baseUrl,
    config,
    input: items.join('\n'),
    preload: dying,
    env: { SURVEYCTL_API_KEY: sandbox.apiKey, SURVEYCTL_WORKSPACE: String(sandbox.workspaceId), ...env },
  })

const variants: readonly ((items: readonly string[], more: string) => string[])[] = [
  (items) => [...items],
  (items) => items.toReversed(),
  (items, more) => [more, ...items],
  (items) => items.slice(1),
  (items, more) => [...items.slice(2).toReversed(), more],
  (items) => [items[3]!, items[0]!],
]

/** One piece of work, with what its user was told of it. */
class Job {
  readonly #config = freshFolder()
  readonly #before = new Map(ids.map((id) => [id, published(id)]))
  readonly #wanted = new Set<string>()
  readonly #told = new Set<string>()
  #last: Ended | undefined
  kills = 0

  async run(items: readonly string[], flags: readonly string[], env: Record<string, string> = {}): Promise<Ended> {
    for (const id of items) this.#wanted.add(id)
    const ended = await run(this.#config, items, flags, env)
    this.#last = ended
    this.kills += Number(ended.killed)
    if (ended.code === 0 || /(\d+) of \1 done/.test(ended.stderr)) for (const id of items) this.#told.add(id)
    return ended
  }

  /** What was told as done isn't asked for again, unless there is more to go on with. */
  async goOn(items: readonly string[], env: Record<string, string> = {}): Promise<void> {
    const left = items.filter((id) => !this.#told.has(id))
    // A single survey has no journal: who is killed meanwhile looks for themselves.
    if (left.length > 0 && hadNothing(await this.run(items, ['--resume'], env))) await this.run(left, [], left.length > 1 ? env : {})
  }

  async end(): Promise<void> {
    await this.goOn([...this.#wanted])
    expect(
      [...this.#wanted].filter((id) => !this.#told.has(id)),
      this.#last?.stderr,
    ).toEqual([])
  }

  async judge(what: string): Promise<void> {
    this.#countTimes(what)
    // Killed after it told that all is done, and before it forgot that.
    if (this.#last?.killed) return
    // Some were told of by a run that was killed then, and stood in none since.
    if (unfinished(this.#config).length > 0) {
      expect(await this.run([...this.#wanted], ['--resume'])).toMatchObject({ code: 0 })
      this.#countTimes(what)
    }
    expect(unfinished(this.#config), `in the journal after ${what}`).toEqual([])
  }

  #countTimes(what: string): void {
    const times = [...this.#wanted].map((id) => published(id) - this.#before.get(id)!)
    count({ lost: times.filter((each) => each === 0).length, twice: times.filter((each) => each > 1).length })
    expect(times, what).toEqual(times.map(() => 1))
  }
}

/** Steps before and after which it dies, spread over all of them, so that other rounds take others. */
const death = (round: number): Record<string, string> => {
  const point = (round * 37) % (2 * steps)
  return { DIES_AT: String(1 + Math.floor(point / 2)), DIES: point % 2 === 0 ? 'before' : 'after' }
}

it(`is done once, through ${kills} kills at each step of its journals`, { timeout: 900_000 }, async () => {
  const items = ids.slice(0, amount)
  let killed = 0
  for (let round = 0; killed < kills; round++) {
    const job = new Job()
    const other = variants[round % variants.length]!(items, ids.at(-1)!)
    const what = `round ${round}: ${JSON.stringify([death(round), other, death(round * 5 + 3)])}`
    // Now and then an answer is lost besides.
    if (round % 4 === 3)
      await sandbox.control('fault add', { pattern: 'POST /quiz/*/publish', reset: true, after_commit: round % 8 === 3, times: 1 })
    await job.run(items, [], death(round))
    await job.goOn(other, death(round * 5 + 3))
    await sandbox.control('fault clear')
    await job.end()
    await job.judge(what)
    killed += job.kills
  }
})

it('is known to be done until a run over it has said so', async () => {
  const items = ids.slice(0, 3)
  const config = freshFolder()
  const { killed, stderr } = await run(config, items, [], { DIES_AT: 'done=3' })
  expect([killed, stderr]).toEqual([true, ''])
  const before = items.map(published)
  // Another run over some of them ends well.
  expect(await run(config, [items[0]!, ids.at(-1)!], ['--resume'])).toMatchObject({ code: 0 })
  expect(await run(config, items, ['--resume'])).toMatchObject({ code: 0, stderr: expect.stringContaining('3 of 3 were done before') })
  expect(items.map(published)).toEqual(before)
  expect(unfinished(config)).toEqual([])
})

it('is forgotten after it was said to be done, and never before', async () => {
  const config = freshFolder()
  const { killed, stderr } = await run(config, ids.slice(0, 3), [], { DIES_AT: 'forgotten' })
  expect([killed, stderr]).toEqual([true, '3 of 3 done\n'])
  expect(unfinished(config)).toEqual([])
})

it('is known to be done as long as another part of it is still being done', async () => {
  const [first, second, third, fourth] = ids
  const config = freshFolder()
  const other = Promise.withResolvers<void>()
  const relay = await relayTo(sandbox.baseUrl, () => async (asked, perform) => {
    if (asked === `POST /quiz/${third}/publish`) await other.promise
    return perform()
  })
  onTestFinished(relay.close)
  const go = (items: readonly string[], flags?: string[], env?: Record<string, string>) => run(config, items, flags, env, relay.url)
  expect((await go([first!, second!, third!, fourth!], [], { DIES_AT: 'send' })).killed).toBe(true)
  const before = [first!, second!, third!, fourth!].map(published)
  const slow = go([third!, fourth!], ['--resume'])
  await expect.poll(() => published(fourth!)).toBe(before[3]! + 1)
  // It ends while the other part is under way.
  expect(await go([first!, second!], ['--resume'])).toMatchObject({ code: 0 })
  expect(unfinished(config)).toHaveLength(4)
  other.resolve()
  expect((await slow).code).toBe(0)
  expect([first!, second!, third!, fourth!].map(published)).toEqual(before.map((count) => count + 1))
  expect(unfinished(config)).toEqual([])
})

it("is not taken for done where somebody else's publication may have been it", async () => {
  const config = freshFolder()
  const items = ids.slice(0, 2)
  expect((await run(config, items, [], { DIES_AT: 'send' })).killed).toBe(true)
  await sandbox.request('POST', `/quiz/${items[0]}/publish`)
  const { code, stdout } = await run(config, items, ['--resume'])
  expect([code, stdout]).toEqual([
    0,
    expect.stringMatching(/version \d+ of \S+ appeared since then, from the interrupted run or from somebody else/),
  ])
})
