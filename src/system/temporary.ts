/** Temporary files and folders, removed at the end of the process at the latest. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CommandError } from '../errors.ts'
import { codeOf } from './error-code.ts'

const made = new Set<string>()

/** Readable by its owner only. */
export function temporaryFolder(name: string): string {
  try {
    const path = mkdtempSync(join(tmpdir(), `${name}-`))
    removeAtEnd(path)
    return path
  } catch (error) {
    const code = codeOf(error)
    throw new CommandError('refused', `No folder can be made in ${tmpdir()}`, { code, hint: 'Set TMPDIR to another folder', cause: error })
  }
}

/** Registers a file or folder to be removed at the end of the process. */
export function removeAtEnd(path: string): void {
  if (made.size === 0) process.once('exit', removeAll)
  made.add(path)
}

/** Whether this process made it, and still has it. */
export const isTemporary = (path: string): boolean => made.has(path)

export function removeTemporary(path: string): void {
  keepFile(path)
  remove(path)
}

/** Don't remove it any more. */
export function keepFile(path: string): void {
  made.delete(path)
  if (made.size === 0) process.off('exit', removeAll)
}

function removeAll(): void {
  for (const path of made) remove(path)
}

/** Where it can't be, as on a disk that is read-only by now, it stays: what came before says why. */
function remove(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true })
  } catch {
    // Said above.
  }
}
