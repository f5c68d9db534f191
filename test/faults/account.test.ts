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
function running(line: string, cwd: string, { apiKey, workspaceId }: { apiKey: string; workspaceId: number } = sandbox) {
  const env = { SURVEYCTL_API_KEY: apiKey, SURVEYCTL_WORKSPACE: String(workspaceId) }
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

it('a restore that is killed again and again makes everything once', async () => {
  const random = chance()
  const cwd = freshFolder()
  expect(await running('account backup monday', cwd)()).toMatchObject({ code: 0 })
  const { api_key: apiKey, workspace_id: workspaceId } = await sandbox.control('account add')
  const moment = new Moment()
  around = (_, perform) => moment.around(perform)
  const restore = running('account restore monday --yes --publish --recipients --activate', cwd, { apiKey, workspaceId })
  for (let round = 0; round < (full ? 50 : 8); round++) {
    const [nth, fate] = [1 + Math.floor(random() * 40), someFate(random)]
    const { killed, code, stderr } = await killedAt(moment, nth, fate, restore)
    expect(killed || code === 0, `at request ${nth}, ${fate}, seed ${seed}: ${stderr}`).toBe(true)
    if (!killed) break
  }
  around = through
  const last = await restore()
  expect(last.code, `seed ${seed}: ${last.stderr}`).toBe(0)
  const shown = async (path: string): Promise<any> => (await sandbox.request('GET', path, undefined, apiKey)).body
  const surveys: { id: number; name: string }[] = [...(await shown('/quiz')), ...(await shown('/quiz/archived'))]
  const names = ['Conference', 'Onboarding', 'Partners', 'Service call', 'Spring', 'Winter']
  expect(surveys.map(({ name }) => name).sort(), `seed ${seed}`).toEqual(names)
  const { id } = surveys.find(({ name }) => name === 'Spring')!
  expect((await shown(`/quiz/${id}/webhooks`)).items, `seed ${seed}`).toHaveLength(3)
  expect((await shown(`/quiz/${id}/versions`)).items, `seed ${seed}`).toHaveLength(1)
  const lists: { name: string; codes_count: number }[] = (await shown(`/quiz/${id}/promo/list`)).data
  expect(lists.map(({ name, codes_count }) => `${name} ${codes_count}`).sort(), `seed ${seed}`).toEqual([
    'Spring letter 480',
    'Winter letter 100',
  ])
  const letters: { quiz_id: number; to: string }[] = await sandbox.control('inbox')
  const own = letters.filter(({ quiz_id }) => quiz_id === id).map(({ to }) => to)
  expect(new Set(own).size, `letters: ${own.join()}, seed ${seed}`).toBe(own.length)
}, 300_000)
