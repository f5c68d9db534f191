/** The most memory that a process ever held, and its time on a processor, as Linux counts them. */
import type { ChildProcess } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

const status = (pid: number): string => `/proc/${pid}/status`

/** Elsewhere nothing is measured. */
export const canMeasure = existsSync(status(process.pid))

const megabytes = (pid: number): number => {
  try {
    return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(status(pid), 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}

/** The peak of a running process, in MiB. */
export const peakOf = (pid: number): number => megabytes(pid)

/** The peak of a process up to its end: it is gone then, so it is looked at all along. */
export function watchPeak({ pid }: ChildProcess): () => number {
  let peak = 0
  const timer = setInterval(() => {
    peak = Math.max(peak, megabytes(pid!))
  }, 3)
  return () => {
    clearInterval(timer)
    return peak
  }
}

/** Seconds, of all its threads; Linux counts in hundredths. */
export function processorOf(pid: number): number {
  if (!canMeasure) return 0
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}
