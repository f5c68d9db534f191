/**
 * A survey with every section, made by a repository that is killed, cut off, slowed down, kept from parts of it or run
 * twice: each thing is there once, whoever reports something reports what is so, and the same command comes to its end.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { connections, everything, secrets } from '../support/everything.ts'
import { Moment } from '../support/moment.ts'
import { freshFolder } from '../support/program.ts'
import { startProject, type ProjectFolder } from '../support/project.ts'
import { startSandbox, type RunningSandbox } from '../support/sandbox.ts'
import { chance, doomed, full, killedAt, seed, type Ended } from './killed.ts'
import { count } from './ledger.ts'
import { relayTo } from './relay.ts'

let sandbox: RunningSandbox
let here: ProjectFolder
/** Ids of the demo's surveys. */
let before: ReadonlySet<number>

beforeAll(async () => {
  sandbox = await startSandbox({ seed: 'demo' })
})
beforeEach(async () => {
  await sandbox.restore()
  here = startProject({ ...sandbox, env: { ...sandbox.env, ...secrets } })
  await here.begun()
  before = new Set(((await get('/quiz')) as { id: number }[]).map(({ id }) => id))
})
afterAll(() => sandbox.close())

/** Longer where more is tried. */
const long = full ? 2_400_000 : 600_000

const put = (key: string, text: string): void => {
  mkdirSync(join(here.cwd, 'surveys', key), { recursive: true })
  writeFileSync(here.pathOf(key), text)
}
const fault = (options: object): Promise<unknown> => sandbox.control('fault add', options)
const get = async (path: string): Promise<any> => (await sandbox.request('GET', path)).body
const named = async (name: string): Promise<number[]> =>
  ((await get('/quiz')) as { id: number; name: string }[]).filter((row) => row.name === name).map(({ id }) => id)

/** Runs of one user, which may be killed: after so many requests, and so many milliseconds more. */
function applying(config: string) {
  const env = { SURVEYCTL_API_KEY: sandbox.apiKey, SURVEYCTL_WORKSPACE: String(sandbox.workspaceId), ...secrets }
  return async (after?: { requests: number; more: number }): Promise<Ended> => {
    const asked = sandbox.requests.length
    const over = new AbortController()
    const moment = async ({ requests, more }: { requests: number; more: number }): Promise<void> => {
      while (!over.signal.aborted && sandbox.requests.length - asked < requests) await wait(2)
      await wait(more)
    }
    const ended = await doomed(['project', 'apply', '--publish-all'], {
      baseUrl: sandbox.baseUrl,
      config,
      cwd: here.cwd,
      env,
      ...(after && { after: () => moment(after) }),
    })
    over.abort()
    if (ended.stderr.includes('environments.default.folders')) await nameFolder()
    return ended
  }
}

/** Nothing lists an empty folder: what to do is said, and done here. */
async function nameFolder(): Promise<void> {
  const { body } = await sandbox.request('POST', `/workspace/${sandbox.workspaceId}/folders`, { name: `After ${Date.now()}` })
  const path = join(here.cwd, 'surveyctl.yaml')
  writeFileSync(path, `${readFileSync(path, 'utf8')}environments: {default: {folders: {Research: ${body.folder_id - 1}}}}\n`)
}

/** Kills it again and again, until a last run comes to its end. */
async function finished(rounds: number, random: () => number, config: string): Promise<number> {
  const apply = applying(config)
  let killed = 0
  for (let round = 0; round < rounds; round++) {
    const { killed: wasKilled } = await apply({ requests: 1 + Math.floor(random() * 30), more: random() * 20 })
    killed += Number(wasKilled)
  }
  let last = await apply()
  if (last.stderr.includes('environments.default.folders')) last = await apply()
  expect(last.code, `seed ${seed}: ${last.stderr}`).toBe(0)
  return killed
}

/** All of it is there once. */
async function expectOnce(): Promise<number> {
  await sandbox.control('fault clear')
  const ids = await named('Everything')
  expect(ids, `seed ${seed}`).toHaveLength(1)
  const [id] = ids as [number]
  const untouched = ((await get('/quiz')) as { id: number }[]).filter((row) => row.id !== id && !before.has(row.id))
  const [{ items: versions }, { items: hooks }, { recipients }, { rows: letters }] = await Promise.all([
    get(`/quiz/${id}/versions`),
    get(`/quiz/${id}/webhooks`),
    get(`/quiz/${id}/emails`),
    here.run('sandbox inbox --json').then(({ json }) => ({ rows: json as { to?: string }[] })),
  ])
  count({ twice: untouched.length + versions.length - 1 + hooks.length - 2 })
  expect({
    untouched,
    versions: versions.length,
    hooks: hooks.map(({ title, is_active }: any) => [title, is_active]).toSorted(),
    recipients: recipients.map(({ email, enabled }: any) => [email, enabled]).toSorted(),
    letters: letters
      .filter(({ to }) => to === 'one@example.org' || to === 'two@example.org')
      .map(({ to }) => to)
      .toSorted(),
  }).toEqual({
    untouched: [],
    versions: 1,
    hooks: [
      ['Answers', true],
      ['Quiet', false],
    ],
    recipients: [
      ['one@example.org', true],
      ['two@example.org', false],
    ],
    letters: ['one@example.org', 'two@example.org'],
  })
  const { integrations } = await get(`/quiz/${id}/integrations`)
  expect([integrations.messenger_b.connected, (await get(`/quiz/${id}/payment`)).fixed_amount]).toEqual([true, 10])
  expect(((await get('/quiz')) as { folder: { name: string } }[]).filter(({ folder }) => folder.name === 'Research')).toHaveLength(1)
  await here.project('plan')
  await here.project('drift')
  return id
}

const bytesIn = (folder: string): string =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'latin1'))
    .join('\n')

describe('F.2: an apply that makes every section', () => {
  it(
    'makes each thing once, however often it is killed, and writes no secret anywhere',
    async () => {
      const random = chance()
      put('all', everything)
      // Done, and nobody hears of it for a while.
      await fault({ pattern: '* *', delay: 10, after_commit: true })
      const config = freshFolder()
      let killed = await finished(full ? 40 : 4, random, config)
      const id = await expectOnce()
      for (const name of connections) expect((await here.run(`sandbox connect ${id} ${name}`)).exitCode).toBe(0)
      await here.project('plan', 10)
      await fault({ pattern: '* *', delay: 10, after_commit: true })
      killed += await finished(full ? 10 : 2, random, config)
      await expectOnce()
      expect(killed, `seed ${seed}`).toBeGreaterThan(0)
      expect((await get(`/quiz/${id}/integrations/crm/crm_b/fields?sections=users`)).current_mapping.lead.title_value).toBe('Week')
      const written = bytesIn(config) + bytesIn(here.cwd)
      for (const [name, secret] of Object.entries(secrets)) expect([name, written.includes(secret)]).toEqual([name, false])
    },
    long,
  )

  it.each([
    ['before it is remembered', /^POST \/quiz$/, 10, ', made within the last day, is empty and in the same folder', ''],
    ['with its state, halfway', /^POST \/quiz\/\d+\/conditions$/, 1, ' has this name and questions of this file', 'resolve all --ours'],
  ])('that is killed %s, with its journal deleted, is listed by plan, and adopt ends it', async (_, pattern, code, told, then) => {
    put('all', everything.replace('folder: Research', 'folder: Surveys'))
    const moment = new Moment()
    const relay = await relayTo(sandbox.baseUrl, () => (asked, perform) => (pattern.test(asked) ? moment.around(perform) : perform()))
    onTestFinished(relay.close)
    const ended = await killedAt(moment, 1, 'done', (after) =>
      doomed(['project', 'apply', '--publish-all'], {
        baseUrl: relay.url,
        config: freshFolder(),
        cwd: here.cwd,
        env: { SURVEYCTL_API_KEY: sandbox.apiKey, SURVEYCTL_WORKSPACE: String(sandbox.workspaceId), ...secrets },
        after,
      }),
    )
    expect(ended.killed).toBe(true)
    const made = ((await get('/quiz')) as { id: number }[]).find(({ id }) => !before.has(id))
    // What it remembered went with the runner's disk.
    await here.run('project forget all', { cwd: here.cwd })
    const { stdout } = await here.project('plan', code)
    expect(stdout).toContain(`Survey ${made!.id}${told}`)
    expect(stdout).toContain(`surveyctl project adopt all ${made!.id}`)
    await here.project(`adopt all ${made!.id}`)
    if (then) {
      await here.project('plan', 1)
      await here.project(then)
    }
    await here.project('apply --publish-all')
    const id = (await named('Everything'))[0]!
    expect([id, (await named('Everything')).length, (await get(`/quiz/${id}/versions`)).items.length]).toEqual([made!.id, 1, 1])
    expect((await get(`/quiz/${id}/webhooks`)).items).toHaveLength(2)
    await here.project('plan')
  })
})

describe('F.4: two applies from two folders', () => {
  it(
    'never mix their questions, report what is so, and come to an end when repeated',
    async () => {
      const own = (name: string): string =>
        everything
          .slice(0, everything.indexOf('texts:'))
          .replace('How was it?', `How was it from ${name}?`)
          .replace('Why?', `Why from ${name}?`)
          .replace('folder: Research', 'folder: Surveys')
          .replace('value: 4', `value: ${name === 'left' ? 2 : 3}`)
      put('all', own('left'))
      await here.project('apply')
      const [id] = (await named('Everything')) as [number]
      const other = startProject({ ...sandbox, env: { ...sandbox.env, ...secrets } })
      await other.project('init')
      writeFileSync(join(other.cwd, 'surveyctl.yaml'), readFileSync(join(here.cwd, 'surveyctl.yaml')))
      await other.project(`adopt all ${id}`)
      const folders = { left: here, right: other }
      const sides = ['left', 'right'] as const
      const standing = async (): Promise<{ titles: string; rule: unknown }> => {
        const { widgets, conditions } = await get(`/quiz/${id}`)
        const names = [1, 2].map((index) => / (left|right)/.exec(widgets.entities[widgets.ids[index]].title)?.[1])
        return { titles: [...new Set(names)].join('+'), rule: conditions.rules[0].if.all[0].value }
      }
      const reported = { applied: 0, stale: 0 }
      for (let round = 0; round < (full ? 30 : 2); round++) {
        // Each round something else is to be there, from what is there now.
        const text = (side: (typeof sides)[number]): string =>
          own(side)
            .replaceAll(` ${side}?`, ` ${side} ${round}?`)
            .replace(/value: (\d)/, (_, value: string) => `value: ${Number(value) + (round % 2)}`)
        for (const side of sides) {
          await folders[side].project('pull --theirs')
          writeFileSync(folders[side].pathOf('all'), text(side))
        }
        const outcomes = await Promise.all(
          sides.map(async (side) => ({ side, ...(await folders[side].run('project apply --exact --json', { cwd: folders[side].cwd })) })),
        )
        const said = outcomes.map(({ side, json }) => [side, json?.[0]?.status] as const)
        const { titles, rule } = await standing()
        expect(['left', 'right'], `round ${round}, seed ${seed}: ${JSON.stringify(outcomes)}`).toContain(titles)
        const winner = outcomes.find(({ side }) => side === titles)!
        const isWhole = rule === (titles === 'left' ? 2 : 3) + (round % 2)
        // In the one round trip before a save somebody may be overwritten who was done: who overwrites does not say that all is done.
        if (!isWhole) expect(winner.json[0].status, `round ${round}, seed ${seed}: ${JSON.stringify(said)}`).not.toBe('applied')
        for (const [, status] of said) reported[status === 'applied' ? 'applied' : 'stale']++
        await folders.left.project('apply --exact')
        expect(await standing()).toEqual({ titles: 'left', rule: 2 + (round % 2) })
      }
      count({ faults: reported.applied + reported.stale })
      expect(reported.applied).toBeGreaterThan(0)
    },
    long,
  )
})

describe('F.5: a survey that a campaign locks', () => {
  it('is finished by the run that waits for its end', async () => {
    put('all', everything.replace('folder: Research', 'folder: Surveys'))
    await here.project('apply')
    const [id] = (await named('Everything')) as [number]
    here.edit('all', 'How was it?', 'How was it then?')
    await sandbox.control('lock', { quiz: id })
    const writes = await here.writes(async () => {
      expect((await here.project('apply', 7)).stderr).toContain('locked')
      // It looks every four seconds: it has looked twice.
      const waiting = here.project('apply --publish-all --wait-unlock 40s --json')
      const look = `GET /api/v3/quiz/${id}`
      await expect.poll(() => sandbox.requests.slice(-2)).toEqual([look, look])
      await sandbox.control('unlock', { quiz: id })
      expect((await waiting).json).toMatchObject([{ status: 'published' }])
    })
    expect(writes).toEqual([`POST /quiz/${id}/save`, `POST /quiz/${id}/publish`])
    await here.project('plan')
  })
})

describe('F.6: a service in trouble', () => {
  it(
    'is left alone during its pauses, and nothing is done twice',
    async () => {
      put('all', everything.replace('folder: Research', 'folder: Surveys'))
      const seen: { begun: number; ended: number; status: number | null; write: string }[] = []
      sandbox.onRequest(({ method, path, status, ms }) =>
        seen.push({ begun: performance.now() - ms, ended: performance.now(), status, write: method === 'GET' ? '' : path }),
      )
      const bursts = full ? 40 : 4
      for (const pattern of ['POST *', 'GET *']) await fault({ pattern, status: 429, retry_after: 1, times: bursts / 2 })
      await here.project('apply --publish-all --patience 5m')
      const refused = seen.filter(({ status }) => status === 429)
      expect(refused).toHaveLength(bursts)
      // What was on its way when it was refused may come a little later.
      for (const { ended } of refused)
        expect(seen.filter(({ begun }) => begun > ended + 300 && begun < ended + 950).map(({ write }) => write)).toEqual([])
      const done = seen.filter(({ status, write }) => write !== '' && status !== null && status < 300).map(({ write }) => write)
      expect(done.filter((path) => /\/(publish|webhooks|recipients)$|\/quiz$/.test(path)).length).toBe(1 + 1 + 2 + 2)
      await expectOnceInSurveys()
    },
    long,
  )

  const expectOnceInSurveys = async (): Promise<void> => {
    await sandbox.control('fault clear')
    const [id, ...more] = await named('Everything')
    expect(more).toEqual([])
    expect([(await get(`/quiz/${id}/versions`)).items.length, (await get(`/quiz/${id}/webhooks`)).items.length]).toEqual([1, 2])
    const letters = (await here.run('sandbox inbox --json')).json.filter(({ to }: { to?: string }) => /^(one|two)@/.test(to ?? ''))
    expect(letters).toHaveLength(2)
    await here.project('plan')
  }

  it(
    'that fails, hangs up and cuts answers off at random gets all of it once',
    async () => {
      const random = chance()
      put('all', everything.replace('folder: Research', 'folder: Surveys'))
      const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)]!
      for (let round = 0; round < (full ? 40 : 5); round++) {
        const how = pick([{ status: 503 }, { reset: true }, { cut: 5 }, { status: 429, retry_after: 0 }])
        const pattern = pick([
          'POST *',
          'POST /quiz',
          'POST /quiz/*/publish',
          'POST /quiz/*/webhooks',
          'POST /quiz/*/emails/recipients',
          '* *',
        ])
        // The service's own 429 says that nothing was done.
        await fault({ pattern, ...how, after_commit: !('retry_after' in how) && random() < 0.6, times: 1 + Math.floor(random() * 4) })
        const { exitCode, stderr } = await here.run('project apply --publish-all', { cwd: here.cwd })
        expect([0, 1, 8, 9], `seed ${seed}: ${stderr}`).toContain(exitCode)
        expect(stderr).not.toMatch(/ at .*\.js:\d+/)
        count({ faults: 1 })
        await sandbox.control('fault clear')
      }
      await here.project('apply --publish-all')
      await expectOnceInSurveys()
    },
    long,
  )
})

describe('F.7: limits of the plan', () => {
  const plan = (change: object): Promise<unknown> => sandbox.control('plan set', { change })
  const small = (name: string): string =>
    `format: 1\nname: ${name}\nfolder: Surveys\nscreens:\n  - {key: how, type: rating, title: How?}\n  - {key: submit, type: submit}\n`
  const six = (): void => {
    for (const key of ['a', 'b', 'c']) put(key, small(key))
  }
  const changed = async (): Promise<void> => {
    await here.project('adopt onboarding 43')
    here.edit('onboarding', 'name: Onboarding', 'name: Renamed')
    six()
  }

  it('that are known before are told before anything is sent', async () => {
    await changed()
    await plan({ 'limits.quizzes': ((await get('/quiz')) as unknown[]).length + 2 })
    const writes = await here.writes(async () => {
      expect((await here.project('apply', 4)).stderr).toMatch(/room for \d more surveys?, but 3 would be created\. Nothing was sent/)
    })
    expect(writes).toEqual([])
  })

  it.each([
    ['surveys in a day', 'quizzes_per_day', 2],
    ['surveys, while somebody else makes one', 'quizzes', undefined],
  ])('reached midway stop creations only: %s', async (_, limit, value) => {
    await changed()
    if (value !== undefined) await plan({ [`limits.${limit}`]: value })
    else {
      // Told as enough, and taken meanwhile.
      const { limits } = await get(`/workspace/${sandbox.workspaceId}/tariff`)
      const there = Number(limits.quizzes.used ?? ((await get('/quiz')) as unknown[]).length)
      await plan({ 'limits.quizzes': there + 3 })
      await fault({ pattern: 'GET /quiz', delay: 500, after_commit: true })
    }
    const asked = sandbox.requests.length
    const applying = here.run('project apply --json', { cwd: here.cwd })
    if (value === undefined) {
      while (!sandbox.requests.slice(asked).some((line) => line.includes('/tariff'))) await wait(5)
      await sandbox.request('POST', '/quiz', { folder_id: 1 })
    }
    const { exitCode, json } = await applying
    const statuses = Object.fromEntries(json.map(({ key, status }: { key: string; status: string }) => [key, status]))
    expect([exitCode, statuses]).toEqual([9, { a: 'applied', b: 'applied', c: 'failed', onboarding: 'applied' }])
    expect((await get('/quiz/43')).name).toBe('Renamed')
    await plan({ [`limits.${limit}`]: null })
    await here.project('apply')
    expect((await Promise.all(['a', 'b', 'c'].map(named))).map(({ length }) => length)).toEqual([1, 1, 1])
  })

  it('an option that is off fails its survey and no other', async () => {
    await changed()
    put('a', `${small('a')}texts: {en: {btn_next: Go on}}\n`)
    await here.project('apply')
    here.edit('a', 'Go on', 'Onwards')
    here.edit('b', 'How?', 'How then?')
    await plan({ custom_text: false })
    const { exitCode, json } = await here.run('project apply --json', { cwd: here.cwd })
    const statuses = Object.fromEntries(json.map(({ key, status }: { key: string; status: string }) => [key, status]))
    expect([exitCode, statuses.a, statuses.b]).toEqual([9, 'failed', 'applied'])
    await plan({ custom_text: true })
    await here.project('apply')
    await here.project('plan')
  })
})
