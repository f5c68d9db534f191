/**
 * Texts that wait to be decoded and counted: most are given again and again, and each is then decoded once. `Counter` has them
 * settled before there are too many.
 */
import { Decoder } from '../decode/decoder.ts'
import type { KnownQuestion } from '../dictionary/shape.ts'
import type { QuestionTally } from './tally.ts'

const mostWaiting = 20_000

/** All questions and groups with waiting texts. */
export class PendingTexts {
  #count = 0
  readonly #pending = new Set<PendingAnswers>()

  /** One more text waits there. */
  add(pending: PendingAnswers): void {
    this.#pending.add(pending)
    this.#count++
  }

  get isFull(): boolean {
    return this.#count >= mostWaiting
  }

  /** Whether a text matches no option that is known so far. */
  hasUnlisted(): boolean {
    return [...this.#pending].some((pending) => pending.hasUnlisted())
  }

  settle(): void {
    for (const pending of this.#pending) pending.settle()
    this.#pending.clear()
    this.#count = 0
  }
}

/** The decoder of a question, shared by all groups; replaced when the dictionary has changed. */
export class CurrentDecoder {
  readonly question: KnownQuestion
  decoder: Decoder

  constructor(question: KnownQuestion) {
    this.question = question
    this.decoder = new Decoder(question, { mostCached: 0 })
  }

  renew(): void {
    const { warnings } = this.decoder
    this.decoder = new Decoder(this.question, { mostCached: 0 })
    Object.assign(this.decoder.warnings, warnings)
  }
}

/** The answers to one question, of one group. */
export class PendingAnswers {
  readonly tally: QuestionTally
  readonly #current: CurrentDecoder
  readonly #queue: PendingTexts
  readonly #texts = new Map<string, { times: number }>()

  constructor(tally: QuestionTally, current: CurrentDecoder, queue: PendingTexts) {
    this.tally = tally
    this.#current = current
    this.#queue = queue
  }

  add(said: unknown): void {
    // Free texts need no decoding, and hardly one is given twice.
    if (typeof said !== 'string' || this.#current.question.kind === 'text') return this.#count(said, 1)
    const known = this.#texts.get(said)
    if (known) known.times++
    else {
      this.#texts.set(said, { times: 1 })
      this.#queue.add(this)
    }
  }

  hasUnlisted(): boolean {
    const trial = new Decoder(structuredClone(this.#current.question), { mostCached: 0 })
    return [...this.#texts.keys()].some((said) => {
      trial.decode(said)
      return trial.warnings.unlisted > 0
    })
  }

  settle(): void {
    for (const [said, { times }] of this.#texts) this.#count(said, times)
    this.#texts.clear()
  }

  #count(said: unknown, times: number): void {
    const value = this.#current.decoder.decode(said, times)
    if (value) this.tally.add(value, times)
  }
}
