/** A repository of surveys against bad luck: killed, cut off, told to wait, overtaken by others; nothing twice, nothing of others lost. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { twoQuestions } from '../support/everything.ts'
import { journalRows } from '../support/journal.ts'
import { Moment, someFate } from '../support/moment.ts'
import { freshFolder, type Outcome } from '../support/program.ts'
import { startProject, type ProjectFolder } from '../support/project.ts'
import { startSandbox, type RunningSandbox } from '../support/sandbox.ts'
import type { Hostile } from './hostile.ts'
import { chance, doomed, full, killedAt, seed, type Ended } from './killed.ts'
import { count } from './ledger.ts'
import { relayTo, type Around } from './relay.ts'

let sandbox: RunningSandbox
let relay: Hostile
let here: ProjectFolder
const through: Around = (_, perform) => perform()
let around = through

beforeAll(async () => {
  sandbox = await startSandbox()
  relay = await relayTo(sandbox.baseUrl, () => around)
})
beforeEach(async () => {
  await sandbox.restore()
  around = through
  here = startProject({ ...sandbox, baseUrl: relay.url })
})
afterAll(() => {
  relay.close()
  return sandbox.close()
})

const survey = (name: string): string => `format: 1
name: ${name}
folder: Research
${twoQuestions}`
const names = ['autumn', 'spring', 'winter']

async function begin(keys: readonly string[] = names): Promise<void> {
  await here.begun()
  for (const key of keys) {
    mkdirSync(join(here.cwd, 'surveys', key), { recursive: true })
    writeFileSync(here.pathOf(key), survey(key))
  }
}
const there = async (): Promise<{ id: number; name: string; folder: { name: string } }[]> => (await sandbox.request('GET', '/quiz')).body
const versions = async (id: number): Promise<number> => (await sandbox.request('GET', `/quiz/${id}/versions`)).body.items.length
const fault = (options: object): Promise<unknown> => sandbox.control('fault add', options)

/** Runs of one user, which may be killed. */
function applying(config = freshFolder()) {
  const env = { SURVEYCTL_API_KEY: sandbox.apiKey, SURVEYCTL_WORKSPACE: String(sandbox.workspaceId) }
  return (after?: () => Promise<unknown>) =>
    doomed(['project', 'apply', '--publish-all'], {
      baseUrl: relay.url,
      config,
      cwd: here.cwd,
      env,
      ...(after !== undefined && { after }),
    })
}

/** Each survey once, as its file says, published once. */
async function expectWhole(keys: readonly string[] = names): Promise<void> {
  await sandbox.control('fault clear')
  const rows = await there()
  count({ twice: rows.length - keys.length })
  expect(rows.map(({ name }) => name).toSorted(), `seed ${seed}`).toEqual(keys)
  expect(rows.map(({ folder }) => folder.name)).toEqual(keys.map(() => 'Research'))
  for (const { id } of rows) expect(await versions(id), `versions of ${id}, seed ${seed}`).toBe(1)
  await here.project('plan')
}

describe('an apply that makes everything', () => {
  it('makes it once, however often it is killed', async () => {
    const random = chance()
    await begin()
    const moment = new Moment()
    around = (_, perform) => moment.around(perform)
    const apply = applying()
    for (let round = 0; round < (full ? 50 : 6); round++) {
      const [nth, fate] = [1 + Math.floor(random() * 12), someFate(random)]
      const outcome = await killedAt(moment, nth, fate, apply)
      // Later ones may have less to do.
      expect(outcome.killed || round > 0, `at request ${nth}, ${fate}, seed ${seed}: ${outcome.stderr}`).toBe(true)
      // Nothing lists an empty folder: what to do is said, and done here.
      if (outcome.stderr.includes('environments.default.folders')) nameFolder()
    }
    let last = await apply()
    if (last.stderr.includes('environments.default.folders')) {
      nameFolder()
      last = await apply()
    }
    expect(last.code, `seed ${seed}: ${last.stderr}`).toBe(0)
    await expectWhole()
  })

  const nameFolder = (): void => {
    const path = join(here.cwd, 'surveyctl.yaml')
    writeFileSync(path, `${readFileSync(path, 'utf8')}environments: {default: {folders: {Research: 2}}}\n`)
  }

  it.each(['POST /quiz', 'POST /quiz/*/publish', 'POST /quiz/*/save', 'POST /quiz/*/rename'])(
    'looks up what became of %s when its answer is lost',
    async (pattern) => {
      await begin(['spring'])
      await fault({ pattern, reset: true, after_commit: true, times: 1 })
      const first = await here.run('project apply --publish-all', { cwd: here.cwd })
      // What may be repeated was repeated at once.
      expect([0, 8, 9]).toContain(first.exitCode)
      await here.project('apply --publish-all')
      await expectWhole(['spring'])
    },
  )

  it('finds its survey also without its journal, by adopt', async () => {
    await begin(['spring'])
    await fault({ pattern: 'POST /quiz', reset: true, after_commit: true, times: 1 })
    await here.project('apply --publish-all', 8)
    const { id } = (await there())[0]!
    rmSync(here.pathOf('spring', 'ids.yaml'), { force: true })
    await here.project(`adopt spring ${id}`)
    await here.project('apply --exact --publish-all')
    await expectWhole(['spring'])
  })
})

describe('an apply beside others', () => {
  /** What somebody else does after the nth request of a kind, before it is answered. */
  function meanwhile(line: string, nth: number, work: () => Promise<unknown>): void {
    let came = 0
    around = async (asked, perform) => {
      const answer = await perform()
      if (asked === line && ++came === nth) await work()
      return answer
    }
  }
  const widgetsOf = async (id: number): Promise<any> => (await sandbox.request('GET', `/quiz/${id}`)).body.widgets

  it('sends nothing more of a survey that somebody changed since the plan', async () => {
    await begin(['spring'])
    await here.project('apply')
    const { id } = (await there())[0]!
    here.edit('spring', 'How was it?', 'Ours?')
    // The plan's read is answered late: meanwhile somebody else is quick.
    meanwhile(`GET /quiz/${id}`, 1, async () => {
      const { ids, entities } = await widgetsOf(id)
      entities[ids[2]].title = 'Theirs?'
      await sandbox.request('POST', `/quiz/${id}/save`, { ids, entities })
    })
    const outcome = await here.run('project apply --json', { cwd: here.cwd })
    expect([outcome.exitCode, outcome.json[0].status]).toEqual([1, 'stale'])
    await here.project('apply')
    expect(await titlesOf(id)).toEqual(expect.arrayContaining(['Ours?', 'Theirs?']))
  })

  const titlesOf = async (id: number): Promise<string[]> =>
    Object.values<{ title: string }>((await widgetsOf(id)).entities).map(({ title }) => title)

  /** Somebody else's save of one title between a request and its answer; how the run ended. */
  async function overtaken(id: number, line: string, nth: number, from: string): Promise<Outcome> {
    meanwhile(line, nth, async () => {
      const { ids, entities } = await widgetsOf(id)
      for (const entity of Object.values<{ title: string }>(entities)) entity.title = entity.title.replace(from, 'Theirs?')
      expect((await sandbox.request('POST', `/quiz/${id}/save`, { ids, entities })).status).toBe(200)
    })
    return here.run('project apply --json', { cwd: here.cwd })
  }

  it('overwrites what comes in the round trip before its save, and takes nothing of it for its own', async () => {
    const id = await changed()
    // The first is the plan's read, the second the one directly before the save.
    const { exitCode, json } = await overtaken(id, `GET /quiz/${id}`, 2, 'Why?')
    expect([exitCode, json[0].status, json[0].done]).toEqual([0, 'applied', ['screens']])
    expect((await titlesOf(id)).toSorted()).toEqual(['Hello', 'Ours?', 'Thanks', 'Why?'])
    expect(here.written()).not.toContain('Theirs?')
    await here.project('plan')
    await here.project('drift')
  })

  it('does not call its own what comes right after its save, and never overwrites it', async () => {
    const id = await changed()
    const { exitCode, json } = await overtaken(id, `POST /quiz/${id}/save`, 1, 'Ours?')
    expect([exitCode, json[0].status, json[0].unverified]).toEqual([9, 'unverified', ['screens']])
    expect((await here.project('drift', 10)).stdout).toContain('screens.how.title')
    expect((await here.project('plan')).stdout).toMatch(/< screens\.how\.title +"Ours\?" → "Theirs\?"/)
    expect(await here.writes(() => here.project('apply'))).toEqual([])
    expect(await titlesOf(id)).toContain('Theirs?')
    expect(await here.writes(() => here.project('apply --exact'))).toEqual([`POST /quiz/${id}/save`])
    expect(await titlesOf(id)).toContain('Ours?')
  })

  /** A survey with a change that waits in its file. */
  async function changed(): Promise<number> {
    await begin(['spring'])
    await here.project('apply')
    here.edit('spring', 'How was it?', 'Ours?')
    return (await there())[0]!.id
  }

  it('is the only one of its project on this machine, as long as it lives', async () => {
    await begin(['spring'])
    // The first waits for an answer that never comes.
    around = async () => undefined
    const config = freshFolder()
    const apply = applying(config)
    let second: Ended | undefined
    const first = await apply(async () => {
      while (!journalRows(config).some(({ holder }) => holder !== null)) await wait(5)
      second = await apply()
    })
    expect([first.killed, second?.code, second?.stderr]).toEqual([
      true,
      1,
      expect.stringContaining('The same work is being done by another'),
    ])
    around = through
    expect((await apply()).code).toBe(0)
    await expectWhole(['spring'])
  })

  it('that is locked out between two steps says what is done, and the same command finishes', async () => {
    await begin(['spring'])
    await fault({ pattern: 'POST /quiz/*/conditions', status: 423, times: 1 })
    const outcome = await here.run('project apply --publish-all --json', { cwd: here.cwd })
    expect(outcome.exitCode).toBe(9)
    expect(outcome.json[0]).toMatchObject({ status: 'locked', done: expect.arrayContaining(['create', 'screens']) })
    await here.project('apply --publish-all')
    await expectWhole(['spring'])
  })
})

describe('a service that asks for fewer requests', () => {
  it('is asked again when it wants to be, and nothing is sent twice', async () => {
    await begin(['spring'])
    await fault({ pattern: '* *', status: 429, retry_after: 1, times: 3 })
    await here.project('apply --publish-all')
    await expectWhole(['spring'])
  })

  it('ends it once patience does, and the same command goes on', async () => {
    await begin(['spring'])
    await fault({ pattern: '* *', status: 429, retry_after: 1, times: 40 })
    await here.project('apply --publish-all --patience 1s', 8)
    await sandbox.control('fault clear')
    await here.project('apply --publish-all')
    await expectWhole(['spring'])
  })
})
