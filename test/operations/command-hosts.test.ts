/** Most tests run commands in processes that have run others (test/support/command-host.ts): it must make no difference. */
import { describe, expect, it } from 'vitest'
import { runInHost, type Line } from '../support/command-hosts.ts'
import { environment, freshFolder, runAlone } from '../support/program.ts'
import { useSandbox } from '../support/served.ts'

const served = useSandbox('demo', { keep: true })
const cwd = freshFolder()
const lineOf = (words: string, more: Record<string, string> = {}): Line => ({
  args: words.split(' '),
  env: environment({ env: { ...served.sandbox.signedIn, ...more } }),
  cwd,
})

describe('a command in a process that has run others', () => {
  it.each([
    ['quiz list --limit 3', 0],
    ['quiz view 42 --json', 0],
    ['quiz list --help', 0],
    ['--version', 0],
    ['quiz lisst', 2],
    ['quiz view 4711 --json', 5],
    ['answer list 42 --ndjson', 0],
    ['export csv 42 --output -', 0],
    ['quiz list --jq length', 0],
    ['folder create Hosted --dry-run --debug', 0],
  ])('ends and says what it does in one of its own: %s', async (words, code) => {
    const alone = await runAlone(lineOf(words), '')
    for (let times = 0; times < 2; times++) expect(await runInHost(lineOf(words))).toEqual(alone)
    expect(alone.exitCode, alone.stderr).toBe(code)
  })

  it('has only its own environment and folder', async () => {
    const elsewhere = freshFolder()
    await runInHost({ ...lineOf('project init', { SURVEYCTL_API_KEY: 'of-another-command' }), cwd: elsewhere })
    const said = await runInHost({ ...lineOf('quiz list'), env: environment({}) })
    expect([said?.exitCode, said?.stderr.includes('Not signed in')], said?.stderr).toEqual([3, true])
    expect((await runInHost(lineOf('project plan')))?.stderr).toContain('surveyctl.yaml')
    expect((await runInHost({ ...lineOf('project plan'), cwd: elsewhere }))?.exitCode).toBe(0)
  })

  it('runs beside others, in as many processes', async () => {
    const many = await Promise.all(['42', '43', '46', '48'].map((id) => runInHost(lineOf(`quiz view ${id} --json`))))
    expect(many.map((said) => said && (JSON.parse(said.stdout) as { id: number }).id)).toEqual([42, 43, 46, undefined])
  })
})
