import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** `mkdir -p`, one folder after the other: Node's own says ENOENT where a disk is read-only, and never ends in `/proc`. */
export function makeFolder(path: string, mode?: number): void {
  const error = make(path, mode)
  if (!error) return
  if (error.code !== 'ENOENT' || dirname(path) === path) throw error
  makeFolder(dirname(path), mode)
  const again = make(path, mode)
  if (again) throw again
}

/** Why there is no such folder now. */
function make(path: string, mode: number | undefined): NodeJS.ErrnoException | undefined {
  try {
    mkdirSync(path, { mode })
  } catch (error) {
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return error as NodeJS.ErrnoException
  }
  return undefined
}
