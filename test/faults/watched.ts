/** Runs the built program under the eyes of a watchman: whatever is done to it, some things must never happen. */
import { setTimeout as wait } from 'node:timers/promises'
import { execa } from 'execa'
import { expect } from 'vitest'
import { environment, launcher, runLine, type Outcome } from '../support/program.ts'
import { count } from './ledger.ts'

export const apiKey = 'the-key-that-stays-at-home'

/** Far above every timeout that tests give, far below the program's own. */
const deadline = 50_000

interface Where {
  baseUrl?: string | undefined
  env?: Record<string, string>
  input?: string
  cwd?: string
}

export const stackTrace = /^\s+at .+(:\d+:\d+|<anonymous>|node:internal)/m

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const silence = { exitCode: -1, stdout: '', stderr: '', timedOut: true }

/** Each run is one fault; hangs, stack traces, bugs and a key that is told fail the test. */
export async function watched(args: readonly string[], { baseUrl, env: more, input, cwd = process.cwd() }: Where = {}): Promise<Outcome> {
  const env = environment({ apiKey, workspace: 1, ...(baseUrl && { baseUrl }), env: { ...more } })
  const ended = runLine({ args, env, cwd, input, timeout: deadline })
  // Twice as long: what runs in this process cannot be killed.
  const { timedOut = false, ...said } = await Promise.race([ended, wait(2 * deadline, silence, { ref: false })])
  judge(args, said, timedOut)
  return { ...said, json: parsed(said.stdout) as any, error: (parsed(said.stderr) as any)?.error }
}

function judge(args: readonly string[], { stdout, stderr }: { stdout: string; stderr: string }, timedOut: boolean): void {
  // Under --debug a stack is what was asked for.
  const traced = (stackTrace.test(stderr) && !args.includes('--debug')) || /A bug in surveyctl/.test(stderr)
  const told = [stdout, stderr].some((text) => text.includes(apiKey))
  count({ faults: 1, hangs: Number(timedOut), traces: Number(traced), keys: Number(told) })
  const what = `surveyctl ${args.join(' ')}\n${stderr.slice(0, 2000)}`
  expect(timedOut, `hangs: ${what}`).toBe(false)
  expect(traced, `says what only its makers understand: ${what}`).toBe(false)
  expect(told, `tells the key: ${what}`).toBe(false)
}

/** A failure is told as people and scripts are promised: lines, or one object. */
export function expectTold({ exitCode, stderr, error }: Outcome, asJson: boolean): void {
  if (exitCode === 0) return
  if (asJson) {
    expect(Object.keys(error ?? {}), stderr).toEqual(
      expect.arrayContaining(['kind', 'code', 'status', 'message', 'hint', 'retryable', 'request']),
    )
    return
  }
  const lines = stderr.split('\n').filter((line) => line !== '')
  expect(lines.filter((line) => line.startsWith('✗')).length, stderr).toBe(1)
  // Invalid data is told field by field between the two.
  const fields = exitCode === 6 ? lines.filter((line) => /^ {2}\w+: /.test(line)) : []
  expect(lines.length - fields.length, stderr).toBeLessThanOrEqual(2)
}

/** Through a shell, for what only a shell can do; `surveyctl` in it is the built program. */
export async function shell(
  line: string,
  { baseUrl, env, cwd }: Where = {},
): Promise<{ exitCode: number; stdout: string; stderr: string }> {
  const {
    exitCode = -1,
    stdout,
    stderr,
    timedOut,
  } = await execa('bash', ['-c', line.replaceAll('surveyctl', () => `"${process.execPath}" "${launcher}"`)], {
    env: environment({ apiKey, workspace: 1, ...(baseUrl && { baseUrl }), env: { ...env } }),
    extendEnv: false,
    reject: false,
    stripFinalNewline: false,
    stdin: 'ignore',
    timeout: deadline,
    killSignal: 'SIGKILL',
    ...(cwd && { cwd }),
  })
  judge([line], { stdout, stderr }, timedOut)
  return { exitCode, stdout, stderr }
}
