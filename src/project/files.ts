/** Reading and writing inside of a project's folder, and nowhere else. */
import { closeSync, fsyncSync, lstatSync, mkdirSync, openSync, readdirSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { usageError } from '../errors.ts'

const mostBytes = 10 * 2 ** 20

/** A file's text; `undefined`: there is none. A link may lead anywhere, so none is followed. */
export function readWithin(root: string, path: string): string | undefined {
  const parts = path.split('/')
  if (parts.includes('..') || parts.includes('')) throw usageError(`${path} leads out of the project`)
  for (let count = 1; count <= parts.length; count++) {
    const part = parts.slice(0, count).join('/')
    const facts = lstatSync(join(root, part), { throwIfNoEntry: false })
    if (!facts) return undefined
    if (facts.isSymbolicLink()) throw usageError(`${part} is a symbolic link; files of a project are read in its own folder only`)
    if (count < parts.length) continue
    if (!facts.isFile()) throw usageError(`${part} is not a file`)
    if (facts.size > mostBytes) throw usageError(`${part} is larger than 10 MB`)
  }
  return readFileSync(join(root, path), 'utf8')
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
