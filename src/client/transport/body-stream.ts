/** The body of an answer while it arrives: pushed by the transport; iterated by its reader, or handed over piece by piece (`pour`). */

/** Bytes held before the socket is paused, so that a slow reader needs little memory. */
const enough = 256 * 1024

export interface FlowControl {
  pause: () => void
  resume: () => void
  abort: (reason: Error) => void
}

export class BodyStream implements AsyncIterable<Buffer> {
  readonly #flow: FlowControl
  #chunks: Buffer[] = []
  #held = 0
  #paused = false
  #ended = false
  #error: Error | undefined
  #wake: (() => void) | undefined
  #take: ((chunk: Buffer) => void) | undefined

  constructor(flow: FlowControl) {
    this.#flow = flow
  }

  /** Whether all of it has arrived. */
  get ended(): boolean {
    return this.#ended && !this.#error
  }

  push(chunk: Buffer): void {
    if (this.#take) return this.#give(chunk, this.#take)
    this.#chunks.push(chunk)
    this.#held += chunk.byteLength
    if (this.#held >= enough && !this.#paused) {
      this.#paused = true
      this.#flow.pause()
    }
    this.#wake?.()
  }

  /** All of it if it has arrived, as small answers have together with their head. */
  whole(): Buffer[] | undefined {
    return this.#ended && !this.#error ? this.#chunks.splice(0) : undefined
  }

  end(): void {
    this.#ended = true
    this.#wake?.()
  }

  fail(error: Error): void {
    this.#error ??= error
    this.#wake?.()
  }

  /**
   * Hands each piece to `take` as it comes, which is twice as fast for a large file as iterating. `take` must not keep a piece
   * after it returns. Resolves at the end.
   */
  async pour(take: (chunk: Buffer) => void): Promise<void> {
    try {
      this.#chunks.splice(0).forEach(take)
      this.#take = take
      this.#goOn()
      while (!this.#ended && !this.#error) await this.#more()
      if (this.#error) throw this.#error
    } finally {
      if (!this.#ended && !this.#error) this.discard()
    }
  }

  #give(chunk: Buffer, take: (chunk: Buffer) => void): void {
    try {
      take(chunk)
    } catch (error) {
      this.#flow.abort(error instanceof Error ? error : new Error(String(error)))
    }
  }

  #goOn(): void {
    if (!this.#paused) return
    this.#paused = false
    this.#flow.resume()
  }

  async #more(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#wake = resolve
    })
    this.#wake = undefined
  }

  /** Leaving the loop early closes the connection, as nobody reads the rest. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer, void, undefined> {
    try {
      while (true) {
        const chunks = this.#chunks
        this.#chunks = []
        this.#held = 0
        yield* chunks
        if (this.#chunks.length > 0) continue
        if (this.#error) throw this.#error
        if (this.#ended) return
        this.#goOn()
        // Resuming may have delivered everything at once, in which case nothing would wake this loop.
        if (this.#chunks.length === 0 && !this.#ended && !this.#error) await this.#more()
      }
    } finally {
      if (!this.#ended && !this.#error) this.discard()
    }
  }

  discard(): void {
    if (!this.#ended) this.#flow.abort(new Error('The rest of the answer is not wanted'))
  }
}
