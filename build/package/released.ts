/**
 * `node build/package/released.ts TAG [REPOSITORY]`: what CHANGELOG says of a release; ends with 1 unless the tag is the version of
 * package.json, the first one in the changelog, and of the repository that package.json names.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { releasesOf } from '../../src/releases.ts'

interface Manifest {
  version: string
  repository?: unknown
}

/** What is wrong, if so. */
export function notReleased(tag: string, folder: string, repository?: string): string | undefined {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
  const { version } = manifest
  if (tag !== `v${version}`) return `The tag ${tag} is not v${version}, the version in package.json`
  const first = entries(folder)[0]?.split(/\s/)[0]
  if (first !== version) return `CHANGELOG.md begins with "${first}", not with ${version}`
  // npm publishes with a proof of origin only what names its origin; manifests and `doctor --updates` find files by it.
  if (repository !== undefined && releasesOf(manifest)?.repository !== repository)
    return `package.json must say "repository": "git+${repository}.git"`
  return undefined
}

const entries = (folder: string): string[] => readFileSync(join(folder, 'CHANGELOG.md'), 'utf8').split(/^## /m).slice(1)

if (import.meta.main) {
  const folder = join(import.meta.dirname, '..', '..')
  const [tag = '', repository] = process.argv.slice(2)
  const problem = notReleased(tag, folder, repository)
  if (problem) {
    console.error(problem)
    process.exitCode = 1
  } else console.log(entries(folder)[0]!.split('\n').slice(1).join('\n').trim())
}
