/** Most tests run commands in their own process (test/support/program.ts): it must make no difference. */
import { describe, expect, it } from 'vitest'
import { environment, freshFolder, runAlone, runHere, type Line } from '../support/program.ts'
import { useSandbox } from '../support/served.ts'

const served = useSandbox('demo', { keep: true })
const cwd = freshFolder()
const lineOf = (words: string, more: Record<string, string> = {}): Line => ({
  args: words.split(' '),
  env: environment({ env: { ...served.sandbox.signedIn, ...more } }),
  cwd,
})

describe('a command in the process of the tests', () => {
  it.each([
    ['quiz list --limit 3', 0],
    ['quiz view 42 --json', 0],
    ['quiz list --help', 0],
    ['quiz lisst', 2],
    ['quiz view 4711 --json', 5],
    ['answer list 42 --ndjson', 0],
    ['export csv 42 --output -', 0],
    ['quiz list --jq length', 0],
    ['folder create Hosted --dry-run --debug', 0],
  ])('ends and says what it does in one of its own: %s', async (words, code) => {
    const alone = await runAlone(lineOf(words))
    for (let times = 0; times < 2; times++) expect(await runHere(lineOf(words))).toEqual(alone)
    expect(alone.exitCode, alone.stderr).toBe(code)
  })

  it('has only its own environment and folder', async () => {
    const elsewhere = freshFolder()
    await runHere({ ...lineOf('project init', { SURVEYCTL_API_KEY: 'of-another-command' }), cwd: elsewhere })
    const said = await runHere({ ...lineOf('quiz list'), env: environment({}) })
    expect([said?.exitCode, said?.stderr.includes('Not signed in')], said?.stderr).toEqual([3, true])
    expect((await runHere(lineOf('project plan')))?.stderr).toContain('surveyctl.yaml')
    expect((await runHere({ ...lineOf('project plan'), cwd: elsewhere }))?.exitCode).toBe(0)
  })

  it('runs beside others, those of another folder after them', async () => {
    const lines = ['42', '43', '46', '48'].map((id) => lineOf(`quiz view ${id} --json`))
    const many = await Promise.all(lines.map((line, index) => runHere(index === 1 ? { ...line, cwd: freshFolder() } : line)))
    expect(many.map(({ stdout }) => (JSON.parse(stdout) as { id: number }).id)).toEqual([42, 43, 46, 48])
  })

  it('masks its own secrets, and not those of another', async () => {
    const line = { ...lineOf('quiz view 4711 --json'), args: ['quiz', 'view', 'of-another-command'] }
    await runHere({ ...line, env: { ...line.env, SURVEYCTL_API_KEY: 'of-another-command' } })
    expect((await runHere(line)).stderr).toContain('of-another-command')
  })
})
