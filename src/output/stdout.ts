/**
 * Writes results to standard output, in batches straight to the descriptor: setting up `process.stdout` on a pipe costs more than
 * writing a hundred rows.
 */
import { writeSync } from 'node:fs'
import { CommandError } from '../errors.ts'
import { codeOf } from '../system/error-code.ts'
import { messageOf } from '../text/message-of.ts'
import { writePatiently } from '../system/patient-write.ts'

/** How a text becomes bytes; with `latin1` each character is one byte. */
export type Encoding = 'utf8' | 'latin1'

/** Where results are written. A write may have to wait, e.g. for a pager. */
export interface Sink {
  write: (text: string | Uint8Array, encoding?: Encoding) => void | Promise<void>
  /** Writes what is held; nothing follows. */
  end: () => void | Promise<void>
}

/** The reader closed its end (`| head`): ends the command without a failure. */
export class OutputClosed extends Error {
  override readonly name = 'OutputClosed'
}

const batchSize = 128 * 1024
/** Bytes that one UTF-16 unit of a string takes at most. */
const bytesPerUnit = { utf8: 3, latin1: 1 }
const pause = new Int32Array(new SharedArrayBuffer(4))

/** Writes all of it, blocking while a pipe is full: for output before signals are handled, when any signal ends the process. */
function writeAll(descriptor: number, bytes: Uint8Array): void {
  let offset = 0
  let delay = 1
  while (offset < bytes.length) {
    try {
      offset += writeSync(descriptor, bytes, offset)
      delay = 1
    } catch (error) {
      if (codeOf(error) !== 'EAGAIN') throw failureOf(error)
      Atomics.wait(pause, 0, 0, delay)
      delay = Math.min(delay * 2, 32)
    }
  }
}

/** What `node:fs` threw, for a closed pipe, a full disk, a descriptor opened for reading. */
const failureOf = (error: unknown): Error =>
  codeOf(error) === 'EPIPE'
    ? new OutputClosed('Standard output is closed')
    : new CommandError('refused', `Cannot write to standard output: ${messageOf(error).replace(/^[A-Z0-9]+: |, write$/g, '')}`, {
        code: codeOf(error) || undefined,
      })

/** Writes bytes. If it returns a promise, the buffer must not change until that resolves. */
export function writeResult(bytes: Uint8Array): Promise<void> | undefined {
  const fail = (error: unknown): never => {
    throw failureOf(error)
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
    // A write that waits still needs its buffer.
    if (waiting) this.#batch = undefined
    return waiting
  }
}

/** Waits for both writes; they were begun in order. */
const both = (first: void | Promise<void>, second: void | Promise<void>): void | Promise<void> =>
  first && second ? Promise.all([first, second]).then(() => {}) : (first ?? second)

/** Writes a result of one text. */
export const writeText = async (text: string): Promise<void> => writeResult(Buffer.from(text))

/** The same, blocking: for help and completions. */
export const writeOut = (text: string): void => writeAll(1, Buffer.from(text))
