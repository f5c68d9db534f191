/** Runs the built program as a person or a script does. */
import { mkdtempSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execa, type Options } from 'execa'
import type { IO } from '../../src/system/io.ts'
import { memoryIO } from './memory-io.ts'

const checkout = join(import.meta.dirname, '..', '..')
export const launcher = join(checkout, 'bin', 'surveyctl.js')

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
  options?: { input?: string; cwd?: string; env?: Record<string, string>; columns?: number },
) => Promise<Outcome>

export interface Line {
  args: readonly string[]
  env: Readonly<Record<string, string>>
  cwd: string
  input?: string | undefined
  /** A terminal so wide reads along: in this process only. */
  columns?: number | undefined
  /** Milliseconds, after which it is killed; in this process, interrupted. */
  timeout?: number
}

export interface Said {
  exitCode: number
  stdout: string
  stderr: string
  timedOut: boolean
}

/** In a process of its own. */
export async function runAlone({ args, env, cwd, input = '', timeout = 0 }: Line): Promise<Said> {
  const killSignal = 'SIGKILL'
  const options = { env, cwd, extendEnv: false, reject: false, stripFinalNewline: false, input, timeout, killSignal } satisfies Options
  const { exitCode = -1, stdout, stderr, timedOut } = await execa(process.execPath, [launcher, ...args], options)
  return { exitCode, stdout, stderr, timedOut }
}

/** The built program. */
const { main } = createRequire(launcher)('../dist/main.cjs') as typeof import('../../src/start.ts')

let [folder, inFolder] = ['', 0]

/** One folder at a time: what runs here may be waiting for what would be run in another. */
export async function mainHere(args: readonly string[], io: IO): Promise<number> {
  folder = io.folder
  inFolder++
  try {
    return await main(args, io)
  } finally {
    inFolder--
  }
}

/** In this process. */
export async function runHere({ args, env, cwd, input, columns, timeout }: Line): Promise<Said> {
  const { io, stdout, stderr, interrupt } = memoryIO({ env: { ...env }, folder: cwd, input, ...(columns && { columns }) })
  let timedOut = false
  const stop = (): void => {
    timedOut = true
    interrupt()
  }
  const timer = timeout ? setTimeout(stop, timeout) : undefined
  try {
    return { exitCode: await mainHere(args, io), stdout: stdout(), stderr: stderr(), timedOut }
  } finally {
    clearTimeout(timer)
  }
}

/** What Node and the system ask the process for. */
const ofProcess = /^(NODE_|LC_|LANG$|TZ$|LD_|TMPDIR$|TEMP$)/
const namesOf = (env: Readonly<Record<string, string | undefined>>): string[] => Object.keys(env).filter((name) => ofProcess.test(name))

/**
 * Whether a command may run in the process of the tests. With SURVEYCTL_FULL=1, as at night, none does. One of every third group is started
 * as a process all the same (test/operations/examples.test.ts), and each with the streams of one (test/faults/homes.test.ts).
 */
export const mayRunHere = ({ args, env, cwd }: Line): boolean =>
  process.env.SURVEYCTL_FULL !== '1' &&
  !(args.includes('sandbox') && (args.includes('start') || args.includes('run'))) &&
  args[0] !== '--version' &&
  (inFolder === 0 || folder === cwd) &&
  [...namesOf(env), ...namesOf(process.env)].every((name) => env[name] === process.env[name])

/** In this process where that may be. */
export const runLine = (line: Line): Promise<Said> => (line.columns || mayRunHere(line) ? runHere(line) : runAlone(line))

/** `surveyctl` bound to a service; a text is split at spaces. Never throws for an exit code. */
export function surveyctl(where: Where = {}): Surveyctl {
  const env = environment(where)
  return async (args, { input, cwd, env: more, columns } = {}) => {
    const words = typeof args === 'string' ? args.split(' ') : args
    const line = { args: words, env: { ...env, ...more }, cwd: cwd ?? checkout, input, columns }
    const { exitCode, stdout, stderr } = await runLine(line)
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
