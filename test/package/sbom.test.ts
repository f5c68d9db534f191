/** What is bundled, in two lists that must agree. The number is that of the design's acceptance list. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { packagesIn } from '../../build/bundled.ts'

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
  // A licence that is told in words is none of SPDX's expressions.
  for (const [said] of components.flatMap((one: { licenses?: object[][] }) => one.licenses ?? []).map(Object.entries))
    expect(said[0] === 'license' || /^\(?[\w.+-]+( (AND|OR|WITH) [\w.+-]+)*\)?$/.test(said[1]), JSON.stringify(said)).toBe(true)
  for (const name of ['undici', 'commander', 'jq-web', 'pdfmake', 'dejavu-fonts-ttf']) expect(named.join('\n')).toContain(`${name} `)
})

it('23: a module of no package that is known fails the build', () => {
  const chunk = { type: 'chunk', moduleIds: ['/nowhere/node_modules/unknown/index.js'] }
  expect(() => packagesIn({ 'a.cjs': chunk } as never, [])).toThrow('No package.json')
})
