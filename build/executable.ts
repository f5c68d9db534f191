/**
 * `node build/executable.ts FILE`: one program of all that is built, by Node's own mechanism for that, with the Node that runs this.
 * For the system that it runs on.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync, chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve, sep } from 'node:path'
import { buildIfOlder } from './bundle.ts'
import { filesBelow, root } from './sources.ts'

const loader = 'build/executable/loader.cjs'

/** What the program reads as it runs, by path in the package. Man pages lie beside it. */
function assets(): Record<string, string> {
  const built = ['dist', 'completions']
    .flatMap((folder) => filesBelow(join(root, folder)))
    .map((path) => relative(root, path).replaceAll(sep, '/'))
  const paths = [loader, 'package.json', ...built.filter((path) => !/^dist\/(man\/|\.sources$)/.test(path))]
  return Object.fromEntries(paths.map((path) => [path, path]))
}

/** Relative paths, as they stand in what is made: no two folders would make the same. */
function blobIn(folder: string): string {
  const [config, output] = [join(folder, 'sea.json'), join(folder, 'sea.blob')]
  const settings = { main: loader, output, disableExperimentalSEAWarning: true, execArgvExtension: 'none', assets: assets() }
  writeFileSync(config, JSON.stringify(settings))
  execFileSync(process.execPath, ['--experimental-sea-config', config], { cwd: root, stdio: 'pipe' })
  return output
}

/** Without names that only a debugger reads, which are an eighth of Node; and without a signature that is no longer true. */
function strip(file: string): void {
  if (process.platform === 'linux') {
    const { error, status, stderr } = spawnSync('strip', [file], { encoding: 'utf8' })
    if (error) throw new Error('There is no program strip (on Debian: apt install binutils)', { cause: error })
    if (status !== 0) throw new Error(`strip failed: ${stderr}`)
  }
  if (process.platform === 'darwin') execFileSync('codesign', ['--remove-signature', file])
}

function inject(file: string, blob: string): void {
  const fuse = ['--sentinel-fuse', 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2']
  const segment = process.platform === 'darwin' ? ['--macho-segment-name', 'NODE_SEA'] : []
  const postject = join(root, 'node_modules', 'postject', 'dist', 'cli.js')
  // It warns of what it doesn't know in Node's own file.
  execFileSync(process.execPath, [postject, file, 'NODE_SEA_BLOB', blob, ...fuse, ...segment], { stdio: 'pipe' })
}

export async function makeExecutable(file: string): Promise<void> {
  await buildIfOlder()
  const folder = mkdtempSync(join(tmpdir(), 'surveyctl-executable-'))
  const made = join(folder, 'surveyctl')
  try {
    copyFileSync(process.execPath, made)
    chmodSync(made, 0o755)
    strip(made)
    inject(made, blobIn(folder))
    // Apple's processors run nothing that isn't signed, if only by nobody.
    if (process.platform === 'darwin') execFileSync('codesign', ['--sign', '-', made])
    copyFileSync(made, file)
    chmodSync(file, 0o755)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

if (import.meta.main) await makeExecutable(resolve(process.argv[2] ?? 'surveyctl'))
