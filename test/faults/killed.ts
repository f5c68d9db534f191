/** Runs of the program that end in the middle, at moments of chance that can be had again. */
import { spawn } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import type { Fate, Moment } from '../support/moment.ts'
import { environment, launcher, runLine } from '../support/program.ts'
import { count } from './ledger.ts'
import { apiKey } from './watched.ts'

/** SURVEYCTL_FULL=1: the numbers that a release is tried with. */
export const full = process.env.SURVEYCTL_FULL === '1'
export const seed = Number(process.env.SURVEYCTL_SEED ?? Date.now() % 2 ** 31)

/** Mulberry32: numbers of chance from 0 to 1, the same for the same seed. */
export function chance(from = seed): () => number {
  let state = from
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export interface Ended {
  code: number | null
  /** Whether the signal came before its end. */
  killed: boolean
  stdout: string
  stderr: string
}

export interface Doomed {
  baseUrl?: string
  /** Settings and journals of all runs that belong together. */
  config: string
  cwd?: string
  input?: string
  env?: Record<string, string>
  /** A module that is loaded before the program. */
  preload?: string
  /** Milliseconds, or whatever is to be waited for; none: it may end by itself. */
  after?: number | (() => Promise<unknown>)
  signal?: NodeJS.Signals
}

/** Starts the program and sends it the signal; what may end by itself, and is no more than that, runs here. */
export async function doomed(
  args: readonly string[],
  { baseUrl, config, cwd = process.cwd(), input = '', env: more, preload, after, signal = 'SIGKILL' }: Doomed,
): Promise<Ended> {
  const env = environment({ apiKey, workspace: 1, ...(baseUrl && { baseUrl }), env: { SURVEYCTL_CONFIG_DIR: config, ...more } })
  if (preload === undefined && after === undefined) {
    const { exitCode, stdout, stderr } = await runLine({ args, env, cwd, input })
    count({ faults: 1 })
    return { code: exitCode, killed: false, stdout, stderr }
  }
  const child = spawn(process.execPath, [...(preload ? ['--import', preload] : []), launcher, ...args], {
    env,
    cwd,
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk.toString()
  })
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString()
  })
  child.stdin.on('error', () => {}).end(input)
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  if (after !== undefined) {
    await Promise.race([typeof after === 'number' ? wait(after) : after(), ended])
    child.kill(signal)
  }
  const code = await ended
  count({ faults: 1 })
  return { code, killed: child.signalCode === signal || (after !== undefined && code === 130), stdout, stderr }
}

/** Whether there was nothing to go on with, and so nothing was done. */
export const hadNothing = ({ code, stderr }: Ended): boolean => code === 2 && stderr.includes('Nothing to resume')

/** Goes on with what was begun; where nothing was, begins. */
export async function goneOn(args: readonly string[], where: Doomed): Promise<Ended> {
  const ended = await doomed([...args, '--resume'], where)
  return hadNothing(ended) ? doomed(args, where) : ended
}

/** Ends it at the nth of the requests that the moment is about; by then it waits for their answers. */
export async function killedAt(
  moment: Moment,
  nth: number,
  fate: Fate,
  run: (after: () => Promise<unknown>) => Promise<Ended>,
): Promise<Ended> {
  moment.set(nth, fate)
  const ended = await run(moment.come)
  await moment.over()
  return ended
}
