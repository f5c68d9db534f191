/** Reads files inside of a project's folder only. */
import { isUtf8 } from 'node:buffer'
import { createHash } from 'node:crypto'
import { closeSync, constants, lstatSync, openSync, readdirSync, readFileSync, readSync, type Stats } from 'node:fs'
import { join } from 'node:path'
import { usageError } from '../../errors.ts'
import { codeOf } from '../../system/error-code.ts'

const mostBytes = 10 * 2 ** 20

/** What the file system says of a file; `undefined` where there is none. Symbolic links are refused, as they may lead anywhere. */
function statWithin(root: string, path: string): Stats | undefined {
  const parts = path.split('/')
  if (parts.includes('..') || parts.includes('')) throw usageError(`${path} leads out of the project`)
  for (let count = 1; ; count++) {
    const part = parts.slice(0, count).join('/')
    const facts = lstatSync(join(root, part), { throwIfNoEntry: false })
    if (!facts) return undefined
    if (facts.isSymbolicLink()) throw symlinkError(part)
    if (count < parts.length) continue
    if (!facts.isFile()) throw usageError(`${part} is not a file`)
    return facts
  }
}

export const symlinkError = (path: string): Error =>
  usageError(`${path} is a symbolic link; files of a project are read in its own folder only`)

function bytesWithin(root: string, path: string): Buffer | undefined {
  const facts = statWithin(root, path)
  if (!facts) return undefined
  if (facts.size > mostBytes) throw usageError(`${path} is larger than 10 MB`)
  return readFileSync(join(root, path))
}

/** A file's text; `undefined` where there is none. Other encodings than UTF-8 are refused, as they would be misread. */
export function readWithin(root: string, path: string): string | undefined {
  const bytes = bytesWithin(root, path)
  if (bytes && !isUtf8(bytes)) throw usageError(`${path}:${brokenLine(bytes)} is not UTF-8`, 'Save the file in that encoding')
  return bytes?.toString()
}

/** Number of the first line that isn't valid, from 1. */
function brokenLine(bytes: Buffer): number {
  for (let line = 1, from = 0; ; line++) {
    const end = bytes.indexOf(10, from)
    if (end < 0 || !isUtf8(bytes.subarray(from, end))) return line
    from = end + 1
  }
}

/** The text of a file by its path in the project. */
export type ReadFile = (path: string) => string | undefined

export interface FileSum {
  sha256: string
  bytes: number
}

/** How the files of a survey are read: from disk, or from an earlier revision. */
export interface Files {
  read: ReadFile
  sum: (path: string) => FileSum | undefined
}

export const filesOf = (root: string): Files => ({
  read: (path) => readWithin(root, path),
  sum: (path) => sumWithin(root, path),
})

const batch = 2 ** 20

/** Checksum and size of a file of any size, read in pieces. */
export function sumWithin(root: string, path: string): FileSum | undefined {
  if (!statWithin(root, path)) return undefined
  // Should a link or a pipe have taken its place meanwhile: neither followed nor waited for.
  const file = openSync(join(root, path), constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0))
  try {
    const hash = createHash('sha256')
    const buffer = Buffer.alloc(batch)
    let bytes = 0
    for (let read = readSync(file, buffer); read > 0; read = readSync(file, buffer)) {
      hash.update(buffer.subarray(0, read))
      bytes += read
    }
    return { sha256: hash.digest('hex'), bytes }
  } finally {
    closeSync(file)
  }
}

/** Names of all entries of a folder; none where the folder doesn't exist. */
export function namesIn(root: string, path: string): string[] {
  try {
    return readdirSync(join(root, path))
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(error))) return []
    throw error
  }
}

/** Names of the folders in a folder, sorted. */
export function foldersIn(root: string, path: string): string[] {
  const facts = lstatSync(join(root, path), { throwIfNoEntry: false })
  if (!facts) return []
  if (!facts.isDirectory()) throw usageError(`${path} is not a folder`)
  const entries = readdirSync(join(root, path), { withFileTypes: true }).filter(({ name }) => !name.startsWith('.'))
  const link = entries.find((entry) => entry.isSymbolicLink())
  if (link) throw symlinkError(`${path}/${link.name}`)
  return entries
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort()
}
