/** One folder for several accounts, saved plans, conflicts that are decided, and what is done to the files alone. */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { inProject } from '../support/in-project.ts'
import { freshFolder, surveyctl } from '../support/program.ts'
import { startSandbox } from '../support/sandbox.ts'

const here = inProject({ isBegun: false })

const configured = (environments: string): void => {
  const path = join(here.cwd, 'surveyctl.yaml')
  writeFileSync(path, `${readFileSync(path, 'utf8')}environments:\n${environments}`)
}

describe('environments', () => {
  it('each have a profile, an overlay and a state of their own', async () => {
    const other = await startSandbox()
    try {
      const config = { SURVEYCTL_CONFIG_DIR: here.cwd }
      const tool = surveyctl({ env: config })
      const run = (...words: string[]) => tool(words, { cwd: here.cwd })
      for (const [name, { apiKey, baseUrl, workspaceId }] of Object.entries({ test: other, live: here.sandbox })) {
        const login = ['auth', 'login', '--with-key', '--profile', name, '--base-url', baseUrl, '--workspace', String(workspaceId)]
        expect((await tool(login, { input: apiKey })).exitCode).toBe(0)
      }
      await run('project', 'init')
      configured('  test: {profile: test, folders: {Surveys: 1}}\n  live: {profile: live}\ndefault: live\n')
      expect((await run('project', 'adopt', 'onboarding', '43')).exitCode).toBe(0)
      writeFileSync(here.pathOf('onboarding', 'survey.test.yaml'), 'name: Trial\nsettings: {lang: ru}\n')
      expect((await run('project', 'plan')).exitCode).toBe(0)
      expect((await run('project', 'apply', '--env', 'test')).exitCode).toBe(0)
      const [{ id }] = (await other.request('GET', '/quiz')).body
      expect((await other.request('GET', `/quiz/${id}`)).body).toMatchObject({ name: 'Trial', settings: { lang: 'ru' } })
      await other.request('POST', `/quiz/${id}/rename`, { name: 'Renamed' })
      await other.request('POST', `/quiz/${id}/settings/info`, { numeration: true })
      const { stderr, exitCode } = await run('project', 'pull', '--env', 'test')
      expect([exitCode, stderr]).toEqual([0, expect.any(String)])
      expect(readFileSync(here.pathOf('onboarding', 'survey.test.yaml'), 'utf8')).toBe('name: Renamed\nsettings: {lang: ru}\n')
      expect(readFileSync(here.pathOf('onboarding'), 'utf8')).toMatch(/name: Onboarding[^]*numeration: true/)
      expect((await run('project', 'plan', '--env', 'test')).exitCode).toBe(0)
      expect((await run('project', 'plan', '--env', 'live')).exitCode).toBe(10)
      expect((await run('project', 'plan', '--env', 'live', '--profile', 'test')).stderr).toContain(
        '.surveyctl/state/live/onboarding.json is of',
      )
    } finally {
      await other.close()
    }
  })

  it('are changed by who names them, where they are protected, and never where they are read-only', async () => {
    await here.begun()
    configured('  live: {protected: true}\n  watched: {read_only: true}\ndefault: live\n')
    await here.project('adopt onboarding 43')
    here.edit('onboarding', 'Onboarding', 'Renamed')
    const sent = await here.writes(async () => {
      expect((await here.project('apply', 2)).stderr).toContain('--yes --confirm live is required')
      expect((await here.project('apply --yes --confirm other', 2)).stderr).toContain('--confirm live')
      expect((await here.project('apply --exact --yes --confirm live', 2)).stderr).toContain('needs a saved plan')
      await here.project('adopt onboarding 43 --env watched')
      expect((await here.project('apply --env watched', 4)).stderr).toContain('read-only')
    })
    expect(sent).toEqual([])
    await here.project('apply --yes --confirm live')
    expect((await here.sandbox.request('GET', '/quiz/43')).body.name).toBe('Renamed')
  })
})

describe('a saved plan', () => {
  it('is applied once, and not after files or service changed', async () => {
    await here.pulled('onboarding')
    here.edit('onboarding', 'name: Onboarding', 'name: One')
    await here.project('plan --out plan.json', 10)
    const path = join(here.cwd, 'plan.json')
    expect(statSync(path).mode & 0o777).toBe(0o600)
    await here.project(['apply', '--plan', path])
    expect((await here.project(['apply', '--plan', path], 1)).stderr).toContain('onboarding: since the plan it was applied or pulled')
    here.edit('onboarding', 'name: One', 'name: Two')
    await here.project('plan --out plan.json', 10)
    here.edit('onboarding', 'name: Two', 'name: Three')
    expect((await here.project(['apply', '--plan', path], 1)).stderr).toContain('its files were changed')
    await here.project('plan --out plan.json', 10)
    await here.run('quiz set 43 numeration=true')
    expect(await here.writes(() => here.project(['apply', '--plan', path], 1))).toEqual([])
    expect((await here.project(['apply', '--plan', 'surveyctl.yaml'], 2)).stderr).toContain('is not a saved plan')
  })
})

describe('a conflict', () => {
  it('is decided path by path', async () => {
    await here.pulled('onboarding')
    here.edit('onboarding', 'How was your first week?', 'Ours?')
    here.edit('onboarding', 'What should we change?', 'Ours as well?')
    here.edit('onboarding', 'numeration: false', 'numeration: true')
    await here.run(['question', 'set', '43', 'rating-1', 'title=Theirs?'])
    await here.run(['question', 'set', '43', 'input-1', 'title=Theirs as well?'])
    await here.project('plan', 1)
    expect((await here.project('resolve onboarding settings --ours', 2)).stderr).toContain(
      'There are screens.rating-1.title, screens.input-1.title',
    )
    await here.project('resolve onboarding screens.rating-1.title --ours')
    await here.project('plan', 1)
    await here.project('resolve onboarding screens.input-1 --theirs')
    expect((await here.project('plan', 10)).stdout).toMatch(
      /~ settings\.numeration .*\n {2}~ screens\.rating-1\.title {2}"Theirs\?" → "Ours\?"\n/,
    )
    await here.project('apply')
    expect(readFileSync(here.pathOf('onboarding'), 'utf8')).toMatch(/Ours\?[^]*Theirs as well\?/)
    await here.project('plan')
  })
})

describe('a history of the files', () => {
  const git = (cwd: string, ...words: string[]): string =>
    execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', ...words], { cwd, encoding: 'utf8' })

  it('tells what was applied elsewhere, where nobody kept the state; without it nothing is overwritten', async () => {
    await here.pulled('onboarding')
    git(here.cwd, 'init', '-q')
    git(here.cwd, 'add', '-A')
    git(here.cwd, 'commit', '-qm', 'Pulled')
    here.edit('onboarding', 'How was your first week?', 'Second?')
    git(here.cwd, 'commit', '-qam', 'Second')
    // A runner applies it, and what it remembers goes with it.
    const clone = join(freshFolder(), 'clone')
    git(here.cwd, 'clone', '-q', '.', clone)
    expect((await here.run('project apply', { cwd: clone })).exitCode).toBe(0)
    await here.project('drift')
    here.edit('onboarding', 'Second?', 'Third?')
    git(here.cwd, 'commit', '-qam', 'Third')
    expect((await here.project('plan', 10)).stdout).toContain('~ screens.rating-1.title  "Second?" → "Third?"')
    renameSync(join(here.cwd, '.git'), join(here.cwd, 'git'))
    expect((await here.project('plan', 1)).stdout).toContain('CONFLICT')
    renameSync(join(here.cwd, 'git'), join(here.cwd, '.git'))
    await here.project('apply')
    // What others change back to an older revision is theirs.
    git(here.cwd, 'add', '-A')
    git(here.cwd, 'commit', '-qm', 'Applied')
    await here.run(['question', 'set', '43', 'rating-1', 'title=Second?'])
    await here.project('drift', 10)
    expect((await here.project('plan')).stdout).toContain('< screens.rating-1.title')
  })
})

describe('the files alone', () => {
  it('get another key for a question, with all that names it; on the service nothing changes', async () => {
    await here.pulled('onboarding')
    here.edit(
      'onboarding',
      'conditions: {}',
      'conditions: # who is happy is done\n  rules: [{if: {all: [{question: q:rating-1, operator: is, value: 5}]}, then: {action: jump, to: submit}}]',
    )
    here.edit('onboarding', '  - { key: rating-1', '  # How it went\n  - { key: rating-1')
    await here.project('apply')
    const before = readFileSync(here.pathOf('onboarding'), 'utf8')
    const sent = await here.writes(() => here.project('rename-key onboarding rating-1 first-week'))
    const after = readFileSync(here.pathOf('onboarding'), 'utf8')
    expect(after).toContain('  # How it went\n  - { key: first-week')
    expect(after.replaceAll('first-week', 'rating-1').replace(/\s+/g, '')).toBe(before.replace(/\s+/g, ''))
    expect(sent).toEqual([])
    await here.project('plan')
    await here.project('status')
    for (const [words, message] of [
      ['onboarding first-week input-1', 'is, or was, the key'],
      ['onboarding nothing else', 'has no question nothing'],
      ['onboarding welcome hello', 'keep their names'],
      ['onboarding first-week Second', 'is not a valid key'],
    ] as const)
      expect((await here.project(`rename-key ${words}`, 2)).stderr).toContain(message)
  })

  it('are in order once they are pulled, and are brought into it', async () => {
    await here.pulled()
    await here.project('fmt --check')
    const before = readFileSync(here.pathOf('onboarding'), 'utf8')
    here.edit('onboarding', /^name: Onboarding\n([^]*)/m, '$1name:   Onboarding # as it is\n')
    expect((await here.project('fmt --check', 10)).stdout).toBe('surveys/onboarding/survey.yaml\n')
    await here.project('fmt')
    expect(readFileSync(here.pathOf('onboarding'), 'utf8')).toBe(before.replace('name: Onboarding', 'name: Onboarding # as it is'))
    await here.project('plan')
  })

  it('name the ids of options', async () => {
    await here.pulled('onboarding')
    here.edit('onboarding', /(.*key: input-1)/, '  - {key: how, type: choice, title: How?, choiceEntities: [{title: A}, {title: B}]}\n$1')
    await here.project('fmt --ids')
    expect(readFileSync(here.pathOf('onboarding'), 'utf8')).toMatch(/id: "?1"?[^]*id: "?2"?/)
  })

  it('have their schemas beside them', async () => {
    await here.project('init')
    const path = join(here.cwd, '.surveyctl', 'schema', 'survey-1.json')
    expect(existsSync(path)).toBe(true)
    writeFileSync(path, '{}')
    await here.project('schema')
    expect(JSON.parse(readFileSync(path, 'utf8')).title).toBe('Survey')
  })

  it('have gaps, which are listed with what there is instead', async () => {
    const { json } = await here.run('project schema --gaps --json')
    expect(json).toContainEqual({ what: 'values of webhook headers', why: 'never shown', instead: expect.stringContaining('rev') })
    for (const gap of json) expect(Object.values(gap).every((words) => typeof words === 'string' && words !== '')).toBe(true)
  })

  it('are valid by them, as long as they are right', async () => {
    await here.pulled()
    const schemaOf = (name: string): ValidateFunction => {
      const text = readFileSync(join(here.cwd, '.surveyctl', 'schema', `${name}-1.json`), 'utf8')
      return new Ajv2020({ strict: false, validateFormats: false }).compile(JSON.parse(text) as object)
    }
    const [survey, check, project] = ['survey', 'check', 'project'].map(schemaOf) as [ValidateFunction, ValidateFunction, ValidateFunction]
    for (const key of readdirSync(join(here.cwd, 'surveys'))) {
      const text = readFileSync(here.pathOf(key), 'utf8')
      expect([key, survey(parse(text)), survey.errors]).toEqual([key, true, null])
    }
    expect(project(parse(readFileSync(join(here.cwd, 'surveyctl.yaml'), 'utf8')))).toBe(true)
    for (const wrong of [
      'webhooks: {a: {title: A, url: x}}',
      'messengers: {messenger_a: {subjekt: x}}',
      'crm: {crm_a: {lead: {}}}',
      'sheets: {sync_mode: sometimes}',
      'letters: {owner: {source: x}}',
      'promo: []',
    ])
      expect([wrong, survey(parse(`format: 1\n${wrong}`))]).toEqual([wrong, false])
    expect(survey(parse('format: 1\nsheets: {hidden_widget_ids: [q:how]}\ncrm: {crm_a: {deal: {bind: {"5": q:how}}}}'))).toBe(true)
    expect([
      check(parse('rules: {too-long: [warning, {most: 5}], autoplay: off}\nsuppress: [{rule: autoplay, survey: 42, reason: known}]')),
      check(parse('rules: {no-such-rule: error}')),
      check(parse('suppress: [{rule: autoplay, survey: 42}]')),
    ]).toEqual([true, false, false])
  })
})
