/**
 * What a command has done, kept so that a killed run can go on: one line before and one after each item. A line before is
 * on the disk when `begin` returns, so an item without one was never sent. A line after may be lost with the machine's
 * power: the item is then looked up on the service like any other whose outcome is unknown.
 */
import { createHash } from 'node:crypto'
import { ftruncateSync, openSync, readdirSync, rmSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { CommandError } from '../../errors.ts'
import { tryLock, type Release } from '../../system/lock.ts'
import { makeFolder } from '../../system/make-folder.ts'
import { FileJournal, readLines, type Entry, type Journal } from './journal-file.ts'

const keptFor = 60 * 86_400_000

export interface JournalOptions {
  /** How many items there are; a journal of another number is not gone on with. */
  total: number
  /** Go on with what is there; without it a new journal replaces an old one. */
  resume: boolean
}

/** Work is named at length, with what its user typed: files are named by a hash of that. */
export const hashOf = (name: string): string => createHash('sha256').update(name).digest('hex').slice(0, 32)

/** The file of a piece of work. */
export const journalPath = (folder: string, name: string): string => join(folder, `${hashOf(name)}.jsonl`)

/** What an earlier run of this work left, if anything. */
export const peekJournal = (folder: string, name: string, total: number): ReadonlyMap<string, Entry> =>
  readOf(journalPath(folder, name), total).entries

export function openJournal(folder: string, name: string, { total, resume }: JournalOptions): Journal {
  makeJournalFolder(folder)
  const path = journalPath(folder, name)
  const unlock = lock(lockPath(path))
  const { entries, length } = resume ? readOf(path, total) : { entries: new Map<string, Entry>(), length: 0 }
  const file = openSync(path, 'a', 0o600)
  ftruncateSync(file, length)
  if (length === 0) writeSync(file, `${JSON.stringify({ journal: 1, total })}\n`)
  return new FileJournal(file, path, entries, unlock)
}

function readOf(path: string, total: number): { entries: Map<string, Entry>; length: number } {
  const { head, entries, length } = readLines(path)
  return head?.total === total ? { entries, length } : { entries: new Map(), length: 0 }
}

export const lockPath = (journal: string): string => journal.replace(/jsonl$/, 'lock')

export function makeJournalFolder(folder: string): void {
  makeFolder(folder, 0o700)
  prune(folder)
}

/** What we make in that folder: of one piece of work, or of one run of many. */
const ours = /^[\da-f]{32}(-\d+)?\.(jsonl|jsonl\.part|lock)$/

/** Nobody goes on with work of long ago. A lock is removed by taking it, so that one that is held stays. */
function prune(folder: string): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    const facts = ours.test(name) ? statSync(path, { throwIfNoEntry: false }) : undefined
    if (!facts || Date.now() - facts.mtimeMs <= keptFor) continue
    const taken = facts.isDirectory() ? tryLock(path) : () => rmSync(path, { force: true })
    if (typeof taken !== 'number') taken()
  }
}

/** Two runs of the same work at once would do it twice. */
function lock(path: string): Release {
  const taken = tryLock(path)
  if (typeof taken === 'number') throw heldBy(taken, path)
  return taken
}

export const heldBy = (pid: number, path: string): CommandError =>
  new CommandError('refused', `The same work is being done by another surveyctl (process ${pid})`, {
    hint: `If it isn't, remove ${path}`,
  })
