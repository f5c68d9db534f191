/** Files and folders that end with the process at the latest, whichever way it ends. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CommandError } from '../errors.ts'

const made = new Set<string>()

/** For the owner only. */
export function temporaryFolder(name: string): string {
  try {
    const path = mkdtempSync(join(tmpdir(), `${name}-`))
    removeAtEnd(path)
    return path
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new CommandError('refused', `No folder can be made in ${tmpdir()}`, { code, hint: 'TMPDIR names another one', cause: error })
  }
}

/** A file or folder that was made under a name of its own. */
export function removeAtEnd(path: string): void {
  if (made.size === 0) process.once('exit', removeAll)
  made.add(path)
}

export function removeTemporary(path: string): void {
  forget(path)
  rmSync(path, { recursive: true, force: true })
}

/** It stays: the person was told of it. */
export function forget(path: string): void {
  made.delete(path)
  if (made.size === 0) process.off('exit', removeAll)
}

function removeAll(): void {
  for (const path of made) rmSync(path, { recursive: true, force: true })
}
