/**
 * `node build/package/deb.ts FOLDER`: a package for Debian and its kin, around the single executable. Without debhelper, as nothing is
 * compiled: what stands in it is written out here.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { gzipSync } from 'node:zlib'
import packageJson from '../../package.json' with { type: 'json' }
import { makeExecutable } from '../executable.ts'
import { filesBelow, root } from '../sources.ts'
import { billOfExecutable } from './bill.ts'
import { moment } from './moment.ts'

const { description } = packageJson
const maintainer = 'surveyctl maintainers <maintainers@surveyctl.invalid>'
const architecture = { x64: 'amd64', arm64: 'arm64' }[process.arch as 'x64' | 'arm64']

const doc = 'usr/share/doc/surveyctl'
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

/** A package's own changelog has a form of its own; ours lies beside it. */
const changelog = (version: string): string => `surveyctl (${version}) unstable; urgency=medium

  * See /${doc}/CHANGELOG.md.gz.

 -- ${maintainer}  ${new Date(moment() * 1000).toUTCString().replace('GMT', '+0000')}
`

const indented = (text: string): string =>
  text
    .trim()
    .split('\n')
    .map((line) => ` ${line.trim() || '.'}`)
    .join('\n')

const copyright = (): string => {
  const [title, ...licence] = read('LICENSE').split(/\n\n/)
  const holder = licence.shift()!.replace(/^Copyright \(c\) /i, '')
  if (!title?.startsWith('MIT')) throw new Error('LICENSE is not what the package says of it')
  return `Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: surveyctl
Comment: Node.js and the libraries inside, each with its licence: NOTICES.gz
 beside this file. The Apache License 2.0, which some of them name, is
 /usr/share/common-licenses/Apache-2.0.

Files: *
Copyright: ${holder.trim()}
License: Expat

License: Expat
${indented(licence.join('\n\n'))}
`
}

const overrides = `# Node.js is one program with its libraries, as its own releases are.
surveyctl: embedded-library zlib [usr/bin/surveyctl]
# Node.js is built so by its makers.
surveyctl: hardening-no-pie [usr/bin/surveyctl]
`

const control = (version: string, size: number): string => `Package: surveyctl
Version: ${version}
Architecture: ${architecture}
Maintainer: ${maintainer}
Installed-Size: ${size}
Depends: libc6 (>= 2.28), libgcc-s1 (>= 3.4), libstdc++6 (>= 9)
Suggests: libsecret-tools
Section: utils
Priority: optional
Description: command line of a hosted survey platform
${indented(description.replace(/^The command line of a hosted survey platform: (.)/, (_, first: string) => first.toUpperCase()).replaceAll(/(.{1,76})( |$)/g, '$1\n'))}
`

/** By path in the package. */
function files(version: string): Map<string, string | Buffer> {
  const zipped = (text: string | Buffer): Buffer => gzipSync(text, { level: 9 })
  const manual = filesBelow(join(root, 'dist', 'man')).map(
    (path) => [`usr/share/man/man${path.at(-1)!}/${relative(dirname(path), path)}.gz`, zipped(readFileSync(path))] as const,
  )
  return new Map<string, string | Buffer>([
    ...manual,
    ['usr/share/bash-completion/completions/surveyctl', read('completions/surveyctl.bash')],
    ['usr/share/zsh/vendor-completions/_surveyctl', read('completions/_surveyctl')],
    ['usr/share/fish/vendor_completions.d/surveyctl.fish', read('completions/surveyctl.fish')],
    [`${doc}/copyright`, copyright()],
    [`${doc}/changelog.gz`, zipped(changelog(version))],
    [`${doc}/CHANGELOG.md.gz`, zipped(read('CHANGELOG.md'))],
    ['usr/share/lintian/overrides/surveyctl', overrides],
    [`${doc}/NOTICES.gz`, zipped(read('dist/THIRD-PARTY-NOTICES'))],
    [`${doc}/sbom.cdx.json.gz`, zipped(billOfExecutable())],
  ])
}

interface Deb {
  /** One that is made already. */
  program?: string
  version?: string
}

/**
 * Made by the compressor alone, whose version must then be the same: gzip has been for twenty years. Its level 9 takes more than
 * twice as long for a hundredth less.
 */
export async function makeDeb(folder: string, { program, version = packageJson.version }: Deb = {}): Promise<string> {
  if (architecture === undefined) throw new Error(`There is no package for ${process.arch}`)
  process.umask(0o022)
  const stage = mkdtempSync(join(tmpdir(), 'surveyctl-deb-'))
  try {
    chmodSync(stage, 0o755)
    const put = (path: string, content: string | Buffer): void => {
      mkdirSync(join(stage, dirname(path)), { recursive: true })
      writeFileSync(join(stage, path), content, { mode: 0o644 })
    }
    mkdirSync(join(stage, 'usr', 'bin'), { recursive: true })
    const executable = join(stage, 'usr', 'bin', 'surveyctl')
    if (program === undefined) await makeExecutable(executable)
    else copyFileSync(program, executable)
    chmodSync(executable, 0o755)
    for (const [path, content] of files(version)) put(path, content)
    const all = filesBelow(stage)
    const sums = all.map((path) => `${createHash('md5').update(readFileSync(path)).digest('hex')}  ${relative(stage, path)}\n`)
    const size = all.reduce((sum, path) => sum + Math.ceil(statSync(path).size / 1024), 0)
    put('DEBIAN/md5sums', sums.join(''))
    put('DEBIAN/control', control(version, size))
    const time = moment()
    for (const path of readdirSync(stage, { recursive: true, encoding: 'utf8' })) utimesSync(join(stage, path), time, time)
    const made = join(folder, `surveyctl_${version}_${architecture}.deb`)
    const env = { ...process.env, SOURCE_DATE_EPOCH: String(time) }
    execFileSync('dpkg-deb', ['--root-owner-group', '-Zgzip', '-z6', '--build', stage, made], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env,
    })
    return made
  } finally {
    rmSync(stage, { recursive: true, force: true })
  }
}

if (import.meta.main) console.log(await makeDeb(process.argv[2] ?? '.'))
