/**
 * Writes dist/sbom.cdx.json (CycloneDX 1.6): what ended up in the bundle, which no scanner sees. No serial number and no time, as two
 * builds are to be alike.
 */
import type { Plugin } from 'rolldown'
import packageJson from '../package.json' with { type: 'json' }
import { manifestOf, packagesIn } from './bundled.ts'

const purlOf = (name: string, version: string): string => `pkg:npm/${name.replace('@', '%40')}@${version}`

/** What is no expression of SPDX is a licence's name. */
const licenceOf = (license: string): object => (license.startsWith('SEE ') ? { license: { name: license } } : { expression: license })

function component(folder: string): { 'bom-ref': string } & Record<string, unknown> {
  const { name, version, license } = manifestOf(folder)
  const purl = purlOf(name, version)
  return { type: 'library', 'bom-ref': purl, name, version, ...(license !== undefined && { licenses: [licenceOf(license)] }), purl }
}

const { name, version, license } = packageJson

export const sbom = (extra: readonly string[]): Plugin => ({
  name: 'sbom',
  generateBundle(_, bundle) {
    const all = new Map(
      packagesIn(bundle, extra)
        .map(component)
        .map((one) => [one['bom-ref'], one]),
    )
    const purl = purlOf(name, version)
    const source = {
      $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
      bomFormat: 'CycloneDX',
      specVersion: '1.6',
      version: 1,
      metadata: { component: { type: 'application', 'bom-ref': purl, name, version, licenses: [{ expression: license }], purl } },
      components: [...all.keys()].sort().map((key) => all.get(key)),
      dependencies: [{ ref: purl, dependsOn: [...all.keys()].sort() }],
    }
    this.emitFile({ type: 'asset', fileName: 'sbom.cdx.json', source: `${JSON.stringify(source, undefined, 1)}\n` })
  },
})
