/** `account backup` of an account as it was seeded, made once for a file of tests; then its folder is copied. */
import { cpSync } from 'node:fs'
import { expect } from 'vitest'
import { freshFolder } from './program.ts'
import type { Served } from './served.ts'

export function backups(served: Pick<Served, 'sandbox' | 'run'>): (line: string, cwd: string) => Promise<void> {
  const made = new Map<string, string>()
  const copy = (from: string, to: string): void => cpSync(from, to, { recursive: true, preserveTimestamps: true })
  return async (line, cwd) => {
    const isSeeded = served.sandbox.isSeeded()
    const before = made.get(line)
    if (isSeeded && before) return copy(before, cwd)
    const { exitCode, stderr } = await served.run(line, { cwd })
    expect([exitCode, stderr]).toEqual([0, expect.stringContaining('Read from')])
    if (!isSeeded) return
    const kept = freshFolder()
    copy(cwd, kept)
    made.set(line, kept)
  }
}
