/** How often each text was given, within a bound of memory. */
import { percentOf, type AnswerFacts } from './result.ts'

export const mostTexts = 100_000

/** How many texts may be held, of all questions together. */
export class TextBudget {
  #texts = mostTexts
  /** Long texts are rarely given twice. */
  #characters = 8_000_000

  take(text: string): boolean {
    if (this.#texts < 1 || this.#characters < text.length) return false
    this.#texts--
    this.#characters -= text.length
    return true
  }
}

export class Texts {
  answered = 0
  readonly #counts = new Map<string, number>()
  readonly #budget: TextBudget
  #others = 0
  #length = 0
  #least = Infinity
  #most = 0

  constructor(budget: TextBudget) {
    this.#budget = budget
  }

  add(text: string, times: number): void {
    this.answered += times
    const length = charactersOf(text)
    this.#length += length * times
    if (length < this.#least) this.#least = length
    if (length > this.#most) this.#most = length
    const known = this.#counts.get(text)
    if (known !== undefined) this.#counts.set(text, known + times)
    else if (this.#budget.take(text)) this.#counts.set(text, times)
    else this.#others += times
  }

  facts(top: number): AnswerFacts {
    return {
      answered: this.answered,
      texts: {
        distinct: this.#counts.size,
        others: this.#others,
        length: this.answered === 0 ? null : { min: this.#least, mean: this.#length / this.answered, max: this.#most },
        top: mostFrequent(this.#counts, top).map(([text, count]) => ({ text, count, percent: percentOf(count, this.answered) })),
      },
    }
  }
}

type Counted = [text: string, count: number]

const inOrder = ([one, many]: Counted, [other, few]: Counted): number => few - many || (one < other ? -1 : 1)

/** Sorted a thousand at a time, as a sorted copy of all would take as much memory again. */
function mostFrequent(counts: Iterable<Counted>, top: number): Counted[] {
  let best: Counted[] = []
  for (const each of counts) {
    if (best.push(each) < top + 1000) continue
    best = best.toSorted(inOrder).slice(0, top)
  }
  return best.toSorted(inOrder).slice(0, top)
}

/** In code points: an emoji counts as one, though JavaScript stores it as two units. */
const charactersOf = (text: string): number => (/[\ud800-\udbff]/.test(text) ? [...text].length : text.length)
