/** What package managers are told of a release: of what form it must be, as their makers say; and whether it installs what is released. */
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv, type AnySchema } from 'ajv'
import { beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { makeArchives } from '../../build/package/archive.ts'
import { manifests } from '../../build/package/manifests.ts'
import { releaseIn, type Release } from '../../build/package/release.ts'
import { freshFolder } from '../support/program.ts'
import { isThere } from '../support/readers.ts'

const root = join(import.meta.dirname, '..', '..')
const packageJson = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const { version } = packageJson
const home = 'https://host.example/acme/surveyctl'
const names = ['.tgz', '-win32-x64.zip', '-linux-x64.tar.xz', '-linux-arm64.tar.xz'].map((ending) => `surveyctl-${version}${ending}`)
const hashOf = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex')

let release: Release
beforeAll(() => {
  const folder = freshFolder()
  for (const name of names) writeFileSync(join(folder, name), name)
  release = releaseIn(folder, { ...packageJson, repository: { type: 'git', url: `git+${home}.git` } })
})
const of = (manager: string): Readonly<Record<string, string>> => manifests[manager]!(release)

/** As the makers' own schemas say of what we write: fields that they don't know would be a mistake of ours. */
const text = { type: 'string', minLength: 1 } as const
const url = { type: 'string', pattern: String.raw`^https?://\S+$`, maxLength: 2048 } as const
const object = (properties: Record<string, object>, required = Object.keys(properties)) =>
  ({ type: 'object', additionalProperties: false, properties, required }) as const

const wingetFields = (type: string) => ({
  PackageIdentifier: { type: 'string', pattern: String.raw`^[^.\s\\/:*?"<>|]{1,32}(\.[^.\s\\/:*?"<>|]{1,32}){1,7}$`, maxLength: 128 },
  PackageVersion: { type: 'string', pattern: String.raw`^[^\\/:*?"<>|]+$`, maxLength: 128 },
  ManifestType: { const: type },
  ManifestVersion: { const: '1.10.0' },
})
const locale = { type: 'string', pattern: '^[a-z]{2}-[A-Z]{2}$' }
const short = { type: 'string', minLength: 2, maxLength: 256 }

const schemas: Record<string, AnySchema> = {
  'surveyctl.json': object({
    version: { type: 'string', pattern: String.raw`^[\w.+-]+$` },
    description: text,
    homepage: url,
    license: text,
    architecture: object({ '64bit': object({ url, hash: { type: 'string', pattern: '^[0-9a-f]{64}$' } }) }),
    bin: text,
    checkver: object({ github: url }),
    autoupdate: object({ architecture: object({ '64bit': object({ url }) }), hash: object({ url: text }) }),
  }),
  'surveyctl.surveyctl.yaml': object({ ...wingetFields('version'), DefaultLocale: locale }),
  'surveyctl.surveyctl.installer.yaml': object({
    ...wingetFields('installer'),
    InstallerType: { const: 'zip' },
    NestedInstallerType: { const: 'portable' },
    NestedInstallerFiles: {
      type: 'array',
      minItems: 1,
      items: object({ RelativeFilePath: { ...text, maxLength: 512 }, PortableCommandAlias: { ...text, maxLength: 40 } }),
    },
    Installers: {
      type: 'array',
      minItems: 1,
      items: object({
        Architecture: { enum: ['x86', 'x64', 'arm', 'arm64', 'neutral'] },
        InstallerUrl: url,
        InstallerSha256: { type: 'string', pattern: '^[A-Fa-f0-9]{64}$' },
      }),
    },
  }),
  'surveyctl.surveyctl.locale.en-US.yaml': object({
    ...wingetFields('defaultLocale'),
    PackageLocale: locale,
    Publisher: short,
    PackageName: short,
    PackageUrl: url,
    License: { ...text, minLength: 3, maxLength: 512 },
    ShortDescription: { ...text, minLength: 3, maxLength: 256 },
  }),
}

it('each names the version, and each file with where it will be and its hash', () => {
  const told = Object.keys(manifests).map((manager) => Object.values(of(manager)).join('\n'))
  for (const text of told) expect(text).toContain(version)
  for (const name of names) {
    const naming = told.filter((text) => text.includes(`${home}/releases/download/v${version}/${name}`))
    expect(naming.length, name).toBeGreaterThan(0)
    for (const text of naming) expect(text.toLowerCase()).toContain(hashOf(name))
  }
})

it('Scoop and winget are told what their schemas take', () => {
  const ajv = new Ajv({ allErrors: true, strict: true, allowUnionTypes: true })
  const files = { ...of('scoop'), ...of('winget') }
  expect(Object.keys(files).toSorted()).toEqual(Object.keys(schemas).toSorted())
  for (const [name, text] of Object.entries(files)) {
    const isRight = ajv.compile(schemas[name]!)
    expect([isRight(parse(text)), isRight.errors], name).toEqual([true, null])
  }
  expect(parse(files['surveyctl.json']!).autoupdate.architecture['64bit'].url).toBe(
    `${home}/releases/download/v$version/surveyctl-$version-win32-x64.zip`,
  )
})

it('Homebrew is told of a version by the address alone, as its audit wants, and gets the man pages', () => {
  const { 'surveyctl.rb': text = '' } = of('homebrew')
  expect(text).not.toMatch(/^ *version /m)
  for (const chapter of [1, 7])
    expect(text).toContain(`man${chapter}.install_symlink libexec.glob("lib/node_modules/surveyctl/dist/man/*.${chapter}")`)
  expect(packageJson.man.every((path: string) => /^dist\/man\/[\w-]+\.[17]$/.test(path))).toBe(true)
})

const noRuby = !isThere('ruby')
it.skipIf(noRuby)(`Homebrew is told what ruby can read${noRuby ? ' (needs ruby)' : ''}`, () => {
  const { stdout } = spawnSync('ruby', ['-c'], { input: of('homebrew')['surveyctl.rb'], encoding: 'utf8' })
  expect(stdout).toBe('Syntax OK\n')
})

const noBash = process.platform !== 'linux' || ['bash', 'xz'].some((program) => !isThere(program))
describe.skipIf(noBash)('a PKGBUILD (needs Linux, bash and xz)', () => {
  const written = (): string => {
    const folder = freshFolder()
    for (const [name, text] of Object.entries(of('aur'))) writeFileSync(join(folder, name), text)
    return folder
  }

  it('puts everything of the archive where it belongs', async () => {
    const [folder, source, target] = [written(), freshFolder(), freshFolder()]
    const program = join(freshFolder(), 'program')
    writeFileSync(program, '#!/bin/sh\necho 0.0.1\n')
    const [archive] = await makeArchives(freshFolder(), { program })
    execFileSync('tar', ['-xf', archive!, '-C', source])
    // As makepkg does it: each is sourced, and `package` is run where the sources are.
    const script = `set -euo pipefail; source "$0/PKGBUILD"; pkgdir=$1; cd "$2"; package`
    execFileSync('bash', ['-c', script, folder, target, source])
    const files = (readdirSync(target, { recursive: true, encoding: 'utf8' }) as string[]).filter((path) =>
      /\.\w+$|surveyctl$|LICENSE|NOTICES/.test(path),
    )
    for (const path of [
      'usr/bin/surveyctl',
      'usr/share/man/man1/surveyctl-quiz.1',
      'usr/share/man/man7/surveyctl-scripting.7',
      'usr/share/bash-completion/completions/surveyctl',
      'usr/share/zsh/site-functions/_surveyctl',
      'usr/share/fish/vendor_completions.d/surveyctl.fish',
      'usr/share/licenses/surveyctl-bin/THIRD-PARTY-NOTICES',
    ])
      expect(files).toContain(path)
    expect(execFileSync(join(target, 'usr/bin/surveyctl'), { encoding: 'utf8' })).toBe('0.0.1\n')
  })

  it('says the same as its .SRCINFO', () => {
    const folder = written()
    const told = (name: string): string => `for value in "\${${name}[@]}"; do echo "${name} = $value"; done`
    const fields = ['pkgdesc', 'pkgver', 'pkgrel', 'url', 'arch', 'license', 'depends', 'provides', 'conflicts', 'options']
    const bySystem = ['x86_64', 'aarch64'].flatMap((name) => [`source_${name}`, `sha256sums_${name}`])
    const script = `set -euo pipefail; source "$0/PKGBUILD"; echo "pkgbase = $pkgname"; ${[...fields, ...bySystem].map(told).join('; ')}; echo "pkgname = $pkgname"`
    const said = execFileSync('bash', ['-c', script, folder], { encoding: 'utf8' })
    const { '.SRCINFO': info = '' } = of('aur')
    const lines = info.split('\n').map((line) => line.trim())
    expect(lines.filter(Boolean)).toEqual(said.split('\n').filter(Boolean))
  })
})

it('nothing is made of a release whose place or files are not known', () => {
  expect(() => releaseIn(freshFolder(), { ...packageJson, repository: undefined })).toThrow('"repository"')
  const empty = releaseIn(freshFolder(), { ...packageJson, repository: home })
  for (const manifest of Object.values(manifests)) expect(() => manifest(empty)).toThrow('is not in')
})

it('all are written by one command, each into a folder of its own', () => {
  const [files, out] = [freshFolder(), join(freshFolder(), 'out')]
  for (const name of names) writeFileSync(join(files, name), name)
  const { status, stderr } = spawnSync(process.execPath, ['build/package/manifests.ts', files, out], { cwd: root, encoding: 'utf8' })
  // Until the package says where it is released.
  if (packageJson.repository === undefined) expect([status, stderr]).toEqual([1, expect.stringContaining('"repository"')])
  else expect([status, readdirSync(out).toSorted()]).toEqual([0, Object.keys(manifests).toSorted()])
})
