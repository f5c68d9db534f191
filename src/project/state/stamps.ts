/**
 * Whether files may have changed, without reading them: a file with the same stamp has the same contents. A stamp includes the
 * ctime, which can't be set by programs, so that `touch -r`, `cp -p` and `git checkout` change it as well.
 */
import { lstatSync, type BigIntStats } from 'node:fs'
import { symlinkError } from '../files/read-within.ts'

/** In nanoseconds. A younger file may change without changing its stamp, as some file systems count in steps of two seconds. */
const minAge = 2_000_000_000n

export interface Stamps {
  /** Empty where there is no such file. Throws where the file would not be read: it is a symbolic link, or in a linked folder. */
  of: (path: string) => string
  /** Whether all of them are old enough that any later change has another stamp. */
  areOld: (paths: Iterable<string>) => boolean
}

export function stampsIn(root: string, now: () => number = Date.now): Stamps {
  const folders = new Map<string, boolean>()
  const files = new Map<string, { stamp: string; isOld: boolean }>()
  const facts = (path: string): BigIntStats | undefined => {
    const found = lstatSync(`${root}/${path}`, { bigint: true, throwIfNoEntry: false })
    if (found?.isSymbolicLink()) throw symlinkError(path)
    return found
  }
  /** Each folder is looked at once, however many files it holds. */
  const isFolder = (path: string): boolean => {
    const known = folders.get(path)
    if (known !== undefined) return known
    const end = path.lastIndexOf('/')
    const is = (end < 0 || isFolder(path.slice(0, end))) && facts(path)?.isDirectory() === true
    folders.set(path, is)
    return is
  }
  const look = (path: string): { stamp: string; isOld: boolean } => {
    const end = path.lastIndexOf('/')
    const found = end < 0 || isFolder(path.slice(0, end)) ? facts(path) : undefined
    if (!found) return { stamp: '', isOld: true }
    const { dev, ino, mode, size, mtimeNs, ctimeNs } = found
    const until = BigInt(now()) * 1_000_000n - minAge
    return { stamp: [dev, ino, mode, size, mtimeNs, ctimeNs].join(), isOld: mtimeNs < until && ctimeNs < until }
  }
  const known = (path: string): { stamp: string; isOld: boolean } => {
    const before = files.get(path)
    if (before) return before
    const found = look(path)
    files.set(path, found)
    return found
  }
  return { of: (path) => known(path).stamp, areOld: (paths) => [...paths].every((path) => known(path).isOld) }
}
