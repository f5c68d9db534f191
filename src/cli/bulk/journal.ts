/**
 * What a bulk command has done, kept so that a killed run can go on: one line before and one after each item. A line
 * before is on the disk when `begin` returns, so an item without one was never sent. A line after may be lost with the
 * machine's power: the item is then looked up on the service like any other whose fate is unknown.
 */
import { createHash } from 'node:crypto'
import { closeSync, fdatasync, ftruncateSync, openSync, readdirSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { CommandError } from '../../errors.ts'
import { tryLock, type Release } from '../../lock.ts'
import { makeFolder } from '../../settings/folder.ts'

const keptFor = 60 * 86_400_000

export type Outcome = 'done' | 'failed'

/** `begun`: sent, perhaps; its fate is unknown. Values are what the command noted with the last line. */
export interface Entry {
  state: 'begun' | Outcome
  value?: unknown
}

export interface JournalOptions {
  /** How many items there are; a journal of another number is not gone on with. */
  total: number
  /** Go on with what is there; without it a new journal replaces an old one. */
  resume: boolean
}

export interface Journal {
  entry: (item: string) => Entry | undefined
  outcome: (item: string) => Entry['state'] | undefined
  /** Before the item is sent. */
  begin: (item: string, value?: unknown) => Promise<void>
  /** After the service answered. */
  end: (item: string, outcome: Outcome, value?: unknown) => Promise<void>
  /** Ends the run; a journal of finished work is removed. */
  close: (finished: boolean) => void
}

interface Line {
  item: string
  state: Entry['state']
  value?: unknown
}

/** The file of a piece of work: its name is long and holds user data, so it is hashed. */
export const journalPath = (folder: string, name: string): string =>
  join(folder, `${createHash('sha256').update(name).digest('hex').slice(0, 32)}.jsonl`)

/** What an earlier run of this work left, if anything. */
export const peekJournal = (folder: string, name: string, total: number): ReadonlyMap<string, Entry> =>
  readJournal(journalPath(folder, name), total).entries

export function openJournal(folder: string, name: string, { total, resume }: JournalOptions): Journal {
  makeFolder(folder, 0o700)
  prune(folder)
  const path = journalPath(folder, name)
  const unlock = lock(lockPath(path))
  const { entries, length } = resume ? readJournal(path, total) : { entries: new Map<string, Entry>(), length: 0 }
  const file = openSync(path, 'a', 0o600)
  ftruncateSync(file, length)
  if (length === 0) writeSync(file, `${JSON.stringify({ journal: 1, total })}\n`)
  return new FileJournal(file, path, entries, unlock)
}

const lockPath = (journal: string): string => journal.replace(/jsonl$/, 'lock')

/** Nobody goes on with work of long ago. A lock is removed by taking it, so that one that is held stays. */
function prune(folder: string): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    const facts = statSync(path, { throwIfNoEntry: false })
    if (!facts || Date.now() - facts.mtimeMs <= keptFor) continue
    const taken = facts.isDirectory() && name.endsWith('.lock') ? tryLock(path) : () => rmSync(path, { recursive: true, force: true })
    if (typeof taken !== 'number') taken()
  }
}

/**
 * What whole lines say. A line that was cut off by the end of the process is no line: `length` is where it
 * begins, so that the next one isn't glued to it.
 */
function readJournal(path: string, total: number): { entries: Map<string, Entry>; length: number } {
  const none = { entries: new Map<string, Entry>(), length: 0 }
  const bytes = readIfThere(path)
  const length = bytes.lastIndexOf(0x0a) + 1
  const [head, ...lines] = bytes.subarray(0, length).toString().split('\n').slice(0, -1).map(parse)
  if ((head as { total?: unknown } | undefined)?.total !== total) return none
  const entries = new Map<string, Entry>()
  for (const line of lines as (Line | undefined)[]) {
    if (line) entries.set(line.item, { state: line.state, ...('value' in line && { value: line.value }) })
  }
  return { entries, length }
}

function readIfThere(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return Buffer.alloc(0)
    throw error
  }
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

/** Two runs of the same work at once would do it twice. */
function lock(path: string): Release {
  const taken = tryLock(path)
  if (typeof taken !== 'number') return taken
  throw new CommandError('refused', `The same work is being done by another surveyctl (process ${taken})`, {
    hint: `If it isn't, remove ${path}`,
  })
}

class FileJournal implements Journal {
  readonly #file: number
  readonly #path: string
  readonly #entries: Map<string, Entry>
  readonly #unlock: Release
  /** Lines that end items, to be written together with those of other items that end in the same turn. */
  #ended = ''
  #writing: Promise<void> | undefined
  /** Why nothing more can be written. */
  #broken: unknown
  /** Lines that were written, and how many of them are known to be on the disk. */
  #written = 0
  #durable = 0
  #syncing: Promise<void> | undefined
  #closed = false

  constructor(file: number, path: string, entries: Map<string, Entry>, unlock: Release) {
    this.#file = file
    this.#path = path
    this.#entries = entries
    this.#unlock = unlock
  }

  entry(item: string): Entry | undefined {
    return this.#entries.get(item)
  }

  outcome(item: string): Entry['state'] | undefined {
    return this.#entries.get(item)?.state
  }

  async begin(item: string, value?: unknown): Promise<void> {
    this.#write(this.#line(item, 'begun', value))
    const mine = this.#written
    // One sync serves all who wait, so that many items at once don't queue for the disk.
    while (this.#durable < mine && !this.#closed) await (this.#syncing ??= this.#sync())
  }

  async end(item: string, outcome: Outcome, value?: unknown): Promise<void> {
    this.#ended += this.#line(item, outcome, value)
    await (this.#writing ??= setImmediate().then(() => this.#writeEnded()))
  }

  close(finished: boolean): void {
    if (this.#closed) return
    if (!finished && this.#broken === undefined) this.#writeEnded()
    this.#closed = true
    closeSync(this.#file)
    if (finished) rmSync(this.#path, { force: true })
    this.#unlock()
  }

  #line(item: string, state: Entry['state'], value: unknown): string {
    const entry: Entry = { state, ...(value !== undefined && { value }) }
    this.#entries.set(item, entry)
    return `${JSON.stringify({ item, ...entry })}\n`
  }

  #writeEnded(): void {
    const lines = this.#ended
    this.#ended = ''
    this.#writing = undefined
    if (lines !== '') this.#write(lines)
  }

  /** A full disk may take a part of it: nothing is put behind that, so that the line is seen to be cut. */
  #write(lines: string): void {
    if (this.#closed) return
    if (this.#broken !== undefined) throw this.#broken
    try {
      const bytes = Buffer.from(lines)
      for (let at = 0; at < bytes.length;) at += writeSync(this.#file, bytes, at)
    } catch (error) {
      this.#broken = error
      throw error
    }
    this.#written++
  }

  async #sync(): Promise<void> {
    const upTo = this.#written
    await new Promise<void>((resolve, reject) => {
      fdatasync(this.#file, (error) => (error && !this.#closed ? reject(error) : resolve()))
    }).finally(() => {
      this.#syncing = undefined
    })
    this.#durable = upTo
  }
}
