/** `manifest.json`: what a finished backup holds. Without it a folder is none. */
import { statSync } from 'node:fs'
import { CommandError, usageError } from '../../errors.ts'
import { isObject } from '../../text/is-object.ts'
import { own } from '../../text/own.ts'
import { toCopy } from '../../text/to-copy.ts'
import type { FileSum } from '../../project/files/read-within.ts'
import { Folder, isBackupPath, jsonIn } from '../folder.ts'

export const manifestName = 'manifest.json'
export const progressName = 'progress.jsonl'
export const format = 1

export interface Gap {
  /** The file that isn't there. */
  what: string
  operation: string
  why: string
}

export interface BackupOptions {
  answers: boolean
  files: boolean
  media: boolean
}

export interface Manifest {
  format: typeof format
  tool: string
  base_url: string
  workspace_id: number
  begun: string
  ended: string
  options: BackupOptions
  counts: { surveys: number; answers: number; codes: number; media: number; files: number; bytes: number }
  /** By path. */
  files: Readonly<Record<string, FileSum>>
  /** Pictures, videos, sounds and uploads: the file of each address. */
  addresses: Readonly<Record<string, string>>
  gaps: readonly Gap[]
  /** Surveys that were changed while they were read. */
  torn: readonly number[]
  /** The backup that unchanged files were taken from. */
  from: string | null
  /** When the answers were last read in full. */
  answers_read: string | null
}

const isSum = (value: unknown): value is FileSum =>
  isObject(value) && typeof value.sha256 === 'string' && /^[\da-f]{64}$/.test(value.sha256) && Number.isSafeInteger(value.bytes)

const isCounts = (value: unknown): boolean =>
  isObject(value) && ['surveys', 'answers', 'codes', 'media', 'files', 'bytes'].every((name) => typeof own(value, name) === 'number')

const isManifest = (value: unknown): value is Manifest =>
  isObject(value) &&
  value.format === format &&
  typeof value.base_url === 'string' &&
  Number.isSafeInteger(value.workspace_id) &&
  isObject(value.files) &&
  Object.values(value.files).every(isSum) &&
  isObject(value.addresses) &&
  Object.values(value.addresses).every((path) => typeof path === 'string') &&
  isCounts(value.counts) &&
  isObject(value.options) &&
  Array.isArray(value.gaps) &&
  value.gaps.every((gap) => isObject(gap) && typeof gap.what === 'string' && typeof gap.why === 'string') &&
  Array.isArray(value.torn)

/** Refuses what is no finished backup, or one of another format. */
export function readManifest(root: string): Manifest {
  const folder = new Folder(root)
  const facts = statSync(root, { throwIfNoEntry: false })
  if (!facts?.isDirectory()) throw usageError(facts ? `${folder.name('')} is not a folder` : `There is no folder ${folder.name('')}`)
  if (!folder.isFile(manifestName)) {
    const begun = folder.isFile(progressName)
    throw usageError(
      `${folder.name('')} holds ${begun ? 'a backup that is not finished' : 'no backup'}`,
      begun ? toCopy`To finish it: surveyctl account backup ${root}` : undefined,
    )
  }
  const value = jsonIn(folder, manifestName)
  if (isObject(value) && value.format !== undefined && value.format !== format)
    throw usageError(`${folder.name(manifestName)} is of format ${JSON.stringify(value.format)}; this version reads format ${format}`)
  if (!isManifest(value))
    throw usageError(
      `${folder.name(manifestName)} is not a manifest: it was cut off or changed`,
      'This backup cannot be read. Take another one, or make a new one in another folder',
    )
  for (const path of [...Object.keys(value.files), ...Object.values(value.addresses)])
    if (!isBackupPath(path)) throw usageError(`${folder.name(manifestName)} names ${JSON.stringify(path)}, which is not a path of a backup`)
  return value
}

export const damaged = (damages: readonly { file: string; problem: string }[], isStray = false): CommandError => {
  const lines = damages.map(({ file, problem }) => `${file} ${problem}`)
  return isStray
    ? new CommandError('refused', ['What the backup holds is whole, and other files lie in it', ...lines], {
        code: 'stray_files',
        hint: 'To have it as it was written: remove them. What reads the backup leaves them out',
      })
    : new CommandError('refused', ['The backup is damaged', ...lines], {
        code: 'damaged',
        hint: 'Take another one, or make a new one. A restore brings back what is whole',
      })
}
