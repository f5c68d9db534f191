import { lstatSync, mkdirSync, statSync, type Stats } from 'node:fs'
import { dirname } from 'node:path'
import { codeOf } from './error-code.ts'

/** `mkdir -p`, one folder at a time: Node's own `recursive` reports ENOENT on a read-only disk, and never returns in `/proc`. */
export function makeFolder(path: string, mode?: number): void {
  const error = make(path, mode)
  if (!error) return
  if (codeOf(error) !== 'ENOENT' || dirname(path) === path) throw error
  makeFolder(dirname(path), mode)
  const again = make(path, mode)
  if (again) throw again
}

/** Makes one folder; returns the error where it doesn't exist afterwards. */
function make(path: string, mode: number | undefined): unknown {
  try {
    mkdirSync(path, { mode })
  } catch (error) {
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return error
  }
  return undefined
}

/** Whether we own it and nobody else can write to it; not told on Windows. */
export const isOursAlone = ({ uid, mode }: Stats): boolean => !process.geteuid || (uid === process.geteuid() && (mode & 0o022) === 0)

/** Makes the folder where there is none. Returns whether it can be used: not a symbolic link, or one that others can write to. */
export function ownFolder(path: string): boolean {
  const facts = lstatSync(path, { throwIfNoEntry: false })
  if (facts) return facts.isDirectory() && isOursAlone(facts)
  makeFolder(path, 0o700)
  return ownFolder(path)
}
