/** Texts of answers that fit no option, as they come in: how often each, and an answer that gave it. */
import type { Value } from '../decode/decoder.ts'
import type { KnownQuestion } from '../dictionary/shape.ts'

/** A text that fits no option. */
export interface UnlistedText {
  id: string
  question: string
  label: string
  count: number
}

interface Sample {
  question: KnownQuestion
  label: string
  /** Of what else the answer says of the question. */
  codes: readonly number[]
  answer: number
  is_complete: boolean
}

const mostTexts = 1000

export class Unlisted {
  /** How many answers gave a text that turned out to be a former label. */
  explained = 0
  readonly #texts = new Map<string, UnlistedText>()
  readonly #samples = new Map<string, Sample>()

  /** `said`: the whole answer to the question. */
  take(question: KnownQuestion, value: Value | undefined, said: unknown, answer: { id: number; state: number }): void {
    const codes = value?.is === 'codes' ? value.codes : []
    const found = question.options.filter(({ code, unlisted }) => unlisted && codes.includes(code)).map(({ title }) => title)
    const labels = found.length > 0 ? found : [typeof said === 'string' ? said : JSON.stringify(said)]
    for (const label of labels) {
      const key = keyOf(question, label)
      const known = this.#texts.get(key)
      if (known) known.count++
      else if (this.#texts.size < mostTexts)
        this.#texts.set(key, { id: question.id, question: question.title || question.key, label, count: 1 })
      // Of two such texts in one answer a report can't say which is which, and it knows no screened-out answers.
      if (found.length !== 1 || answer.state === 2 || this.#samples.has(key)) continue
      this.#samples.set(key, { question, label, codes, answer: answer.id, is_complete: answer.state === 1 })
    }
  }

  /** It is a former label. */
  explain(question: KnownQuestion, label: string): void {
    this.explained += this.#texts.get(keyOf(question, label))?.count ?? 0
    this.#texts.delete(keyOf(question, label))
  }

  get sampled(): Sample[] {
    return [...this.#samples.values()]
  }

  get texts(): UnlistedText[] {
    return [...this.#texts.values()]
  }
}

const keyOf = ({ n }: KnownQuestion, label: string): string => `${n} ${label}`
