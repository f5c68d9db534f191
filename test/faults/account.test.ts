/** A backup, and what brings it back, against bad luck: killed at requests of chance, and gone on with by the same command. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { Moment, someFate } from '../support/moment.ts'
import { freshFolder, surveyctl, type Surveyctl } from '../support/program.ts'
import { startReceiver, type Receiver } from '../support/receiver.ts'
import { startSandbox, type RunningSandbox } from '../support/sandbox.ts'
import type { Hostile } from './hostile.ts'
import { chance, doomed, full, killedAt, seed, type Ended } from './killed.ts'
import { relayTo, type Around } from './relay.ts'

let sandbox: RunningSandbox
let relay: Hostile
let receiver: Receiver
const through: Around = (_, perform) => perform()
let around = through

beforeAll(async () => {
  sandbox = await startSandbox({ seed: 'demo', allowLocalWebhooks: true })
  receiver = await startReceiver()
  relay = await relayTo(sandbox.baseUrl, () => around)
})
beforeEach(async () => {
  await sandbox.restore()
  around = through
})
afterAll(() => {
  relay.close()
  return Promise.all([sandbox.close(), receiver.close()])
})

/** Runs of one user, which may be killed. */
function running(line: string, cwd: string, { apiKey, workspaceId }: { apiKey: string; workspaceId: number } = sandbox) {
  const env = { SURVEYCTL_API_KEY: apiKey, SURVEYCTL_WORKSPACE: String(workspaceId) }
  const config = freshFolder()
  return (after?: () => Promise<unknown>): Promise<Ended> =>
    doomed(line.split(' '), { baseUrl: relay.url, config, cwd, env, ...(after !== undefined && { after }) })
}

/** What looks, or is there before: not killed, and so not counted as a case. */
const asUser = ({ apiKey, workspaceId }: { apiKey: string; workspaceId: number } = sandbox): Surveyctl =>
  surveyctl({ baseUrl: relay.url, apiKey, workspace: workspaceId })

/** Made anew with each answer. */
const isOfTheMoment = (path: string): boolean => /\/(report\.json|print\.html|answers\.zip)$/.test(path)
const sums = (dir: string): [string, string][] =>
  Object.entries<{ sha256: string }>(JSON.parse(readFileSync(join(dir, 'manifest.json'), 'utf8')).files)
    .filter(([path]) => !isOfTheMoment(path))
    .map(([path, { sha256 }]) => [path, sha256])

const kills = { backup: full ? 50 : 2, restore: full ? 50 : 2, resend: full ? 20 : 2 }

/** What nothing can look up: its answer's loss has a test of its own. */
const isFolder = (asked: string): boolean => /^POST .*\/folders$/.test(asked)

/** Kills it at requests of chance until one run comes to its end, or it was killed often enough. Returns how often. */
async function killed(run: (after?: () => Promise<unknown>) => Promise<Ended>, random: () => number, most: number): Promise<number> {
  const moment = new Moment()
  around = (asked, perform) => (isFolder(asked) ? perform() : moment.around(perform))
  for (let count = 0; ; count++) {
    if (count === most) break
    const [nth, fate] = [1 + Math.floor(random() * 40), someFate(random)]
    const ended = await killedAt(moment, nth, fate, run)
    if (ended.killed) continue
    expect(ended.code === 0 || ended.stderr.includes('finished backup'), `at request ${nth}, ${fate}, seed ${seed}: ${ended.stderr}`).toBe(
      true,
    )
    most = count
    break
  }
  around = through
  return most
}

it('a backup that is killed again and again is that of a run that was not', async () => {
  const random = chance()
  const cwd = freshFolder()
  expect((await asUser()('account backup whole --answers', { cwd })).exitCode).toBe(0)
  for (let count = 0, series = 0; count < kills.backup; series++) {
    const name = `killed-${series}`
    const backUp = running(`account backup ${name} --answers`, cwd)
    count += await killed(backUp, random, kills.backup - count)
    const last = await backUp()
    expect(last.code === 0 || last.stderr.includes('finished backup'), `seed ${seed}: ${last.stderr}`).toBe(true)
    expect(sums(join(cwd, name)), `seed ${seed}`).toEqual(sums(join(cwd, 'whole')))
    expect((await asUser()(`account verify ${name}`, { cwd })).exitCode).toBe(0)
  }
}, 1_800_000)

interface Restorer {
  apiKey: string
  workspaceId: number
  run: ReturnType<typeof running>
  /** How the account differs from the backup, by the ids of the backup. */
  differs: () => Promise<unknown>
}

async function restorer(cwd: string): Promise<Restorer> {
  const { api_key: apiKey, workspace_id: workspaceId } = await sandbox.control('account add')
  const map = join('monday.restore', `${new URL(relay.url).host.replace(':', '_')}-${workspaceId}`, 'map.json')
  return {
    apiKey,
    workspaceId,
    run: running('account restore monday --yes --publish --recipients --activate', cwd, { apiKey, workspaceId }),
    differs: async () => {
      const { exitCode, stderr, json } = await asUser({ apiKey, workspaceId })(`account diff monday --live --map ${map} --json`, { cwd })
      expect(exitCode, stderr).toBe(10)
      return json
    },
  }
}

it('a restore that is killed again and again makes everything once', async () => {
  const random = chance()
  const cwd = freshFolder()
  expect((await asUser()('account backup monday', { cwd })).exitCode).toBe(0)
  const whole = await restorer(cwd)
  expect(await whole.run()).toMatchObject({ code: 0 })
  const expected = await whole.differs()
  for (let count = 0; count < kills.restore;) {
    const one = await restorer(cwd)
    count += await killed(one.run, random, kills.restore - count)
    const last = await one.run()
    expect(last.code, `seed ${seed}: ${last.stderr}`).toBe(0)
    expect(await one.differs(), `seed ${seed}`).toEqual(expected)
    await once(one)
  }
}, 1_800_000)

it('a folder whose answer a kill took comes back under another name, and that is told: no request lists empty ones', async () => {
  const cwd = freshFolder()
  expect((await asUser()('account backup monday', { cwd })).exitCode).toBe(0)
  const one = await restorer(cwd)
  const moment = new Moment()
  around = (asked, perform) => (isFolder(asked) ? moment.around(perform) : perform())
  expect(await killedAt(moment, 1, 'done', one.run)).toMatchObject({ killed: true })
  around = through
  const { code, stdout, stderr } = await one.run()
  expect([code, stdout + stderr]).toEqual([0, expect.stringContaining('folder "Customers": comes back as "Customers (2)"')])
  await once(one)
})

async function once({ apiKey, workspaceId }: Restorer): Promise<void> {
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
  for (const [path, count] of Object.entries({ schedulers: 2, 'favorite-questions': 2 }))
    expect((await shown(`/workspace/${workspaceId}/${path}`)).items, `${path}, seed ${seed}`).toHaveLength(count)
  const letters: { quiz_id: number; to: string }[] = await sandbox.control('inbox', { workspace_id: workspaceId })
  const own = letters.filter(({ quiz_id }) => quiz_id === id).map(({ to }) => to)
  expect(new Set(own).size, `letters: ${own.join()}, seed ${seed}`).toBe(own.length)
}

it('a triage that is killed while it sends again delivers nothing twice', async () => {
  const random = chance()
  const owner = asUser()
  for (const line of ['quiz unarchive 44', `webhook add 44 ${receiver.url}/in --title Here --active`])
    expect((await owner(line)).exitCode).toBe(0)
  const failed = async (): Promise<number> => {
    const rows: { channel: string; failed: number }[] = (await owner('integration triage 44 --json')).json
    return rows.find(({ channel }) => channel.includes('Here'))!.failed
  }
  for (let count = 0, round = 0; count < kills.resend; round++) {
    receiver.answers.set('/in', { status: 500 })
    await sandbox.control('answer', { quiz: 44, count: 4, seed: round })
    await expect.poll(failed).toBe(4)
    receiver.answers.set('/in', { status: 200 })
    receiver.heard.splice(0)
    const resend = running('integration triage 44 --resend', freshFolder())
    count += await killed(resend, random, Math.min(3, kills.resend - count))
    expect(await resend(), `seed ${seed}`).toMatchObject({ code: 0 })
    await expect.poll(failed).toBe(0)
    expect(new Set(receiver.heard.map(({ body }) => body)).size, `seed ${seed}`).toBe(4)
    expect(receiver.heard, `seed ${seed}`).toHaveLength(4)
  }
}, 1_800_000)
