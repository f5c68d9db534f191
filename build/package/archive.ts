/**
 * `node build/package/archive.ts FOLDER`: the executable with man pages, completions and licences, packed for this system. The same
 * bytes each time: files sorted, of nobody, with one time.
 */
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  createWriteStream,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { gzipSync } from 'node:zlib'
import { ZipFile } from 'yazl'
import packageJson from '../../package.json' with { type: 'json' }
import { makeExecutable } from '../executable.ts'
import { filesBelow, root } from '../sources.ts'
import { billOfExecutable } from './bill.ts'
import { moment } from './moment.ts'

const system = `${process.platform}-${process.arch}`
const isWindows = process.platform === 'win32'

interface Archive {
  /** One that is made already. */
  program?: string | undefined
  /** Whether it is for Windows: by default, if this is. */
  zip?: boolean
}

/** What is in it, by path there. */
function contents(): Map<string, string> {
  const folders = ['dist/man', 'completions'].flatMap((folder) =>
    filesBelow(join(root, folder)).map((path) => relative(root, path).replaceAll(sep, '/')),
  )
  const paths = [...folders, 'LICENSE', 'CHANGELOG.md', 'dist/THIRD-PARTY-NOTICES']
  return new Map(paths.map((path) => [path.replace('dist/', ''), join(root, path)]))
}

/** Sorted. */
async function fill(stage: string, program: string | undefined, name: string): Promise<string[]> {
  const executable = join(stage, name)
  if (program === undefined) await makeExecutable(executable)
  else copyFileSync(program, executable)
  const all = contents()
  for (const [path, from] of all) {
    mkdirSync(dirname(join(stage, path)), { recursive: true })
    copyFileSync(from, join(stage, path))
  }
  const bill = 'sbom.cdx.json'
  writeFileSync(join(stage, bill), billOfExecutable())
  const paths = [...all.keys(), bill, name].toSorted()
  const time = moment()
  for (const path of paths) {
    chmodSync(join(stage, path), path === name ? 0o755 : 0o644)
    utimesSync(join(stage, path), time, time)
  }
  return paths
}

/** Of both kinds of tar: GNU's, and that of BSD, which macOS has. */
function tar(stage: string, paths: readonly string[]): Buffer {
  const isGnu = execFileSync('tar', ['--version'], { encoding: 'utf8' }).includes('GNU')
  const nobody = isGnu ? ['--owner=0', '--group=0', '--numeric-owner'] : ['--uid=0', '--gid=0', '--uname=', '--gname=']
  // macOS packs what its file system knows of a file as a file more, unless it is told not to.
  const env = { ...process.env, COPYFILE_DISABLE: '1' }
  return execFileSync('tar', ['--format=ustar', ...nobody, '-cf', '-', '-C', stage, ...paths], { maxBuffer: 2 ** 30, env })
}

async function zip(stage: string, paths: readonly string[], made: string): Promise<void> {
  // Times in a zip are those of a clock on the wall.
  process.env.TZ = 'UTC'
  const file = new ZipFile()
  const mtime = new Date(moment() * 1000)
  for (const path of paths)
    file.addBuffer(readFileSync(join(stage, path)), path, { mtime, mode: path.endsWith('.exe') ? 0o100755 : 0o100644 })
  file.end()
  await pipeline(file.outputStream, createWriteStream(made))
}

/** Their paths. */
export async function makeArchives(folder: string, { program, zip: isZip = isWindows }: Archive = {}): Promise<string[]> {
  const stage = mkdtempSync(join(tmpdir(), 'surveyctl-archive-'))
  try {
    const paths = await fill(stage, program, isZip ? 'surveyctl.exe' : 'surveyctl')
    const name = (ending: string): string => resolve(folder, `surveyctl-${packageJson.version}-${system}.${ending}`)
    if (isZip) {
      await zip(stage, paths, name('zip'))
      return [name('zip')]
    }
    const packed = tar(stage, paths)
    writeFileSync(name('tar.gz'), gzipSync(packed, { level: 9 }))
    // In one thread, as the number of threads shows in what is made.
    writeFileSync(name('tar.xz'), execFileSync('xz', ['-T1', '-6', '-c'], { input: packed, maxBuffer: 2 ** 30 }))
    return [name('tar.xz'), name('tar.gz')]
  } finally {
    rmSync(stage, { recursive: true, force: true })
  }
}

if (import.meta.main) for (const path of await makeArchives(process.argv[2] ?? '.')) console.log(path)
