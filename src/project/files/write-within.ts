/** Writes files inside of a project's folder, atomically, with errors of the disk as messages for a person. */
import { accessSync, constants, existsSync, readdirSync, rmdirSync, unlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { CommandError } from '../../errors.ts'
import { readWithin } from './read-within.ts'
import { codeOf } from '../../system/error-code.ts'
import { makeFolder } from '../../system/make-folder.ts'
import { replaceFile } from '../../system/replace-file.ts'

const reasons = new Map(
  Object.entries<string>({
    EACCES: 'permission denied',
    EPERM: 'permission denied',
    EROFS: 'its file system is read-only',
    ENOSPC: 'the disk is full',
    EDQUOT: 'the quota of the disk is used up',
  }),
)

function withDiskErrors<T>(path: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    const code = codeOf(error)
    if (error instanceof CommandError || code === '') throw error
    throw new CommandError(
      'refused',
      `${path} cannot be written: ${reasons.get(code) ?? (error instanceof Error ? error.message : code)}`,
      {
        code,
        cause: error,
      },
    )
  }
}

/** With the line ends that the file has. */
export const withLineEnds = (before: string | undefined, text: string): string =>
  before?.includes('\r\n') ? text.replaceAll(/\r?\n/g, '\r\n') : text

/** Writes a file with the line ends it has. Returns whether anything changed. */
export function writeWithin(root: string, path: string, text: string): boolean {
  const before = readWithin(root, path)
  return replaced(root, path, before, withLineEnds(before, text))
}

/** Writes a file byte for byte. Returns whether anything changed. */
export const writeExactly = (root: string, path: string, text: string): boolean => replaced(root, path, readWithin(root, path), text)

function replaced(root: string, path: string, before: string | undefined, text: string): boolean {
  if (before === text) return false
  withDiskErrors(path, () => {
    makeFolder(dirname(join(root, path)))
    replaceFile(join(root, path), text)
  })
  return true
}

export function removeWithin(root: string, path: string): void {
  withDiskErrors(path, () => {
    if (existsSync(join(root, path))) unlinkSync(join(root, path))
  })
}

/** A folder whose last file has gone. */
export function removeEmptyFolder(root: string, path: string): void {
  withDiskErrors(path, () => {
    if (existsSync(join(root, path)) && readdirSync(join(root, path)).length === 0) rmdirSync(join(root, path))
  })
}

/** Why the first of these folders can't be written to; for one that doesn't exist yet, its nearest parent counts. */
export function whyUnwritable(root: string, folders: Iterable<string>): CommandError | undefined {
  for (const folder of folders) {
    let there = folder
    while (there !== '.' && !existsSync(join(root, there))) there = dirname(there)
    try {
      withDiskErrors(there, () => accessSync(join(root, there), constants.W_OK))
    } catch (error) {
      if (error instanceof CommandError) return error
      throw error
    }
  }
  return undefined
}
