/** SPSS byte-code compression: groups of eight codes, each followed by the blocks that aren't expressed by a code alone. */

const opcode = { end: 252, raw: 253, spaces: 254, missing: 255 } as const
/** Integers from -99 to 151 are written as a code: the number plus 100. */
const bias = 100
const least = -99
const most = 151
const space = 0x20
const group = 8
const block = 8

export class ByteCode {
  #bytes = Buffer.alloc(256 * 1024)
  /** Where the codes of the unfinished group begin. */
  #codes = 0
  /** How many codes it has so far. */
  #count = 0
  /** Where its next block goes. */
  #next = group

  /** Bytes of finished groups. */
  get size(): number {
    return this.#codes
  }

  /** A text in `count` blocks, padded with spaces. */
  text(bytes: Buffer, count: number): void {
    for (let index = 0, from = 0; index < count; index += 1, from += block) this.#block(bytes, from)
  }

  /** `null` is system-missing. */
  number(value: number | null): void {
    if (value === null || !Number.isFinite(value)) return this.#code(opcode.missing)
    if (Number.isInteger(value) && value >= least && value <= most) return this.#code(value + bias)
    this.#bytes.writeDoubleLE(value, this.#next)
    this.#next += block
    this.#code(opcode.raw)
  }

  #block(bytes: Buffer, from: number): void {
    const to = Math.min(from + block, bytes.length)
    let at = from
    while (at < to && bytes[at] === space) at += 1
    if (at >= to) return this.#code(opcode.spaces)
    bytes.copy(this.#bytes, this.#next, from, to)
    if (to - from < block) this.#bytes.fill(space, this.#next + to - from, this.#next + block)
    this.#next += block
    this.#code(opcode.raw)
  }

  #code(code: number): void {
    this.#bytes[this.#codes + this.#count] = code
    this.#count += 1
    if (this.#count < group) return
    this.#codes = this.#next
    this.#next += group
    this.#count = 0
    const room = this.#next + group * block
    if (room > this.#bytes.length) this.#bytes = Buffer.concat([this.#bytes], this.#bytes.length * 2)
  }

  end(): void {
    this.#code(opcode.end)
    while (this.#count > 0) this.#code(0)
  }

  /** Returns the finished groups, and removes them from the buffer. */
  take(): Buffer {
    const finished = Buffer.from(this.#bytes.subarray(0, this.#codes))
    this.#bytes.copyWithin(0, this.#codes, this.#next)
    this.#next -= this.#codes
    this.#codes = 0
    return finished
  }
}
