/** The body of an answer as it comes in: pushed by the transport; pulled by whoever reads it, or poured where it goes. */

/** Beyond it the socket is told to wait, so that a slow reader holds little memory. */
const enough = 256 * 1024

export interface Valve {
  pause: () => void
  resume: () => void
  /** From now on a piece is only good until `push` returns. */
  lend: () => void
  abort: (reason: Error) => void
}

export class Inflow implements AsyncIterable<Buffer> {
  readonly #valve: Valve
  #chunks: Buffer[] = []
  #held = 0
  #paused = false
  #ended = false
  #error: Error | undefined
  #wake: (() => void) | undefined
  #take: ((chunk: Buffer) => void) | undefined

  constructor(valve: Valve) {
    this.#valve = valve
  }

  /** All of it came. */
  get ended(): boolean {
    return this.#ended && !this.#error
  }

  push(chunk: Buffer): void {
    if (this.#take) return this.#give(chunk, this.#take)
    this.#chunks.push(chunk)
    this.#held += chunk.byteLength
    if (this.#held >= enough && !this.#paused) {
      this.#paused = true
      this.#valve.pause()
    }
    this.#wake?.()
  }

  /** All of it, if it is there: what small answers are as soon as their head is seen. */
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
   * Hands each piece over as it comes and holds none, which a large file is twice as fast for: `take` has to be done with
   * a piece when it returns. Resolves at the end.
   */
  async pour(take: (chunk: Buffer) => void): Promise<void> {
    try {
      this.#chunks.splice(0).forEach(take)
      this.#take = take
      this.#valve.lend()
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
      this.#valve.abort(error as Error)
    }
  }

  #goOn(): void {
    if (!this.#paused) return
    this.#paused = false
    this.#valve.resume()
  }

  async #more(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#wake = resolve
    })
    this.#wake = undefined
  }

  /** Leaving the loop early ends the connection: nobody would read the rest. */
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
        // What had been read meanwhile is here at once, up to the end: nobody would say so again.
        if (this.#chunks.length === 0 && !this.#ended && !this.#error) await this.#more()
      }
    } finally {
      if (!this.#ended && !this.#error) this.discard()
    }
  }

  discard(): void {
    if (!this.#ended) this.#valve.abort(new Error('The rest of the answer is not wanted'))
  }
}
