/** What a release refuses, and what is installed by its checksum. The numbers are those of the design's acceptance list. */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { makeArchives } from '../../build/package/archive.ts'
import { notReleased } from '../../build/package/released.ts'
import { freshFolder } from '../support/program.ts'
import { isThere } from '../support/readers.ts'

const root = join(import.meta.dirname, '..', '..')

function checkout(version: string, changelog: string): string {
  const folder = freshFolder()
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ version }))
  writeFileSync(join(folder, 'CHANGELOG.md'), changelog)
  return folder
}

describe('a release', () => {
  it('21: ends before anything is built, when tag, version and changelog differ', () => {
    expect(notReleased('v1.2.0', checkout('1.2.0', '# Changelog\n\n## 1.2.0 (2026-11-24)\n'))).toBeUndefined()
    expect(notReleased('v1.2.1', checkout('1.2.0', '# Changelog\n\n## 1.2.0\n'))).toContain('v1.2.0')
    expect(notReleased('v1.2.0', checkout('1.2.0', '# Changelog\n\n## Unreleased\n\n## 1.2.0\n'))).toContain('"Unreleased"')
    expect(spawnSync(process.execPath, ['build/package/released.ts', 'v99.0.0'], { cwd: root }).status).toBe(1)
  })

  it('21: publishes in one job, which waits for all others; all of them wait for the tag', () => {
    const { jobs } = parse(readFileSync(join(root, '.github', 'workflows', 'release.yml'), 'utf8'))
    const { tag, publish, ...others } = jobs
    expect(publish.needs.toSorted()).toEqual(Object.keys(others).toSorted())
    for (const { needs } of Object.values<{ needs: string }>(others)) expect(needs).toBe('tag')
    expect(tag.steps.at(-1).run).toContain('released.ts')
    expect(publish.steps.at(-1).run).toContain('npm publish')
    expect(JSON.stringify(jobs)).not.toMatch(/secrets\./)
  })
})

const noCurl = process.platform !== 'linux' || ['curl', 'xz'].some((program) => !isThere(program))
describe.skipIf(noCurl)('the setup action (needs Linux, curl and xz)', () => {
  it('6: installs the archive of its checksum, and no other', async () => {
    const program = join(freshFolder(), 'surveyctl')
    writeFileSync(program, '#!/bin/sh\necho 0.0.1\n', { mode: 0o755 })
    for (const archive of await makeArchives(freshFolder(), { program })) {
      const sum = createHash('sha256').update(readFileSync(archive)).digest('hex')
      const install = () => {
        const [folder, paths] = [join(freshFolder(), 'bin'), join(freshFolder(), 'paths')]
        const env = { ...process.env, ADDRESS: pathToFileURL(archive).href, SHA256: sum, FOLDER: folder, GITHUB_PATH: paths }
        return { ...spawnSync(join(root, '.github/actions/setup/setup.sh'), { env, encoding: 'utf8' }), folder, paths }
      }
      const good = install()
      expect([good.status, good.stdout, good.stderr]).toEqual([0, '0.0.1\n', ''])
      expect(readFileSync(good.paths, 'utf8')).toBe(`${good.folder}\n`)
      expect(readdirSync(good.folder)).toEqual(expect.arrayContaining(['LICENSE', 'completions', 'man']))
      const bytes = readFileSync(archive)
      bytes[100]! ^= 1
      writeFileSync(archive, bytes)
      const bad = install()
      expect(bad.status).toBe(1)
      expect(bad.stderr).toContain(sum)
      expect(bad.stderr).toContain(createHash('sha256').update(bytes).digest('hex'))
      expect(existsSync(bad.folder)).toBe(false)
    }
  })
})
