/** One writer at a time, across processes: a lock file that names its holder. */
import { closeSync, linkSync, openSync, readFileSync, renameSync, statSync, unlinkSync, writeSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { CommandError } from '../errors.ts'

const patience = 60_000
/** A write takes milliseconds: a holder that is this old has died, whoever has its number now. */
const oldest = 10_000
/** Its name is written as soon as it is there. */
const oldestNameless = 1000

export async function locked(path: string, work: () => void): Promise<void> {
  const end = Date.now() + patience
  const mark = `${process.pid} ${Math.random()}`
  while (!take(path, mark)) {
    if (Date.now() > end)
      throw new CommandError('refused', `Another surveyctl has been writing the settings for too long (${path})`, {
        hint: `If none is running: rm ${path}`,
      })
    await wait(5 + Math.random() * 20)
  }
  try {
    work()
  } finally {
    if (holderOf(path) === mark) unlinkSync(path)
  }
}

function take(path: string, mark: string): boolean {
  let descriptor: number
  try {
    descriptor = openSync(path, 'wx', 0o600)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
    if (isStale(path)) removeStale(path)
    return false
  }
  try {
    writeSync(descriptor, mark)
    return true
  } catch (error) {
    // A lock without a name, e.g. on a full disk, would be waited for.
    unlinkSync(path)
    throw error
  } finally {
    closeSync(descriptor)
  }
}

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code

function holderOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

/** Its holder is gone, or it is too old. */
function isStale(path: string): boolean {
  const holder = holderOf(path)
  if (holder === undefined) return false
  const age = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Infinity)
  if (age > (holder === '' ? oldestNameless : oldest)) return true
  const pid = Number(holder.split(' ')[0])
  return pid > 0 && !isAlive(pid)
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) !== 'ESRCH'
  }
}

/** Moved aside before it is removed: of several that find it stale one gets it, and a fresh one is put back. */
function removeStale(path: string): void {
  const aside = `${path}.${process.pid}`
  try {
    renameSync(path, aside)
    if (!isStale(aside)) linkSync(aside, path)
    unlinkSync(aside)
  } catch (error) {
    if (codeOf(error) !== 'ENOENT' && codeOf(error) !== 'EEXIST') throw error
  }
}
