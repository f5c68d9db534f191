/**
 * Distinct texts in the order they came, in few bytes each: a million codes of twenty letters take about 40 MB here,
 * where a Set of strings takes 120. Texts are kept as UTF-8 in pages; an open table of their numbers finds equal ones.
 * Each `!` is at a place of these arrays that was written before.
 */
import { createHash } from 'node:crypto'
import { usageError } from '../errors.ts'

const pageBytes = 2 ** 20
const longest = 2 ** 15

export class CodeList {
  /** Codes that were given, doubled ones included. */
  read = 0
  #size = 0
  #pages: Buffer[] = []
  /** The last of them. */
  #page = Buffer.alloc(0)
  #free = pageBytes
  #starts = new Uint32Array(1024)
  #lengths = new Uint16Array(1024)
  #hashes = new Uint32Array(1024)
  /** Number of a code plus one, by its hash; zero is free. */
  #table = new Uint32Array(2048)

  get size(): number {
    return this.#size
  }
  get doubled(): number {
    return this.read - this.#size
  }

  /** Takes a code, trimmed; an empty one is none. */
  add(text: string): void {
    const code = text.trim()
    if (code === '') return
    this.read++
    const length = this.#stage(code)
    const hash = hashOf(this.#page, this.#free, length)
    const slot = this.#find(length, hash)
    if (this.#table[slot] !== 0) return
    this.#keep(slot, length, hash)
  }

  /** Codes from number `from` on, at most `count`. */
  slice(from: number, count: number): string[] {
    const codes: string[] = []
    for (let index = from; index < Math.min(from + count, this.#size); index++) codes.push(this.#text(index))
    return codes
  }

  /** The number of a code; none when it isn't in the list. */
  indexOf(text: string): number | undefined {
    const length = this.#stage(text)
    const number = this.#table[this.#find(length, hashOf(this.#page, this.#free, length))]!
    return number === 0 ? undefined : number - 1
  }

  /** The same for the same codes in the same order. */
  digest(): string {
    const hash = createHash('sha256')
    for (let index = 0; index < this.#size; index++) hash.update(this.#bytes(index)).update('\n')
    return hash.digest('hex')
  }

  /** Writes a text behind what is kept, where it stays if it is new. */
  #stage(code: string): number {
    if (code.length > longest || Buffer.byteLength(code) > longest)
      throw usageError(`A code has more than ${longest} characters: "${code.slice(0, 40)}…"`, 'Is it a file with one code a line?')
    if (this.#pages.length === 0 || this.#free + code.length * 3 > pageBytes) {
      this.#page = Buffer.allocUnsafeSlow(pageBytes)
      this.#pages.push(this.#page)
      this.#free = 0
    }
    return this.#page.write(code, this.#free)
  }

  #find(length: number, hash: number): number {
    const page = this.#page
    const mask = this.#table.length - 1
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const number = this.#table[slot]!
      if (number === 0) return slot
      if (this.#hashes[number - 1] === hash && this.#bytes(number - 1).equals(page.subarray(this.#free, this.#free + length))) return slot
    }
  }

  #keep(slot: number, length: number, hash: number): void {
    const index = this.#size++
    if (index === this.#starts.length) this.#grow()
    this.#starts[index] = (this.#pages.length - 1) * pageBytes + this.#free
    this.#lengths[index] = length
    this.#hashes[index] = hash
    this.#free += length
    this.#table[slot] = index + 1
    if (this.#size * 2 > this.#table.length) this.#rehash()
  }

  #grow(): void {
    this.#starts = doubled(this.#starts, new Uint32Array(this.#starts.length * 2))
    this.#lengths = doubled(this.#lengths, new Uint16Array(this.#lengths.length * 2))
    this.#hashes = doubled(this.#hashes, new Uint32Array(this.#hashes.length * 2))
  }

  #rehash(): void {
    const table = new Uint32Array(this.#table.length * 2)
    const mask = table.length - 1
    for (let index = 0; index < this.#size; index++) {
      let slot = this.#hashes[index]! & mask
      while (table[slot] !== 0) slot = (slot + 1) & mask
      table[slot] = index + 1
    }
    this.#table = table
  }

  #bytes(index: number): Buffer {
    const start = this.#starts[index]!
    const offset = start % pageBytes
    return this.#pages[Math.floor(start / pageBytes)]!.subarray(offset, offset + this.#lengths[index]!)
  }

  #text(index: number): string {
    return this.#bytes(index).toString()
  }
}

function doubled<T extends Uint32Array | Uint16Array>(from: T, to: T): T {
  to.set(from)
  return to
}

/** FNV-1a. */
function hashOf(bytes: Buffer, from: number, length: number): number {
  let hash = 0x811c9dc5
  for (let index = from; index < from + length; index++) hash = Math.imul(hash ^ bytes[index]!, 0x01000193)
  return hash >>> 0
}
