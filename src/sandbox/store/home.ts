/**
 * The folder of `--data`: no other user may read it, whatever the umask and whatever mode an earlier sandbox left.
 * A folder that also contains other things keeps its own mode; the sandbox's files in it are private all the same.
 */
import { chmodSync, closeSync, lstatSync, openSync, readdirSync, rmSync, type Stats } from 'node:fs'
import { join, resolve } from 'node:path'
import { makeFolder } from '../../system/make-folder.ts'

export const databaseFile = 'sandbox.db'
export const filesFolder = 'files'
const databaseFiles = ['', '-wal', '-shm', '-journal'].map((ending) => databaseFile + ending)

/** Names of stored files and of uploads: UUIDs. */
const fileName = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

export function openHome(data: string): string {
  const home = resolve(data)
  makeFolder(home, 0o700)
  const isOurs = readdirSync(home).every((name) => name === filesFolder || databaseFiles.includes(name))
  if (isOurs) tighten(home, 0o700)
  // SQLite creates its other files with the mode of the database file.
  makePrivate(join(home, databaseFile))
  for (const name of databaseFiles) tighten(join(home, name), 0o600)
  return home
}

/** Creates an empty file, private from the start, for SQLite to fill. */
export const makePrivate = (path: string): void => closeSync(openSync(path, 'a', 0o600))

/** Creates the folder of stored files, and makes it and its files private. */
export function privateFolder(folder: string): void {
  makeFolder(folder, 0o700)
  tighten(folder, 0o700)
  for (const name of filesIn(folder)) tighten(join(folder, name), 0o600)
}

/** Removes leftovers of a killed sandbox: unfinished uploads, and files without a record. */
export function removeLeftovers(folder: string, isKept: (name: string) => boolean): void {
  for (const name of filesIn(folder)) if (!isKept(name)) rmSync(join(folder, name), { force: true })
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isFile() && fileName.test(entry.name) ? [entry.name] : []))

/** Removes permissions beyond `mode`; never through a link, nor on another user's file. */
function tighten(path: string, mode: number): void {
  const found: Stats | undefined = lstatSync(path, { throwIfNoEntry: false })
  if (!found || found.isSymbolicLink() || found.uid !== process.getuid?.()) return
  if ((found.mode & 0o777 & ~mode) !== 0) chmodSync(path, found.mode & mode)
}
