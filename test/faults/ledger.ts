/** What all tests of this folder found, counted over their processes and told at the end of the run. */
import { appendFileSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'

const path = join(import.meta.dirname, '..', '..', 'artefacts', 'faults.jsonl')

const counted = {
  faults: 'faults tried',
  lost: 'lost',
  twice: 'sent twice',
  partial: 'partial targets',
  keys: 'keys outside',
  hangs: 'hangs past the timeout',
  traces: 'stack traces',
} as const
export type Counts = Partial<Record<keyof typeof counted, number>>

export const count = (counts: Counts): void => {
  mkdirSync(dirname(path), { recursive: true })
  appendFileSync(path, `${JSON.stringify(counts)}\n`)
}

/** The sum of it, for a person. */
function summary(): string {
  const entries = readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Counts)
  return Object.entries(counted)
    .map(([name, words]) => `${entries.reduce((sum, entry) => sum + (entry[name as keyof Counts] ?? 0), 0)} ${words}`)
    .join(', ')
}

/** Run by vitest around the tests of this folder. */
export function setup(): () => void {
  mkdirSync(dirname(path), { recursive: true })
  rmSync(path, { force: true })
  count({})
  return () => process.stdout.write(`\n${summary()}\n`)
}
