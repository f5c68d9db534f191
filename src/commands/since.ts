import { readDuration } from '../cli/times.ts'

const day = 86_400_000

/** Milliseconds of `--since`: days (`90d`), or what other durations are. */
export function sinceOf(since = '90d'): number {
  const [, days] = /^(\d{1,4})d$/.exec(since) ?? []
  return days === undefined ? readDuration(since, '--since') : Number(days) * day
}
