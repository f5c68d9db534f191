/** How often each option was chosen or ranked. */
import { labelOf } from '../dictionary/options.ts'
import type { KnownOption } from '../dictionary/shape.ts'
import { percentOf, type OptionCount } from './result.ts'

/** All options of the survey, and removed ones that somebody chose. */
const listed = (options: readonly KnownOption[], counts: ReadonlyMap<number, unknown>): KnownOption[] =>
  options.filter(({ code, gone, unlisted }) => counts.has(code) || (!gone && !unlisted))

const named = (option: KnownOption, count: number, answered: number): OptionCount => ({
  code: option.code,
  label: labelOf(option),
  count,
  percent: percentOf(count, answered),
  ...(option.unlisted ? { unlisted: true } : option.gone && { removed: true }),
})

export class Codes {
  answered = 0
  readonly counts = new Map<number, number>()

  add(codes: readonly number[], times: number): void {
    if (codes.length === 0) return
    this.answered += times
    for (const code of codes) this.counts.set(code, (this.counts.get(code) ?? 0) + times)
  }

  options(options: readonly KnownOption[]): OptionCount[] {
    return listed(options, this.counts).map((option) => named(option, this.counts.get(option.code) ?? 0, this.answered))
  }
}

/** Sums over all answers that ranked an option. */
interface RankSums {
  count: number
  places: number
  first: number
  borda: number
}

export class Ranks {
  answered = 0
  readonly #sums = new Map<number, RankSums>()

  add(codes: readonly number[], times: number): void {
    if (codes.length === 0) return
    this.answered += times
    codes.forEach((code, at) => {
      const sums = this.#sums.get(code) ?? { count: 0, places: 0, first: 0, borda: 0 }
      this.#sums.set(code, sums)
      sums.count += times
      sums.places += (at + 1) * times
      sums.borda += (codes.length - 1 - at) * times
      if (at === 0) sums.first += times
    })
  }

  options(options: readonly KnownOption[]): OptionCount[] {
    return listed(options, this.#sums).map((option) => {
      const { count, places, first, borda } = this.#sums.get(option.code) ?? { count: 0, places: 0, first: 0, borda: 0 }
      return { ...named(option, count, this.answered), mean_place: count === 0 ? null : places / count, first_places: first, borda }
    })
  }
}
