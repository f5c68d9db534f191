/** Writing inside of a project's folder: a file is whole or as it was, and what keeps it from being written is said. */
import { accessSync, closeSync, constants, existsSync, fsyncSync, openSync, renameSync, rmSync, unlinkSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { CommandError } from '../errors.ts'
import { readWithin } from './files.ts'
import { makeFolder } from '../system/make-folder.ts'

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'its file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota of the disk is used up',
}

function withDiskErrors<T>(path: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (error instanceof CommandError || !code) throw error
    throw new CommandError('refused', `${path} cannot be written: ${reasons[code] ?? message}`, { code, cause: error })
  }
}

/** Line ends are those that the file has. */
export const withLineEnds = (before: string | undefined, text: string): string =>
  before?.includes('\r\n') ? text.replaceAll(/\r?\n/g, '\r\n') : text

/** Of the tool's own form. Whether anything changed. */
export function writeWithin(root: string, path: string, text: string): boolean {
  const before = readWithin(root, path)
  return replaced(root, path, before, withLineEnds(before, text))
}

/** Byte for byte. */
export const writeExactly = (root: string, path: string, text: string): boolean => replaced(root, path, readWithin(root, path), text)

function replaced(root: string, path: string, before: string | undefined, text: string): boolean {
  if (before === text) return false
  const target = join(root, path)
  const made = `${target}.${process.pid}.tmp`
  withDiskErrors(path, () => {
    makeFolder(dirname(target))
    try {
      writeWhole(made, Buffer.from(text))
      renameSync(made, target)
    } catch (error) {
      rmSync(made, { force: true })
      throw error
    }
  })
  return true
}

/** A disk that is almost full takes a part, and says so by its number alone. */
function writeWhole(path: string, bytes: Buffer): void {
  const file = openSync(path, 'w')
  try {
    for (let at = 0; at < bytes.byteLength;) at += writeSync(file, bytes, at)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

export function removeWithin(root: string, path: string): void {
  withDiskErrors(path, () => {
    if (existsSync(join(root, path))) unlinkSync(join(root, path))
  })
}

/** Of folders that are to be written to, why the first one can't be; the nearest that is there counts. */
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
