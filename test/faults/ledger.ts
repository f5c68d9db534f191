/** What the tests of this folder tried and found, a line each, by test file: their processes share it. */
import { appendFileSync, mkdirSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { afterAll, afterEach, expect } from 'vitest'
import { ledgerPath } from './guarantees.ts'

/** How often something was tried, and what must never be. */
export interface Counts {
  faults?: number
  lost?: number
  /** Sent twice. */
  twice?: number
  /** Targets that are neither old nor new. */
  partial?: number
  /** Keys that were told. */
  keys?: number
  /** Beyond the timeout. */
  hangs?: number
  /** Stack traces. */
  traces?: number
  /** Odd addresses that reached the desktop or markup. */
  opened?: number
}

interface Entry extends Counts {
  /** The test file, without `.test.ts`. */
  file: string
  /** Of the file as a whole. */
  tests?: number
}

let counted = 0

export function count(counts: Counts): void {
  counted += counts.faults ?? 0
  write(counts)
}

function write(counts: Omit<Entry, 'file'>): void {
  mkdirSync(dirname(ledgerPath), { recursive: true })
  appendFileSync(ledgerPath, `${JSON.stringify({ file: basename(expect.getState().testPath!, '.test.ts'), ...counts })}\n`)
}

/** Around each test file: one that does not count its cases has tried one a test. */
export function keepLedger(): void {
  let tests = 0
  counted = 0
  afterEach(() => void tests++)
  afterAll(() => write({ tests, ...(counted === 0 && { faults: tests }) }))
}
