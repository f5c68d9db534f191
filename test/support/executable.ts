/** The single executable, made once for what is built; and an empty root to try it in. */
import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, existsSync, linkSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { execa } from 'execa'
import { makeExecutable } from '../../build/executable.ts'
import { freshFolder } from './program.ts'
import { isThere } from './readers.ts'

const root = join(import.meta.dirname, '..', '..')
const cache = join(root, 'node_modules', '.cache', 'executable')

function placeOfBuilt(): string {
  const hash = readFileSync(join(root, 'dist', '.sources'), 'utf8').trim()
  for (const old of existsSync(cache) ? readdirSync(cache) : [])
    if (!old.startsWith(hash)) rmSync(join(cache, old), { recursive: true, force: true })
  return join(cache, `${hash}-${process.version}`, 'surveyctl')
}

/** One that was made of what is built serves all that want one. */
export function keepExecutable(made: string): void {
  const path = placeOfBuilt()
  mkdirSync(dirname(path), { recursive: true })
  const copied = `${path}-${process.pid}`
  copyFileSync(made, copied)
  renameSync(copied, path)
}

/** Its path. Two files of tests may want it at once. */
export async function executable(): Promise<string> {
  const path = placeOfBuilt()
  if (existsSync(path)) return path
  const made = join(freshFolder(), 'surveyctl')
  await makeExecutable(made)
  keepExecutable(made)
  rmSync(made)
  return path
}

/** Why there can be none here, if so. */
export const noEmptyRoot: string | undefined = (() => {
  if (process.platform !== 'linux') return 'needs Linux'
  if (process.getuid?.() !== 0) return 'needs root'
  const missing = ['busybox', 'ldd', 'strip', 'unshare'].filter((program) => !isThere(program))
  if (missing.length > 0) return `needs ${missing.join(', ')}`
  return spawnSync('unshare', ['--mount', 'true']).status === 0 ? undefined : 'no namespace of mounts is allowed here'
})()

export interface EmptyRoot {
  folder: string
  /** Runs a line of its shell, as a user that may write to /work alone; standard error is part of what it says. */
  run: (line: string, env?: Readonly<Record<string, string>>) => Promise<string>
}

function copy(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true })
  copyFileSync(from, to)
}

/** With the program, the libraries that it names, a shell, and no Node. */
export function emptyRoot(program: string): EmptyRoot {
  const folder = freshFolder()
  chmodSync(folder, 0o755)
  const at = (...names: string[]): string => join(folder, ...names)
  for (const name of ['bin', 'proc', 'home', 'tmp', 'work']) mkdirSync(at(name))
  const said = execFileSync('ldd', [program], { encoding: 'utf8' })
  for (const [library] of said.matchAll(/\/\S+/g)) copy(library, at(library))
  try {
    linkSync(program, at('bin', 'surveyctl'))
  } catch {
    copyFileSync(program, at('bin', 'surveyctl'))
  }
  copyFileSync(execFileSync('sh', ['-c', 'command -v busybox'], { encoding: 'utf8' }).trim(), at('bin', 'sh'))
  chmodSync(at('work'), 0o777)
  chmodSync(at('tmp'), 0o1777)
  const enter = `mount --bind /proc "$0/proc" && exec /usr/bin/env -i HOME=/home PATH=/bin TMPDIR=/tmp "$@"`
  return {
    folder,
    run: async (line, env = {}) => {
      const given = Object.entries(env).map(([name, value]) => `${name}=${value}`)
      const inside = ['/usr/sbin/chroot', '--userspec=65532:65532', folder, '/bin/sh', '-c', `cd /work; exec 2>&1; ${line}`]
      return (await execa('unshare', ['--mount', '/bin/sh', '-c', enter, folder, ...given, ...inside])).stdout
    },
  }
}
