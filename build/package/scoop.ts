/** A manifest for Scoop, on Windows. By `checkver` and `autoupdate` a bucket renews it, with the hashes of the release's own list. */
import { about, type Manifest } from './release.ts'

export const scoop: Manifest = ({ version, licence, homepage, file }) => {
  const { url, sha256 } = file(`surveyctl-${version}-win32-x64.zip`)
  const manifest = {
    version,
    description: about,
    homepage,
    license: licence,
    architecture: { '64bit': { url, hash: sha256 } },
    bin: 'surveyctl.exe',
    checkver: { github: homepage },
    autoupdate: {
      architecture: { '64bit': { url: url.replaceAll(version, '$version') } },
      hash: { url: '$baseurl/SHA256SUMS' },
    },
  }
  return { 'surveyctl.json': `${JSON.stringify(manifest, undefined, 4)}\n` }
}
