/** Whether dist was built from the sources as they are: by their content, as checkouts and copies change times. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'

export const root = join(import.meta.dirname, '..')

/** Paths of all files below a folder. */
export const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort()

/** All that the bundle is made of; installed packages are in the lock file. */
const sources = (): string[] => [
  ...['src', 'build'].flatMap((folder) => filesBelow(join(root, folder))),
  ...['rolldown.config.ts', 'package.json', 'package-lock.json'].map((name) => join(root, name)),
]

const stamp = (dist: string): string => join(dist, '.sources')

export function hashOfSources(): string {
  const hash = createHash('sha256')
  for (const file of sources())
    hash
      .update(`${relative(root, file)}\0`)
      .update(readFileSync(file))
      .update('\0')
  return hash.digest('hex')
}

export const markBuilt = (dist: string, hash: string): void => writeFileSync(stamp(dist), `${hash}\n`)

export function isBuilt(): boolean {
  try {
    return readFileSync(stamp(join(root, 'dist')), 'utf8').trim() === hashOfSources()
  } catch {
    return false
  }
}
