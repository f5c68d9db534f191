/** Whole processes, timed in shuffled rounds; ratios are taken within a round, so that a busy machine slows both sides. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { openSync, closeSync } from 'node:fs'
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

export interface Comparison {
  title: string
  /** What the others are measured by. */
  baseline: Contender
  contenders: readonly Contender[]
  env: NodeJS.ProcessEnv
  rounds: number
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

function time({ name, command: [program, ...args], ends = 0 }: Contender, { env, input: path }: Comparison): number {
  return withInput(path, (input) => {
    const start = process.hrtime.bigint()
    const { status, error, stderr } = spawnSync(program, args, { env, stdio: streams(input) })
    const milliseconds = Number(process.hrtime.bigint() - start) / 1e6
    if (error) throw error
    if (status !== ends) throw new Error(`${name} ended with ${status}: ${stderr}`)
    return milliseconds
  })
}

/** The peak of a run of its own, in MiB. */
export async function weigh({ command: [program, ...args] }: Contender, env: NodeJS.ProcessEnv, path?: string): Promise<number> {
  const child = withInput(path, (input) => spawn(program, args, { env, stdio: streams(input) }))
  const peak = watchPeak(child)
  child.stderr?.resume()
  await once(child, 'exit')
  return peak()
}

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
  const { title, baseline, contenders, rounds, warmUps = 1, prepare = () => {} } = comparison
  const all = [baseline, ...contenders]
  const times: Map<Contender, number>[] = []
  for (let round = -warmUps; round < rounds; round++) {
    const taken = new Map<Contender, number>()
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
      milliseconds: median(times.map((taken) => taken.get(contender)!)),
      ratio: median(times.map((taken) => taken.get(contender)! / taken.get(baseline)!)),
      limit: contender.limit ?? null,
      mebibytes: weighed ? await weigh(contender, comparison.env, comparison.input) : null,
      most: contender.most ?? null,
    })
  }
  return results
}
