/** Reading and writing inside of a project's folder, and nowhere else. */
import { isUtf8 } from 'node:buffer'
import { createHash } from 'node:crypto'
import {
  closeSync,
  constants,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  writeSync,
  type Stats,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { usageError } from '../errors.ts'

const mostBytes = 10 * 2 ** 20

/** What a file is in the file system; `undefined`: there is none. A link may lead anywhere, so none is followed. */
function plainWithin(root: string, path: string): Stats | undefined {
  const parts = path.split('/')
  if (parts.includes('..') || parts.includes('')) throw usageError(`${path} leads out of the project`)
  for (let count = 1; ; count++) {
    const part = parts.slice(0, count).join('/')
    const facts = lstatSync(join(root, part), { throwIfNoEntry: false })
    if (!facts) return undefined
    if (facts.isSymbolicLink()) throw usageError(`${part} is a symbolic link; files of a project are read in its own folder only`)
    if (count < parts.length) continue
    if (!facts.isFile()) throw usageError(`${part} is not a file`)
    return facts
  }
}

/** Whether there is such a file, without reading it. */
export const isWithin = (root: string, path: string): boolean => plainWithin(root, path) !== undefined

function bytesWithin(root: string, path: string): Buffer | undefined {
  const facts = plainWithin(root, path)
  if (!facts) return undefined
  if (facts.size > mostBytes) throw usageError(`${path} is larger than 10 MB`)
  return readFileSync(join(root, path))
}

/** A file's text; `undefined`: there is none. */
export const readWithin = (root: string, path: string): string | undefined => bytesWithin(root, path)?.toString()

/** A file's text by its path in the project; those of now, or of an earlier revision. */
export type ReadFile = (path: string) => string | undefined

export interface Sum {
  sha256: string
  bytes: number
}

/** Where the files of a survey are read: as they stand, or at an earlier revision. */
export interface Files {
  read: ReadFile
  /** Of a text that is sent as it is: anything but UTF-8 is refused. */
  content: ReadFile
  sum: (path: string) => Sum | undefined
}

export const filesOf = (root: string): Files => ({
  read: (path) => readWithin(root, path),
  content: (path) => {
    const bytes = bytesWithin(root, path)
    if (bytes && !isUtf8(bytes)) throw usageError(`${path} is not UTF-8`)
    return bytes?.toString()
  },
  sum: (path) => sumWithin(root, path),
})

const batch = 2 ** 20

/** Of any size, without holding all of it. */
export function sumWithin(root: string, path: string): Sum | undefined {
  if (!plainWithin(root, path)) return undefined
  // Whatever took its place meanwhile is neither followed nor waited for.
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

/** Names of the folders in a folder, sorted. */
export function foldersIn(root: string, path: string): string[] {
  const facts = lstatSync(join(root, path), { throwIfNoEntry: false })
  if (!facts) return []
  if (!facts.isDirectory()) throw usageError(`${path} is not a folder`)
  const entries = readdirSync(join(root, path), { withFileTypes: true }).filter(({ name }) => !name.startsWith('.'))
  const link = entries.find((entry) => entry.isSymbolicLink())
  if (link) throw usageError(`${path}/${link.name} is a symbolic link; files of a project are read in its own folder only`)
  return entries
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort()
}

/** Writes a file whole or not at all; whether anything changed. */
export function writeWithin(root: string, path: string, text: string): boolean {
  if (readWithin(root, path) === text) return false
  const target = join(root, path)
  mkdirSync(dirname(target), { recursive: true })
  const made = `${target}.${process.pid}.tmp`
  const file = openSync(made, 'w')
  try {
    writeSync(file, text)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  renameSync(made, target)
  return true
}

export const removeWithin = (root: string, path: string): void => rmSync(join(root, path), { force: true })
