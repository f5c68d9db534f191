/** The body of an answer as it comes in: pushed by the transport, pulled by whoever reads it. */

/** Beyond it the socket is told to wait, so that a slow reader holds little memory. */
const enough = 256 * 1024

export interface Valve {
  pause: () => void
  resume: () => void
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

  constructor(valve: Valve) {
    this.#valve = valve
  }

  push(chunk: Buffer): void {
    this.#chunks.push(chunk)
    this.#held += chunk.byteLength
    if (this.#held >= enough && !this.#paused) {
      this.#paused = true
      this.#valve.pause()
    }
    this.#wake?.()
  }

  end(): void {
    this.#ended = true
    this.#wake?.()
  }

  fail(error: Error): void {
    this.#error ??= error
    this.#wake?.()
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
        if (this.#paused) {
          this.#paused = false
          this.#valve.resume()
        }
        await new Promise<void>((resolve) => {
          this.#wake = resolve
        })
        this.#wake = undefined
      }
    } finally {
      if (!this.#ended && !this.#error) this.discard()
    }
  }

  discard(): void {
    if (!this.#ended) this.#valve.abort(new Error('The rest of the answer is not wanted'))
  }
}
