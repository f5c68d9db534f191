/** What is bundled, in two lists that must agree. The number is that of the design's acceptance list. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { expect, it } from 'vitest'
import { packagesIn } from '../../build/bundled.ts'
import { billOfExecutable } from '../../build/package/bill.ts'

const dist = join(import.meta.dirname, '..', '..', 'dist')

it('23: each package in the bundle is in the SBOM, with its version, and in the notices', () => {
  const { components, dependencies } = JSON.parse(readFileSync(join(dist, 'sbom.cdx.json'), 'utf8'))
  const notices = readFileSync(join(dist, 'THIRD-PARTY-NOTICES'), 'utf8')
  const named = components.map(({ name, version }: { name: string; version: string }) => `${name} ${version}`)
  const noticed = Array.from(notices.matchAll(/^(\S+ \S+) \([^\n]*\)\n-+$/gm), ([, heading]) => heading)
  expect(named.toSorted()).toEqual([...new Set(noticed)].toSorted())
  expect(named.length).toBeGreaterThan(50)
  expect(dependencies[0].dependsOn).toHaveLength(named.length)
  // One says it in its text alone.
  expect(components.filter((one: { licenses?: unknown }) => !one.licenses).map(({ name }: { name: string }) => name)).toEqual(['png-js'])
  for (const name of ['undici', 'commander', 'jq-web', 'pdfmake', 'dejavu-fonts-ttf']) expect(named.join('\n')).toContain(`${name} `)
})

const text = { type: 'string', minLength: 1 } as const
const list = (items: object) => ({ type: 'array', uniqueItems: true, items }) as const
const object = (properties: Record<string, object>, required: readonly string[] = Object.keys(properties)) =>
  ({ type: 'object', additionalProperties: false, properties, required }) as const

/** As the published schema says of what we write: a field that it doesn't know would be a mistake of ours. */
const component = object(
  {
    type: { enum: ['application', 'library', 'platform'] },
    'bom-ref': text,
    name: text,
    version: text,
    hashes: list(object({ alg: { const: 'SHA-256' }, content: { type: 'string', pattern: '^[0-9a-f]{64}$' } })),
    licenses: {
      type: 'array',
      maxItems: 1,
      items: {
        // A licence that is told in words is none of SPDX's expressions.
        anyOf: [
          object({ expression: { type: 'string', pattern: String.raw`^\(?[\w.+-]+( (AND|OR|WITH) [\w.+-]+)*\)?$` } }),
          object({ license: object({ name: text }) }),
          object({ license: object({ id: text }) }),
        ],
      },
    },
    purl: { type: 'string', pattern: '^pkg:(npm|generic)/[^@]+@[^@]+$' },
  },
  ['type', 'name'],
)
const schema = object({
  $schema: { const: 'http://cyclonedx.org/schema/bom-1.6.schema.json' },
  bomFormat: { const: 'CycloneDX' },
  specVersion: { const: '1.6' },
  version: { type: 'integer', minimum: 1 },
  metadata: object({ component }),
  components: list(component),
  dependencies: list(object({ ref: text, dependsOn: list(text) })),
})

it.each([
  ['the package', () => readFileSync(join(dist, 'sbom.cdx.json'), 'utf8')],
  ['an executable', billOfExecutable],
])('the SBOM of %s is what its schema takes', (_, bill) => {
  const isRight = new Ajv({ allErrors: true, strict: true }).compile(schema)
  expect([isRight(JSON.parse(bill())), isRight.errors]).toEqual([true, null])
})

it('23: a module of no package that is known fails the build', () => {
  const chunk = { type: 'chunk', moduleIds: ['/nowhere/node_modules/unknown/index.js'] }
  expect(() => packagesIn({ 'a.cjs': chunk } as never, [])).toThrow('No package.json')
})
