/**
 * The way out for results: batches of 64 KB written straight to the descriptor. Setting up
 * `process.stdout` on a pipe costs more than writing a hundred rows.
 */
import { writeSync } from 'node:fs'

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

const batchSize = 64 * 1024
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
      if (code !== 'EAGAIN') throw error
      Atomics.wait(pause, 0, 0, delay)
      delay = Math.min(delay * 2, 32)
    }
  }
}

/** Collects small writes into batches. */
export class BatchedOutput implements Sink {
  readonly #descriptor: number
  #pending = ''

  constructor(descriptor = 1) {
    this.#descriptor = descriptor
  }

  write(text: string | Uint8Array): void {
    if (typeof text !== 'string') {
      this.end()
      return writeAll(this.#descriptor, text)
    }
    this.#pending += text
    if (this.#pending.length >= batchSize) this.end()
  }

  end(): void {
    if (this.#pending === '') return
    const bytes = Buffer.from(this.#pending)
    this.#pending = ''
    writeAll(this.#descriptor, bytes)
  }
}

/** One text at once: help, a completion script. */
export const writeOut = (text: string): void => writeAll(1, Buffer.from(text))

/** One line beside the result. A standard error that nobody reads is no reason to stop. */
export function writeError(text: string): void {
  try {
    writeAll(2, Buffer.from(text))
  } catch (error) {
    if (!(error instanceof OutputClosed)) throw error
  }
}
