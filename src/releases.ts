/** Where this program is released, as its package.json says: files at the repository, named by their version. */
import { packaged } from './assets.ts'

export interface Releases {
  /** The repository's own address, without a slash at its end. */
  repository: string
  /** A file of one version. */
  file: (version: string, name: string) => string
  /** The checksums of the newest version's files, whose names say which version that is. */
  newest: string
}

/** `undefined`: nowhere that is known. npm takes the address with `git+` before it and `.git` behind it. */
export function releasesOf({ repository }: { repository?: unknown }): Releases | undefined {
  const given = typeof repository === 'object' && repository !== null && 'url' in repository ? repository.url : repository
  const address = typeof given === 'string' ? given.replace(/^git\+/, '').replace(/\/?(\.git)?$/, '') : ''
  if (!/^https?:\/\/[^/\s]+\/\S+$/.test(address) || !URL.canParse(address)) return undefined
  return {
    repository: address,
    file: (version, name) => `${address}/releases/download/v${version}/${name}`,
    newest: `${address}/releases/latest/download/SHA256SUMS`,
  }
}

/** Read as it runs, so that who packs it elsewhere says where. */
export const ownReleases = (): Releases | undefined => releasesOf(JSON.parse(packaged('package.json').toString()))
