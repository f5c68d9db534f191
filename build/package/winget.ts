/** The three files that winget's repository takes for one version: they lie there in manifests/s/surveyctl/surveyctl/VERSION. */
import { stringify } from 'yaml'
import { about, type Manifest } from './release.ts'

const PackageIdentifier = 'surveyctl.surveyctl'
const PackageLocale = 'en-US'
/** The one that the repository asks for; the oldest that it takes is 1.9. */
const ManifestVersion = '1.10.0'

export const winget: Manifest = ({ version, licence, homepage, file }) => {
  const { url, sha256 } = file(`surveyctl-${version}-win32-x64.zip`)
  const written = (type: string, facts: object): string => {
    const manifest = { PackageIdentifier, PackageVersion: version, ...facts, ManifestType: type, ManifestVersion }
    return `# yaml-language-server: $schema=https://aka.ms/winget-manifest.${type}.${ManifestVersion}.schema.json\n${stringify(manifest)}`
  }
  return {
    [`${PackageIdentifier}.yaml`]: written('version', { DefaultLocale: PackageLocale }),
    [`${PackageIdentifier}.installer.yaml`]: written('installer', {
      InstallerType: 'zip',
      NestedInstallerType: 'portable',
      NestedInstallerFiles: [{ RelativeFilePath: 'surveyctl.exe', PortableCommandAlias: 'surveyctl' }],
      Installers: [{ Architecture: 'x64', InstallerUrl: url, InstallerSha256: sha256.toUpperCase() }],
    }),
    [`${PackageIdentifier}.locale.${PackageLocale}.yaml`]: written('defaultLocale', {
      PackageLocale,
      Publisher: 'surveyctl',
      PackageName: 'surveyctl',
      PackageUrl: homepage,
      License: licence,
      ShortDescription: about,
    }),
  }
}
