/** A text cut at a separator. Parts are positions in it, as copies of thousands of them would take memory for each way to join them. */
export class Split {
  readonly #text: string
  readonly #starts: number[] = [0]
  readonly #separator: string

  constructor(text: string, separator: string) {
    this.#text = text
    this.#separator = separator
    for (let at = text.indexOf(separator); at >= 0; at = text.indexOf(separator, this.#starts.at(-1)))
      this.#starts.push(at + separator.length)
  }

  get count(): number {
    return this.#starts.length
  }

  /** Where piece `index` begins. */
  startOf(index: number): number {
    return this.#starts[index] ?? this.#text.length + this.#separator.length
  }

  endOf(index: number): number {
    return this.startOf(index + 1) - this.#separator.length
  }

  /** The pieces from `start` up to `end`, with the separators between them. */
  joined(start: number, end: number): string {
    return this.#text.slice(this.startOf(start), this.endOf(end - 1))
  }
}

/** An answer that takes too long to be read: longer than anything a person chose. */
export class TooLong extends Error {}

/** Takes some milliseconds; an answer of a hundred rows with titles full of separators takes a tenth of it. */
const mostCompared = 4_000_000

/** Counts the characters that are compared with titles, for each answer anew. */
export class Effort {
  #left = mostCompared

  renew(): void {
    this.#left = mostCompared
  }

  spend(characters: number): void {
    this.#left -= characters + 1
    if (this.#left < 0) throw new TooLong()
  }
}
