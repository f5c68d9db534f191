/** `sandbox save`: copies a running sandbox into a new folder, from which `--data` can start it again. */
import { cpSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { ControlError } from './error.ts'
import { databaseFile, filesFolder, makePrivate } from '../store/home.ts'
import type { Store } from '../store/store.ts'
import { makeFolder } from '../../system/make-folder.ts'

/** Written beside the folder and then renamed to it, so that the copy is complete or absent. */
export function saveTo(folder: string, store: Store, files: string): void {
  if (!isFree(folder)) throw new ControlError(`${folder} is not empty: name a new or an empty folder`, 400)
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

/** Whether the folder is absent or empty. */
function isFree(folder: string): boolean {
  try {
    return readdirSync(folder).length === 0
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOENT'
  }
}
