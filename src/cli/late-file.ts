/** A text file that is opened before the work and written after it: a path that can't be written is refused before anything is done. */
import type { Sink } from '../client/files.ts'
import { CommandError } from '../errors.ts'

export class LateFile {
  readonly #sink: Sink | undefined
  #failure: unknown

  private constructor(sink: Sink | undefined) {
    this.#sink = sink
  }

  /** Without a path there is no such file. */
  static async open(path: string | undefined, mode?: number): Promise<LateFile> {
    if (path === undefined) return new LateFile(undefined)
    const { fileSink } = await import('../client/files.ts')
    return new LateFile(fileSink(path, { force: true, ...(mode !== undefined && { mode }) }))
  }

  /** An error is kept for `after`. */
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

  /** Runs `tell`, then throws what went wrong with the file, behind the message of `tell`'s own error if it has one. */
  async after(tell: () => Promise<void> | void): Promise<void> {
    try {
      await tell()
    } catch (error) {
      throw this.#failure === undefined ? error : besides(error, this.#failure)
    }
    if (this.#failure !== undefined) throw this.#failure
  }

  /** Nothing is left of a file that was not written. */
  close(): void {
    this.#sink?.abort()
  }
}

/** An error with the message of a second one behind its own. */
export const besides = (error: unknown, more: unknown): unknown =>
  error instanceof CommandError && more instanceof Error
    ? new CommandError(error.kind, `${error.message}. ${more.message}`, error.facts)
    : error
