/** Whether dist was built from the sources as they are: by their content, as checkouts and copies change times. */
import { createHash } from 'node:crypto'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '..')

/** All that the bundle is made of; installed packages are in the lock file. */
const sources = ['src/**/*.*', 'build/**/*.ts', 'rolldown.config.ts', 'package.json', 'package-lock.json']

const stamp = (dist: string): string => join(dist, '.sources')

export function hashOfSources(): string {
  const hash = createHash('sha256')
  for (const name of sources.flatMap((pattern) => globSync(pattern, { cwd: root })).sort()) {
    hash
      .update(`${name}\0`)
      .update(readFileSync(join(root, name)))
      .update('\0')
  }
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
