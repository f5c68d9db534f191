/** The folder of a synced survey: whose it is, and that one sync at a time works in it. */
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { CommandError, usageError } from '../../errors.ts'
import { tryLock } from '../../system/lock.ts'
import { makeFolder } from '../../system/make-folder.ts'
import { toCopy } from '../../text/to-copy.ts'
import { fileOf, type Format } from '../derive/formats.ts'
import { needWhose, type Whose } from '../store/notes.ts'
import { Store } from '../store/store.ts'
import { hashKeyFile } from './hash-key.ts'
import { isManifest } from './manifest.ts'

export const storeOf = (folder: string): string => join(folder, 'store.sqlite')

/** The store of a folder that was synced. */
export function needSynced(folder: string): string {
  const path = storeOf(folder)
  if (existsSync(path)) return path
  throw new CommandError('not_found', `${folder} holds no synced answers`, {
    hint: toCopy`To begin: surveyctl answer sync SURVEY ${folder}`,
  })
}

/** The store of a synced folder, if it is of this survey. */
export function openFolder(folder: string, id: number): Store {
  const path = needSynced(folder)
  const store = Store.open(path, { readOnly: true })
  try {
    const { quiz } = needWhose(store, path)
    if (quiz !== id) throw usageError(`${folder} holds the answers of survey ${quiz}, not of survey ${id}`)
    return store
  } catch (error) {
    store.close()
    throw error
  }
}

/** Whether it has a folder for each of several surveys: it stays that, also where one survey is synced. */
export const isOfSurveys = (folder: string): boolean =>
  existsSync(folder) &&
  statSync(folder).isDirectory() &&
  !existsSync(storeOf(folder)) &&
  readdirSync(folder).some((name) => /^\d+$/.test(name) && existsSync(storeOf(join(folder, name))))

/** Answers of two surveys, or of two services, in one folder would be nobody's. */
export function refuseForeign(folder: string, known: Whose | undefined, { base_url, quiz }: Whose): void {
  if (!known || (known.quiz === quiz && known.base_url === base_url)) return
  const whose = `survey ${known.quiz}${known.base_url === base_url ? '' : ` of ${known.base_url}`}`
  throw usageError(
    `${folder} holds the answers of ${whose}, not of survey ${quiz}${known.base_url === base_url ? '' : ` of ${base_url}`}`,
    'Choose another folder',
  )
}

/** Made by a computer, not by a person: of a disk, of a repository, of this tool's own lock; what is left of a folder that was lost. */
const isNobodys = (name: string): boolean => name.startsWith('.') || name === 'lost+found' || name === hashKeyFile

/** A folder that somebody else fills is left alone. */
export function refuseForeignFiles(folder: string): void {
  if (existsSync(storeOf(folder)) || isManifest(folder)) return
  const found = readdirSync(folder).filter((name) => !isNobodys(name))
  if (found.length > 0)
    throw usageError(
      `${folder} is not empty, and no folder of synced answers: it has ${found.slice(0, 3).join(', ')}${found.length > 3 ? ' …' : ''}`,
      'Name a folder that is new or empty',
    )
}

/** Notes that the files of these formats are ours from now on, unless somebody else's stand there. `known`: formats that were ours before. */
export function claim(store: Store, folder: string, formats: readonly Format[], known: readonly Format[]): void {
  const fresh = formats.filter((format) => store.number('select count(*) from derived where format = ?', format) === 0)
  const taken = fresh.filter((format) => !known.includes(format) && isTaken(join(folder, fileOf[format])))
  if (taken.length > 0)
    throw usageError(
      taken.map((format) => `${join(folder, fileOf[format])} is there, and surveyctl did not make it`),
      'Move it to another place, or sync into another folder',
    )
  for (const format of fresh) store.run(`insert into derived values (?, '', 0, 0, 0)`, format)
}

const isTaken = (path: string): boolean => {
  const facts = statSync(path, { throwIfNoEntry: false })
  return facts !== undefined && (!facts.isDirectory() || readdirSync(path).length > 0)
}

/** Does the work while no other process syncs into the folder or ends its sync; one that does is named, and not waited for. */
export async function withFolderLock<Result>(folder: string, work: () => Promise<Result>): Promise<Result> {
  if (existsSync(folder) && !statSync(folder).isDirectory())
    throw usageError(`${folder} is a file; the answers of a survey take a folder`, 'For example: surveyctl answer sync 42 answers')
  makeFolder(folder, 0o700)
  const release = tryLock(join(resolve(folder), '.lock'))
  if (typeof release === 'number')
    throw new CommandError('refused', `Another surveyctl (process ${release}) is syncing ${folder}`, { hint: 'Wait for it to end' })
  try {
    return await work()
  } finally {
    release()
  }
}
