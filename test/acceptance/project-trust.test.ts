/** What a project is told, and what it runs: broken states, names that Windows keeps, campaigns, missing variables, foreign settings. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { inProject } from '../support/in-project.ts'

const here = inProject()
const { project, pulled, edit, add } = here
const git = (...args: string[]): string =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', '-C', here.cwd, ...args], { encoding: 'utf8' })

describe('a state that somebody changed', () => {
  it.each<[string, unknown]>([
    ['workspace_id', '7'],
    ['sections', []],
    ['sections.webhooks', 'none'],
    ['sections.screens', { ids: 5, entities: {} }],
    ['sections.texts', { en: ['Go on'] }],
    ['ids', { webhooks: ['7'] }],
    ['media', { 'a.png': 'x' }],
    ['published', { version_id: 'one' }],
  ])('is told with its file: %s', async (path, value) => {
    await pulled('spring')
    const file = join(here.cwd, '.surveyctl/state/default/spring.json')
    const state = JSON.parse(readFileSync(file, 'utf8'))
    const [first = '', second] = path.split('.')
    if (second === undefined) state[first] = value
    else state[first][second] = value
    writeFileSync(file, JSON.stringify(state))
    for (const verb of ['status', 'plan', 'drift', 'pull'])
      expect((await project(verb, 2)).stderr).toContain(`.surveyctl/state/default/spring.json is broken: ${path} is not what`)
  })
})

it('makes no folder that Windows cannot check out', async () => {
  await here.run(['quiz', 'rename', '43', 'Aux'])
  await project('pull --all')
  expect([existsSync(here.pathOf('survey-43')), existsSync(here.pathOf('aux'))]).toEqual([true, false])
  expect((await project('adopt nul 46', 2)).stderr).toContain('"nul" is a name that Windows keeps for a device')
  mkdirSync(join(here.cwd, 'surveys/con'))
  writeFileSync(join(here.cwd, 'surveys/con/survey.yaml'), 'format: 1\nname: A\n')
  expect((await project('status', 2)).stderr).toContain('surveys/con is a name that Windows keeps')
})

it('names the campaign that locks a survey, and how to wait for its end', async () => {
  await pulled('spring')
  edit('spring', /^( *)title: .*$/m, '$1title: Another title')
  await here.run('sandbox lock 42 --title Autumn')
  expect((await project('plan', 10)).stdout).toMatch(
    /locked by campaign ".+" \(in_progress\): nothing of it is sent\. To wait .*--wait-unlock/,
  )
  const { stderr } = await project('apply', 7)
  expect(stderr).toMatch(/spring: locked: locked by campaign ".+" \(in_progress\)[^]*--wait-unlock 30m/)
  expect(stderr).not.toContain('↵')
})

it('names a variable that is needed and not set', async () => {
  await pulled('onboarding')
  add(
    'onboarding',
    'webhooks: {answers: {title: A, url: "https://hooks.example.com/a", method: post, headers: [{name: X-Token, value: {env: CRM_TOKEN, rev: 1}}]}}',
  )
  expect((await project('plan', 10)).stdout).toContain("? The header's value will come from $CRM_TOKEN (not set)")
  expect((await project('plan', 10, { CRM_TOKEN: 'its value' })).stdout).toContain("? The header's value will come from $CRM_TOKEN\n")
})

it('names a variable for each thing that is sent with it', async () => {
  await pulled('onboarding')
  add(
    'onboarding',
    'webhooks: {one: {title: A, url: "https://hooks.example.com/a", method: post, headers: [{name: X, value: {env: BOTH, rev: 1}}]}, two: {title: B, url: {env: BOTH, rev: 1}, method: post}}',
  )
  const { stdout } = await project('plan', 10)
  expect(stdout).toContain("? The header's value will come from $BOTH (not set)\n")
  expect(stdout).toContain('? The address will come from $BOTH (not set)\n')
})

it('runs no program that the settings of a repository name', async () => {
  await pulled('spring')
  git('init', '-q')
  git('add', '.')
  git('commit', '-qm', 'Surveys')
  edit('spring', /^( *)title: .*$/m, '$1title: Another title')
  git('commit', '-qam', 'Edited')
  await here.run('quiz set 42 numeration=false')
  const mark = join(here.cwd, 'ran')
  const program = join(here.cwd, 'program.sh')
  writeFileSync(program, `#!/bin/sh\ntouch ${mark}\ncat\n`, { mode: 0o755 })
  git('config', 'core.fsmonitor', program)
  git('config', 'filter.own.clean', program)
  mkdirSync(join(here.cwd, '.git/info'), { recursive: true })
  writeFileSync(join(here.cwd, '.git/info/attributes'), '*.json filter=own\n')
  writeFileSync(
    join(here.cwd, '.surveyctl/state/default/spring.json'),
    readFileSync(join(here.cwd, '.surveyctl/state/default/spring.json')),
  )
  await here.run('project plan', { cwd: here.cwd })
  await here.run('project drift', { cwd: here.cwd })
  expect(existsSync(mark)).toBe(false)
})

it('is only slower where its cache cannot be entered', async () => {
  await pulled('spring')
  const loop = join(here.cwd, 'loop')
  symlinkSync(loop, loop)
  for (const verb of ['status', 'plan']) {
    const { stderr } = await project(verb, 0, { XDG_CACHE_HOME: loop })
    expect(stderr).not.toMatch(/ELOOP|bug|at /)
  }
})

it('pulls one title, and leaves every other byte of the file as somebody wrote it', async () => {
  await pulled('spring')
  edit('spring', 'format: 1\n', '# Ours\nformat: 1   # as ever\n\n\n')
  edit('spring', /\{ id: "(\d)", title: (\w+) \}/g, '{title:   $2, id: "$1"}')
  await project('apply')
  const before = here.text('spring')
  await here.run(['question', 'set', '42', 'scale-1', 'title=Recommend?'])
  await project('pull')
  expect(here.text('spring')).toBe(before.replace('title: Would you recommend us?', 'title: Recommend?'))
})

it('shows a webhook that a colleague added since, and brings it into the files', async () => {
  await pulled('spring')
  await here.run('webhook add 42 https://hooks.example.com/colleague --title Colleague')
  expect((await project('drift', 10)).stdout).toContain('webhooks.colleague')
  await project('pull')
  expect(here.text('spring')).toContain('https://hooks.example.com/colleague')
})

it('gives an option that the files add an id of its own', async () => {
  await pulled('spring')
  edit('spring', /( *- )\{ id: "1", title: Seeds \}\n/, '$&$1{ title: Compost }\n')
  await project('apply')
  const { widgets } = await here.shown('/42')
  const options = Object.values<any>(widgets.entities).find(({ choiceEntities }) => choiceEntities)!.choiceEntities
  expect(options.map(({ title }: { title: string }) => title).slice(0, 3)).toEqual(['Seeds', 'Compost', 'Tools'])
  expect(new Set(options.map(({ id }: { id: string }) => id)).size).toBe(options.length)
  expect(options[1].id).toMatch(/\w/)
})

it('tells a file of 40,000 unknown keys within seconds', async () => {
  await pulled('spring')
  add('spring', Array.from({ length: 40_000 }, (_, at) => `unknown${at}: 1`).join('\n'))
  const begun = performance.now()
  expect((await project('plan', 2)).stderr).toContain('and 39900 more')
  // It takes one; 60 where the place of each key was looked for anew.
  expect(performance.now() - begun).toBeLessThan(20_000)
})
