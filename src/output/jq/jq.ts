/** `--jq`: the real jq, in a thread that is stopped when it takes too long. */
import { thread } from '../../assets.ts'
import { usageError } from '../../errors.ts'
import { sanitise } from '../text.ts'
import type { JqJob, JqOutcome } from './jq-worker.ts'

const usualTimeout = 30_000

interface JqOptions {
  /** One line a result, for NDJSON. */
  compact?: boolean
  /** The results go to a terminal: control characters must be escaped. */
  tty?: boolean
  /** Milliseconds that the filter may take. */
  timeout?: number
}

async function inThread(job: JqJob, timeout: number): Promise<JqOutcome> {
  const worker = await thread('assets/jq-worker.cjs', job)
  return new Promise<JqOutcome>((resolve, reject) => {
    const timer = setTimeout(() => resolve({ problem: `the filter took longer than ${timeout / 1000} s` }), timeout)
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', () => clearTimeout(timer))
  }).finally(() => worker.terminate())
}

/** jq's message, without its name and the position, which says nothing in a filter of one line. */
const inWords = (problem: string): string =>
  problem
    .split('\n')
    .map((line) => line.replace(/^jq: (error:? )?(\(at .*?\): )?/, '').replace(/( \(Unix shell quoting issues\?\))? at <top-level>.*$/, ''))
    .find((line) => line !== '') ?? 'it failed'

/** The filter's results on lines of their own, strings raw. `input` may hold several JSON values. */
export async function runJq(
  filter: string,
  input: string,
  { compact = false, tty = false, timeout = usualTimeout }: JqOptions = {},
): Promise<string> {
  const outcome = await inThread({ filter, input, flags: compact ? ['-r', '-c'] : ['-r'] }, timeout)
  if ('problem' in outcome) throw usageError(`--jq: ${inWords(outcome.problem)}`)
  return tty ? sanitise(outcome.output) : outcome.output
}

/** Throws a usage error if the filter isn't valid; used before a write is sent. Without input it is only compiled. */
export async function checkJq(filter: string): Promise<void> {
  await runJq(filter, '')
}
