/** The executable with all that belongs to it, packed: what is in it, whose it is, and that it is the same each time. */
import { createHash } from 'node:crypto'
import { execFileSync } from 'node:child_process'
import { readFileSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { makeArchives } from '../../build/package/archive.ts'
import { moment } from '../../build/package/moment.ts'
import { executable } from '../support/executable.ts'
import { freshFolder } from '../support/program.ts'
import { isThere } from '../support/readers.ts'

const whole = process.env.SURVEYCTL_FULL === '1'
const missing = ['tar', 'xz', 'unzip', 'strip'].filter((program) => !isThere(program))
const why = process.platform !== 'linux' ? 'needs Linux' : missing.length > 0 ? `needs ${missing.join(', ')}` : undefined
const inside = ['CHANGELOG.md', 'LICENSE', 'THIRD-PARTY-NOTICES', 'completions', 'man', 'sbom.cdx.json']
const nodeHash = createHash('sha256').update(readFileSync(process.execPath)).digest('hex')
const mebibyte = 2 ** 20

/** Made by another hand: other times, and another mask for the modes of new files. */
async function twice(zip: boolean): Promise<[string[], string[]]> {
  const program = whole ? await executable() : join(freshFolder(), 'program')
  if (!whole) writeFileSync(program, '#!/bin/sh\necho 0.0.1\n')
  const first = await makeArchives(freshFolder(), { program, zip })
  const mask = process.umask(0o077)
  try {
    if (!whole) utimesSync(program, 1, 1)
    return [first, await makeArchives(freshFolder(), { program, zip })]
  } finally {
    process.umask(mask)
  }
}

describe.skipIf(why)(`an archive${why ? ` (${why})` : ''}`, () => {
  it.each([false, true])('22: is the same to the byte when it is made again, and holds what it should (zip: %s)', async (zip) => {
    const [first, second] = await twice(zip)
    expect(first.map((path) => basename(path).replace(/^surveyctl-[\d.]+-linux-\w+\./, ''))).toEqual(zip ? ['zip'] : ['tar.xz', 'tar.gz'])
    for (const [index, path] of first.entries()) {
      expect(readFileSync(path).equals(readFileSync(second[index]!)), path).toBe(true)
      const out = freshFolder()
      execFileSync(zip ? 'unzip' : 'tar', zip ? ['-q', path, '-d', out] : ['-xf', path, '-C', out])
      const program = zip ? 'surveyctl.exe' : 'surveyctl'
      expect(readdirSync(out).toSorted()).toEqual([...inside, program].toSorted())
      expect([statSync(join(out, program)).mode & 0o777, statSync(join(out, 'LICENSE')).mode & 0o777]).toEqual([0o755, 0o644])
      // A zip knows even seconds only.
      expect(Math.abs(statSync(join(out, 'LICENSE')).mtimeMs / 1000 - moment())).toBeLessThan(2)
      expect(readdirSync(join(out, 'man'))).toContain('surveyctl-quiz.1')
      const { components, dependencies } = JSON.parse(readFileSync(join(out, 'sbom.cdx.json'), 'utf8'))
      const node = components.filter(({ name }: { name: string }) => name === 'node')
      expect(node).toMatchObject([{ version: process.versions.node, hashes: [{ alg: 'SHA-256', content: nodeHash }] }])
      expect(dependencies[0].dependsOn).toContain(node[0]['bom-ref'])
      if (!zip) expect(execFileSync('tar', ['--numeric-owner', '-tvf', path], { encoding: 'utf8' })).not.toMatch(/^\S+ (?!0\/0 )/m)
      expect(statSync(path).size / mebibyte, path).toBeLessThan(path.endsWith('.xz') ? 45 : 60)
    }
  })
})
