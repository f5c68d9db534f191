/**
 * A text file that is opened before the work and written after it: a path that can't be written is an error before anything is done.
 * The file of the run before is replaced, as is usual of reports; any other is not.
 */
import { readFileSync, statSync } from 'node:fs'
import type { Sink } from '../../client/files.ts'
import { CommandError } from '../../errors.ts'

export class OutputFile {
  readonly #sink: Sink | undefined
  #failure: unknown

  private constructor(sink: Sink | undefined) {
    this.#sink = sink
  }

  /** Without a path nothing is opened, and `write` does nothing. `ours`: what a file of this kind looks like. */
  static async open(path: string | undefined, ours: RegExp, mode?: number): Promise<OutputFile> {
    if (path === undefined) return new OutputFile(undefined)
    refuseOthers(path, ours)
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

const longest = 64 * 2 ** 20

/** What is no file (a terminal, a pipe), or can't be read, is left to the writing. */
function refuseOthers(path: string, ours: RegExp): void {
  const there = statSync(path, { throwIfNoEntry: false })
  if (!there?.isFile() || there.size === 0) return
  let text = ''
  try {
    if (there.size <= longest) text = readFileSync(path, 'utf8')
  } catch {
    return
  }
  if (ours.test(text)) return
  throw new CommandError('refused', `${path} is there, and nothing that this command wrote`, {
    code: 'file_exists',
    hint: 'Name another file, or remove that one',
  })
}

/** A word in each line: what failed, as the same command reads it. */
export const failedItems = /^(?:\S+\r?\n)*$/

/** An error with the message of a second one behind its own. */
export const withSecondError = (error: unknown, more: unknown): unknown =>
  error instanceof CommandError && more instanceof Error
    ? new CommandError(error.kind, `${error.message}. ${more.message}`, error.facts)
    : error
