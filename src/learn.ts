/** Keeps the functions that a run has compiled for the next run of the same command: see src/code-cache.ts. */
import { mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { aligned, file, flags, folder, kept, scripts, type Kept } from './code-cache.ts'

/** Seconds at work. Longer than that, and V8 has thrown compiled code away that it has not used meanwhile. */
const longRun = 2
const unusedDays = 30

let keepsUnused = false

/** Gives flags of V8 the values that they do not have by default. */
export function changeFlags(set: (flag: string) => void, values: Readonly<Record<string, boolean>>): void {
  const change = (back: boolean) => (): void => {
    for (const [name, value] of Object.entries(values)) set(value === back ? `--no-${name}` : `--${name}`)
  }
  keepsUnused = values['flush-bytecode'] === false
  Object.assign(flags, { putBack: change(true), set: change(false) })
  flags.set()
}

/** Keeps what a run has compiled, where it is not known yet: the command with its flags and its exit code. */
export function learn(run: string): void {
  if (folder === undefined || file === undefined) return
  try {
    const rejected = [...scripts.values()].some(({ cachedDataRejected }) => cachedDataRejected)
    const taken = !rejected && [...scripts.keys()].every((name) => kept?.code.has(name))
    if (taken && kept?.runs.includes(run)) return
    const { user, system } = process.cpuUsage()
    const whole = keepsUnused || (user + system) / 1e6 < longRun
    if (!whole && taken) return
    prepare(folder)
    const known = rejected ? undefined : kept
    const runs = whole ? [...new Set([...(known?.runs ?? []), run])] : (known?.runs ?? [])
    write(file, { runs, code: new Map([...(known?.code ?? []), ...compiled()]) })
  } catch {
    // Without it everything works as well.
  }
}

function compiled(): Map<string, Buffer> {
  flags.putBack()
  const code = new Map([...scripts].map(([name, script]) => [name, script.createCachedData()]))
  flags.set()
  return code
}

const padded = (bytes: Buffer): Buffer => Buffer.concat([bytes, Buffer.alloc(aligned(bytes.length) - bytes.length)])

/** Flushed before it gets its name: V8 believes what it is given. */
function write(path: string, { runs, code }: Kept): void {
  const sizes = Object.fromEntries([...code].map(([name, { length }]) => [name, length]))
  const bytes = Buffer.concat([Buffer.from(`${JSON.stringify({ runs, sizes })}\n`), ...code.values()].map(padded))
  const partial = `${path}.${process.pid}`
  try {
    writeFileSync(partial, bytes, { flag: 'wx', mode: 0o600, flush: true })
    renameSync(partial, path)
  } catch (error) {
    rmSync(partial, { force: true })
    throw error
  }
}

/** Makes the folder, and removes those of programs that are no longer used. */
function prepare(own: string): void {
  if (mkdirSync(own, { recursive: true, mode: 0o700 }) === undefined) return
  const before = Date.now() - unusedDays * 86_400_000
  for (const name of readdirSync(dirname(own))) {
    const other = `${dirname(own)}/${name}`
    if (statSync(other).mtimeMs < before) rmSync(other, { recursive: true, force: true })
  }
}
