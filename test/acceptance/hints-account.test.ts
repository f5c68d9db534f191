/** A command that is named to be copied is about the account that the message is about, and fits on the screen. */
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { main } from '../../src/main.ts'
import { inProject } from '../support/in-project.ts'
import { memoryIO } from '../support/memory-io.ts'
import { environment, surveyctl } from '../support/program.ts'

const here = inProject({ isBegun: false })

/** Signed in as "usual" at an address where nothing answers, and as "trial" at the sandbox. */
async function signedIn() {
  const tool = surveyctl({ env: { SURVEYCTL_CONFIG_DIR: here.cwd } })
  const { apiKey, baseUrl, workspaceId } = here.sandbox
  const login = ['auth', 'login', '--with-key', '--profile', 'trial', '--base-url', baseUrl, '--workspace', String(workspaceId)]
  expect((await tool(login, { input: apiKey })).exitCode).toBe(0)
  return (line: string) => tool(line.split(' '), { cwd: here.cwd })
}

it('commands in errors, notes and results name the profile that the command line named', async () => {
  const run = await signedIn()
  expect((await run('quiz view 999 --profile trial')).stderr).toContain('To see what exists: surveyctl --profile trial quiz list\n')
  expect((await run('quiz view 999 --profile trial --json')).error.hint).toContain('surveyctl --profile trial quiz list')
  expect((await run('quiz view 999')).stderr).toContain('To see what exists: surveyctl quiz list\n')
  expect((await run('quiz delete 43 --yes --profile trial')).stdout).toContain('surveyctl --profile trial quiz restore 43\n')
  expect((await run('quiz delete 46 47 --yes --profile trial')).stdout).toContain('surveyctl --profile trial quiz restore 47\n')
  // A name is no command, whatever it says.
  const called = await surveyctl({ env: { SURVEYCTL_CONFIG_DIR: here.cwd } })(
    ['quiz', 'rename', '44', 'Try surveyctl quiz list', '--profile', 'trial'],
    { cwd: here.cwd },
  )
  expect(called.stdout).toContain('Renamed survey 44 to "Try surveyctl quiz list"')
  const many = await run('quiz view 46 --workspace 7 --profile trial')
  expect(many.stderr).toContain('surveyctl --profile trial --workspace 7 quiz list\n')
})

it('commands of a project name its environment, others the profile of it', async () => {
  const run = await signedIn()
  await run('project init')
  appendFileSync(join(here.cwd, 'surveyctl.yaml'), 'environments:\n  test: {profile: trial}\n  live: {profile: trial}\n')
  await run('project pull onboarding conference --env test')
  await run('project adopt onboarding 43 --env test')
  await run('project adopt conference 48 --env test')
  const path = join(here.cwd, 'surveys/onboarding/survey.yaml')
  writeFileSync(path, readFileSync(path, 'utf8').replaceAll('Onboarding', 'First week'))
  const applied = await run('project apply --env test')
  expect(applied.stderr).toContain('surveyctl project apply --env test --publish onboarding\n')
  await here.sandbox.request('POST', '/quiz/48/settings/info', { info_title: 'Theirs' })
  expect((await run('project plan --env test')).stdout).toContain(
    "  To bring the service's changes here: surveyctl project pull --env test conference\n",
  )
  await here.sandbox.request('DELETE', '/quiz/43')
  const gone = await run('project plan --env test')
  expect(gone.stdout).toContain('surveyctl --profile trial quiz restore 43')
  expect(gone.stdout).toContain('surveyctl project forget --env test onboarding')
})

it('what a plan and a result say is folded at blanks, but for commands', async () => {
  await here.begun()
  await here.project('pull --all')
  const path = here.pathOf('onboarding')
  writeFileSync(path, readFileSync(path, 'utf8').replaceAll('Onboarding', 'A much longer name of the survey than it had before'))
  const { baseUrl, apiKey, workspaceId } = here.sandbox
  const env = environment({ baseUrl, apiKey, workspace: workspaceId })
  const shown = async (columns: number, ...words: string[]): Promise<string[]> => {
    const memory = memoryIO({ env, folder: here.cwd, columns })
    await main([...words, '--no-color'], memory.io)
    return memory.stdout().split('\n')
  }
  const plan = await shown(50, 'project', 'plan')
  expect(plan.length).toBeGreaterThan(4)
  for (const line of [
    ...plan,
    ...(await shown(50, 'quiz', 'note', '43', 'Asked by everybody who has started here this year')),
    ...(await shown(30, 'quiz', 'rename', '43', 'A much longer name than before')),
  ])
    if (!line.includes('surveyctl')) expect(line.length).toBeLessThanOrEqual(50)
})
