/**
 * Writes results to standard output, in batches and not as a stream: setting up `process.stdout` on a pipe costs more than writing
 * a hundred rows.
 */
import { CommandError } from '../errors.ts'
import { codeOf } from '../system/error-code.ts'
import { messageOf } from '../text/message-of.ts'
import type { Output } from '../system/io.ts'

/** Where results are written. A write may have to wait, e.g. for a pager. */
export interface OutputSink {
  write: (text: string | Uint8Array) => void | Promise<void>
  /** Writes what is held; nothing follows. */
  end: () => void | Promise<void>
}

/** The reader closed its end (`| head`): ends the command without a failure. */
export class OutputClosed extends Error {
  override readonly name = 'OutputClosed'
}

const batchSize = 128 * 1024
/** Bytes that one UTF-16 unit of a string takes at most. */
const bytesPerUnit = 3

/** What `node:fs` threw, for a closed pipe, a full disk, a descriptor opened for reading. */
const failureOf = (error: unknown): Error =>
  codeOf(error) === 'EPIPE'
    ? new OutputClosed('Standard output is closed')
    : new CommandError('refused', `Cannot write to standard output: ${messageOf(error).replace(/^[A-Z0-9]+: |, write$/g, '')}`, {
        code: codeOf(error) || undefined,
      })

/** Writes bytes. If it returns a promise, the buffer must not change until that resolves. */
export function writeResult(out: Output, bytes: Uint8Array): Promise<void> | undefined {
  const fail = (error: unknown): never => {
    throw failureOf(error)
  }
  try {
    return out.write(bytes)?.catch(fail)
  } catch (error) {
    return fail(error)
  }
}

/** Collects small writes into batches. */
export class BatchedOutput implements OutputSink {
  readonly #out: Output
  #batch: Buffer | undefined
  #filled = 0

  constructor(out: Output) {
    this.#out = out
  }

  write(text: string | Uint8Array): void | Promise<void> {
    if (typeof text !== 'string') return both(this.end(), writeResult(this.#out, text))
    const longest = text.length * bytesPerUnit
    const before = longest > batchSize - this.#filled ? this.end() : undefined
    if (longest > batchSize) return both(before, writeResult(this.#out, Buffer.from(text)))
    this.#batch ??= Buffer.allocUnsafeSlow(batchSize)
    this.#filled += this.#batch.write(text, this.#filled)
    return before
  }

  end(): void | Promise<void> {
    const filled = this.#filled
    this.#filled = 0
    if (!this.#batch || filled === 0) return undefined
    const waiting = writeResult(this.#out, this.#batch.subarray(0, filled))
    // A write that waits still needs its buffer.
    if (waiting) this.#batch = undefined
    return waiting
  }
}

/** Waits for both writes; they were begun in order. */
const both = (first: void | Promise<void>, second: void | Promise<void>): void | Promise<void> =>
  first && second ? Promise.all([first, second]).then(() => {}) : (first ?? second)

/** Writes a result of one text. */
export const writeText = async (out: Output, text: string): Promise<void> => writeResult(out, Buffer.from(text))
