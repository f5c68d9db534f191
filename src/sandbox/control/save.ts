/** `sandbox save`: copies a running sandbox into a new folder, from which `--data` can start it again. */
import { cpSync, lstatSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { ControlError } from './error.ts'
import { databaseFile, filesFolder, makePrivate } from '../store/home.ts'
import type { Store } from '../store/store.ts'
import { makeFolder } from '../../system/make-folder.ts'

/** Written beside the folder and then renamed to it, so that the copy is complete or absent. */
export function saveTo(folder: string, store: Store, files: string): void {
  refuseTaken(folder)
  makeFolder(dirname(folder), 0o700)
  const made = mkdtempSync(join(dirname(folder), `.${basename(folder)}-`))
  try {
    makePrivate(join(made, databaseFile))
    store.copyTo(join(made, databaseFile))
    // Uploads that are being received belong to nothing yet.
    cpSync(files, join(made, filesFolder), { recursive: true, filter: (path) => path !== join(files, 'incoming') })
    rmSync(folder, { recursive: true, force: true })
    renameSync(made, folder)
  } catch (error) {
    rmSync(made, { recursive: true, force: true })
    throw error
  }
}

/** It is absent or empty; a link would be replaced, not what it leads to. */
function refuseTaken(folder: string): void {
  const there = lstatSync(folder, { throwIfNoEntry: false })
  if (!there) return
  const problem = there.isDirectory() ? readdirSync(folder).length > 0 && 'is not empty' : 'is no folder'
  if (problem) throw new ControlError(`${folder} ${problem}: name a new or an empty folder`, 400)
}
