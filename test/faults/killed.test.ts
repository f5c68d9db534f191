/** kill -9 at any moment: targets are whole or untouched, settings are whole, bulk work is done once and all of it. */
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codesAtOnce } from '../../src/contract/surveys/promo.ts'
import { Moment, someFate } from '../support/moment.ts'
import { unfinished } from '../support/journal.ts'
import { environment, freshFolder, runAlone } from '../support/program.ts'
import { startSandbox, type RunningSandbox } from '../support/sandbox.ts'
import { chance, doomed, full, goneOn, killedAt, seed } from './killed.ts'
import { count } from './ledger.ts'
import { listening, serviceOf } from './own-service.ts'

const random = chance()
const told = `seed ${seed}`
describe('a download', () => {
  const [before, after] = [Buffer.alloc(500_000, 'old\n'), Buffer.alloc(6_000_000, 'new answers\n')]

  /** Sends so many bytes of the file, and then nothing more. */
  async function sending(bytes: number): Promise<{ url: string; sent: Promise<void> }> {
    const sent = Promise.withResolvers<void>()
    const { url } = await listening((_, response) => {
      response.writeHead(200, { 'content-type': 'text/csv', 'content-length': after.length })
      response.write(after.subarray(0, bytes), () => sent.resolve())
      if (bytes === after.length) response.end()
    })
    return { url, sent: sent.promise }
  }

  it.each([
    ['a new target', false],
    ['a target that was there', true],
  ])('leaves %s whole or untouched', async (_, existed) => {
    for (let round = 0; round < (full ? 30 : 2); round++) {
      await Promise.all(
        [0, 1].map(async (turn) => {
          const cwd = freshFolder()
          const path = join(cwd, 'answers.csv')
          if (existed) writeFileSync(path, before)
          // Of all of it the end is of chance: it may have its name by then.
          const bytes = turn === 0 ? after.length : 1 + Math.floor(random() * (after.length - 1))
          const { url, sent } = await sending(bytes)
          const outcome = await doomed(['export', 'csv', '42', '-o', path, ...(existed ? ['--force'] : [])], {
            baseUrl: url,
            config: cwd,
            cwd,
            after: () => sent.then(() => wait(random() * 20)),
          })
          const now = existsSync(path) ? readFileSync(path) : undefined
          const untouched = existed ? now?.equals(before) === true : now === undefined
          const fine = untouched || (bytes === after.length && now?.equals(after) === true)
          count({ partial: Number(!fine), lost: Number(existed && now === undefined) })
          expect([fine, outcome.killed || bytes === after.length], `${bytes} bytes, ${told}`).toEqual([true, true])
        }),
      )
    }
  })
})

describe('surveys in bulk', () => {
  const ids = Array.from({ length: full ? 400 : 120 }, (_, index) => index + 1)
  /** Each comes before all is done: not more than these are under way at once. */
  const [kills, atOnce] = [full ? 30 : 3, 8]

  interface Done {
    archived: number
    deleted: number
    published: number
  }

  /** A service that keeps what is done to each survey. */
  async function accounts(moment: Moment): Promise<{ url: string; done: Map<number, Done> }> {
    const done = new Map(ids.map((id): [number, Done] => [id, { archived: 0, deleted: 0, published: 0 }]))
    const url = await serviceOf(async (method, path) => {
      const id = Number(/^\/quiz\/(\d+)/.exec(path)?.[1])
      const survey = done.get(id)
      if (!survey) return { status: 404, body: '{}' }
      const verb = method === 'GET' ? 'read' : method === 'DELETE' ? 'delete' : path.split('/').at(-1)!
      const perform = async () => {
        // Those that are asked at once are done in any order.
        await wait(random() * 4)
        if (survey.deleted > 0) return { status: 400, body: '{"status":false,"code":"quiz_not_found"}' }
        if (verb === 'delete') survey.deleted++
        if (verb === 'archive') survey.archived = 1
        if (verb === 'publish') survey.published++
        const versions =
          path.includes('/versions') &&
          JSON.stringify({
            total: survey.published,
            page: 1,
            per_page: 1,
            last_page: 1,
            items: survey.published > 0 ? [{ id: survey.published }] : [],
          })
        return { body: versions || JSON.stringify({ id, status: true, name: `Survey ${id}`, is_archived: true }) }
      }
      return verb === 'read' ? perform() : moment.around(perform)
    })
    return { url, done }
  }

  it.each([
    ['archive', [], 'archived'],
    ['delete', ['--yes'], 'deleted'],
    ['publish', [], 'published'],
  ] as const)('%s is done once to each', async (verb, flags, how) => {
    const moment = new Moment()
    const { url, done } = await accounts(moment)
    const config = freshFolder()
    const run = (after?: () => Promise<unknown>) =>
      goneOn(['quiz', verb, '-', ...flags], { baseUrl: url, config, input: ids.join('\n'), ...(after && { after }) })
    for (let round = 0; round < kills; round++) {
      const [nth, fate] = [1 + Math.floor(random() * (ids.length / kills - atOnce)), someFate(random)]
      const { killed, code, stderr } = await killedAt(moment, nth, fate, run)
      expect(killed, `round ${round}, at write ${nth}, ${fate}; ended with ${code}: ${stderr}; ${told}`).toBe(true)
    }
    const last = await run()
    expect(last.stderr, told).toMatch(new RegExp(`${ids.length} of ${ids.length} done`))
    const [lost, twice] = [
      [...done.values()].filter((survey) => survey[how] === 0).length,
      [...done.values()].filter((survey) => survey[how] > 1).length,
    ]
    count({ lost, twice })
    expect([lost, twice], told).toEqual([0, 0])
    if (last.code === 0) expect(unfinished(config), 'finished work in the journal').toEqual([])
  })
})

describe('settings', () => {
  const read = (config: string) =>
    JSON.parse(readFileSync(join(config, 'config.json'), 'utf8')) as { profiles: Record<string, { timeout?: number }> }

  it('are whole, and keep what was said to be kept', async () => {
    const config = freshFolder()
    const kept: string[] = []
    for (let round = 0; round < (full ? 100 : 4); round++) {
      const outcomes = await Promise.all(
        [0, 1].map((turn) =>
          doomed(['config', 'set', 'timeout', '7', '--profile', `p${round}-${turn}`], { config, after: 60 + random() * 120 }),
        ),
      )
      outcomes.forEach(({ code }, turn) => code === 0 && kept.push(`p${round}-${turn}`))
      const lost = existsSync(join(config, 'config.json')) ? kept.filter((name) => read(config).profiles[name]?.timeout !== 7) : kept
      count({ lost: lost.length })
      expect(lost, told).toEqual([])
    }
    // The lock of the last one that was killed is in nobody's way.
    expect((await doomed(['config', 'set', 'timeout', '7', '--profile', 'last'], { config })).code).toBe(0)
    expect(Object.values(read(config).profiles).every(({ timeout }) => timeout === 7)).toBe(true)
  })

  it('of two commands at once are both kept', async () => {
    const config = freshFolder()
    const rounds = full ? 100 : 3
    for (let round = 0; round < rounds; round++) {
      const outcomes = await Promise.all(
        [0, 1].map((turn) => {
          const args = ['config', 'set', 'timeout', '7', '--profile', `p${round}-${turn}`]
          return runAlone({ args, env: environment({ env: { SURVEYCTL_CONFIG_DIR: config } }), cwd: config })
        }),
      )
      count({ faults: 2 })
      expect(outcomes.map(({ exitCode }) => exitCode)).toEqual([0, 0])
    }
    const lost = rounds * 2 - Object.keys(read(config).profiles).length
    count({ lost })
    expect(lost).toBe(0)
    expect(readdirSync(config)).toEqual(['config.json'])
  })
})

describe('an import of promo codes', () => {
  let sandbox: RunningSandbox
  beforeAll(async () => {
    sandbox = await startSandbox({ seed: 'demo' })
  })
  afterAll(() => sandbox.close())

  /** Stands before the sandbox, and counts how often each code was taken. */
  async function counting(moment: Moment): Promise<{ url: string; taken: Map<string, number> }> {
    const taken = new Map<string, number>()
    const url = await serviceOf(async (method, path, body) => {
      const writes = method === 'POST' && /\/promo\/(codes|list)$/.test(path)
      const perform = async () => {
        const answer = await sandbox.request(method, path, body === '' ? undefined : JSON.parse(body))
        if (writes && answer.status < 300)
          for (const code of (JSON.parse(body) as { codes: string[] }).codes) taken.set(code, (taken.get(code) ?? 0) + 1)
        return { status: answer.status, body: JSON.stringify(answer.body) }
      }
      return writes ? moment.around(perform) : perform()
    })
    return { url, taken }
  }

  const kills = full ? 50 : 5
  /** A round brings it on by three writes at most: two, and one that the program sent while it was being ended. */
  const amount = (3 * kills + 1) * codesAtOnce

  it(`of ${amount}, killed ${kills} times, is exact`, { timeout: 600_000 }, async () => {
    const cwd = freshFolder()
    mkdirSync(join(cwd, 'config'))
    const codes = Array.from({ length: amount }, (_, index) => `CODE-${String((index * 7919) % amount).padStart(6, '0')}`)
    writeFileSync(join(cwd, 'codes.txt'), `${codes.join('\n')}\n${codes.slice(0, 10).join('\n')}\n`)
    const moment = new Moment()
    const { url, taken } = await counting(moment)
    const run = (after?: () => Promise<unknown>) =>
      goneOn(['promo', 'import', '42', 'codes.txt', '--name', 'Killed', '--local', '--json'], {
        baseUrl: url,
        config: join(cwd, 'config'),
        cwd,
        ...(after !== undefined && { after }),
      })
    for (let round = 0; round < kills; round++) {
      const [nth, fate] = [random() < 0.4 ? 2 : 1, someFate(random)]
      const { killed, code, stderr } = await killedAt(moment, nth, fate, run)
      expect(killed, `round ${round}, at write ${nth}, ${fate}; ended with ${code}: ${stderr}; ${told}`).toBe(true)
    }
    const last = await run()
    expect([last.code, last.stderr], told).toEqual([0, ''])
    const report = JSON.parse(last.stdout) as { list_id: number; added: number; already_there: number; refused: number }
    expect(report).toMatchObject({ added: amount, already_there: 0, refused: 0, read: amount + 10, doubled: 10 })

    const there = await listed(report.list_id)
    const [lost, twice] = [codes.filter((code) => !there.has(code)).length, [...taken.values()].filter((times) => times > 1).length]
    count({ lost, twice: twice + [...there.values()].filter((times) => times > 1).length })
    expect([lost, twice, there.size, [...there.values()].every((times) => times === 1)], told).toEqual([0, 0, amount, true])

    // Once more after the end: nothing is sent.
    const again = await run()
    expect([again.code, JSON.parse(again.stdout).added, [...taken.values()].every((times) => times === 1)]).toEqual([0, amount, true])
    const lists = await sandbox.request('GET', '/quiz/42/promo/list?search=Killed&limit=500')
    expect(lists.body.total, 'lists').toBe(1)
  })

  async function listed(list: number): Promise<Map<string, number>> {
    const there = new Map<string, number>()
    for (let offset = 0; ; offset += 500) {
      const { body } = await sandbox.request('GET', `/quiz/42/promo/codes?list_id=${list}&limit=500&offset=${offset}&sort=id&order=asc`)
      for (const { code } of body.data) there.set(code, (there.get(code) ?? 0) + 1)
      if (body.data.length < 500) return there
    }
  }
})
