/** A backup, and what brings it back, against bad luck: killed at requests of chance, and gone on with by the same command. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { Moment, someFate } from '../support/moment.ts'
import { freshFolder } from '../support/program.ts'
import { startSandbox, type RunningSandbox } from '../support/sandbox.ts'
import type { Hostile } from './hostile.ts'
import { chance, doomed, full, killedAt, seed, type Ended } from './killed.ts'
import { relayTo, type Around } from './relay.ts'

let sandbox: RunningSandbox
let relay: Hostile
const through: Around = (_, perform) => perform()
let around = through

beforeAll(async () => {
  sandbox = await startSandbox({ seed: 'demo' })
  relay = await relayTo(sandbox.baseUrl, () => around)
})
beforeEach(async () => {
  await sandbox.restore()
  around = through
})
afterAll(() => {
  relay.close()
  return sandbox.close()
})

/** Runs of one user, which may be killed. */
function running(line: string, cwd: string) {
  const env = { SURVEYCTL_API_KEY: sandbox.apiKey, SURVEYCTL_WORKSPACE: String(sandbox.workspaceId) }
  const config = freshFolder()
  return (after?: () => Promise<unknown>): Promise<Ended> =>
    doomed(line.split(' '), { baseUrl: relay.url, config, cwd, env, ...(after !== undefined && { after }) })
}

/** Made anew with each answer. */
const isOfTheMoment = (path: string): boolean => /\/(report\.json|print\.html|answers\.zip)$/.test(path)
const sums = (dir: string): [string, string][] =>
  Object.entries<{ sha256: string }>(JSON.parse(readFileSync(join(dir, 'manifest.json'), 'utf8')).files)
    .filter(([path]) => !isOfTheMoment(path))
    .map(([path, { sha256 }]) => [path, sha256])

it('a backup that is killed again and again is that of a run that was not', async () => {
  const random = chance()
  const cwd = freshFolder()
  expect(await running('account backup whole --answers', cwd)()).toMatchObject({ code: 0 })
  const moment = new Moment()
  around = (_, perform) => moment.around(perform)
  const backUp = running('account backup killed --answers', cwd)
  for (let round = 0; round < (full ? 50 : 5); round++) {
    const [nth, fate] = [1 + Math.floor(random() * 40), someFate(random)]
    const { killed, code, stderr } = await killedAt(moment, nth, fate, backUp)
    if (!killed && code === 1 && stderr.includes('finished backup')) break
    expect(killed || code === 0, `at request ${nth}, ${fate}, seed ${seed}: ${stderr}`).toBe(true)
  }
  around = through
  const last = await backUp()
  expect(last.code === 0 || last.stderr.includes('finished backup'), `seed ${seed}: ${last.stderr}`).toBe(true)
  expect(sums(join(cwd, 'killed')), `seed ${seed}`).toEqual(sums(join(cwd, 'whole')))
  expect(await running('account verify killed', cwd)()).toMatchObject({ code: 0 })
}, 300_000)
