/** The list of what is inside, for what has Node in it: the package's, and Node itself with the hash of the very file. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../sources.ts'

export function billOfExecutable(): string {
  const bill = JSON.parse(readFileSync(join(root, 'dist', 'sbom.cdx.json'), 'utf8'))
  const version = process.version.slice(1)
  const purl = `pkg:generic/node@${version}?arch=${process.arch}&os=${process.platform}`
  bill.components.push({
    type: 'platform',
    'bom-ref': purl,
    name: 'node',
    version,
    hashes: [{ alg: 'SHA-256', content: createHash('sha256').update(readFileSync(process.execPath)).digest('hex') }],
    licenses: [{ license: { id: 'MIT' } }],
    purl,
  })
  bill.dependencies[0].dependsOn.push(purl)
  return `${JSON.stringify(bill, undefined, 1)}\n`
}
