/** An import that is killed, again and again, and gone on with: each code is there once, in one list. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { journalRows } from '../support/journal.ts'
import { environment, freshFolder, launcher, surveyctl } from '../support/program.ts'
import { startSandbox, type RunningSandbox } from '../support/sandbox.ts'
import { doomed, full, goneOn, type Ended } from './killed.ts'
import { relayTo } from './relay.ts'

let sandbox: RunningSandbox

beforeAll(async () => {
  sandbox = await startSandbox({ seed: 'demo' })
})
afterAll(() => sandbox.close())

const stored = (name: string): string[] =>
  sandbox.service.store
    .all<{ code: string }>(
      'select code from promo_code join promo_list on promo_list.id = list_id where name = ? order by promo_code.id',
      name,
    )
    .map(({ code }) => code)
const listsOf = (name: string): number => sandbox.service.store.number('select count(*) from promo_list where name = ?', name)

interface Run {
  args: string[]
  config: string
}

/** Kills the program with SIGKILL once `reached` holds; false when it ended before. */
async function killedWhen({ args, config }: Run, reached: () => boolean): Promise<boolean> {
  const env = environment({
    baseUrl: sandbox.baseUrl,
    apiKey: sandbox.apiKey,
    workspace: sandbox.workspaceId,
    env: { SURVEYCTL_CONFIG_DIR: config },
  })
  const child = spawn(process.execPath, [launcher, ...args], { env, stdio: 'ignore' })
  const ended = once(child, 'exit')
  while (child.exitCode === null && !reached()) await wait(2)
  child.kill('SIGKILL')
  const [code] = await ended
  return code === null
}

function fileOf(codes: readonly string[]): string {
  const path = join(freshFolder(), 'codes.txt')
  writeFileSync(path, codes.join('\n'))
  return path
}

it('gives the exact list after kills at many moments', async () => {
  const codes = Array.from({ length: 20_000 }, (_, index) => `KILL-${(index * 7919) % 20_000}`)
  const run: Run = {
    args: ['promo', 'import', '42', fileOf([...codes, ...codes.slice(0, 50)]), '--name', 'Killed', '--local'],
    config: freshFolder(),
  }
  const count = (): number =>
    sandbox.service.store.number("select count(*) from promo_code join promo_list on promo_list.id = list_id where name = 'Killed'")
  // The first at the very moment at which the list is made, the others on the way.
  expect(await killedWhen(run, () => listsOf('Killed') > 0)).toBe(true)
  let kills = 1
  for (let target = 1500; target < codes.length; target += 4000) {
    if (await killedWhen({ ...run, args: [...run.args, '--resume'] }, () => count() >= target)) kills++
  }
  expect(kills).toBeGreaterThan(3)
  const last = await surveyctl({
    baseUrl: sandbox.baseUrl,
    apiKey: sandbox.apiKey,
    workspace: sandbox.workspaceId,
    env: { SURVEYCTL_CONFIG_DIR: run.config },
  })([...run.args, '--resume', '--json'])
  expect([last.exitCode, last.json]).toEqual([
    0,
    expect.objectContaining({ read: 20_050, doubled: 50, added: 20_000, already_there: 0, refused: 0, not_sent: 0 }),
  ])
  expect([listsOf('Killed'), stored('Killed')]).toEqual([1, codes])
})

it('gives the exact list through kills and lost answers at once', async () => {
  const codes = Array.from({ length: 9000 }, (_, index) => `BOTH-${index}`)
  const run: Run = { args: ['promo', 'import', '42', fileOf(codes), '--name', 'Both', '--local'], config: freshFolder() }
  const again: Run = { ...run, args: [...run.args, '--resume'] }
  await sandbox.control('fault add', { pattern: 'POST /quiz/*/promo/list', reset: true, after_commit: true, times: 1 })
  await killedWhen(run, () => listsOf('Both') > 0)
  for (const target of [1000, 4000, 6000]) {
    await sandbox.control('fault add', { pattern: 'POST /quiz/*/promo/codes', reset: true, after_commit: true, times: 1 })
    await killedWhen(again, () => stored('Both').length >= target)
  }
  await sandbox.control('fault clear')
  const last = await surveyctl({
    baseUrl: sandbox.baseUrl,
    apiKey: sandbox.apiKey,
    workspace: sandbox.workspaceId,
    env: { SURVEYCTL_CONFIG_DIR: run.config },
  })([...again.args, '--json'])
  expect([last.exitCode, listsOf('Both'), stored('Both')]).toEqual([0, 1, codes])
})

const numbered = (prefix: string, amount: number): string[] => Array.from({ length: amount }, (_, index) => `${prefix}-${index}`)

/** An import into the list, which may be watched or killed by what is loaded before it. */
const importing = (
  codes: string,
  list: number,
  config: string,
  more: { preload?: string; env?: Record<string, string>; baseUrl?: string },
) => {
  const env = { SURVEYCTL_API_KEY: sandbox.apiKey, SURVEYCTL_WORKSPACE: String(sandbox.workspaceId), ...more.env }
  return {
    args: ['promo', 'import', '42', codes, '--list', String(list), '--local'],
    where: { baseUrl: sandbox.baseUrl, config, ...more, env },
  }
}

async function emptyList(name: string): Promise<number> {
  const { body } = await sandbox.request('POST', '/quiz/42/promo/list', { name, codes: ['FIRST'] })
  return body.list_id
}

it.each([
  { fate: 'carried out', isDone: true },
  { fate: 'never carried out', isDone: false },
])('gives the exact list where the next batch was begun while one was sent that was $fate', async ({ fate, isDone }) => {
  const name = `Ahead, ${fate}`
  const list = await emptyList(name)
  const codes = numbered('AHEAD', 4500)
  const config = freshFolder()
  const stateOf = (batch: string): string | null | undefined => journalRows(config).find(({ item }) => item === batch)?.state
  let sent = 0
  const relay = await relayTo(sandbox.baseUrl, () => async (asked, perform) => {
    if (asked !== 'POST /quiz/42/promo/codes' || ++sent !== 3) return perform()
    if (isDone) await perform()
    return undefined
  })
  onTestFinished(relay.close)
  const { args, where } = importing(fileOf(codes), list, config, { baseUrl: relay.url })
  // The third is unanswered, and the fourth is in the journal.
  const after = async (): Promise<void> => {
    const reached = (): unknown[] => [sent, stored(name).length, stateOf('3')]
    await expect.poll(reached, { timeout: 20_000 }).toEqual([3, isDone ? 3001 : 2001, 'begun'])
  }
  expect(await doomed(args, { ...where, after })).toMatchObject({ killed: true })
  expect(stateOf('2')).toBe('begun')
  expect(await goneOn(args, where)).toMatchObject({ code: 0, stdout: expect.stringContaining('4500 added, 0 already there') })
  expect([stored(name), sent]).toEqual([['FIRST', ...codes], isDone ? 5 : 6])
})

it('sends each batch only once that is noted on the disk', async () => {
  const list = await emptyList('Synced')
  const told = join(freshFolder(), 'told.json')
  const preload = join(import.meta.dirname, 'synced.ts')
  const { args, where } = importing(fileOf(numbered('SYNC', 5500)), list, freshFolder(), { preload, env: { SYNCED_TOLD: told } })
  expect(await doomed(args, where)).toMatchObject({ code: 0 })
  // What is read: how many codes the list has, before and after.
  expect(JSON.parse(readFileSync(told, 'utf8'))).toEqual({ sent: 6, read: 2, early: [], waits: true })
})

it('gives the exact list, killed at any step of its journal', { timeout: 300_000 }, async () => {
  const preload = join(import.meta.dirname, 'dies.ts')
  const codes = numbered('STEP', 2500)
  const file = fileOf(codes)
  const counted = join(freshFolder(), 'steps')
  const whole = importing(file, await emptyList('Steps'), freshFolder(), { preload, env: { DIES_COUNTED: counted } })
  expect(await doomed(whole.args, whole.where)).toMatchObject({ code: 0 })
  const points = 2 * Number(readFileSync(counted, 'utf8'))
  const kills = full ? points : 4
  let killed = 0
  for (let kill = 0; kill < kills; kill++) {
    const point = Math.floor(((kill + 0.5) * points) / kills)
    const name = `Step ${point}`
    const list = await emptyList(name)
    const config = freshFolder()
    const env = { DIES_AT: String(1 + Math.floor(point / 2)), DIES: point % 2 === 0 ? 'before' : 'after' }
    const { args, where } = importing(file, list, config, {})
    const ended: Ended = await doomed(args, { ...where, preload, env: { ...where.env, ...env } })
    expect(ended.killed || ended.code === 0, `${name}: ${ended.stderr}`).toBe(true)
    killed += Number(ended.killed)
    expect(await goneOn(args, where), name).toMatchObject({ code: 0 })
    expect(stored(name), name).toEqual(['FIRST', ...codes])
  }
  expect(killed).toBeGreaterThan(kills / 2)
})
