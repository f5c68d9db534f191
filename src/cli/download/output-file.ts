/** A text file that is opened before the work and written after it: a path that can't be written is an error before anything is done. */
import type { Sink } from '../../client/files.ts'
import { CommandError } from '../../errors.ts'

export class OutputFile {
  readonly #sink: Sink | undefined
  #failure: unknown

  private constructor(sink: Sink | undefined) {
    this.#sink = sink
  }

  /** Without a path nothing is opened, and `write` does nothing. */
  static async open(path: string | undefined, mode?: number): Promise<OutputFile> {
    if (path === undefined) return new OutputFile(undefined)
    const { fileSink } = await import('../../client/files.ts')
    return new OutputFile(fileSink(path, { force: true, ...(mode !== undefined && { mode }) }))
  }

  /** An error is kept for `throwAfter`. */
  async write(text: string): Promise<void> {
    try {
      await this.#sink?.write(Buffer.from(text))
      this.#sink?.finish()
    } catch (error) {
      this.#failure = error
    }
  }

  get isWritten(): boolean {
    return this.#sink !== undefined && this.#failure === undefined
  }

  /** Runs `tell`, then throws the file's error if there was one; an error of `tell` comes first, with the file's message behind its own. */
  async throwAfter(tell: () => Promise<void> | void): Promise<void> {
    try {
      await tell()
    } catch (error) {
      throw this.#failure === undefined ? error : withSecondError(error, this.#failure)
    }
    if (this.#failure !== undefined) throw this.#failure
  }

  /** Removes the file if it was not written. */
  close(): void {
    this.#sink?.abort()
  }
}

/** An error with the message of a second one behind its own. */
export const withSecondError = (error: unknown, more: unknown): unknown =>
  error instanceof CommandError && more instanceof Error
    ? new CommandError(error.kind, `${error.message}. ${more.message}`, error.facts)
    : error
