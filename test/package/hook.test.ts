/** What others put before their commits and into their pipelines: an error in a project ends them, with its file and line. The number is that of the design's acceptance list. */
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { execa } from 'execa'
import { beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { environment, freshFolder } from '../support/program.ts'
import { isThere } from '../support/readers.ts'
import { programFolder } from '../support/readme.ts'
import { useSandbox } from '../support/served.ts'

const root = join(import.meta.dirname, '..', '..')
const hooks = join(root, '.pre-commit-hooks.yaml')
const served = useSandbox('demo', { keep: true })
const why = process.platform === 'win32' ? 'needs a shell' : undefined

describe.skipIf(why)(`a project with an error${why ? ` (${why})` : ''}`, () => {
  const programs = programFolder()
  let project: string
  const run = (program: string, args: readonly string[], cwd = project) => {
    const { baseUrl, apiKey, workspaceId: workspace } = served.sandbox
    const person = { GIT_AUTHOR_NAME: 'a', GIT_AUTHOR_EMAIL: 'a@localhost', GIT_COMMITTER_NAME: 'a', GIT_COMMITTER_EMAIL: 'a@localhost' }
    const own = { ...person, GIT_CONFIG_GLOBAL: '/dev/null', HOME: freshFolder(), PATH: [programs, process.env.PATH].join(delimiter) }
    return execa(program, args, {
      cwd,
      env: environment({ baseUrl, apiKey, workspace, env: own }),
      extendEnv: false,
      reject: false,
      all: true,
    })
  }
  const survey = (): string => join(project, 'surveys', 'spring', 'survey.yaml')
  let whole: string
  const told = (line: number): RegExp => new RegExp(`^error\tspring\t.*screns.*\tsurveys/spring/survey.yaml\t${line}$`, 'm')
  /** Its line. */
  const breakIt = (): number => {
    writeFileSync(survey(), `${whole}screns: []\n`)
    return readFileSync(survey(), 'utf8').trimEnd().split('\n').length
  }
  beforeAll(async () => {
    project = freshFolder()
    await run('git', ['init', '-q', '.'])
    await run('surveyctl', ['project', 'init'])
    expect((await run('surveyctl', ['project', 'pull', '--all'])).exitCode).toBe(0)
    whole = readFileSync(survey(), 'utf8')
  })

  const noPreCommit = ['pre-commit', 'git'].filter((program) => !isThere(program)).join(', ')
  it.skipIf(noPreCommit)(`25: is not committed through the hook${noPreCommit ? ` (needs ${noPreCommit})` : ''}`, async () => {
    const ours = freshFolder()
    copyFileSync(hooks, join(ours, '.pre-commit-hooks.yaml'))
    for (const words of [
      ['init', '-q', '.'],
      ['add', '.'],
      ['commit', '-qm', 'Hooks'],
    ])
      await run('git', words, ours)
    const rev = (await run('git', ['rev-parse', 'HEAD'], ours)).stdout
    const [{ id }] = parse(readFileSync(hooks, 'utf8'))
    writeFileSync(join(project, '.pre-commit-config.yaml'), JSON.stringify({ repos: [{ repo: ours, rev, hooks: [{ id }] }] }))
    await run('pre-commit', ['install'])
    await run('git', ['add', '.'])
    const good = await run('git', ['commit', '-m', 'All'])
    expect(good.exitCode, good.all).toBe(0)
    expect(good.all).toMatch(/surveys have no errors\.*Passed/)
    const line = breakIt()
    const bad = await run('git', ['commit', '-am', 'Broken'])
    expect([bad.exitCode, bad.all]).toEqual([1, expect.stringMatching(told(line))])
    expect((await run('git', ['log', '--format=%s'])).stdout).toBe('All')
    // What has nothing to do with surveys is not kept up by them.
    writeFileSync(join(project, 'notes.txt'), 'more')
    await run('git', ['add', 'notes.txt'])
    await run('git', ['stash', '-q', '--', 'surveys'])
    expect((await run('git', ['commit', '-m', 'Notes'])).all).toMatch(/no errors.*Skipped/)
    await run('git', ['stash', 'pop', '-q'])
  })

  it('25: ends a pipeline that has set the program up, with file and line', async () => {
    const line = breakIt()
    const { exitCode, all } = await run('bash', ['-e', '-c', 'surveyctl project check'])
    expect(exitCode).not.toBe(0)
    expect(all).toMatch(told(line))
  })
})
