/**
 * The way out for results: batches of 64 KB written straight to the descriptor. Setting up
 * `process.stdout` on a pipe costs more than writing a hundred rows.
 */
import { writeSync } from 'node:fs'
import { CommandError } from '../errors.ts'

/** Where results go. A write may have to wait, e.g. for a pager. */
export interface Sink {
  write: (text: string | Uint8Array) => void | Promise<void>
  /** Everything is out; nothing follows. */
  end: () => void | Promise<void>
}

/** The reader has gone (`| head`): the end of the work, and no failure. */
export class OutputClosed extends Error {
  override readonly name = 'OutputClosed'
}

const batchSize = 128 * 1024
/** UTF-8 takes three bytes at most for a unit of a JavaScript string. */
const bytesPerUnit = 3
const pause = new Int32Array(new SharedArrayBuffer(4))

/** Writes all of it, waiting while a non-blocking pipe is full. */
export function writeAll(descriptor: number, bytes: Uint8Array): void {
  let offset = 0
  let delay = 1
  while (offset < bytes.length) {
    try {
      offset += writeSync(descriptor, bytes, offset)
      delay = 1
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'EPIPE') throw new OutputClosed('Standard output is closed')
      if (code !== 'EAGAIN') throw unwritable(error as NodeJS.ErrnoException)
      Atomics.wait(pause, 0, 0, delay)
      delay = Math.min(delay * 2, 32)
    }
  }
}

/** A full disk, a descriptor that was opened for reading. */
const unwritable = ({ code, message }: NodeJS.ErrnoException): CommandError =>
  new CommandError('refused', `Cannot write to standard output: ${message.replace(/^[A-Z0-9]+: |, write$/g, '')}`, { code })

/** Collects small writes into batches, in one buffer that is used again and again. */
export class BatchedOutput implements Sink {
  readonly #descriptor: number
  readonly #batch = Buffer.allocUnsafeSlow(batchSize)
  #filled = 0

  constructor(descriptor = 1) {
    this.#descriptor = descriptor
  }

  write(text: string | Uint8Array): void {
    if (typeof text !== 'string') {
      this.end()
      return writeAll(this.#descriptor, text)
    }
    const longest = text.length * bytesPerUnit
    if (longest > batchSize - this.#filled) this.end()
    if (longest > batchSize) return writeAll(this.#descriptor, Buffer.from(text))
    this.#filled += this.#batch.write(text, this.#filled)
  }

  end(): void {
    const filled = this.#filled
    this.#filled = 0
    if (filled > 0) writeAll(this.#descriptor, this.#batch.subarray(0, filled))
  }
}

/** One text at once: help, a completion script. */
export const writeOut = (text: string): void => writeAll(1, Buffer.from(text))
