/** What a person waits for before anything is asked of the service: bare node is the unit, and other tools that are there. */
import { spawnSync } from 'node:child_process'
import { environment, launcher } from '../support/program.ts'
import { measure, type Contender, type Measured } from './measure.ts'

const node = process.execPath

const isThere = (program: string): boolean => spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0

const ours = (args: string, limit?: number, ends = 0): Contender => ({
  name: `surveyctl ${args}`,
  command: [node, launcher, ...args.split(' ')],
  ...(limit !== undefined && { limit }),
  ends,
})

const notSignedIn = (limit?: number): Contender => ({ ...ours('quiz list', limit, 3), name: 'surveyctl quiz list, not signed in' })

const bare: Contender = { name: 'node -e 0', command: [node, '-e', '0'] }

export async function startup(rounds: number): Promise<Measured[]> {
  // Not signed in: nothing here may reach a service.
  const common = { env: environment({}), rounds, warmUps: 3 }
  const toNode = await measure({
    ...common,
    title: 'Start-up, to bare node',
    baseline: bare,
    contenders: [
      ours('--version', 1.2),
      ours('--help', 1.2),
      ours('quiz --help', 1.7),
      ours('promo --help', 1.7),
      ours('quiz list --help', 1.7),
      notSignedIn(1.7),
      ours('quizz', 1.7, 2),
      ours('__complete quiz pub', 1.7),
      ours('completion bash', 1.7),
      ...['vercel', 'heroku', 'wrangler']
        .filter(isThere)
        .map((program): Contender => ({ name: `${program} --version`, command: [program, '--version'] })),
    ],
  })
  if (!isThere('gh')) return toNode
  const toGh = await measure({
    ...common,
    title: 'Start-up, to gh',
    baseline: { name: 'gh --version', command: ['gh', '--version'] },
    contenders: [bare, ours('--version', 1), ours('--help', 1), ours('quiz --help', 1), ours('quiz list --help', 1), notSignedIn(1)],
  })
  return [...toNode, ...toGh]
}

/** The whole service, filled and ended. */
export const sandboxRun = (rounds: number): Promise<Measured[]> =>
  measure({
    title: 'A sandbox with the demo account, to bare node',
    baseline: bare,
    contenders: [ours('sandbox run --seed demo -- true', 10)],
    env: environment({}),
    rounds,
  })
