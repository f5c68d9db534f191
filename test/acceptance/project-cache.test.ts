/** Commands of a project that read again only what changed: as if they had read all of it. */
import { existsSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freshFolder } from '../support/program.ts'
import { startProject, type ProjectFolder } from '../support/project.ts'
import { startSandbox, type RunningSandbox } from '../support/sandbox.ts'

let sandbox: RunningSandbox
let here: ProjectFolder
let config: string
const spring = (): string => here.pathOf('spring')

beforeAll(async () => {
  sandbox = await startSandbox({ seed: 'demo' })
  config = freshFolder()
  here = startProject({ ...sandbox, env: { ...sandbox.env, SURVEYCTL_CONFIG_DIR: config } })
  await here.pulled('spring', 'onboarding')
})
afterAll(() => sandbox.close())

/** Younger files are not kept: a change might not show. */
async function untilOld(): Promise<void> {
  const files = readdirSync(here.cwd, { recursive: true, encoding: 'utf8' }).map((name) => join(here.cwd, name))
  const youngest = Math.max(...files.map((path) => statSync(path).ctimeMs))
  while (Date.now() - youngest < 2100) await wait(50)
}

const folder = (): string => join(config, 'cache', 'projects')
/** Keys of what was kept. */
const kept = (): string[] =>
  (existsSync(folder()) ? readdirSync(folder()) : []).flatMap((name) => {
    const bytes = readFileSync(join(folder(), name))
    return Object.keys(JSON.parse(bytes.toString('utf8', 36, 36 + bytes.readUInt32LE(32))).surveys)
  })

const both = async (line: string, code = 0): Promise<unknown> => {
  const [quick, full] = [await here.project(`${line} --json`, code), await here.project(`${line} --full --json`, code)]
  expect(quick.json).toEqual(full.json)
  return quick.json
}

function editUnseen(from: string, to: string): void {
  const { atime, mtime, size } = statSync(spring())
  here.edit('spring', from, to)
  utimesSync(spring(), atime, mtime)
  expect([statSync(spring()).size, statSync(spring()).mtimeMs]).toEqual([size, mtime.getTime()])
}

it('finds a change that leaves size and time of the file, and one on the service', async () => {
  await untilOld()
  for (let time = 0; time < 2; time++) {
    expect(await both('status')).toEqual([])
    expect(await both('plan')).toMatchObject({ totals: { in_step: 2, requests: 0 } })
  }
  expect(kept()).toEqual(['onboarding', 'spring'])
  const { name } = (await sandbox.request('GET', '/quiz/42')).body
  editUnseen(`name: ${name}`, `name: ${name.replace(/.$/, 'x')}`)
  expect(await both('status', 10)).toMatchObject([{ key: 'spring', path: 'name' }])
  expect(await both('plan', 10)).toMatchObject({ totals: { in_step: 1, change: 1 } })
  editUnseen(`name: ${name.replace(/.$/, 'x')}`, `name: ${name}`)
  expect(await both('status')).toEqual([])
  await untilOld()
  expect(await both('plan')).toMatchObject({ totals: { in_step: 2 } })
  await sandbox.request('POST', '/quiz/42/settings/info', { name: 'Another' })
  expect(await both('plan')).toMatchObject({ surveys: [{ changes: [] }, { name: 'Another', changes: [{ path: 'name', side: 'theirs' }] }] })
  await sandbox.request('POST', '/quiz/42/settings/info', { name })
  expect(await both('plan')).toMatchObject({ surveys: [{ changes: [] }, { name, changes: [] }] })
})

it('sends no less and no more than it would have', async () => {
  await untilOld()
  await both('plan')
  expect(await here.writes(() => here.project('apply'))).toEqual([])
  const file = join(freshFolder(), 'plan.json')
  await here.project(['plan', '--out', file])
  expect(await here.writes(() => here.project(['apply', '--plan', file]))).toEqual([])
  editUnseen('type: welcome', 'type: welcome'.replace('welcome', 'submit!'))
  expect((await here.project('apply', 2)).stderr).toContain('surveys/spring/survey.yaml')
  editUnseen('type: submit!', 'type: welcome')
  const drifted = await here.project('drift')
  expect(drifted.stderr).toContain('2 surveys')
})

it('gives the same to many at once, with nothing kept and with a cache that cannot be', async () => {
  await untilOld()
  const many = async (): Promise<string[]> =>
    (await Promise.all([0, 1, 2, 3].map(() => here.project('plan --json')))).map(({ stdout }) => stdout)
  const [first] = await many()
  expect(new Set([first, ...(await many())]).size).toBe(1)
  expect(kept()).toEqual(['onboarding', 'spring'])
  const broken = freshFolder()
  writeFileSync(join(broken, 'cache'), '')
  const { stdout, exitCode } = await here.run(['project', 'plan', '--json'], { cwd: here.cwd, env: { SURVEYCTL_CONFIG_DIR: broken } })
  expect([exitCode, stdout]).toEqual([0, first])
  expect(readFileSync(join(broken, 'cache'), 'utf8')).toBe('')
})
