/** Each kind of output into each kind of standard output that takes nothing: a line and exit 1. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freshFolder } from '../support/program.ts'
import { startSandbox, type RunningSandbox } from '../support/sandbox.ts'
import { full } from './killed.ts'
import { shell } from './watched.ts'

let sandbox: RunningSandbox
let env: Record<string, string>

beforeAll(async () => {
  sandbox = await startSandbox({ seed: 'demo' })
  env = { ...sandbox.signedIn, SURVEYCTL_CONFIG_DIR: freshFolder() }
})
afterAll(() => sandbox.close())

const kinds = [
  '--version',
  '-V',
  '--help',
  'quiz --help',
  'quiz list --help',
  'help exit-codes',
  'completion bash',
  '__complete quiz ""',
  'quiz list',
  'quiz list --json',
  'quiz list --ndjson',
  'quiz list --raw',
  'quiz list --fields id',
  "quiz list --jq '.[]'",
  'quiz view 42',
  'quiz view 42 --json',
  'config list',
  'operation list --json',
  'quiz rename 42 Spring --quiet',
  'folder create Full --dry-run',
  'quiz rename 42 43 --dry-run --json',
  'quiz publish 42 42 --ndjson',
  'export csv 42 -o -',
  'export csv 42 -o - --typed',
  'api GET /quiz/42',
]

/** One of each way through the program. */
const some = [
  '--version',
  '--help',
  'quiz list --json',
  'quiz list',
  'quiz view 42',
  'quiz rename 42 Spring',
  'export csv 42 -o -',
  'config list',
]

const device = process.platform === 'linux'

describe.runIf(device)('standard output that is full (/dev/full, which Linux has)', () => {
  it.each(kinds)('surveyctl %s', async (args) => {
    const { exitCode, stderr } = await shell(`surveyctl ${args} > /dev/full`, { env })
    const lines = stderr.split('\n').filter((line) => line !== '' && !line.startsWith('! '))
    expect([exitCode, lines.filter((line) => /no space left/.test(line)).length], stderr).toEqual([1, 1])
  })
})

describe('standard output that', () => {
  it.each(some)('is read-only: surveyctl %s', async (args) => {
    const { exitCode, stderr } = await shell(`surveyctl ${args} 1< /dev/null`, { env })
    expect([exitCode, stderr.match(/Cannot write to standard output|cannot write to standard output/g)?.length], stderr).toEqual([1, 1])
  })
  it('is closed: no stack, whatever is printed', async () => {
    for (const args of some) expect((await shell(`surveyctl ${args} >&-`, { env })).exitCode, args).toBe(0)
  })
})

describe.runIf(device)('a standard error that takes nothing changes no exit code', () => {
  /** One of them each; all of them with SURVEYCTL_FULL=1. */
  const nowhere = ['2>/dev/full', '2>&-', '2</dev/null']
  it.each([
    ['quiz list --fields id', 0],
    ['quiz view 999999', 5],
    ['quiz nonsense', 2],
    ['quiz view 999999 --json', 5],
    ['quiz list --debug --fields id', 0],
    ['quiz publish 42 --json', 0],
    ['quiz archive 999998 999999', 9],
  ])('surveyctl %s', async (args, code) => {
    for (const to of full ? nowhere : [nowhere[args.length % nowhere.length]]) {
      const { exitCode } = await shell(`surveyctl ${args} ${to}`, { env })
      // Both of two failed: nothing was done.
      expect(code === 9 ? [1, 5, 9] : [code], `${args} ${to}`).toContain(exitCode)
    }
  })
  it('with both full', async () => {
    for (const args of some) expect((await shell(`surveyctl ${args} > /dev/full 2>&1`, { env })).exitCode, args).toBe(1)
  })
})

it('a file that takes no more is told as such', async () => {
  const cwd = freshFolder()
  const { exitCode, stderr } = await shell(`ulimit -f 1; surveyctl operation list > out.txt`, { env, cwd })
  expect([exitCode, stderr]).toEqual([1, expect.stringMatching(/Cannot write to standard output: file too large/)])
})
