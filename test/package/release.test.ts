/** What a release refuses, and what is installed by its checksum. The numbers are those of the design's acceptance list. */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { delimiter, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { execa } from 'execa'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { makeArchives } from '../../build/package/archive.ts'
import { notReleased } from '../../build/package/released.ts'
import { freshFolder } from '../support/program.ts'
import { isThere } from '../support/readers.ts'

const root = join(import.meta.dirname, '..', '..')

interface Job {
  needs: string & string[]
  environment?: string
  permissions?: object
  steps: { if?: string; run?: string; env?: Record<string, string> }[]
}
const workflow = (
  name: string,
): { permissions: object; concurrency: { group: string }; jobs: Record<string, Job> & { tag: Job; publish: Job } } =>
  parse(readFileSync(join(root, '.github', 'workflows', `${name}.yml`), 'utf8'))
const runs = ({ steps }: Job): string[] => steps.flatMap(({ run }) => run ?? [])

function checkout(version: string, changelog: string, repository?: object): string {
  const folder = freshFolder()
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ version, repository }))
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

  it('21: ends so too, when npm and doctor could not find it', () => {
    const folder = checkout('1.2.0', '## 1.2.0\n', { type: 'git', url: 'git+https://host.example/acme/surveyctl.git' })
    expect(notReleased('v1.2.0', folder, 'https://host.example/acme/surveyctl')).toBeUndefined()
    expect(notReleased('v1.2.0', folder, 'https://host.example/else/surveyctl')).toContain('"repository"')
    expect(notReleased('v1.2.0', checkout('1.2.0', '## 1.2.0\n'), 'https://host.example/acme/surveyctl')).toContain('"repository"')
  })

  it('21: publishes in one job, which waits for all others; all of them wait for the tag', () => {
    const { jobs } = workflow('release')
    const { tag, publish, ...others } = jobs
    expect(publish.needs.toSorted()).toEqual(Object.keys(others).toSorted())
    for (const { needs } of Object.values(others)) expect(needs).toBe('tag')
    expect(runs(tag)[0]).toContain('released.ts')
    expect(runs(publish).at(-2)).toContain('npm publish')
    expect(publish.steps.at(-1)!.if).toBe('failure()')
    expect(publish.environment).toBe('release')
    expect(JSON.stringify(jobs)).not.toMatch(/secrets\./)
  })

  it.each([
    ['release', '1'],
    ['test', "${{ github.event_name == 'schedule' && '1' || '' }}"],
  ])('%s.yml tries before a release and at night what is too much for the day', (name, when) => {
    const tests = Object.values(workflow(name).jobs).flatMap(({ steps }) => steps.filter(({ run }) => run === '.ci/run'))
    expect(tests.map(({ env }) => env?.SURVEYCTL_FULL)).toEqual([when])
  })

  it('what only root may try is tried before a release', () => {
    const tried = workflow('release').jobs.executable!.steps.filter(({ run }) => run?.includes('--project package'))
    expect(tried.map((step) => [step.if, step.run?.includes('sudo env "PATH=$PATH" SURVEYCTL_FULL=1 npx vitest')])).toEqual([
      ["runner.os != 'Linux'", false],
      ["runner.os == 'Linux'", true],
    ])
  })

  it('a push does not end the run of the night', () => {
    expect(workflow('test').concurrency.group).toContain('${{ github.event_name }}')
  })

  it.each(['workflows/release.yml', 'workflows/test.yml', 'actions/setup/action.yml'])('%s takes actions by their hash', (path) => {
    const text = readFileSync(join(root, '.github', path), 'utf8')
    const used = text.split('\n').filter((line) => line.includes('uses:'))
    expect(used).not.toEqual([])
    for (const line of used) expect(line).toMatch(/uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/)
  })

  it.each(['release', 'test'])('%s.yml takes leave for nothing that it does not do', (name) => {
    const { permissions, jobs } = workflow(name)
    expect(permissions).toEqual({ contents: 'read' })
    for (const [job, { permissions: own }] of Object.entries(jobs)) if (job !== 'publish') expect(own, job).toBeUndefined()
  })
})

describe.skipIf(process.platform === 'win32')('what a release asks', () => {
  const { tag, publish } = workflow('release').jobs
  const [, signed, named] = runs(tag)
  const withdrawn = runs(publish).at(-1)
  const server = 'https://host.example'
  /** As the workflow runs it, with the answers of a code host's own program. */
  const run = (script: string, more: NodeJS.ProcessEnv) =>
    execa('bash', ['-e', '-o', 'pipefail', '-c', script], {
      env: { GITHUB_REPOSITORY: 'acme/surveyctl', GITHUB_REF_NAME: 'v1.2.0', GITHUB_SERVER_URL: server, ...more },
      reject: false,
      all: true,
    })

  it.each([
    ['signed', 'abc', 'true', 0, ''],
    ['not signed by anybody who is known', 'abc', 'false', 1, 'is not one that GitHub knows'],
    ['no more than a name', '', 'true', 1, 'is not a tag of its own'],
  ])('a tag that is %s', async (_, tag, verified, code, told) => {
    const folder = freshFolder()
    const answers = `case "$2" in */git/ref/tags/v1.2.0) echo ${tag};; */git/tags/abc) echo ${verified};; *) exit 1;; esac`
    writeFileSync(join(folder, 'gh'), `#!/bin/sh\n${answers}\n`, { mode: 0o755 })
    const { exitCode, all } = await run(signed!, { PATH: [folder, process.env.PATH].join(delimiter) })
    expect([exitCode, all]).toEqual([code, expect.stringContaining(told)])
  })

  it.each([
    ['ours', `git+${server}/acme/surveyctl.git`, 0],
    ["a stranger's", `git+${server}/else/surveyctl.git`, 1],
    ["nobody's", undefined, 1],
  ])('a name on npm that is %s', async (_, url, code) => {
    const document = {
      name: 'surveyctl',
      'dist-tags': { latest: '1.0.0' },
      versions: { '1.0.0': { name: 'surveyctl', version: '1.0.0', repository: { url } } },
    }
    const { exitCode, all } = await withRegistry(url === undefined ? undefined : document, named!)
    expect([exitCode, all]).toEqual([code, code === 0 ? '' : expect.stringContaining('nothing can be published there')])
  })

  it.each([
    ['was not taken by npm, withdraws it', '1.1.0', 'release delete v1.2.0 --yes'],
    ['is on npm all the same, leaves it', '1.2.0', ''],
  ])('everything or nothing: a publication that failed, of what %s', async (_, version, told) => {
    const folder = freshFolder()
    writeFileSync(join(folder, 'gh'), '#!/bin/sh\necho "$@"\n', { mode: 0o755 })
    const document = { name: 'surveyctl', 'dist-tags': { latest: version }, versions: { [version]: { name: 'surveyctl', version } } }
    const { exitCode, stdout } = await withRegistry(document, withdrawn!, { PATH: [folder, process.env.PATH].join(delimiter) })
    expect([exitCode, stdout]).toEqual([0, told])
  })

  /** Where npm's registry has this document of surveyctl, or none. */
  async function withRegistry(document: object | undefined, script: string, env: NodeJS.ProcessEnv = {}) {
    const registry = createServer((_, response) => {
      response.writeHead(document ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(document ?? {}))
    })
    await once(registry.listen(0, '127.0.0.1'), 'listening')
    const address = `http://127.0.0.1:${(registry.address() as AddressInfo).port}/`
    try {
      return await run(script, { npm_config_registry: address, npm_config_cache: freshFolder(), ...env })
    } finally {
      registry.close()
    }
  }
})

const noCurl = process.platform !== 'linux' || ['curl', 'xz'].some((program) => !isThere(program))
describe.skipIf(noCurl)('the setup action (needs Linux, curl and xz)', () => {
  it('6: installs the archive of its checksum, and no other', async () => {
    const program = join(freshFolder(), 'surveyctl')
    writeFileSync(program, '#!/bin/sh\necho 0.0.1\n', { mode: 0o755 })
    for (const archive of await makeArchives(freshFolder(), { program })) {
      const sum = createHash('sha256').update(readFileSync(archive)).digest('hex')
      const install = (kept = join(freshFolder(), 'kept', 'archive')) => {
        const [folder, paths] = [join(freshFolder(), 'bin'), join(freshFolder(), 'paths')]
        const given = { ADDRESS: pathToFileURL(archive).href, SHA256: sum, ARCHIVE: kept, FOLDER: folder, GITHUB_PATH: paths }
        const ran = spawnSync(join(root, '.github/actions/setup/setup.sh'), { env: { ...process.env, ...given }, encoding: 'utf8' })
        return { ...ran, folder, paths, kept }
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
      // What was kept is not downloaded again, and not believed either.
      expect(install(good.kept)).toMatchObject({ status: 0, stdout: '0.0.1\n' })
      writeFileSync(good.kept, bytes)
      expect(install(good.kept)).toMatchObject({ status: 1, stdout: '' })
      expect(existsSync(good.kept)).toBe(false)
    }
  })
})
