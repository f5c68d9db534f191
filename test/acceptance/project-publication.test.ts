/** `apply` publishes what it was told to, and nothing that others left; the plan says before what that is. */
import { beforeEach, describe, expect, it } from 'vitest'
import { hasPty, onTerminal } from '../faults/pty.ts'
import { relayTo } from '../faults/relay.ts'
import { inProject } from '../support/in-project.ts'
import type { Outcome } from '../support/program.ts'
import { startProject } from '../support/project.ts'

const here = inProject()
const { project, edit } = here
const ids = { partners: 46, onboarding: 43, spring: 42 }
const versions = async (key: keyof typeof ids): Promise<number> => {
  const { items = [] } = await here.shown(`/${ids[key]}/versions`)
  return items.length
}
/** How many versions each has, before and after. */
async function published(work: () => Promise<unknown>): Promise<Record<string, number>> {
  const keys = Object.keys(ids) as (keyof typeof ids)[]
  const count = () => Promise.all(keys.map(versions))
  const before = await count()
  await work()
  const after = await count()
  return Object.fromEntries(keys.flatMap((key, index) => (after[index] === before[index] ? [] : [[key, after[index]! - before[index]!]])))
}
const colleague = (path: string, body: object): Promise<unknown> => here.sandbox.request('POST', path, body)
const titled = (to: string): void => edit('partners', /^( *)title: .*$/m, `$1title: ${to}`)

beforeEach(() => here.pulled())

describe('--publish', () => {
  it('publishes nothing where nothing was changed from here', async () => {
    expect((await project('plan')).stdout).toContain('"apply --publish-all" would also publish: onboarding (never published before)')
    expect(await published(() => project('apply --publish'))).toEqual({})
  })

  it('publishes what an earlier apply saved, however soon after a publication', async () => {
    await here.run('quiz publish 46')
    await project('pull')
    titled('Another title')
    expect((await project('plan', 10)).stdout).toContain('"apply --publish" would publish: partners\n')
    expect((await project('apply')).stderr).toContain('Not published yet: partners. To publish: surveyctl project apply --publish')
    expect((await project('plan')).stdout).toContain('"apply --publish" would publish: partners (saved by an earlier apply)')
    expect(await published(() => project('apply --publish'))).toEqual({ partners: 1 })
    expect(await published(() => project('apply --publish'))).toEqual({})
    expect((await project('plan')).stdout).not.toContain('partners')
  })

  it('publishes texts alone', async () => {
    here.add('partners', 'texts: {en: {btn_next: Go on}}')
    await project('apply')
    expect(await published(() => project('apply --publish'))).toEqual({ partners: 1 })
  })

  it('leaves what somebody published since it was saved', async () => {
    titled('Another title')
    await project('apply')
    await here.run('quiz publish 46')
    expect(await published(() => project('apply --publish'))).toEqual({})
    expect((await project('plan')).stdout).not.toContain('partners')
  })

  it('leaves a draft that others changed, until it is named', async () => {
    titled('Another title')
    await colleague('/quiz/46/settings/info', { numeration: true })
    const plan = (await project('plan', 10)).stdout
    expect(plan).not.toContain('"apply --publish" would publish')
    expect(plan).toContain('partners (its draft was changed on the service since the last apply or pull)')
    let said = ''
    expect(await published(async () => (said = (await project('apply --publish')).stderr))).toEqual({})
    expect(said).toContain('Not published: partners (its draft was changed on the service since the last apply or pull)')
    expect(said).toContain('surveyctl project apply --publish partners')
    expect(await published(() => project('apply --publish partners'))).toEqual({ partners: 1 })
  })

  it('leaves a draft that only others changed', async () => {
    await colleague('/quiz/46/settings/info', { numeration: true })
    const waits =
      '"apply --publish-all" would also publish: onboarding (never published before), partners (its draft was changed on the service)'
    expect((await project('plan')).stdout).toContain(waits)
    await project('pull')
    expect((await project('plan')).stdout).toContain(waits)
    expect(await published(() => project('apply --publish'))).toEqual({})
    expect(await published(() => project('apply --publish-all'))).toEqual({ partners: 1, onboarding: 1 })
    expect(await published(() => project('apply --publish-all'))).toEqual({})
  })

  it('publishes for the first time only what is named', async () => {
    edit('onboarding', 'How was your first week?', 'How was the first week?')
    const first = await project('apply --publish')
    expect(first.stderr).toContain(
      'Not published: onboarding (never published before). To publish it: surveyctl project apply --publish onboarding',
    )
    expect(await published(() => project('apply onboarding --publish'))).toEqual({ onboarding: 1 })
  })

  it('publishes what is named, once', async () => {
    titled('Another title')
    expect(await published(() => project('apply --publish onboarding --publish spring'))).toEqual({ onboarding: 1, spring: 1 })
    expect(await published(() => project('apply --publish onboarding'))).toEqual({})
    expect((await project('apply --publish nothing', 2)).stderr).toContain('surveys/nothing/survey.yaml does not exist')
    expect((await project('apply spring --publish partners', 2)).stderr).toContain('--publish partners: this run is of spring')
    await colleague('/quiz/46/archive', { archive: true })
    await project('pull')
    expect((await project('apply --publish partners', 1)).stderr).toContain('partners is archived')
  })
})

describe('while it works', () => {
  it('leaves what somebody published between our save and our publication, and says so', async () => {
    titled('Another title')
    await here.sandbox.control('fault add', { pattern: 'POST /quiz/46/save', delay: 1500, after_commit: true })
    const applied = here.run('project apply --publish', { cwd: here.cwd })
    await expect.poll(async () => JSON.stringify(await here.shown('/46'))).toContain('Another title')
    await colleague('/quiz/46/publish', {})
    const { exitCode, stderr } = await applied
    expect([exitCode, await versions('partners')]).toEqual([9, 2])
    expect(stderr).toContain('partners: stale: somebody published it meanwhile')
  })
})

describe('a read that fails after a write', () => {
  it('is a note, and the next run goes on', async () => {
    let isBroken = false
    const relay = await relayTo(here.sandbox.baseUrl, () => async (asked, perform) => {
      if (isBroken && asked.startsWith('GET')) return { status: 500, headers: {}, body: Buffer.from('{}') }
      const answer = await perform()
      if (asked === 'POST /quiz/46/save' || asked === 'POST /quiz/46/publish') isBroken = true
      return answer
    })
    const there = startProject({ ...here.sandbox, baseUrl: relay.url })
    const mended = (work: Promise<Outcome>): Promise<Outcome> => work.finally(() => (isBroken = false))
    try {
      await there.pulled('partners')
      const titled = (to: string): void => there.edit('partners', /^( *)title: .*$/m, `$1title: ${to}`)
      titled('A second title')
      expect((await mended(there.project('apply'))).stderr).toContain(
        'partners was sent. Whether the service has it so could not be told: ',
      )
      titled('A third title')
      expect(await published(() => mended(there.project('apply --publish', 9)))).toEqual({})
      expect((await there.project('plan')).stdout).toContain('"apply --publish" would publish: partners (saved by an earlier apply)')
      let said = ''
      expect(await published(async () => (said = (await mended(there.project('apply --publish'))).stderr))).toEqual({ partners: 1 })
      expect(said).toContain('partners is published. When could not be told')
      expect(await published(() => there.project('apply --publish'))).toEqual({})
    } finally {
      relay.close()
    }
  })
})

describe.skipIf(!hasPty)('on a terminal', () => {
  const apply = (args: string[], answer: string) =>
    onTerminal(['project', 'apply', ...args], { env: here.sandbox.signedIn, cwd: here.cwd, keys: [[/\(y\/N\)/, `${answer}\r`]] })
  it('shows what it will do, and asks', async () => {
    titled('Another title')
    let screen = ''
    expect(await published(async () => ({ screen } = await apply(['--publish'], 'n')))).toEqual({})
    expect(screen).toMatch(
      /~ screens\.[\w.-]+title[^]*Will be published: partners[^]*Apply 1 survey to default and publish 1\?[^]*Nothing was done/,
    )
    expect(await published(async () => ({ screen } = await apply(['--publish'], 'y')))).toEqual({ partners: 1 })
    expect(screen).toContain('published')
    ;({ screen } = await apply(['--publish'], 'n'))
    expect(screen).toContain('All 6 surveys are in step')
  })
})
