/**
 * Texts that wait to be decoded and counted: most are given again and again, and each is then decoded once. `Counter` has them
 * settled before there are too many.
 */
import { Decoder } from '../decode/decoder.ts'
import type { KnownQuestion } from '../dictionary/shape.ts'
import { Unlisted, type WhoGave } from '../sync/unlisted.ts'
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

  /** Texts that fit no option that is known so far. */
  unlisted(): Unlisted {
    const found = new Unlisted()
    for (const pending of this.#pending) pending.addUnlisted(found)
    return found
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
  readonly #mostCached: number

  constructor(question: KnownQuestion, mostCached = 0) {
    this.question = question
    this.#mostCached = mostCached
    this.decoder = new Decoder(question, { mostCached })
  }

  get n(): number {
    return this.question.n
  }

  /** A text of it fits no option of the survey. */
  isUnclear(said: unknown): boolean {
    return this.decoder.read(said, 0).unfit !== undefined
  }

  renew(): void {
    const { warnings } = this.decoder
    this.decoder = new Decoder(this.question, { mostCached: this.#mostCached })
    Object.assign(this.decoder.warnings, warnings)
  }
}

/** The answers to one question, of one group. */
export class PendingAnswers {
  readonly tally: QuestionTally
  readonly #current: CurrentDecoder
  readonly #queue: PendingTexts
  /** None in a group: those are of answers that are counted elsewhere as well. */
  readonly #unlisted: Unlisted | undefined
  readonly #texts = new Map<string, { times: number; given: WhoGave | undefined }>()

  constructor(tally: QuestionTally, current: CurrentDecoder, queue: PendingTexts, unlisted?: Unlisted) {
    this.tally = tally
    this.#current = current
    this.#queue = queue
    this.#unlisted = unlisted
  }

  add(said: unknown, given?: WhoGave): void {
    // Free texts need no decoding, and hardly one is given twice.
    if (typeof said !== 'string' || this.#current.question.kind === 'text') return this.#count(said, 1)
    const known = this.#texts.get(said)
    if (known) known.times++
    else {
      this.#texts.set(said, { times: 1, given })
      this.#queue.add(this)
    }
  }

  addUnlisted(found: Unlisted): void {
    if (!this.#unlisted) return
    const { question } = this.#current
    const trial = new Decoder(structuredClone(question), { mostCached: 0 })
    for (const [said, { given }] of this.#texts) {
      const { value, unfit } = trial.read(said)
      if (unfit) found.take(question, unfit, value, given)
    }
  }

  settle(): void {
    for (const [said, { times }] of this.#texts) this.#count(said, times)
    this.#texts.clear()
  }

  #count(said: unknown, times: number): void {
    const { value, unfit } = this.#current.decoder.read(said, this.#unlisted ? times : 0)
    if (unfit) this.#unlisted?.take(this.#current.question, unfit, value, undefined, times)
    if (value) this.tally.add(value, times)
  }
}
