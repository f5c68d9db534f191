/** The folder of a synced survey: whose it is, and that one sync at a time works in it. */
import { existsSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { formats, type Format } from '../../answers/derive/formats.ts'
import type { Values } from '../../answers/dictionary/columns.ts'
import type { Whose } from '../../answers/store/notes.ts'
import * as z from '../../contract/core/schema.ts'
import { CommandError, usageError } from '../../errors.ts'
import { tryLock } from '../../system/lock.ts'
import { isObject } from '../../text/is-object.ts'
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
  safe_csv?: boolean | undefined
  last: Record<string, unknown> | null
}

const shape = z.looseObject({
  format: z.literal(1),
  base_url: z.string(),
  quiz: z.int(),
  name: z.string(),
  formats: z.array(z.enum(formats)),
  database: z.optional(z.object({ url: z.string(), schema: z.string() })),
  values: z.enum(['labels', 'codes']),
  incomplete: z.enum(['recent', 'all', 'none']),
  with_network: z.boolean(),
  safe_csv: z.optional(z.boolean()),
  last: z.nullable(z.record(z.string(), z.unknown())),
})

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
    const data: unknown = JSON.parse(readSmallFile(path)?.text ?? '')
    if (isObject(data) && Number(data.format) > 1)
      throw new CommandError('refused', `${path} was written by a newer surveyctl`, { hint: 'Update surveyctl' })
    const { data: manifest, error } = shape.safeParse(data)
    if (manifest) return manifest
    throw new Error(`${error.issues[0]?.path.join('.') || 'what it holds'} is not as a sync writes it`)
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
