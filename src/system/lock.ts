/**
 * A lock across processes. It is a folder with one file, whose name identifies the holder. It is taken atomically, by a rename that
 * can only replace an empty folder. The file of a dead holder is removed by its name, so that a process which takes the lock
 * meanwhile never loses it.
 */
import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, readlinkSync, renameSync, rmdirSync, rmSync, unlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { CommandError } from '../errors.ts'
import { codeOf } from './error-code.ts'

/** In milliseconds, for one and the same holder. */
const longestHold = 60_000
/** In milliseconds. Waiting longer and longer, a hundred processes leave the holder the processor that it needs to get done. */
const longestPause = 100
/** A rename that has failed this often without a holder has another reason. */
const mostTries = 1000

export type Release = () => void

/** Runs `work` while holding the lock, waiting for other holders. `what`: what is being changed, for messages. */
export async function locked<T>(path: string, what: string, work: () => T | Promise<T>): Promise<T> {
  let taken = tryLock(path)
  let [holder, since] = [taken, Date.now()]
  for (let pause = 5; typeof taken === 'number'; pause = Math.min(pause * 1.5, longestPause)) {
    if (taken !== holder) [holder, since] = [taken, Date.now()]
    if (Date.now() - since > longestHold)
      throw new CommandError('refused', `Another surveyctl (process ${taken}) has been changing ${what} for too long`, {
        hint: `If it has not, remove ${path}`,
      })
    await wait(pause * (0.5 + Math.random()))
    taken = tryLock(path)
  }
  try {
    return await work()
  } finally {
    taken()
  }
}

/** The lock, or the process that holds it. */
export function tryLock(path: string): Release | number {
  const present = holderOf(path)
  if (present !== undefined && holds(present)) return pidOf(present)
  const name = holderName(process.pid)
  const own = `${path}.${name}`
  mkdirSync(own, { mode: 0o700 })
  try {
    closeSync(openSync(join(own, name), 'wx', 0o600))
    const holder = place(own, path)
    if (holder !== undefined) return holder
    held.add(name)
    return () => release(path, name)
  } finally {
    rmSync(own, { recursive: true, force: true })
  }
}

/** Puts the lock in its place. Returns the process that holds it, if there is one. */
function place(own: string, path: string): number | undefined {
  for (let tries = 1; ; tries++) {
    try {
      renameSync(own, path)
      return undefined
    } catch (error) {
      if (!['ENOTEMPTY', 'EEXIST', 'EPERM'].includes(codeOf(error)) || tries > mostTries) throw error
    }
    const holder = holderOf(path)
    if (holder !== undefined && holds(holder)) return pidOf(holder)
    if (holder !== undefined) ignoring(['ENOENT'], () => unlinkSync(join(path, holder)))
    // Windows replaces no folder, not even an empty one.
    else if (process.platform === 'win32') removeIfEmpty(path)
  }
}

/** The names under which this process holds something. */
const held = new Set<string>()

/** A name to hold something under that is no lock of its own, such as a row, until it is dropped. */
export function takeName(): string {
  const name = holderName(process.pid)
  held.add(name)
  return name
}

export const dropName = (name: string): unknown => held.delete(name)

/** The process that holds something under this name, if it still lives. */
export const livingHolder = (name: string): number | undefined => (holds(name) ? pidOf(name) : undefined)

function release(path: string, name: string): void {
  held.delete(name)
  ignoring(['ENOENT'], () => unlinkSync(join(path, name)))
  removeIfEmpty(path)
}

/** Removes the folder unless somebody has taken the lock. */
const removeIfEmpty = (path: string): void => ignoring(['ENOENT', 'ENOTEMPTY', 'EEXIST', 'EPERM', 'EBUSY'], () => rmdirSync(path))

function holderOf(path: string): string | undefined {
  try {
    return readdirSync(path)[0]
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

function ignoring(codes: readonly string[], work: () => void): void {
  try {
    work()
  } catch (error) {
    if (!codes.includes(codeOf(error))) throw error
  }
}

/** `PID-START-NAMESPACE-RANDOM`: unique among all holders, past and future. */
export const holderName = (pid: number): string => `${pid}-${startOf(pid)}-${pidNamespace()}-${Math.random().toString(36).slice(2)}`

const pidOf = (holder: string): number => Number(holder.split('-')[0])

/**
 * Whether a holder still lives. A pid of an earlier boot or of another container means nothing here, so such a holder counts as dead;
 * one whose namespace nobody could read does not, as it may be of ours. Our own pid in a name that we didn't give belongs to an
 * earlier process, e.g. of the same container.
 */
function holds(holder: string): boolean {
  const [, start, of] = holder.split('-')
  const here = pidNamespace()
  if (of !== here && of !== '' && here !== '') return false
  return pidOf(holder) === process.pid ? held.has(holder) : isRunning(pidOf(holder), start)
}

/** Where a pid means the same process: this boot, and this pid namespace. */
const pidNamespace = (): string => [readlinkIfThere('/proc/self/ns/pid'), readIfThere(bootId)].join(' ').replaceAll(/\W/g, '')
const bootId = '/proc/sys/kernel/random/boot_id'

/** When a process began, in clock ticks, where the system tells: pids are reused. */
export const startOf = (pid: number): string => factsOf(pid)?.start ?? ''

/** Whether `/proc` shows our own pid namespace, and not that of the host of a container. */
const isOurs = (): boolean => readIfThere('/proc/self/stat').startsWith(`${process.pid} `)

/** Whether a process lives; with `start`, whether it is still the same one. */
export function isRunning(pid: number, start = ''): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (codeOf(error) !== 'EPERM') return false
  }
  const facts = factsOf(pid)
  // A zombie has ended and only waits to be reaped.
  return !facts || (!['Z', 'X'].includes(facts.state) && (start === '' || start === facts.start))
}

/** Third and twenty-second field of `/proc/PID/stat`; the second may hold blanks and brackets. */
function factsOf(pid: number): { state: string; start: string } | undefined {
  if (process.platform !== 'linux' || (pid !== process.pid && !isOurs())) return undefined
  const text = readIfThere(`/proc/${pid === process.pid ? 'self' : pid}/stat`)
  const fields = text.slice(text.lastIndexOf(') ') + 2).split(' ')
  const [state, start] = [fields[0], fields[19]]
  return state && start ? { state, start } : undefined
}

const readIfThere = (path: string): string => orNothing(() => readFileSync(path, 'latin1'))
const readlinkIfThere = (path: string): string => orNothing(() => readlinkSync(path))

function orNothing(read: () => string): string {
  try {
    return read()
  } catch {
    return ''
  }
}
