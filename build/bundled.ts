/** Which packages ended up in the bundle, for its notices and its SBOM. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { OutputBundle } from 'rolldown'

interface Package {
  name: string
  version: string
  license?: string
  homepage?: string
}

export const manifestOf = (folder: string): Package => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

/** The folder of the package that a module belongs to. */
const folderOf = (id: string): string | undefined => /^\0?(.*[/\\]node_modules[/\\](?:@[^/\\]+[/\\])?[^/\\]+)[/\\]/.exec(id)?.[1]

/** Their folders; `extra`: names of packages of which only files are shipped. */
export function packagesIn(bundle: OutputBundle, extra: readonly string[]): string[] {
  const folders = new Set(extra.map((name) => join(import.meta.dirname, '..', 'node_modules', name)))
  for (const file of Object.values(bundle)) {
    if (file.type !== 'chunk') continue
    for (const id of file.moduleIds) {
      const folder = folderOf(id)
      if (folder === undefined) continue
      if (!existsSync(join(folder, 'package.json'))) throw new Error(`No package.json says which package ${id} belongs to`)
      folders.add(folder)
    }
  }
  return [...folders]
}
