/**
 * The way out for results: batches of 64 KB written straight to the descriptor. Setting up
 * `process.stdout` on a pipe costs more than writing a hundred rows.
 */
import { writeSync } from 'node:fs'
import { CommandError } from '../errors.ts'
import { writePatiently } from '../system/patient-write.ts'

/** Of a text: `latin1` has a character for each byte. */
export type Encoding = 'utf8' | 'latin1'

/** Where results go. A write may have to wait, e.g. for a pager. */
export interface Sink {
  write: (text: string | Uint8Array, encoding?: Encoding) => void | Promise<void>
  /** Everything is out; nothing follows. */
  end: () => void | Promise<void>
}

/** The reader has gone (`| head`): the end of the work, and no failure. */
export class OutputClosed extends Error {
  override readonly name = 'OutputClosed'
}

const batchSize = 128 * 1024
/** What a unit of a JavaScript string takes at most. */
const bytesPerUnit = { utf8: 3, latin1: 1 }
const pause = new Int32Array(new SharedArrayBuffer(4))

/** Writes all of it, waiting while a pipe is full: for what listens to no signal yet, and so ends by any. */
function writeAll(descriptor: number, bytes: Uint8Array): void {
  let offset = 0
  let delay = 1
  while (offset < bytes.length) {
    try {
      offset += writeSync(descriptor, bytes, offset)
      delay = 1
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw failureOf(error as NodeJS.ErrnoException)
      Atomics.wait(pause, 0, 0, delay)
      delay = Math.min(delay * 2, 32)
    }
  }
}

/** A reader that has gone, a full disk, a descriptor that was opened for reading. */
const failureOf = ({ code, message }: NodeJS.ErrnoException): Error =>
  code === 'EPIPE'
    ? new OutputClosed('Standard output is closed')
    : new CommandError('refused', `Cannot write to standard output: ${message.replace(/^[A-Z0-9]+: |, write$/g, '')}`, { code })

/** Result as bytes. While a promise is not kept, the buffer has to stay as it is. */
export function writeResult(bytes: Uint8Array): Promise<void> | undefined {
  const fail = (error: unknown): never => {
    throw failureOf(error as NodeJS.ErrnoException)
  }
  try {
    return writePatiently(1, bytes)?.catch(fail)
  } catch (error) {
    return fail(error)
  }
}

/** Collects small writes into batches. */
export class BatchedOutput implements Sink {
  #batch: Buffer | undefined
  #filled = 0

  write(text: string | Uint8Array, encoding: Encoding = 'utf8'): void | Promise<void> {
    if (typeof text !== 'string') return both(this.end(), writeResult(text))
    const longest = text.length * bytesPerUnit[encoding]
    const before = longest > batchSize - this.#filled ? this.end() : undefined
    if (longest > batchSize) return both(before, writeResult(Buffer.from(text, encoding)))
    this.#batch ??= Buffer.allocUnsafeSlow(batchSize)
    this.#filled += this.#batch.write(text, this.#filled, encoding)
    return before
  }

  end(): void | Promise<void> {
    const filled = this.#filled
    this.#filled = 0
    if (!this.#batch || filled === 0) return undefined
    const waiting = writeResult(this.#batch.subarray(0, filled))
    // What waits keeps its buffer.
    if (waiting) this.#batch = undefined
    return waiting
  }
}

/** They were begun in order, and so they end. */
const both = (first: void | Promise<void>, second: void | Promise<void>): void | Promise<void> =>
  first && second ? Promise.all([first, second]).then(() => {}) : (first ?? second)

/** A result of one text. */
export const writeText = async (text: string): Promise<void> => writeResult(Buffer.from(text))

/** The same for what needs no service: help, completions. */
export const writeOut = (text: string): void => writeAll(1, Buffer.from(text))
