/**
 * Answers to one question, waiting to be understood: most texts come again and again, and each is then decoded once. Who
 * counts settles them now and then, so that few wait.
 */
import { Decoder } from '../decode/decoder.ts'
import type { KnownQuestion } from '../dictionary/shape.ts'
import type { Tally } from './tally.ts'

const mostWaiting = 20_000

export class Waiting {
  #count = 0
  readonly #piles = new Set<Pile>()

  /** One more text waits. */
  grow(pile: Pile): void {
    this.#piles.add(pile)
    this.#count++
  }

  get isFull(): boolean {
    return this.#count >= mostWaiting
  }

  /** Whether some of it cannot be taken at its word by what is known so far. */
  isDoubtful(): boolean {
    return [...this.#piles].some((pile) => pile.isDoubtful())
  }

  settle(): void {
    for (const pile of this.#piles) pile.settle()
    this.#piles.clear()
    this.#count = 0
  }
}

/** Made anew when more is known of the question. */
export class Reader {
  readonly question: KnownQuestion
  decoder: Decoder

  constructor(question: KnownQuestion) {
    this.question = question
    this.decoder = new Decoder(question, { mostCached: 0 })
  }

  renew(): void {
    const { doubts } = this.decoder
    this.decoder = new Decoder(this.question, { mostCached: 0 })
    Object.assign(this.decoder.doubts, doubts)
  }
}

export class Pile {
  readonly tally: Tally
  readonly #reader: Reader
  readonly #waiting: Waiting
  readonly #texts = new Map<string, { times: number }>()

  constructor(tally: Tally, reader: Reader, waiting: Waiting) {
    this.tally = tally
    this.#reader = reader
    this.#waiting = waiting
  }

  add(said: unknown): void {
    // Free texts are taken as they are, and hardly one comes twice.
    if (typeof said !== 'string' || this.#reader.question.kind === 'text') return this.#count(said, 1)
    const known = this.#texts.get(said)
    if (known) known.times++
    else {
      this.#texts.set(said, { times: 1 })
      this.#waiting.grow(this)
    }
  }

  isDoubtful(): boolean {
    const trial = new Decoder(structuredClone(this.#reader.question), { mostCached: 0 })
    return [...this.#texts.keys()].some((said) => {
      trial.decode(said)
      return trial.doubts.unlisted > 0
    })
  }

  settle(): void {
    for (const [said, { times }] of this.#texts) this.#count(said, times)
    this.#texts.clear()
  }

  #count(said: unknown, times: number): void {
    const value = this.#reader.decoder.decode(said, times)
    if (value) this.tally.add(value, times)
  }
}
