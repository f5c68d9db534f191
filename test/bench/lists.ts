/** Lists of surveys, to what a shell would do without us. */
import { spawnSync } from 'node:child_process'
import { launcher } from '../support/program.ts'
import { figure, measure, median, weigh, type Comparison, type Contender, type Measured } from './measure.ts'
import type { Sandbox, Service } from './services.ts'

const curl = `curl -sS -H "Authorization: Bearer $SURVEYCTL_API_KEY" "$SURVEYCTL_BASE_URL/quiz"`
const jq = `jq -r '.[] | [.id, .name, .is_published, .folder.name] | @tsv'`

const shell = (name: string, line: string): Contender => ({ name, command: ['sh', '-c', line] })
const curlAndJq = shell('curl | jq -r @tsv', `${curl} | ${jq}`)

const ours = (flags: readonly string[], limit?: number, most?: number): Contender => ({
  name: ['surveyctl quiz list', ...flags].join(' '),
  command: [process.execPath, launcher, 'quiz', 'list', ...flags],
  ...(limit !== undefined && { limit }),
  ...(most !== undefined && { most }),
})

/** The list of 100 of the sandbox. */
export async function shortList(sandbox: Sandbox, rounds: number): Promise<Measured[]> {
  for (let made = 0; made < 100; made++) await sandbox.post('/quiz', { folder_id: sandbox.folder })
  return measure({
    title: 'A list of 100, to curl | jq',
    baseline: curlAndJq,
    contenders: [ours([], 3), ours(['--json'], 3), ours(['--ndjson'], 3)],
    env: sandbox.env,
    rounds,
    warmUps: 3,
  })
}

export const limits = { 10_000: { limit: 1 }, 100_000: { limit: 0.7, most: 300 } } as const

export const longList = (service: Service, count: keyof typeof limits, rounds: number): Comparison => {
  const { limit, most } = { most: undefined, ...limits[count] }
  return {
    title: `A list of ${count}, to curl | jq`,
    baseline: curlAndJq,
    contenders: [
      ours([], limit, most),
      ours(['--json'], limit, most),
      ours(['--ndjson'], limit, most),
      shell('curl | jq .', `${curl} | jq .`),
    ],
    env: service.at(`/rows/${count}`),
    rounds,
  }
}

export const hasTerminal = spawnSync('script', ['-qec', 'true', '/dev/null']).status === 0

const onTerminal = ({ name, limit, command }: Contender): Contender => ({
  name,
  command: ['script', '-qefc', command.length > 3 ? command.join(' ') : command[2]!, '/dev/null'],
  ...(limit !== undefined && { limit }),
})

/** As a table, for which both sides write to a terminal of their own. */
export const table = (service: Service, count: keyof typeof limits, rounds: number): Comparison => ({
  title: `A table of ${count}, to curl | jq, on a terminal`,
  baseline: onTerminal(curlAndJq),
  contenders: [onTerminal(ours([], limits[count].limit))],
  env: { ...service.at(`/rows/${count}`), TERM: 'xterm', SURVEYCTL_PAGER: '', SHELL: '/bin/sh' },
  rounds,
})

const secureLimits = { 10_000: 1, 100_000: 0.6 } as const

export const secureList = (service: Service, count: keyof typeof secureLimits, rounds: number): Comparison => ({
  title: `A list of ${count} over TLS, to curl | jq`,
  baseline: curlAndJq,
  contenders: [ours([], secureLimits[count]), ours(['--ndjson'], secureLimits[count])],
  env: service.at(`/rows/${count}`),
  rounds,
})

/** Memory must not grow with what goes through. */
export async function growth(name: string, contender: Contender, small: NodeJS.ProcessEnv, large: NodeJS.ProcessEnv): Promise<Measured> {
  const peak = async (env: NodeJS.ProcessEnv): Promise<number> =>
    median([await weigh(contender, env), await weigh(contender, env), await weigh(contender, env)])
  const [before, after] = [await peak(small), await peak(large)]
  return { ...figure('Memory at ten times the size', name, after / before, 1.2), mebibytes: after }
}
