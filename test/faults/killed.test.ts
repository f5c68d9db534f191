/** kill -9 at any moment: targets are whole or untouched, settings are whole, bulk work is done once and all of it. */
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { freshFolder } from '../support/program.ts'
import { startSandbox, type RunningSandbox } from '../support/sandbox.ts'
import { chance, doomed, full, goneOn, seed } from './killed.ts'
import { count } from './ledger.ts'

const random = chance()
const told = `seed ${seed}`
const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections()
})

type Reply = (
  method: string,
  path: string,
  body: string,
) => Promise<{ status?: number; body: string | Buffer; headers?: Record<string, string> } | void>

/** A service of a few lines; what it promises to answer is said by the test. */
async function serviceOf(reply: Reply): Promise<string> {
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const answer = await reply(request.method!, request.url!.replace('/api/v3', ''), Buffer.concat(parts).toString())
    if (answer && !response.destroyed)
      response.writeHead(answer.status ?? 200, { 'content-type': 'application/json', ...answer.headers }).end(answer.body)
  })
  servers.push(server)
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v3`
}

describe('a download', () => {
  const [before, after] = [Buffer.alloc(500_000, 'old\n'), Buffer.alloc(6_000_000, 'new answers\n')]
  let url: string
  beforeAll(async () => {
    // In parts, so that it takes its time.
    const server = createServer((_, response) => {
      response.writeHead(200, { 'content-type': 'text/csv', 'content-length': after.length })
      let at = 0
      const part = (): void => {
        if (response.destroyed || at >= after.length) return void response.end()
        response.write(after.subarray(at, (at += 300_000)))
        setTimeout(part, 10)
      }
      part()
    })
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v3`
    return () => server.close().closeAllConnections()
  })

  it.each([
    ['a new target', false],
    ['a target that was there', true],
  ])('leaves %s whole or untouched', async (_, existed) => {
    let killed = 0
    for (let round = 0; round < (full ? 30 : 8); round++) {
      await Promise.all(
        [0, 1].map(async () => {
          const cwd = freshFolder()
          const path = join(cwd, 'answers.csv')
          if (existed) writeFileSync(path, before)
          const outcome = await doomed(['export', 'csv', '42', '-o', path, ...(existed ? ['--force'] : [])], {
            baseUrl: url,
            config: cwd,
            cwd,
            after: 80 + random() * 500,
          })
          killed += Number(outcome.killed)
          const now = existsSync(path) ? readFileSync(path) : undefined
          const fine = now === undefined ? !existed : now.equals(after) || (existed && now.equals(before))
          count({ partial: Number(!fine), lost: Number(existed && now === undefined) })
          expect(fine, told).toBe(true)
        }),
      )
    }
    expect(killed, 'killed in time').toBeGreaterThan(2)
  })
})

describe('surveys in bulk', () => {
  const ids = Array.from({ length: full ? 400 : 120 }, (_, index) => index + 1)

  interface Fate {
    archived: number
    deleted: number
    published: number
    sent: Map<string, number>
  }

  /** A service that keeps what is done to each survey, and is slow enough to be in the middle of something. */
  async function accounts(): Promise<{ url: string; fates: Map<number, Fate> }> {
    const fates = new Map(ids.map((id): [number, Fate] => [id, { archived: 0, deleted: 0, published: 0, sent: new Map() }]))
    const url = await serviceOf(async (method, path) => {
      const id = Number(/^\/quiz\/(\d+)/.exec(path)?.[1])
      const fate = fates.get(id)
      if (!fate) return { status: 404, body: '{}' }
      const verb = method === 'GET' ? 'read' : method === 'DELETE' ? 'delete' : path.split('/').at(-1)!
      fate.sent.set(verb, (fate.sent.get(verb) ?? 0) + 1)
      await wait(random() * 80)
      if (fate.deleted > 0) return { status: 400, body: '{"status":false,"code":"quiz_not_found"}' }
      if (verb === 'delete') fate.deleted++
      if (verb === 'archive') fate.archived = 1
      if (verb === 'publish') fate.published++
      const versions =
        path.includes('/versions') &&
        JSON.stringify({
          total: fate.published,
          page: 1,
          per_page: 1,
          last_page: 1,
          items: fate.published > 0 ? [{ id: fate.published }] : [],
        })
      // Done, and nobody hears of it for a while.
      await wait(random() * 80)
      return { body: versions || JSON.stringify({ id, status: true, name: `Survey ${id}`, is_archived: true }) }
    })
    return { url, fates }
  }

  it.each([
    ['archive', [], 'archived'],
    ['delete', ['--yes'], 'deleted'],
    ['publish', [], 'published'],
  ] as const)('%s is done once to each', async (verb, flags, done) => {
    const { url, fates } = await accounts()
    const config = freshFolder()
    const run = (after?: number) =>
      goneOn(['quiz', verb, '-', ...flags], {
        baseUrl: url,
        config,
        input: ids.join('\n'),
        ...(after !== undefined && { after }),
      })
    let killed = 0
    let last = await run(100 + random() * 250)
    for (let round = 1; round < (full ? 30 : 6) && !/of \d+ done/.test(last.stderr); round++) {
      killed += Number(last.killed)
      last = await run(100 + random() * (full ? 100 : 250))
    }
    if (!/of \d+ done/.test(last.stderr)) last = await run()
    expect(last.stderr, told).toMatch(new RegExp(`${ids.length} of ${ids.length} done`))
    const [lost, twice] = [
      [...fates.values()].filter((fate) => fate[done] === 0).length,
      [...fates.values()].filter((fate) => fate[done] > 1).length,
    ]
    count({ lost, twice })
    expect([lost, twice, killed > 2], told).toEqual([0, 0, true])
    if (last.code === 0)
      expect(
        readdirSync(join(config, 'state', 'journals')).filter((name) => name.endsWith('.jsonl')),
        'journals of finished work',
      ).toEqual([])
  })
})

describe('settings', () => {
  const read = (config: string) =>
    JSON.parse(readFileSync(join(config, 'config.json'), 'utf8')) as { profiles: Record<string, { timeout?: number }> }

  it('are whole, and keep what was said to be kept', async () => {
    const config = freshFolder()
    const kept: string[] = []
    for (let round = 0; round < (full ? 100 : 12); round++) {
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
    const rounds = full ? 100 : 12
    for (let round = 0; round < rounds; round++) {
      const outcomes = await Promise.all(
        [0, 1].map((turn) => doomed(['config', 'set', 'timeout', '7', '--profile', `p${round}-${turn}`], { config })),
      )
      expect(outcomes.map(({ code }) => code)).toEqual([0, 0])
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
  async function counting(pause: number): Promise<{ url: string; taken: Map<string, number> }> {
    const taken = new Map<string, number>()
    const url = await serviceOf(async (method, path, body) => {
      const writes = method === 'POST' && /\/promo\/(codes|list)$/.test(path)
      if (writes) await wait(random() * pause)
      const answer = await sandbox.request(method, path, body === '' ? undefined : JSON.parse(body))
      if (writes && answer.status < 300)
        for (const code of (JSON.parse(body) as { codes: string[] }).codes) taken.set(code, (taken.get(code) ?? 0) + 1)
      if (writes) await wait(random() * pause)
      return { status: answer.status, body: JSON.stringify(answer.body) }
    })
    return { url, taken }
  }

  const [amount, kills] = full ? [100_000, 50] : [20_000, 15]

  it(`of ${amount}, killed ${kills} times, is exact`, { timeout: 600_000 }, async () => {
    const cwd = freshFolder()
    mkdirSync(join(cwd, 'config'))
    const codes = Array.from({ length: amount }, (_, index) => `CODE-${String((index * 7919) % amount).padStart(6, '0')}`)
    writeFileSync(join(cwd, 'codes.txt'), `${codes.join('\n')}\n${codes.slice(0, 10).join('\n')}\n`)
    const { url, taken } = await counting(60)
    const run = (after?: number) =>
      goneOn(['promo', 'import', '42', 'codes.txt', '--name', 'Killed', '--local', '--json'], {
        baseUrl: url,
        config: join(cwd, 'config'),
        cwd,
        ...(after !== undefined && { after }),
      })
    let killed = 0
    for (let round = 0; round < kills; round++) killed += Number((await run(150 + random() * 300)).killed)
    const last = await run()
    expect([last.code, last.stderr], told).toEqual([0, ''])
    const report = JSON.parse(last.stdout) as { list_id: number; added: number; already_there: number; refused: number }
    expect(report).toMatchObject({ added: amount, already_there: 0, refused: 0, read: amount + 10, doubled: 10 })

    const there = await listed(report.list_id)
    const [lost, twice] = [codes.filter((code) => !there.has(code)).length, [...taken.values()].filter((times) => times > 1).length]
    count({ lost, twice: twice + [...there.values()].filter((times) => times > 1).length })
    expect([lost, twice, there.size, [...there.values()].every((times) => times === 1)], told).toEqual([0, 0, amount, true])
    expect(killed, 'killed in time').toBeGreaterThan(kills / 3)

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
