/** Pages of a list, one behind the other, some of them asked for ahead. */
import type { AnswerRow } from '../../contract/answer.ts'
import { CommandError } from '../../errors.ts'
import { Passing } from './passing.ts'
import type { Query, Service } from './service.ts'

export type Selection = Omit<Query, 'offset' | 'limit'>

export interface Placed {
  rows: Passing
  offset: number
  total: number | undefined
}

interface Planned {
  offset: number
  limit: number
  page: Promise<Omit<Placed, 'offset'>>
}

export const mostRows = 1000
const leastRows = 10
const fewRows = 100
/** What a page should take about. */
const pageBytes = 2 ** 20

export class Reader {
  readonly #service: Service
  readonly #ahead: number
  /** Rows of a page: fewer while the rows are long, or the service fails on more. */
  #fitting = mostRows
  #bearable = mostRows

  constructor(service: Service, ahead: number) {
    this.#service = service
    this.#ahead = Math.max(1, ahead)
  }

  get size(): number {
    return Math.min(this.#fitting, this.#bearable)
  }

  /** A page; half of it, and half of that, where the service fails on the whole. */
  async page(query: Query): Promise<Omit<Placed, 'offset'>> {
    let { limit } = query
    for (;;) {
      try {
        const { rows, total } = await this.#service.page({ ...query, limit })
        return { rows: new Passing(rows, query.sort, (length) => this.#fit(length)), total }
      } catch (error) {
        const failed = error instanceof CommandError && (error.facts.status ?? 0) >= 500
        if (!failed || limit <= leastRows) throw error
        limit = Math.max(leastRows, Math.floor(limit / 2))
        this.#bearable = limit
      }
    }
  }

  #fit(length: number): void {
    this.#fitting = Math.max(leastRows, Math.min(mostRows, Math.floor(pageBytes / length)))
  }

  /**
   * Each page begins with the last row of the one before it; or, where that shares its moment with others, which may come in
   * any order, with the row in front of them all. `isKnown` judges the first row of a page: one that nobody
   * knows means that rows moved in between, and the page is read again from further back.
   */
  async *pages(selection: Selection, from: number, isKnown: (row: AnswerRow) => boolean): AsyncGenerator<Placed> {
    let offset = from
    let back = 100
    let planned: Planned[] = []
    let total: number | undefined
    for (;;) {
      planned = this.#plan(selection, offset, planned, total)
      const { limit, page: asked } = planned.shift()!
      const page = await asked
      const { rows } = page
      total = page.total
      if (offset > 0 && (!rows.first || !isKnown(rows.first))) {
        offset = Math.max(0, offset - back)
        back *= 2
        planned = []
        continue
      }
      yield { ...page, offset }
      const { count } = rows
      const step = offset === 0 && count === 1 ? 1 : rows.step
      if (step === 0 || (count < limit && total !== undefined && offset + count >= total)) return
      back = 100
      offset += step
    }
  }

  /** Full pages are expected; when one isn't full, what was asked for ahead begins in the wrong place. */
  #plan(selection: Selection, offset: number, before: Planned[], total: number | undefined): Planned[] {
    const planned = before[0]?.offset === offset ? before : []
    const latest = planned.at(-1)
    let next = latest ? latest.offset + latest.limit - 1 : offset
    // What is read from its new end is rarely read far.
    const wanted = total === undefined || selection.order === 'desc' ? 1 : this.#ahead
    const end = total ?? Infinity
    while (planned.length === 0 || (next < end - 1 && planned.length < wanted)) {
      // Of what is read from its new end, the first rows are mostly enough.
      const limit = next === 0 && selection.order === 'desc' ? Math.min(fewRows, this.size) : Math.max(2, this.size)
      const page = this.page({ ...selection, offset: next, limit })
      // A page that is never looked at fails for nobody.
      page.catch(() => {})
      planned.push({ offset: next, limit, page })
      next += limit - 1
    }
    return planned
  }
}
