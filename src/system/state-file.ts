/**
 * A file of this tool's own between two runs, as JSON. What can't be read or isn't of its form is none: who changed it by hand must
 * not make a bug of it.
 */
import { rmSync } from 'node:fs'
import { replaceFile } from './replace-file.ts'
import { readSmallFile } from './small-file.ts'

const usualMost = 10 * 2 ** 20

/** Without a path nothing can be stored. `parse`: as numbers were written, where more than their value counts. */
export function readState<T>(
  path: string | undefined,
  isWritten: (value: unknown) => value is T,
  most = usualMost,
  parse: (text: string) => unknown = JSON.parse,
): T | undefined {
  try {
    const value = path === undefined ? undefined : parse(readSmallFile(path, most)?.text ?? '')
    return isWritten(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** `undefined`: there is none any more. */
export function writeState(path: string | undefined, value: unknown): void {
  if (path === undefined) return
  if (value === undefined) rmSync(path, { force: true })
  else replaceFile(path, JSON.stringify(value), 0o600)
}
