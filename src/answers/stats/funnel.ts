/** How far respondents get, and where they give up. */
import type { GivenAnswers, KnownQuestion } from '../dictionary/shape.ts'
import { percentOf, type FunnelStep, type Question } from './result.ts'

export interface FunnelFacts {
  incomplete: number
  nothing_answered: number
  steps: FunnelStep[]
}

export class Funnel {
  readonly #places = new Map<number, number>()
  readonly #answered: number[]
  /** By the last question answered: answers that weren't completed, screened-out ones included. */
  readonly #ended: number[]
  /** The same without screened-out answers. */
  readonly #left: number[]
  #complete = 0
  #incomplete = 0
  #nothing = 0

  constructor(questions: readonly KnownQuestion[]) {
    questions.forEach(({ n }, place) => this.#places.set(n, place))
    const zeros = (): number[] => questions.map(() => 0)
    this.#answered = zeros()
    this.#ended = zeros()
    this.#left = zeros()
  }

  take(given: GivenAnswers, state: number): void {
    let last = -1
    for (const [n] of given) {
      const place = this.#places.get(n)
      if (place === undefined) continue
      this.#answered[place]!++
      if (place > last) last = place
    }
    if (state === 1) this.#complete++
    else if (last >= 0) this.#ended[last]!++
    if (state !== 0) return
    this.#incomplete++
    if (last < 0) this.#nothing++
    else this.#left[last]!++
  }

  facts(questions: readonly Question[]): FunnelFacts {
    let reached = this.#complete + this.#ended.reduce((sum, count) => sum + count, 0)
    const steps = questions.map((question, place): FunnelStep => {
      const last = this.#left[place]!
      const step = { ...question, answered: this.#answered[place]!, last, reached, drop_off: percentOf(last, reached) }
      reached -= this.#ended[place]!
      return step
    })
    return { incomplete: this.#incomplete, nothing_answered: this.#nothing, steps }
  }
}
