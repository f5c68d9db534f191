/** How far respondents get, and where they give up. */
import type { GivenAnswers, KnownQuestion } from '../dictionary/shape.ts'
import { percentOf, type FunnelStep, type Question, type Stats } from './result.ts'

interface QuestionCounts {
  at: number
  answered: number
  /** Answers that weren't completed and have this as their last question, screened-out ones included. */
  ended: number
  /** The same without screened-out answers. */
  left: number
}

export class Funnel {
  readonly #counts: ReadonlyMap<number, QuestionCounts>
  #complete = 0
  #incomplete = 0
  #nothing = 0

  constructor(questions: readonly KnownQuestion[]) {
    this.#counts = new Map(questions.map(({ n }, at) => [n, { at, answered: 0, ended: 0, left: 0 }]))
  }

  take(given: GivenAnswers, state: number): void {
    let last: QuestionCounts | undefined
    for (const [n] of given) {
      const counts = this.#counts.get(n)
      if (!counts) continue
      counts.answered++
      if (!last || counts.at > last.at) last = counts
    }
    if (state === 1) this.#complete++
    else if (last) last.ended++
    if (state !== 0) return
    this.#incomplete++
    if (last) last.left++
    else this.#nothing++
  }

  facts(questions: readonly Question[]): NonNullable<Stats['funnel']> {
    const counts = [...this.#counts.values()]
    let reached = this.#complete + counts.reduce((sum, { ended }) => sum + ended, 0)
    const steps = questions.map((question, at): FunnelStep => {
      const { answered = 0, ended = 0, left: last = 0 } = counts[at] ?? {}
      const step = { ...question, answered, last, reached, drop_off: percentOf(last, reached) }
      reached -= ended
      return step
    })
    return { incomplete: this.#incomplete, nothing_answered: this.#nothing, steps }
  }
}
