/** Whole processes, timed in shuffled rounds; ratios are taken within a round, so that a busy machine slows both sides. */
import { spawnSync } from 'node:child_process'

export interface Contender {
  name: string
  command: readonly [program: string, ...args: string[]]
  /** The exit code that it must end with. */
  ends?: number
  /** The greatest ratio to the baseline that we allow ourselves; absent for the others. */
  limit?: number
}

export interface Comparison {
  title: string
  /** What the others are measured by. */
  baseline: Contender
  contenders: readonly Contender[]
  env: NodeJS.ProcessEnv
  rounds?: number
}

export interface Measured {
  comparison: string
  name: string
  milliseconds: number
  /** To the baseline. */
  ratio: number
  limit: number | null
}

const warmUps = 3

function time({ name, command: [program, ...args], ends = 0 }: Contender, env: NodeJS.ProcessEnv): number {
  const start = process.hrtime.bigint()
  const { status, error, stderr } = spawnSync(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 2 ** 30 })
  const milliseconds = Number(process.hrtime.bigint() - start) / 1e6
  if (error) throw error
  if (status !== ends) throw new Error(`${name} ended with ${status}: ${stderr}`)
  return milliseconds
}

function shuffled<T>(items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, at: Math.random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item)
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

export function measure({ title, baseline, contenders, env, rounds = 15 }: Comparison): Measured[] {
  const all = [baseline, ...contenders]
  for (let warmUp = 0; warmUp < warmUps; warmUp++) for (const contender of all) time(contender, env)
  const times: Map<Contender, number>[] = []
  for (let round = 0; round < rounds; round++) times.push(new Map(shuffled(all).map((contender) => [contender, time(contender, env)])))
  return all.map((contender) => ({
    comparison: title,
    name: contender.name,
    milliseconds: median(times.map((each) => each.get(contender)!)),
    ratio: median(times.map((each) => each.get(contender)! / each.get(baseline)!)),
    limit: contender.limit ?? null,
  }))
}
