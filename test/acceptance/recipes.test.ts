/** The steps of the CI recipes in .github/recipes, run as the code hosts would. */
import { copyFileSync, cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { execa, execaSync } from 'execa'
import { beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { environment, freshFolder } from '../support/program.ts'
import { packed } from '../support/packed.ts'
import { blocks, programFolder } from '../support/readme.ts'
import { isSarif } from '../support/sarif.ts'
import { useSandbox } from '../support/served.ts'

const recipe = (name: string): string => readFileSync(join(import.meta.dirname, '..', '..', '.github', 'recipes', `${name}.yml`), 'utf8')
const served = useSandbox('demo')
const programs = programFolder()
const person = { GIT_AUTHOR_NAME: 'a', GIT_AUTHOR_EMAIL: 'a@localhost', GIT_COMMITTER_NAME: 'a', GIT_COMMITTER_EMAIL: 'a@localhost' }

interface Ran {
  exitCode?: number | undefined
  stdout: string
  stderr: string
}

/** By day npm has nothing to do once the first steps have had it install the program, as others begin with copies; with SURVEYCTL_FULL=1 they have each time. */
const idle = freshFolder()
writeFileSync(join(idle, 'npm'), '#!/bin/sh\n', { mode: 0o755 })
let isInstalled = false

async function shell(script: string, cwd: string, env: Record<string, string> = {}): Promise<Ran> {
  const { baseUrl, apiKey, workspaceId: workspace } = served.sandbox
  const own = { GIT_CONFIG_GLOBAL: '/dev/null', PATH: [dirname(process.execPath), process.env.PATH].join(delimiter), ...env }
  if (isInstalled && process.env.SURVEYCTL_FULL !== '1') own.PATH = [idle, own.PATH].join(delimiter)
  isInstalled ||= script.includes('npm ci')
  return execa('bash', ['-e', '-c', script], {
    cwd,
    env: environment({ baseUrl, apiKey, workspace, env: own }),
    extendEnv: false,
    reject: false,
  })
}
const done = async (script: string, cwd: string): Promise<string> => {
  const { exitCode, stdout, stderr } = await shell(script, cwd, { ...person, PATH: [programs, process.env.PATH].join(delimiter) })
  expect([script, exitCode, stderr], stdout).toEqual([script, 0, expect.anything()])
  return stdout
}
const writes = (): string[] => served.sandbox.requests.filter((line) => /POST.*\/(save|publish|info|conditions)\b/.test(line))

let file: { path: string; name: string }
beforeAll(async () => {
  file = await packed()
})

describe.skipIf(process.platform === 'win32')('a recipe', () => {
  interface Repository {
    work: string
    bare: string
  }

  let first: Promise<Repository> | undefined

  /** A repository of the demo account, and where it is pushed: a copy of the first. */
  async function repository(): Promise<Repository> {
    const [work, bare] = [freshFolder(), freshFolder()]
    const from = await (first ??= newRepository())
    cpSync(from.work, work, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true })
    cpSync(from.bare, bare, { recursive: true })
    await done(`git remote set-url origin ${bare}`, work)
    return { work, bare }
  }

  async function newRepository(): Promise<Repository> {
    const [work, bare] = [freshFolder(), freshFolder()]
    await done(
      `git init -q --bare -b main ${bare} && git --git-dir ${bare} config receive.advertisePushOptions true && git init -q -b main . && git remote add origin ${bare}`,
      work,
    )
    copyFileSync(file.path, join(work, file.name))
    await done(
      `${blocks('src/reference/guides/ci.md', 'sh')[0]}surveyctl project init && surveyctl project pull --all && git add . && git commit -qm All && git push -qu origin main`,
      work,
    )
    return { work, bare }
  }
  const retitle = (work: string): Promise<string> =>
    done("perl -pi -e 's/How do you rate/What of/' surveys/spring/survey.yaml && git commit -qam Title && git push -q", work)

  type Steps = (event: 'review' | 'push' | 'schedule', work: string, bare: string) => Promise<Ran>

  interface Step {
    run?: string
    if?: string
  }

  /** In order; what follows a failure only where it says so. Returns the first failure, or the last that ran. */
  async function steps(
    given: readonly Step[],
    work: string,
    { event, env = {}, bin = [] }: { event?: string; env?: Record<string, string>; bin?: string[] } = {},
  ): Promise<Ran> {
    let last: Ran = { exitCode: 0, stdout: '', stderr: '' }
    const paths = join(freshFolder(), 'paths')
    for (const { run, if: on = '' } of given) {
      const isAlways = on.includes('always()')
      const named = /event_name == '(\w+)'/.exec(on)?.[1]
      if (!run || (named !== undefined && named !== event) || (last.exitCode !== 0 && !isAlways)) continue
      const before = existsSync(paths) ? readFileSync(paths, 'utf8').trim().split('\n') : []
      const PATH = [...bin, ...before, dirname(process.execPath), process.env.PATH].join(delimiter)
      const ran = await shell(run, work, { GITHUB_PATH: paths, PATH, ...env })
      if (last.exitCode === 0) last = ran
    }
    return last
  }

  const github: Steps = (event, work) =>
    steps(parse(recipe('github')).jobs.surveys.steps, work, {
      event: { review: 'pull_request', push: 'push', schedule: 'schedule' }[event],
    })

  const gitlab: Steps = async (event, work, bare) => {
    const { script, after_script } = parse(recipe('gitlab')).surveys as { script: string[]; after_script: string[] }
    const env = {
      CI_PIPELINE_SOURCE: { review: 'merge_request_event', push: 'push', schedule: 'schedule' }[event],
      CI_COMMIT_BRANCH: 'main',
      CI_SERVER_HOST: 'git.example',
      CI_PROJECT_PATH: 'team/surveys',
      SURVEYS_PUSH_TOKEN: 't',
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: `url.${bare}.insteadOf`,
      GIT_CONFIG_VALUE_0: 'https://surveys:t@git.example/team/surveys.git',
    }
    const ran = await shell(script.join('\n'), work, env)
    const after = await shell(after_script.join('\n'), work, env)
    return ran.exitCode === 0 ? after : ran
  }

  /** Programs that are there already, or that only a runner may install. */
  function runner(): string[] {
    const bin = freshFolder()
    for (const name of ['sudo', 'apt-get']) writeFileSync(join(bin, name), '#!/bin/sh\n', { mode: 0o755 })
    return [bin]
  }

  const withAge = execaSync('sh', ['-c', 'command -v age age-keygen'], { reject: false }).exitCode === 0
  const why = withAge ? '' : ' (skipped: age is not installed)'

  it.skipIf(!withAge)(
    `backs the account up every night and audits it every week, and fails where something is wrong${why}`,
    async () => {
      const { work } = await repository()
      const key = join(freshFolder(), 'key.txt')
      const BACKUP_RECIPIENT = (await done(`age-keygen -o ${key} 2>/dev/null; age-keygen -y ${key}`, work)).trim()
      const { backup, audit } = parse(recipe('account')).jobs as Record<string, { if: string; steps: Step[] }>
      const { on, jobs } = parse(recipe('account'))
      expect(on.schedule.map(({ cron }: { cron: string }) => `github.event.schedule == '${cron}'`)).toEqual([backup!.if, audit!.if])
      expect(jobs.backup.steps.at(-1).with).toMatchObject({ path: 'copy.tar.age', 'retention-days': 30 })
      const nightly = { env: { BACKUP_RECIPIENT }, bin: runner() }
      expect(await steps(backup!.steps, work, nightly)).toMatchObject({ exitCode: 0 })
      const opened = freshFolder()
      await done(`age -d -i ${key} ${work}/copy.tar.age | tar x -C ${opened} && surveyctl account verify copy`, opened)

      await done('rm -r copy copy.tar.age', work)
      await served.control('fault add', { pattern: 'GET /quiz/44/payment', code: 'blocked_by_tariff' })
      expect(await steps(backup!.steps, work, nightly), 'a gap is told, and the rest is kept').toMatchObject({ exitCode: 9 })
      expect(existsSync(join(work, 'copy.tar.age'))).toBe(true)
      await served.control('fault clear')

      expect(await steps(audit!.steps, work)).toMatchObject({ exitCode: 1 })
      const sarif = JSON.parse(readFileSync(join(work, 'audit.sarif'), 'utf8'))
      expect(isSarif(sarif), JSON.stringify(isSarif.errors)).toBe(true)
      const errors = sarif.runs[0].results.filter(({ level }: { level: string }) => level === 'error')
      expect(errors.length).toBeGreaterThan(0)
      const rules = [...new Set(errors.map(({ ruleId }: { ruleId: string }) => ruleId))]
      writeFileSync(join(work, 'check.yaml'), `rules: {${rules.map((rule) => `${String(rule)}: off`).join(', ')}}\n`)
      expect(await steps(audit!.steps, work), 'what is known is no alarm').toMatchObject({ exitCode: 0 })

      const own = parse(recipe('gitlab-account')) as Record<'backup' | 'audit', { script: string[] }>
      const onGitlab = (job: 'backup' | 'audit') =>
        shell(`set -o pipefail\n${own[job].script.join('\n')}`, work, {
          BACKUP_RECIPIENT,
          PATH: [...runner(), dirname(process.execPath), process.env.PATH].join(delimiter),
        })
      await done('rm -r copy copy.tar.age check.yaml', work)
      expect(await onGitlab('backup')).toMatchObject({ exitCode: 0 })
      expect(existsSync(join(work, 'copy.tar.age'))).toBe(true)
      await done('rm -r copy copy.tar.age', work)
      const [code, ...rest] = own.backup.script.slice(own.backup.script.findIndex((line) => line.includes('account backup')))
      const spoilt = await shell(['set -o pipefail', code, 'echo >> copy/account/roles.json', ...rest].join('\n'), work, {
        BACKUP_RECIPIENT,
        PATH: [join(work, 'node_modules', '.bin'), dirname(process.execPath), process.env.PATH].join(delimiter),
      })
      expect(spoilt, 'what is not as it was written is told').toMatchObject({ exitCode: 1 })
      expect(existsSync(join(work, 'copy.tar.age'))).toBe(false)
      expect(await onGitlab('audit')).toMatchObject({ exitCode: 1 })
      expect(readFileSync(join(work, 'audit.xml'), 'utf8')).toContain('<failure')
    },
    120_000,
  )

  it('applies what is merged to each environment in turn, with the state that the one before pushed', async () => {
    const { jobs } = parse(recipe('github-two-environments'))
    const { strategy, steps: given } = jobs.surveys as { strategy: { matrix: { environment: string[] } }; steps: Step[] }
    expect(strategy).toEqual({ 'max-parallel': 1, matrix: { environment: ['test', 'live'] } })
    const { work, bare } = await repository()
    await done('surveyctl project env add test --from default && git add . && git commit -qm Environment && git push -q', work)
    await retitle(work)
    expect(await steps(given, work, { env: { ENVIRONMENT: 'test' } })).toMatchObject({ exitCode: 0 })
    const { widgets } = (await served.sandbox.request('GET', '/quiz/42')).body
    expect(JSON.stringify(widgets)).toContain('What of the delivery?')
    const pushed = await done(`git --git-dir ${bare} log --format=%s -1 main`, work)
    expect(pushed.trim()).toBe('Surveys as applied to test')
  }, 120_000)

  it.each([
    ['GitHub', github],
    ['GitLab', gitlab],
  ])(
    'has steps for %s that do what it says',
    async (_, steps) => {
      const { work, bare } = await repository()
      await retitle(work)
      const before = writes().length
      expect(await steps('review', work, bare)).toMatchObject({ exitCode: 0 })
      expect(writes().length).toBe(before)

      expect(await steps('push', work, bare)).toMatchObject({ exitCode: 0 })
      const { widgets } = (await served.sandbox.request('GET', '/quiz/42')).body
      expect(JSON.stringify(widgets)).toContain('What of the delivery?')
      const pushed = await done(
        `git --git-dir ${bare} log --format=%s main && git --git-dir ${bare} show main:.surveyctl/state/default/spring.json`,
        work,
      )
      expect([pushed.split('\n')[0], pushed.includes('What of the delivery?')]).toEqual(['Surveys as applied', true])

      expect(await steps('schedule', work, bare)).toMatchObject({ exitCode: 0 })
      await served.sandbox.request('POST', '/quiz/42/settings/info', { show_progressbar: false })
      expect(await steps('schedule', work, bare)).toMatchObject({ exitCode: 10 })

      writeFileSync(join(work, 'surveys/spring/survey.yaml'), 'format: 1\nscreens: []\n')
      expect((await steps('review', work, bare)).exitCode).toBe(1)
    },
    120_000,
  )
})
