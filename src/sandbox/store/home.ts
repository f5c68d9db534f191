/**
 * The folder of `--data`: nothing in it is for others, whatever the umask, also where an earlier sandbox left it wider.
 * A folder that holds other things as well keeps its own mode; what is the sandbox's in it is private all the same.
 */
import { chmodSync, closeSync, lstatSync, openSync, readdirSync, rmSync, type Stats } from 'node:fs'
import { join, resolve } from 'node:path'
import { makeFolder } from '../../system/make-folder.ts'

export const databaseFile = 'sandbox.db'
export const filesFolder = 'files'
const ofDatabase = ['', '-wal', '-shm', '-journal'].map((ending) => databaseFile + ending)

/** What kept files and uploads are called. */
const fileName = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

export function openHome(data: string): string {
  const home = resolve(data)
  makeFolder(home, 0o700)
  const isOurs = readdirSync(home).every((name) => name === filesFolder || ofDatabase.includes(name))
  if (isOurs) tighten(home, 0o700)
  // SQLite gives its other files the mode of the database.
  makePrivate(join(home, databaseFile))
  for (const name of ofDatabase) tighten(join(home, name), 0o600)
  return home
}

/** An empty file for SQLite to fill. */
export const makePrivate = (path: string): void => closeSync(openSync(path, 'a', 0o600))

/** The folder of kept files, and what is in it. */
export function privateFolder(folder: string): void {
  makeFolder(folder, 0o700)
  tighten(folder, 0o700)
  for (const name of filesIn(folder)) tighten(join(folder, name), 0o600)
}

/** Uploads that were on their way when a sandbox was killed, and files that no record knows. */
export function removeLeft(folder: string, isKept: (name: string) => boolean): void {
  for (const name of filesIn(folder)) if (!isKept(name)) rmSync(join(folder, name), { force: true })
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isFile() && fileName.test(entry.name) ? [entry.name] : []))

/** Takes from others what they may do; neither what a link leads to, nor what is another user's. */
function tighten(path: string, mode: number): void {
  const found: Stats | undefined = lstatSync(path, { throwIfNoEntry: false })
  if (!found || found.isSymbolicLink() || found.uid !== process.getuid?.()) return
  if ((found.mode & 0o777 & ~mode) !== 0) chmodSync(path, found.mode & mode)
}
