/** What the guides tell people to type, typed as it stands: each guide's shell blocks, one after the other, in one folder. */
import { readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { execa } from 'execa'
import { describe, expect, it } from 'vitest'
import { guideNames } from '../../src/reference/help/topics.ts'
import { environment, freshFolder } from '../support/program.ts'
import { blocks, programFolder } from '../support/readme.ts'
import { startedSandbox } from '../support/started.ts'

const page = (name: string): string => `src/reference/guides/${name}.md`
const written = guideNames
  .map((name) => ({ name, shell: blocks(page(name), 'sh') }))
  .filter(({ name, shell }) => shell.length > 0 && !['projects', 'ci', 'warehouse'].includes(name))

async function typed(shell: readonly string[], cwd: string): Promise<string> {
  const own = { SURVEYCTL_CONFIG_DIR: freshFolder() }
  const sandbox = await startedSandbox(own, ['--seed', 'demo'])
  try {
    const person = { GIT_AUTHOR_NAME: 'a', GIT_AUTHOR_EMAIL: 'a@localhost', GIT_COMMITTER_NAME: 'a', GIT_COMMITTER_EMAIL: 'a@localhost' }
    const PATH = [programFolder(), process.env.PATH].join(delimiter)
    const env = environment({ env: { ...own, ...person, GIT_CONFIG_GLOBAL: '/dev/null', PATH } })
    const script = ['surveyctl auth switch sandbox', ...shell].join('\n')
    const { exitCode, stdout, stderr } = await execa('bash', ['-eu', '-c', script], { cwd, env, extendEnv: false, reject: false })
    expect([exitCode, stderr], stdout).toEqual([0, expect.anything()])
    return stdout
  } finally {
    await sandbox.stop()
  }
}

describe.skipIf(process.platform === 'win32')('the guide', () => {
  it.concurrent.each(written)('$name works as it stands', async ({ shell }) => void (await typed(shell, freshFolder())))

  it('projects leads from an account to a repository and back', async () => {
    const cwd = freshFolder()
    const out = await typed(blocks(page('projects'), 'sh'), cwd)
    expect(out).toMatch(/"How do you rate the delivery\?" → "How was the delivery\?"/)
    const text = readFileSync(join(cwd, 'visitors/surveys/spring/survey.yaml'), 'utf8')
    expect([text.includes('How was the delivery?'), text.includes('show_progressbar: false')]).toEqual([true, true])
    expect((await execa('git', ['status', '--porcelain'], { cwd: join(cwd, 'visitors') })).stdout).toBe('')
  })
})
