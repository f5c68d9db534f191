/** Folders that nobody else can write to, so that files kept there between runs can be trusted. */
import { lstatSync, type Stats } from 'node:fs'
import { makeFolder } from './make-folder.ts'

/** Whether we own it and nobody else can write to it; not told on Windows. */
export const isOursAlone = ({ uid, mode }: Stats): boolean => !process.geteuid || (uid === process.geteuid() && (mode & 0o022) === 0)

/** Makes the folder where there is none. Returns whether it can be used: not a symbolic link, or one that others can write to. */
export function ownFolder(path: string): boolean {
  const facts = lstatSync(path, { throwIfNoEntry: false })
  if (facts) return facts.isDirectory() && isOursAlone(facts)
  makeFolder(path, 0o700)
  return ownFolder(path)
}
