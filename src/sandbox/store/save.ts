/** What a folder of `--data` holds, and how a running sandbox is put into a new one. */
import { cpSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { ControlError } from '../control/error.ts'
import { databaseFile, filesFolder, makePrivate } from './home.ts'
import type { Store } from './store.ts'
import { makeFolder } from '../../system/make-folder.ts'

/** Made beside the folder and renamed to it: it is there whole, or not at all. */
export function saveTo(folder: string, store: Store, files: string): void {
  if (!isFree(folder)) throw new ControlError(`${folder} is not empty; a folder of its own is needed`, 400)
  makeFolder(dirname(folder), 0o700)
  const made = mkdtempSync(join(dirname(folder), `.${basename(folder)}-`))
  try {
    makePrivate(join(made, databaseFile))
    store.copyTo(join(made, databaseFile))
    // Uploads on their way in belong to no answer yet.
    cpSync(files, join(made, filesFolder), { recursive: true, filter: (path) => path !== join(files, 'incoming') })
    rmSync(folder, { recursive: true, force: true })
    renameSync(made, folder)
  } catch (error) {
    rmSync(made, { recursive: true, force: true })
    throw error
  }
}

/** Not there, or an empty folder. */
function isFree(folder: string): boolean {
  try {
    return readdirSync(folder).length === 0
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT'
  }
}
