/** What every manifest is made of: a release's version, where its files are, and their hashes. */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import packageJson from '../../package.json' with { type: 'json' }
import { releasesOf } from '../../src/releases.ts'

export interface Release {
  version: string
  licence: string
  /** The repository's own address. */
  homepage: string
  /** A file of the release. */
  file: (name: string) => { url: string; sha256: string }
}

/** The files of a manifest by their names, from a release's facts alone. */
export type Manifest = (release: Release) => Readonly<Record<string, string>>

/** In a few words, as lists of programs show it. */
export const about = 'Command-line interface to a hosted survey platform'

/** Of what lies in a folder, as it will be published. */
export function releaseIn(
  folder: string,
  { version, license, repository }: typeof packageJson & { repository?: unknown } = packageJson,
): Release {
  const releases = releasesOf({ repository })
  if (releases === undefined) throw new Error('package.json has no "repository": where files will be is not known')
  return {
    version,
    licence: license,
    homepage: releases.repository,
    file: (name) => {
      const path = join(folder, name)
      if (!existsSync(path)) throw new Error(`${name} is not in ${folder}`)
      return { url: releases.file(version, name), sha256: createHash('sha256').update(readFileSync(path)).digest('hex') }
    },
  }
}
