/** Lines of an NDJSON file, in the service's order: by begin, then by id. */
import { readSync } from 'node:fs'
import type { Table } from '../dictionary/table.ts'
import type { StoredAnswer } from '../store/store.ts'

export const lineOf = (table: Table, answer: StoredAnswer): string => `{${table.members(answer)}}\n`

export interface Line {
  id: number
  /** Milliseconds since 1970; 0 where there is none. */
  start: number
  /** Where its first byte is. */
  from: number
  /** Where the next line begins. */
  until: number
}

const newline = 0x0a
/** Longer than most lines. */
const readAtOnce = 4096
const copiedAtOnce = 2 ** 20

const head = /^\{"id":(-?\d+),"date_start":(?:null|"([^"]+)")[,}]/

/** A file of such lines, of which few are read. */
export class Lines {
  readonly size: number
  /** Whether all lines that were read have the form in which they are written here. */
  areOurs = true
  readonly #file: number

  constructor(file: number, size: number) {
    this.#file = file
    this.size = size
  }

  #read(from: number, length: number): Buffer {
    const bytes = Buffer.allocUnsafe(Math.max(0, Math.min(length, this.size - from)))
    const count = readSync(this.#file, bytes, 0, bytes.length, from)
    return bytes.subarray(0, count)
  }

  /** The bytes from here to the end of the line. */
  #rest(from: number): Buffer {
    for (let length = readAtOnce; ; length *= 4) {
      const bytes = this.#read(from, length)
      const end = bytes.indexOf(newline)
      if (end >= 0) return bytes.subarray(0, end + 1)
      if (bytes.length < length) return bytes
    }
  }

  /** Names of the members of the first line, in their order; all lines have the same. */
  get keys(): string {
    try {
      return JSON.stringify(Object.keys(JSON.parse(this.#rest(0).toString())))
    } catch {
      return ''
    }
  }

  /** The first line that begins at `from` or behind it. */
  #next(from: number): Line | undefined {
    const begin = from === 0 ? 0 : from - 1 + this.#rest(from - 1).length
    if (begin >= this.size) return undefined
    const bytes = this.#rest(begin)
    const [, id, start] = head.exec(bytes.toString('latin1', 0, 100)) ?? []
    if (id === undefined) this.areOurs = false
    return { id: Number(id), start: start === undefined ? 0 : Date.parse(start), from: begin, until: begin + bytes.length }
  }

  /** The first line at or behind `from` that doesn't sort before this answer, by binary search. */
  atLeast({ id, start }: { id: number; start: number }, from: number): Line | undefined {
    const isBefore = (line: Line): boolean => line.start < start || (line.start === start && line.id < id)
    let line = this.#next(from)
    let [low, high] = [line?.until ?? this.size, this.size]
    if (!line || !isBefore(line)) return line
    while (low < high) {
      const middle = Math.floor((low + high) / 2)
      line = this.#next(middle)
      if (line && isBefore(line)) low = line.until
      else high = middle
    }
    return this.#next(low)
  }

  /** Bytes in pieces, each with the number of lines that end in it. A piece is valid until the next one is read. */
  *between(from: number, until: number): Generator<{ bytes: Buffer; ended: number }> {
    const room = Buffer.allocUnsafe(Math.max(0, Math.min(copiedAtOnce, until - from)))
    for (let at = from, count = 0; at < until; at += count) {
      count = readSync(this.#file, room, 0, Math.min(room.length, until - at), at)
      if (count === 0) return
      const bytes = room.subarray(0, count)
      let ended = 0
      for (let end = bytes.indexOf(newline); end >= 0; end = bytes.indexOf(newline, end + 1)) ended++
      yield { bytes, ended }
    }
  }
}
