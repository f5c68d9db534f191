/** Environments that come after the first pull, and surveys whose state is lost. */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { hasPty, onTerminal } from '../faults/pty.ts'
import { inProject } from '../support/in-project.ts'

const here = inProject()
const { project, pulled, edit, inStep } = here

const config = (): string => readFileSync(join(here.cwd, 'surveyctl.yaml'), 'utf8')
const configured = (environments: string): void =>
  writeFileSync(join(here.cwd, 'surveyctl.yaml'), `${config()}environments:\n${environments}`)
const stateOf = (environment: string): string => join(here.cwd, '.surveyctl/state', environment)

it('names the command that gives the state of before to an environment', async () => {
  await pulled('spring', 'onboarding')
  configured('  test: {}\n  live: {}\ndefault: test\n')
  const states = readdirSync(stateOf('default'))
  for (const verb of ['plan', 'apply', 'pull --all'])
    expect((await project(verb, 2)).stderr).toContain('surveyctl project env add test --from default')
  expect((await project('env add test --from default')).stderr).toContain('onboarding, spring')
  expect([existsSync(stateOf('default')), readdirSync(stateOf('test'))]).toEqual([false, states])
  await inStep()
})

it.skipIf(!hasPty)('asks on a terminal whether the state of before is this environment\u2019s', async () => {
  await pulled('spring')
  configured('  test: {}\n')
  const env = { ...here.sandbox.signedIn, NO_COLOR: '1', SURVEYCTL_SPINNER: '0' }
  const plan = (keys: string) => onTerminal(['project', 'plan'], { env, cwd: here.cwd, keys: [[/Make it that of test\?/, keys]] })
  const no = await plan('n\r')
  expect([no.exitCode, existsSync(stateOf('test'))], no.screen).toEqual([1, false])
  const yes = await plan('y\r')
  expect([yes.exitCode, existsSync(stateOf('default')), readdirSync(stateOf('test'))], yes.screen).toEqual([0, false, ['spring.json']])
  await inStep()
})

it('adds the environment to the file, whose other bytes stay', async () => {
  await pulled('spring')
  const before = config()
  await project('env add live --from default')
  expect(config().replace('environments:\n  live: {}\n', '')).toBe(before)
  await inStep()
  expect((await project('env add live', 2)).stderr).toContain('has environment live already')
  expect((await project('env add test --from live', 2)).stderr).toContain('its state stays its own')
  await project('env add test')
  expect((await project('plan', 2)).stderr).toContain('--env is required')
  await project('plan --env live')
})

it('refuses the state of another account', async () => {
  await pulled('spring')
  const file = join(stateOf('default'), 'spring.json')
  writeFileSync(file, readFileSync(file, 'utf8').replace(/"workspace_id": \d+/, '"workspace_id": 999'))
  const before = config()
  expect((await project('env add live --from default', 2)).stderr).toContain('account 999')
  expect([config(), existsSync(file), existsSync(stateOf('live'))]).toEqual([before, true, false])
})

it('adopts all whose names say which they are, and says why others are left', async () => {
  await pulled()
  rmSync(stateOf('default'), { recursive: true })
  edit('onboarding', /^name: .*$/m, 'name: Nobody has this')
  await here.run(['quiz', 'duplicate', '46'])
  await here.run(['quiz', 'rename', '48', /^name: (.*)$/m.exec(here.text('spring'))?.[1] ?? ''])
  const { adopted, left } = Object.groupBy<'adopted' | 'left', any>(
    JSON.parse((await project('adopt --all --json')).stdout),
    ({ status }) => status,
  )
  expect(left).toContainEqual(expect.objectContaining({ key: 'onboarding', why: expect.stringContaining('no survey') }))
  expect(left).toContainEqual(expect.objectContaining({ key: 'spring', why: 'surveys 42, 48 all have its name' }))
  expect(adopted?.length).toBeGreaterThan(0)
  for (const { key, quiz_id } of adopted ?? [])
    expect(JSON.parse(readFileSync(join(stateOf('default'), `${key}.json`), 'utf8'))).toMatchObject({ quiz_id })
  expect(existsSync(join(stateOf('default'), 'onboarding.json'))).toBe(false)
  expect((await project('adopt spring --all', 2)).stderr).toContain('--all')
  expect((await project('adopt spring', 2)).stderr).toContain('are required')
})
