/** The folder of a synced survey: whose it is, and that one sync at a time works in it. */
import { existsSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Format } from '../../answers/derive/formats.ts'
import type { Values } from '../../answers/dictionary/columns.ts'
import { CommandError, usageError } from '../../errors.ts'
import { tryLock } from '../../system/lock.ts'
import { toCopy } from '../../text/to-copy.ts'
import { readSmallFile, reasonOf } from '../../system/small-file.ts'
import { makeFolder } from '../../system/make-folder.ts'

export interface Database {
  url: string
  schema: string
}

export interface Manifest {
  format: 1
  base_url: string
  quiz: number
  name: string
  formats: Format[]
  /** A database beside the files: where it is, and never its password. */
  database?: Database | undefined
  values: Values
  incomplete: 'recent' | 'all' | 'none'
  with_network: boolean
  safe_csv?: boolean
  last: Record<string, unknown> | null
}

const manifestOf = (folder: string): string => join(folder, 'answers.json')

export const storeOf = (folder: string): string => join(folder, 'store.sqlite')

/** The store of a folder that was synced. */
export function needSynced(folder: string): string {
  const path = storeOf(folder)
  if (existsSync(path)) return path
  throw new CommandError('not_found', `${folder} holds no synced answers`, {
    hint: toCopy`To begin: surveyctl answer sync SURVEY ${folder}`,
  })
}

export function readManifest(folder: string): Manifest | undefined {
  const path = manifestOf(folder)
  if (!existsSync(path)) return undefined
  try {
    const manifest = JSON.parse(readSmallFile(path)?.text ?? '') as Manifest
    if (manifest.format > 1) throw new CommandError('refused', `${path} was written by a newer surveyctl`, { hint: 'Update surveyctl' })
    return manifest
  } catch (error) {
    if (error instanceof CommandError) throw error
    throw new CommandError('refused', `${path} is not the manifest of a sync: ${reasonOf(error)}`, {
      hint: 'To continue with what the folder holds, remove this file',
      cause: error,
    })
  }
}

export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const { writeTextAtomically: placeText } = await import('../../answers/derive/draft.ts')
  placeText(manifestOf(folder), `${JSON.stringify(manifest, undefined, 2)}\n`)
}

interface Whose {
  base_url: string
  quiz: number
}

/** Answers of two surveys, or of two services, in one folder would be nobody's. */
export function refuseForeign(folder: string, known: Whose | undefined, { base_url, quiz }: Whose): void {
  if (!known || (known.quiz === quiz && known.base_url === base_url)) return
  const whose = `survey ${known.quiz}${known.base_url === base_url ? '' : ` of ${known.base_url}`}`
  throw usageError(
    `${folder} holds the answers of ${whose}, not of survey ${quiz}${known.base_url === base_url ? '' : ` of ${base_url}`}`,
    'Choose another folder',
  )
}

/** Does the work as the only sync of the folder. */
export async function alone<Result>(folder: string, work: () => Promise<Result>): Promise<Result> {
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
