/**
 * One holder at a time, across processes. A lock is a folder with one file in it, whose name says who holds it. It comes
 * into its place in one step, by a rename that replaces an empty folder and no other; and what a dead holder left is
 * removed by that holder's own name, so that nobody can remove the lock of somebody who took it meanwhile.
 */
import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, readlinkSync, renameSync, rmdirSync, rmSync, unlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { CommandError } from '../errors.ts'
import { codeOf } from './error-code.ts'

const patience = 60_000
/** A rename that fails without a holder in sight has another reason, once it has failed this often. */
const mostTries = 1000

export type Release = () => void

/** Takes the lock for the time of `work`, waiting for others. `what` is being changed, in words. */
export async function locked<T>(path: string, what: string, work: () => T | Promise<T>): Promise<T> {
  const end = Date.now() + patience
  let taken = tryLock(path)
  while (typeof taken === 'number') {
    if (Date.now() > end)
      throw new CommandError('refused', `Another surveyctl (process ${taken}) has been changing ${what} for too long`, {
        hint: `If it has not, remove ${path}`,
      })
    await wait(2 + Math.random() * 15)
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

/** The holder that is in the way, if there is one. */
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
    if (holder !== undefined) unless(['ENOENT'], () => unlinkSync(join(path, holder)))
    // Windows replaces no folder, not even an empty one.
    else if (process.platform === 'win32') leave(path)
  }
}

/** The names under which this process holds locks. */
const held = new Set<string>()

function release(path: string, name: string): void {
  held.delete(name)
  unless(['ENOENT'], () => unlinkSync(join(path, name)))
  leave(path)
}

/** Removes the folder when nobody has taken it. */
const leave = (path: string): void => unless(['ENOENT', 'ENOTEMPTY', 'EEXIST', 'EPERM', 'EBUSY'], () => rmdirSync(path))

function holderOf(path: string): string | undefined {
  try {
    return readdirSync(path)[0]
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

function unless(codes: readonly string[], work: () => void): void {
  try {
    work()
  } catch (error) {
    if (!codes.includes(codeOf(error))) throw error
  }
}

/** `PID-START-SPACE-CHANCE`: no other holder, before or after, has this name. */
export const holderName = (pid: number): string => `${pid}-${startOf(pid)}-${space()}-${Math.random().toString(36).slice(2)}`

const pidOf = (holder: string): number => Number(holder.split('-')[0])

/**
 * A number of another boot, or of a container's own count, says nothing here: what such a process left is left. Our own
 * number in a name that we didn't give is that of a process before us, e.g. the first one of the same container.
 */
function holds(holder: string): boolean {
  const [, start, of] = holder.split('-')
  if (of !== space()) return false
  return pidOf(holder) === process.pid ? held.has(holder) : isRunning(pidOf(holder), start)
}

/** Where numbers of processes mean what they mean to us: this boot, and this count of processes. */
const space = (): string => [readlinkIfThere('/proc/self/ns/pid'), readIfThere(bootId)].join(' ').replaceAll(/\W/g, '')
const bootId = '/proc/sys/kernel/random/boot_id'

/** When a process began, in the system's own count, where it says so: numbers of processes are given again. */
export const startOf = (pid: number): string => factsOf(pid)?.start ?? ''

/** `/proc` may be that of the machine, where a container's numbers are others'. */
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
  const fields = text.split(') ').at(-1)!.split(' ')
  return text === '' ? undefined : { state: fields[0]!, start: fields[19]! }
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
