/** The file of a journal: lines that are whole, or cut off by the end of the process. */
import { closeSync, fdatasync, readFileSync, rmSync, writeSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { CommandError } from '../../errors.ts'
import { codeOf } from '../../system/error-code.ts'
import type { Release } from '../../system/lock.ts'
import { isObject } from '../../text/is-object.ts'
import { isOneOf } from '../../text/is-one-of.ts'

export type Outcome = 'done' | 'failed'

/** `begun`: sent, perhaps; its outcome is unknown. Values are what the command noted with the last line. */
export interface Entry {
  state: 'begun' | Outcome
  value?: unknown
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

interface Line extends Entry {
  item: string
}

const isLine = (value: unknown): value is Line =>
  isObject(value) && typeof value.item === 'string' && isOneOf(['begun', 'done', 'failed'], value.state)

export const lineOf = (item: string, { state, value }: Entry): string =>
  `${JSON.stringify({ item, state, ...(value !== undefined && { value }) })}\n`

/** To pass over a line would be to do its item twice. */
export const damaged = (path: string): CommandError =>
  new CommandError('refused', `The journal of an earlier run is damaged: ${path}`, {
    hint: 'To begin anew, without what it knows of that run: remove it',
  })

/**
 * What whole lines say. A line that was cut off by the end of the process is no line: `length` is where it
 * begins, so that the next one isn't glued to it.
 */
export function readLines(path: string): {
  head: Readonly<Record<string, unknown>> | undefined
  entries: Map<string, Entry>
  length: number
} {
  const bytes = readIfThere(path)
  const length = bytes.lastIndexOf(0x0a) + 1
  const [head, ...lines] = bytes.subarray(0, length).toString().split('\n').slice(0, -1).map(parse)
  const entries = new Map<string, Entry>()
  for (const line of lines) {
    if (!isLine(line)) throw damaged(path)
    entries.set(line.item, { state: line.state, ...('value' in line && { value: line.value }) })
  }
  if (isObject(head)) return { head, entries, length }
  if (length > 0) throw damaged(path)
  return { head: undefined, entries, length }
}

function readIfThere(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return Buffer.alloc(0)
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

export class FileJournal implements Journal {
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
    return lineOf(item, entry)
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
