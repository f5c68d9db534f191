/** `answers.json` of a synced folder: whose answers it holds, and what a sync writes there. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import * as z from '../../contract/core/schema.ts'
import { CommandError } from '../../errors.ts'
import { readSmallFile, reasonOf } from '../../system/small-file.ts'
import { isObject } from '../../text/is-object.ts'
import { replaceFile } from '../../system/replace-file.ts'
import { formats } from '../derive/formats.ts'
import { optionValues } from '../dictionary/columns.ts'

const database = z.object({ url: z.string(), schema: z.string() })

const shape = z.looseObject({
  format: z.literal(1),
  base_url: z.string(),
  quiz: z.int(),
  name: z.string(),
  formats: z.array(z.enum(formats)),
  /** Where each is, and never its password. */
  databases: z.array(database),
  values: z.enum(optionValues),
  incomplete: z.enum(['recent', 'all', 'none']),
  with_network: z.boolean(),
  safe_csv: z.optional(z.boolean()),
  last: z.nullable(z.record(z.string(), z.unknown())),
})
export type Manifest = z.infer<typeof shape>

const manifestOf = (folder: string): string => join(folder, 'answers.json')

export function readManifest(folder: string): Manifest | undefined {
  const path = manifestOf(folder)
  if (!existsSync(path)) return undefined
  try {
    const data: unknown = JSON.parse(readSmallFile(path)?.text ?? '')
    if (isObject(data) && Number(data.format) > 1)
      throw new CommandError('refused', `${path} was written by a newer surveyctl`, { hint: 'Update surveyctl' })
    const { data: manifest, error } = shape.safeParse(withDatabases(data))
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

/** Whether a folder has one, and not somebody else's file of that name. */
export function isManifest(folder: string): boolean {
  try {
    return readManifest(folder) !== undefined
  } catch {
    return false
  }
}

/** A folder used to have one database. */
const withDatabases = (data: unknown): unknown =>
  isObject(data) && data.databases === undefined ? { ...data, databases: [data.database].filter(Boolean) } : data

export const writeManifest = (folder: string, manifest: Manifest): void =>
  replaceFile(manifestOf(folder), `${JSON.stringify(manifest, undefined, 2)}\n`, 0o600)
