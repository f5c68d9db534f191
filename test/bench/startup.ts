/** What a person waits for before anything is asked of the service: bare node is the unit. */
import { spawnSync } from 'node:child_process'
import { environment, launcher } from '../support/program.ts'
import type { Comparison, Contender } from './measure.ts'

const node = process.execPath

/** Other tools that are there, for comparison. */
const peers = (): Contender[] =>
  ['gh', 'vercel', 'heroku', 'wrangler']
    .filter((program) => spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0)
    .map((program) => ({ name: `${program} --version`, command: [program, '--version'] }))

const ours = (args: string, limit: number, ends = 0): Contender => ({
  name: `surveyctl ${args}`,
  command: [node, launcher, ...args.split(' ')],
  limit,
  ends,
})

export const startup = (rounds: number): Comparison => ({
  title: 'Start-up, to bare node',
  baseline: { name: 'node -e 0', command: [node, '-e', '0'] },
  contenders: [
    ours('--version', 1.15),
    ours('--help', 1.5),
    ours('quiz --help', 1.5),
    ours('quiz list --help', 1.5),
    { ...ours('quiz list', 1.5, 3), name: 'surveyctl quiz list, not signed in' },
    { ...ours('quizz', 1.5, 2), name: 'surveyctl quizz, a wrong command' },
    ours('__complete quiz pub', 1.5),
    ours('completion bash', 1.5),
    ...peers(),
  ],
  // Not signed in: nothing here may reach a service.
  env: environment({}),
  rounds,
})
