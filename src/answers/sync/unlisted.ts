/** Texts of answers that fit no option, as they come in: how often each, and answers that gave it. */
import type { Value } from '../decode/decoder.ts'
import type { Unfit } from '../decode/unfit.ts'
import type { KnownQuestion } from '../dictionary/shape.ts'

/** A text that fits no option. */
export interface UnlistedText {
  id: string
  question: string
  label: string
  count: number
}

/** What one answer says of a question that has such texts. */
export interface UnlistedSample {
  question: KnownQuestion
  unfit: readonly Unfit[]
  /** What else it says of the question. */
  value: Value | undefined
  answer: number
  is_complete: boolean
}

/** `state`: 0 incomplete, 1 complete, 2 screened out. */
export type WhoGave = { id: number; state: number }

const mostTexts = 1000
/** Several answers together say what one alone leaves open. */
const samplesEach = 3

export class Unlisted {
  readonly #texts = new Map<string, UnlistedText & { samples: number }>()
  readonly #explained = new Set<string>()
  /** How many answers gave the same ones together. */
  readonly #sets = new Map<string, { keys: readonly string[]; count: number }>()
  readonly #samples: UnlistedSample[] = []

  take(question: KnownQuestion, unfit: readonly Unfit[], value: Value | undefined, given?: WhoGave, times = 1): void {
    let isSample = false
    const labels = [...new Set(unfit.map((one) => one.label))]
    this.#count(
      labels.map((label) => keyOf(question, label)),
      times,
    )
    for (const label of labels) {
      const text = this.#text(question, label)
      if (!text) continue
      text.count += times
      if (given === undefined || given.state === 2 || text.samples >= samplesEach) continue
      text.samples++
      isSample = true
    }
    // A report knows no screened-out answers.
    if (given && isSample) this.#samples.push({ question, unfit, value, answer: given.id, is_complete: given.state === 1 })
  }

  #count(keys: readonly string[], times: number): void {
    const name = keys.join('\n')
    const known = this.#sets.get(name)
    if (known) known.count += times
    else if (this.#sets.size < mostTexts) this.#sets.set(name, { keys, count: times })
  }

  #text(question: KnownQuestion, label: string) {
    const key = keyOf(question, label)
    const known = this.#texts.get(key)
    if (known || this.#texts.size >= mostTexts) return known
    const fresh = { id: question.id, question: question.title || question.key, label, count: 0, samples: 0 }
    this.#texts.set(key, fresh)
    return fresh
  }

  /** It is a former label. */
  explain(question: KnownQuestion, label: string): void {
    const key = keyOf(question, label)
    this.#texts.delete(key)
    this.#explained.add(key)
  }

  /** How many answers fit after all, as all of their texts turned out to be former labels. */
  get explained(): number {
    let sum = 0
    for (const { keys, count } of this.#sets.values()) if (keys.every((key) => this.#explained.has(key))) sum += count
    return sum
  }

  get samples(): readonly UnlistedSample[] {
    return this.#samples
  }

  get texts(): UnlistedText[] {
    return Array.from(this.#texts.values(), ({ samples: _, ...text }) => text)
  }
}

const keyOf = ({ n }: KnownQuestion, label: string): string => `${n} ${label}`
