/**
 * What the file system says of a file without reading it: another stamp, or maybe another content. With the time of the last
 * change of anything about it (ctime), which nobody can set: `touch -r`, `cp -p` and `git checkout` leave another stamp too.
 */
import { lstatSync, type BigIntStats } from 'node:fs'
import { symlinkError } from './files.ts'

/** Within this time a file may change twice under one stamp: some file systems count in steps of two seconds. */
const minAge = 2_000_000_000n

export interface Stamps {
  /** Empty: there is no such file. Throws where the file would not be read: it is a link, or stands behind one. */
  of: (path: string) => string
  /** Whether all of them are old enough for a change after the stamp to show. */
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
  /** Each once: there are as many files behind it as there are surveys. */
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
