/**
 * `node build/package/manifests.ts RELEASE FOLDER`: what package managers are told, of the files of a release in a folder. Each goes to
 * the repository of its own that the manager reads; none is edited by hand.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { aur } from './aur.ts'
import { formula } from './formula.ts'
import { releaseIn, type Manifest } from './release.ts'
import { scoop } from './scoop.ts'
import { winget } from './winget.ts'

/** By the name of their folder. */
export const manifests: Readonly<Record<string, Manifest>> = { homebrew: formula, scoop, winget, aur }

if (import.meta.main) {
  const [from = '.', to = 'manifests'] = process.argv.slice(2)
  const release = releaseIn(from)
  for (const [manager, manifest] of Object.entries(manifests)) {
    mkdirSync(join(to, manager), { recursive: true })
    for (const [name, text] of Object.entries(manifest(release))) writeFileSync(join(to, manager, name), text)
  }
}
