/**
 * Loads the program's files together with the functions that earlier runs have compiled: half of a start is compiling.
 * Node's own cache holds of a file what is compiled before its first line runs. This one is taken as a command ends, when
 * all that it needs has been compiled, and grows with each command that is run for the first time.
 */
import { mkdirSync, readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { Script } from 'node:vm'
import { pathOf } from './settings/paths.ts'

/** Set by the build; another one for any other program. */
const build = '%BUILD%'

/** Seconds at work. Longer than that, and V8 has thrown compiled code away that it has not used meanwhile. */
const longRun = 2
const unusedDays = 30

interface Kept {
  /** The commands whose functions are among the code. */
  commands: readonly string[]
  code?: Buffer | undefined
}

interface Loaded extends Kept {
  name: string
  script: Script
}

type Wrapped = (exports: unknown, require: (id: string) => unknown, module: object, filename: string, dirname: string) => void

const modules = new Map<string, { exports: unknown }>()
const loaded: Loaded[] = []

interface Flags {
  set: (flag: string) => void
  values: Readonly<Record<string, boolean>>
}

let flags: Flags | undefined

const setFlags = (first: boolean): void => {
  for (const [name, value] of Object.entries(flags?.values ?? {})) flags!.set(value === first ? `--no-${name}` : `--${name}`)
}

/** V8 takes code only under the flags that it was compiled under. */
function underFirstFlags<T>(work: () => T): T {
  setFlags(true)
  try {
    return work()
  } finally {
    setFlags(false)
  }
}

/** Gives flags of V8 the values that they do not have by default. */
export function changeFlags(set: Flags['set'], values: Flags['values']): void {
  flags = { set, values }
  setFlags(false)
}

/** What Node was started with changes the flags of V8 too. */
function optionsOfNode(): string {
  const text = [...process.execArgv, process.env.NODE_OPTIONS ?? ''].join(' ')
  let hash = 0
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash, 31) + text.charCodeAt(at)
  return (hash >>> 0).toString(36)
}

/** Undefined where nothing is kept. Code that others may write would be theirs to choose. */
function folderOf({ env, version, arch }: NodeJS.Process): string | undefined {
  if (env.NODE_DISABLE_COMPILE_CACHE) return undefined
  try {
    const parent = env.NODE_COMPILE_CACHE ? `${env.NODE_COMPILE_CACHE}/surveyctl` : `${pathOf('cache', env)}/code`
    const folder = `${parent}/${build}-${version}-${arch}-${optionsOfNode()}`
    const facts = statSync(folder, { throwIfNoEntry: false })
    return facts && process.getuid && (facts.uid !== process.getuid() || facts.mode & 0o022) ? undefined : folder
  } catch {
    return undefined
  }
}

const folder = folderOf(process)

/** A file holds the names of commands, a zero, and code. */
function kept(name: string): Kept {
  if (folder === undefined) return { commands: [] }
  try {
    const bytes = readFileSync(`${folder}/${name}`)
    const end = bytes.indexOf(0)
    return { commands: bytes.toString('latin1', 0, end).split('\n'), code: bytes.subarray(end + 1) }
  } catch {
    return { commands: [] }
  }
}

/** Flushed before it gets its name: V8 believes what it is given. */
function keep(folder: string, { name, script, commands }: Loaded): void {
  const path = `${folder}/${name}`
  const partial = `${path}.${process.pid}`
  const bytes = Buffer.concat([Buffer.from(`${commands.join('\n')}\0`), script.createCachedData()])
  try {
    writeFileSync(partial, bytes, { flag: 'wx', mode: 0o600, flush: true })
    renameSync(partial, path)
  } catch (error) {
    rmSync(partial, { force: true })
    throw error
  }
}

/** Gives a file's module to those that ask for it: it isn't loaded from here. */
export const provide = (id: string, module: { exports: unknown }): void => void modules.set(id, module)

/** The module in a file of this folder: `./main.cjs`. */
export function load(id: string): unknown {
  const known = modules.get(id)
  if (known) return known.exports
  const module = { exports: {} }
  modules.set(id, module)
  const name = id.slice(2)
  const filename = `${import.meta.dirname}/${name}`
  const source = readFileSync(filename, 'utf8')
  const { commands, code } = kept(name)
  const script = underFirstFlags(
    () =>
      new Script(`(function (exports, require, module, __filename, __dirname) {${source}\n})`, {
        filename,
        cachedData: code,
      }),
  )
  loaded.push({ name, script, commands: script.cachedDataRejected ? [] : commands })
  const run = script.runInThisContext() as Wrapped
  run.call(module.exports, module.exports, requireFor, module, filename, import.meta.dirname)
  return module.exports
}

const requireFor = (id: string): unknown => (id.startsWith('./') ? load(id) : process.getBuiltinModule(id))

/** Keeps what `command` has compiled, where it is not known yet. */
export function learn(command: string): void {
  if (folder === undefined || loaded.every(({ commands }) => commands.includes(command))) return
  try {
    prepare(folder)
    const { user, system } = process.cpuUsage()
    const whole = flags?.values['flush-bytecode'] === false || (user + system) / 1e6 < longRun
    underFirstFlags(() => {
      for (const file of loaded) {
        if (whole) keep(folder, { ...file, commands: [...new Set([...file.commands, command])] })
        else if (file.commands.length === 0) keep(folder, file)
      }
    })
  } catch {
    // Without it everything works as well.
  }
}

/** Makes the folder, and removes those of programs that are no longer used. */
function prepare(folder: string): void {
  if (mkdirSync(folder, { recursive: true, mode: 0o700 }) === undefined) return
  const before = Date.now() - unusedDays * 86_400_000
  for (const name of readdirSync(dirname(folder))) {
    const other = `${dirname(folder)}/${name}`
    if (statSync(other).mtimeMs < before) rmSync(other, { recursive: true, force: true })
  }
}
