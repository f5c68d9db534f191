/** What README tells a newcomer to type, typed as it stands. */
import { existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { execa } from 'execa'
import { describe, expect, it } from 'vitest'
import { environment, freshFolder } from '../support/program.ts'
import { blocks, programFolder } from '../support/readme.ts'
import { startedSandbox } from '../support/started.ts'

describe.skipIf(process.platform === 'win32')('README', () => {
  it('leads from nothing to answers in a file, and through its three jobs', async () => {
    const own = { SURVEYCTL_CONFIG_DIR: freshFolder() }
    const [, tour] = blocks('README.md', 'sh', 'A first survey')
    const jobs = blocks('README.md', 'sh', 'Three jobs')
    const cwd = freshFolder()
    const sandbox = await startedSandbox(own, ['--seed', 'demo'])
    try {
      const env = environment({ env: { ...own, PATH: [programFolder(), process.env.PATH].join(delimiter) } })
      const { exitCode, stdout, stderr } = await execa('bash', ['-eu', '-c', [tour!, ...jobs].join('\n')], {
        cwd,
        env,
        extendEnv: false,
        reject: false,
      })
      expect([exitCode, stderr], stdout).toEqual([0, expect.anything()])
      expect(stdout).toContain('How did you like the exhibition?')
      expect(readFileSync(join(cwd, 'answers.csv'), 'utf8').trimEnd().split('\n')).toHaveLength(201)
      for (const made of ['survey.yaml', 'surveyctl.yaml', 'answers/answers.sqlite', 'typed.sav'])
        expect(existsSync(join(cwd, made)), made).toBe(true)
    } finally {
      await sandbox.stop()
    }
  })
  it('fits two screens', () =>
    expect(readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8').split('\n').length).toBeLessThan(250))
})
