/** An import that is killed, again and again, and gone on with: each code is there once, in one list. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { environment, freshFolder, launcher, surveyctl } from '../support/program.ts'
import { startSandbox, type RunningSandbox } from '../support/sandbox.ts'

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
const listsOf = (name: string): number => sandbox.service.store.count('select count(*) from promo_list where name = ?', name)

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
  while (child.exitCode === null && !reached()) await new Promise((next) => setImmediate(next))
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
    sandbox.service.store.count("select count(*) from promo_code join promo_list on promo_list.id = list_id where name = 'Killed'")
  // The first at the very moment at which the list is made, the others on the way.
  expect(await killedWhen(run, () => listsOf('Killed') > 0)).toBe(true)
  let kills = 1
  for (let target = 1500; target < codes.length; target += 2700) {
    if (await killedWhen({ ...run, args: [...run.args, '--resume'] }, () => count() >= target)) kills++
  }
  expect(kills).toBeGreaterThan(4)
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
