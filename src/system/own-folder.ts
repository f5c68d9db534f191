/** Folders that nobody else can write to: what is kept there between runs may be believed. */
import { lstatSync, type Stats } from 'node:fs'
import { makeFolder } from './make-folder.ts'

/** Ours, and for nobody else to write. Windows says neither. */
export const isOursAlone = ({ uid, mode }: Stats): boolean => !process.geteuid || (uid === process.geteuid() && (mode & 0o022) === 0)

/** Makes the folder where there is none; a link, or a folder that others can write to, is not used. */
export function ownFolder(path: string): boolean {
  const facts = lstatSync(path, { throwIfNoEntry: false })
  if (facts) return facts.isDirectory() && isOursAlone(facts)
  makeFolder(path, 0o700)
  return ownFolder(path)
}
