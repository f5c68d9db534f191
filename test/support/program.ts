/** Runs the built program as a person or a script does. */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execa, type Options } from 'execa'
import { launcher, runInHost, type Line, type Said } from './command-hosts.ts'

export { launcher }

export interface Outcome {
  exitCode: number
  stdout: string
  stderr: string
  /** Standard output as JSON. */
  json: any
  /** The error object that `--json` writes to standard error. */
  error: any
}

export interface Where {
  baseUrl?: string
  apiKey?: string
  workspace?: number
  env?: Record<string, string>
}

/** A folder that ends with the process's temporary ones. */
export const freshFolder = (): string => mkdtempSync(join(tmpdir(), 'surveyctl-test-'))

/** The environment of a signed-in program with settings of its own, and nothing of this machine's. */
export function environment({ baseUrl, apiKey, workspace, env }: Where): Record<string, string> {
  const given = Object.fromEntries(
    Object.entries(process.env).filter(
      ([name, value]) => value !== undefined && !/^(SURVEYCTL_|PG|CI$|NO_COLOR|FORCE_COLOR|CLICOLOR|.*_PROXY$|.*_proxy$)/.test(name),
    ),
  ) as Record<string, string>
  return {
    ...given,
    SURVEYCTL_CONFIG_DIR: freshFolder(),
    TZ: 'UTC',
    ...(baseUrl && { SURVEYCTL_BASE_URL: baseUrl }),
    ...(apiKey && { SURVEYCTL_API_KEY: apiKey }),
    ...(workspace && { SURVEYCTL_WORKSPACE: String(workspace) }),
    ...env,
  }
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export type Surveyctl = (
  args: readonly string[] | string,
  options?: { input?: string; cwd?: string; env?: Record<string, string> },
) => Promise<Outcome>

/** In a process of its own. */
export async function runAlone({ args, env, cwd }: Line, input: string): Promise<Said> {
  const options = { env, cwd, extendEnv: false, reject: false, stripFinalNewline: false, input } satisfies Options
  const { exitCode = -1, stdout, stderr } = await execa(process.execPath, [launcher, ...args], options)
  return { exitCode, stdout, stderr }
}

/** What Node reads at its start, or before its first line. */
const startsNode = /^(NODE_|LC_|LANG$|TZ$|LD_)/
const namesOf = (env: Readonly<Record<string, string | undefined>>): string[] => Object.keys(env).filter((name) => startsNode.test(name))

/**
 * Whether a command may run in a process that others have run in. With SURVEYCTL_FULL=1 none does. Each command is started
 * as a process at least once all the same: test/operations/examples.test.ts.
 */
const mayBeHosted = ({ args, env }: Line): boolean =>
  process.env.SURVEYCTL_FULL !== '1' &&
  process.platform === 'linux' &&
  !(args[0] === 'sandbox' && ['start', 'run'].includes(args[1] ?? '')) &&
  [...namesOf(env), ...namesOf(process.env)].every((name) => env[name] === process.env[name])

/** `surveyctl` bound to a service; a text is split at spaces. Never throws for an exit code. */
export function surveyctl(where: Where = {}): Surveyctl {
  const env = environment(where)
  return async (args, { input, cwd, env: more } = {}) => {
    const words = typeof args === 'string' ? args.split(' ') : args
    const line = { args: words, env: { ...env, ...more }, cwd: cwd ?? process.cwd() }
    const { exitCode, stdout, stderr } = (!input && mayBeHosted(line) && (await runInHost(line))) || (await runAlone(line, input ?? ''))
    return {
      exitCode,
      stdout,
      stderr,
      get json() {
        return parsed(stdout) as any
      },
      get error() {
        return (parsed(stderr.slice(Math.max(0, stderr.indexOf('{')))) as any)?.error
      },
    }
  }
}
