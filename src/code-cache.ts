/**
 * Loads the program's files together with the functions that earlier runs of the same command have compiled: half of a
 * start is compiling. Node's own cache holds of a file what is compiled before its first line runs; this one is taken as a
 * command ends, when all that it needs has been compiled (src/learn.ts). What stands here is compiled at each start.
 */
import { readFileSync, statSync } from 'node:fs'
import { Script } from 'node:vm'
import { pathOf } from './settings/paths.ts'

/** Set by the build; another one for any other program. */
const build = '%BUILD%'

/** What runs of a command have left. */
export interface Kept {
  /** Each with its flags and its exit code. */
  runs: readonly string[]
  /** By the names of files. */
  code: ReadonlyMap<string, Buffer>
}

type Wrapped = (exports: unknown, require: (id: string) => unknown, module: object, filename: string, dirname: string) => void

const modules = new Map<string, { exports: unknown }>()

/** What has been loaded in this run. */
export const scripts = new Map<string, Script>()

/** V8 takes code only under the flags that it was compiled under: they are put back for so long. */
export const flags = { putBack: (): void => {}, set: (): void => {} }

function hashOf(text: string): string {
  let hash = 0
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash, 31) + text.charCodeAt(at)
  return (hash >>> 0).toString(36)
}

/** Undefined where nothing is kept. Code that others may write would be theirs to choose. */
function folderOf({ env, version, arch, execArgv }: NodeJS.Process): string | undefined {
  if (env.NODE_DISABLE_COMPILE_CACHE) return undefined
  try {
    const parent = env.NODE_COMPILE_CACHE ? `${env.NODE_COMPILE_CACHE}/surveyctl` : `${pathOf('cache', env)}/code`
    // What Node was started with changes the flags of V8 too.
    const folder = `${parent}/${build}-${version}-${arch}-${hashOf([...execArgv, env.NODE_OPTIONS ?? ''].join(' '))}`
    const facts = statSync(folder, { throwIfNoEntry: false })
    return facts && process.getuid && (facts.uid !== process.getuid() || facts.mode & 0o022) ? undefined : folder
  } catch {
    return undefined
  }
}

/**
 * Each command has a file of its own: what others have compiled would have to be taken in as well. Which one it is has to
 * be known before anything is loaded; its first two words tell, and whether help is asked for.
 */
function fileOf([, , ...words]: readonly string[]): string {
  // Ids, paths and the like are none: there would be no end of files.
  const names = words.filter((word) => word >= 'a' && word < '{').slice(0, 2)
  return hashOf([...names, words.includes('--help') || words.includes('-h')].join(' '))
}

export const folder = folderOf(process)
export const file = folder && `${folder}/${fileOf(process.argv)}`

/** V8 copies what doesn't begin at an address of eight. */
export const aligned = (bytes: number): number => Math.ceil(bytes / 8) * 8

/** A line that says which runs the file has learned from and how long the code of each file is, and that code. */
function read(path: string): Kept | undefined {
  try {
    const bytes = readFileSync(path)
    const end = bytes.indexOf('\n')
    const { runs, sizes } = JSON.parse(bytes.toString('latin1', 0, end)) as { runs: string[]; sizes: Record<string, number> }
    const code = new Map<string, Buffer>()
    let from = aligned(end + 1)
    for (const name in sizes) {
      code.set(name, bytes.subarray(from, from + sizes[name]!))
      from += aligned(sizes[name]!)
    }
    return from === bytes.length && Array.isArray(runs) ? { runs, code } : undefined
  } catch {
    return undefined
  }
}

export const kept = file === undefined ? undefined : read(file)

/** Gives a file's module to those that ask for it: it isn't loaded from here. */
export const provide = (id: string, module: { exports: unknown }): void => void modules.set(id, module)

/** The module in a file of this folder: `./main.cjs`. */
export function load(id: string): unknown {
  const known = modules.get(id)
  if (known) return known.exports
  // Without a prototype it is a table; else each export would make a shape of its own.
  const module = { exports: Object.create(null) as object }
  modules.set(id, module)
  const name = id.slice(2)
  const filename = `${import.meta.dirname}/${name}`
  flags.putBack()
  const script = new Script(readFileSync(filename, 'utf8'), { filename, cachedData: kept?.code.get(name) })
  flags.set()
  scripts.set(name, script)
  const run = script.runInThisContext() as Wrapped
  run.call(module.exports, module.exports, requireFor, module, filename, import.meta.dirname)
  return module.exports
}

const requireFor = (id: string): unknown => (id.startsWith('./') ? load(id) : process.getBuiltinModule(id))
