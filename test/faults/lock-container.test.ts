/**
 * Bulk work in containers that keep one state folder: each counts its processes from 1, so that the next one's process has the
 * number of the one that was killed. With a /proc of its own or the machine's, under another name of the machine or not.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { execa } from 'execa'
import { journalIn, journalRows } from '../support/journal.ts'
import { environment, freshFolder, launcher } from '../support/program.ts'
import { startSandbox, type RunningSandbox } from '../support/sandbox.ts'
import { hostile } from './hostile.ts'
import { count } from './ledger.ts'

const container = ['--map-root-user', '--pid', '--fork', '--kill-child']
const kinds: Record<string, string[]> = {
  'its own /proc': ['--mount-proc'],
  "its own /proc and another machine's name": ['--mount-proc', '--uts'],
  "the machine's /proc": [],
}
const isAllowed = Object.values(kinds).every((flags) => spawnSync('unshare', [...container, ...flags, 'true']).status === 0)

let sandbox: RunningSandbox
let ids: string[]
beforeAll(async () => {
  sandbox = await startSandbox({ seed: 'demo' })
  const copies = Array.from({ length: 3 }, () => sandbox.request('POST', '/quiz/43/duplicate', {}))
  ids = (await Promise.all(copies)).map(({ body }) => String(body.quiz.id))
})
afterAll(() => sandbox.close())

interface Where {
  config: string
  baseUrl?: string
  env?: Record<string, string>
}

/** A shell in a container, as its first process; `surveyctl` is the built program. */
async function inContainer(flags: readonly string[], script: string, { config, baseUrl = sandbox.baseUrl, env }: Where) {
  const named = flags.includes('--uts') ? `hostname other-${Date.now()}; ` : ''
  const { exitCode, stdout, stderr } = await execa(
    'unshare',
    [...container, ...flags, 'bash', '-c', `surveyctl() { "$NODE" $PRELOAD "$LAUNCHER" "$@"; }; ${named}${script}`],
    {
      env: environment({
        baseUrl,
        apiKey: sandbox.apiKey,
        workspace: sandbox.workspaceId,
        env: { SURVEYCTL_CONFIG_DIR: config, NODE: process.execPath, LAUNCHER: launcher, PRELOAD: '', ...env },
      }),
      extendEnv: false,
      reject: false,
      stdin: 'ignore',
      timeout: 120_000,
      killSignal: 'SIGKILL',
    },
  )
  count({ faults: 1 })
  return { exitCode, stdout, stderr }
}

const published = (id: string): number => sandbox.service.store.number('select count(*) from version where quiz_id = ?', Number(id))
/** A script that ends well once somebody holds items. */
const held = (config: string): string =>
  `const { DatabaseSync } = require('node:sqlite'); process.exit(new DatabaseSync(${JSON.stringify(journalIn(config))}).prepare('select 1 from item where holder is not null').get() ? 0 : 1)`
/** Numbers of the processes that hold items. */
const holders = (config: string): number[] => [
  ...new Set(journalRows(config).flatMap(({ holder }) => (holder === null ? [] : [Number(holder.split('-')[0])]))),
]

describe.skipIf(!isAllowed)('in containers (of `unshare`, which must be there and allowed)', () => {
  const dying = `--import ${join(import.meta.dirname, 'dies.ts')}`
  const work = (): string => `surveyctl quiz publish ${ids.join(' ')}`

  it.each(Object.entries(kinds))('with %s: what a killed one held is free, and its work is gone on with', async (_, flags) => {
    const config = freshFolder()
    const before = ids.map(published)
    await inContainer(flags, `${work()}; true`, { config, env: { PRELOAD: dying, DIES_AT: 'send' } })
    const [left] = holders(config)
    expect(left).toBeGreaterThan(1)
    const told = '--import data:text/javascript,console.error(`number/${process.pid}`)'
    const { exitCode, stderr } = await inContainer(flags, `${work()} --resume; exit $?`, { config, env: { PRELOAD: told } })
    expect(stderr).toMatch(new RegExp(`^number/${left}$`, 'm'))
    expect([exitCode, ids.map((id, index) => published(id) - before[index]!)], stderr).toEqual([0, [1, 1, 1]])
    expect(holders(config)).toEqual([])
  })

  it.each(Object.entries(kinds))('with %s: what a living one holds in the same one stays its own', async (_, flags) => {
    const config = freshFolder()
    const silent = await hostile(() => {})
    const script = `${work()} & first=$!; for i in $(seq 800); do sleep 0.05; "$NODE" -e "$HELD" && break; done; ${work()} --resume --timeout 5; code=$?; kill -9 $first; exit $code`
    const { exitCode, stderr } = await inContainer(flags, script, { config, baseUrl: silent.url, env: { HELD: held(config) } })
    silent.close()
    expect([exitCode, stderr]).toEqual([1, expect.stringMatching(/is being done by another surveyctl \(process \d+\)/)])
  })
})
