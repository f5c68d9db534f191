/** `sandbox save`: copies a running sandbox into a new folder, from which `--data` can start it again. */
import { cpSync, lstatSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { ControlError } from './error.ts'
import { databaseFile, filesFolder, makePrivate } from '../store/home.ts'
import type { Store } from '../store/store.ts'
import { makeFolder } from '../../system/make-folder.ts'

/** Written beside the folder and then renamed to it, so that the copy is complete or absent. */
export function saveTo(folder: string, store: Store, filesPath: string): void {
  needFree(folder)
  makeFolder(dirname(folder), 0o700)
  const copy = mkdtempSync(join(dirname(folder), `.${basename(folder)}-`))
  try {
    makePrivate(join(copy, databaseFile))
    store.copyTo(join(copy, databaseFile))
    // Uploads that are being received belong to nothing yet.
    cpSync(filesPath, join(copy, filesFolder), { recursive: true, filter: (path) => path !== join(filesPath, 'incoming') })
    rmSync(folder, { recursive: true, force: true })
    renameSync(copy, folder)
  } catch (error) {
    rmSync(copy, { recursive: true, force: true })
    throw error
  }
}

/** Refuses what is neither absent nor an empty folder. A link is refused too: it would be replaced, not what it leads to. */
function needFree(folder: string): void {
  const found = lstatSync(folder, { throwIfNoEntry: false })
  if (!found) return
  if (!found.isDirectory()) throw new ControlError(`${folder} is no folder: name a new or an empty folder`, 400)
  if (readdirSync(folder).length > 0) throw new ControlError(`${folder} is not empty: name a new or an empty folder`, 400)
}
