/** Whole processes, timed in shuffled rounds; ratios are taken within a round, so that a busy machine slows both sides. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { openSync, closeSync, readFileSync } from 'node:fs'
import { canMeasure, watchPeak } from '../support/memory.ts'

export interface Contender {
  name: string
  command: readonly [program: string, ...args: string[]]
  /** The exit code that it must end with. */
  ends?: number
  /** The greatest ratio to the baseline that we allow ourselves; absent for the others. */
  limit?: number
  /** Its peak is taken as well; `most`: the MiB that we allow ourselves. Of a pipeline it would be the shell's. */
  weighed?: boolean
  most?: number
}

/** Processor time tells more than a clock where the work takes a while and the machine is busy. */
type Scale = 'milliseconds' | 'cpu'

export interface Comparison {
  title: string
  /** What the others are measured by. */
  baseline: Contender
  contenders: readonly Contender[]
  env: NodeJS.ProcessEnv
  rounds: number
  /** What ratios are taken of; a clock unless said. */
  by?: Scale
  /** Runs before the first that counts. */
  warmUps?: number
  /** A file that is each one's standard input. */
  input?: string
  /** Before each run, outside its time. */
  prepare?: () => void | Promise<void>
}

export interface Measured {
  comparison: string
  name: string
  /** Null where only memory was compared. */
  milliseconds: number | null
  /** Milliseconds of processor, of all its processes; in steps of ten. */
  cpu: number | null
  /** To the baseline. */
  ratio: number
  limit: number | null
  /** Peak of the process, in MiB. */
  mebibytes: number | null
  most: number | null
}

/** What is written goes nowhere: a reader would take the time of one of the processors. */
const streams = (input: number | 'ignore') => [input, 'ignore', 'pipe'] as ('ignore' | 'pipe' | number)[]

function withInput<T>(path: string | undefined, work: (input: number | 'ignore') => T): T {
  if (path === undefined) return work('ignore')
  const descriptor = openSync(path, 'r')
  try {
    return work(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/** Processor time of the processes that have ended, as Linux counts it: in hundredths of a second. */
function cpuOfEnded(): number {
  const [, facts] = readFileSync('/proc/self/stat', 'utf8').split(') ')
  const [user, system] = facts!.split(' ').slice(13, 15).map(Number) as [number, number]
  return 10 * (user + system)
}

export interface Taken {
  milliseconds: number
  cpu: number
}

export function time(
  { name, command: [program, ...args], ends = 0 }: Contender,
  { env, input: path }: Pick<Comparison, 'env' | 'input'>,
): Taken {
  return withInput(path, (input) => {
    const before = canMeasure ? cpuOfEnded() : 0
    const start = process.hrtime.bigint()
    const { status, error, stderr } = spawnSync(program, args, { env, stdio: streams(input) })
    const milliseconds = Number(process.hrtime.bigint() - start) / 1e6
    if (error) throw error
    if (status !== ends) throw new Error(`${name} ended with ${status}: ${stderr}`)
    return { milliseconds, cpu: canMeasure ? cpuOfEnded() - before : NaN }
  })
}

export interface Observed extends Taken {
  /** Its peak. */
  mebibytes: number
}

/** One run, looked at all along. */
export async function observe(
  { name, command: [program, ...args], ends = 0 }: Contender,
  env: NodeJS.ProcessEnv,
  path?: string,
): Promise<Observed> {
  const before = canMeasure ? cpuOfEnded() : NaN
  const start = process.hrtime.bigint()
  const child = withInput(path, (input) => spawn(program, args, { env, stdio: streams(input) }))
  const peak = watchPeak(child)
  const told = child.stderr ? text(child.stderr) : undefined
  const [status] = (await once(child, 'exit')) as [number | null]
  const milliseconds = Number(process.hrtime.bigint() - start) / 1e6
  if (status !== ends) throw new Error(`${name} ended with ${status}: ${await told}`)
  return { milliseconds, cpu: canMeasure ? cpuOfEnded() - before : NaN, mebibytes: peak() }
}

/** The peak of a run of its own, in MiB. */
export const weigh = async (contender: Contender, env: NodeJS.ProcessEnv, path?: string): Promise<number> =>
  (await observe(contender, env, path)).mebibytes

function shuffled<T>(items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, at: Math.random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item)
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

export async function measure(comparison: Comparison): Promise<Measured[]> {
  const { title, baseline, contenders, rounds, by = 'milliseconds', warmUps = 1, prepare = () => {} } = comparison
  const scale = canMeasure ? by : 'milliseconds'
  const all = [baseline, ...contenders]
  const times: Map<Contender, Taken>[] = []
  for (let round = -warmUps; round < rounds; round++) {
    const taken = new Map<Contender, Taken>()
    for (const contender of shuffled(all)) {
      await prepare()
      taken.set(contender, time(contender, comparison))
    }
    if (round >= 0) times.push(taken)
  }
  const results: Measured[] = []
  for (const contender of all) {
    await prepare()
    const weighed = canMeasure && (contender.weighed || contender.most !== undefined)
    results.push({
      comparison: title,
      name: contender.name,
      milliseconds: median(times.map((taken) => taken.get(contender)!.milliseconds)),
      cpu: canMeasure ? median(times.map((taken) => taken.get(contender)!.cpu)) : null,
      ratio: median(times.map((taken) => taken.get(contender)![scale] / taken.get(baseline)![scale])),
      limit: contender.limit ?? null,
      mebibytes: weighed ? await weigh(contender, comparison.env, comparison.input) : null,
      most: contender.most ?? null,
    })
  }
  return results
}

/** A number that no single run has: a difference, a size, a count of requests. It stands where ratios do. */
export const figure = (comparison: string, name: string, value: number, limit: number | null): Measured => ({
  comparison,
  name,
  milliseconds: null,
  cpu: null,
  ratio: value,
  limit,
  mebibytes: null,
  most: null,
})
