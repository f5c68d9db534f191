/** Pages of a list, one behind the other, some of them asked for ahead. */
import type { AnswerRow } from '../../contract/answer.ts'
import { CommandError } from '../../errors.ts'
import type { Page, Query, Service } from './service.ts'

export type Selection = Omit<Query, 'offset' | 'limit'>

export interface Placed extends Page {
  offset: number
  /** Whether nothing is behind it. */
  last: boolean
}

export const mostRows = 1000
const leastRows = 10
const fewRows = 100
/** What a page should take about. */
const pageBytes = 2 ** 20

/** How far the next page begins behind this one. */
function stepOf(rows: readonly AnswerRow[], sort: Selection['sort']): number {
  const last = rows.length - 1
  let first = last
  while (first > 0 && rows[first - 1]![sort] === rows[last]![sort]) first--
  return first === last || first < 2 ? last : first - 1
}

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
  async page(query: Query): Promise<Page> {
    let { limit } = query
    for (;;) {
      try {
        const page = await this.#service.page({ ...query, limit })
        this.#measure(page.rows)
        return page
      } catch (error) {
        const failed = error instanceof CommandError && (error.facts.status ?? 0) >= 500
        if (!failed || limit <= leastRows) throw error
        limit = Math.max(leastRows, Math.floor(limit / 2))
        this.#bearable = limit
      }
    }
  }

  #measure(rows: readonly AnswerRow[]): void {
    const sample = rows.slice(0, 10)
    if (sample.length === 0) return
    const length = JSON.stringify(sample).length / sample.length
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
    let planned: { offset: number; limit: number; page: Promise<Page> }[] = []
    let total: number | undefined
    for (;;) {
      planned = this.#plan(selection, offset, planned, total)
      const { limit, page: asked } = planned.shift()!
      const page = await asked
      total = page.total
      const first = page.rows[0]
      if (offset > 0 && (!first || !isKnown(first))) {
        offset = Math.max(0, offset - back)
        back *= 2
        planned = []
        continue
      }
      const count = page.rows.length
      const step = offset === 0 && count === 1 ? 1 : Math.max(stepOf(page.rows, selection.sort), 0)
      const last = step === 0 || (count < limit && (total === undefined || offset + count >= total))
      yield { ...page, offset, last }
      if (last) return
      back = 100
      offset += step
    }
  }

  /** Full pages are expected; when one isn't full, what was asked for ahead begins in the wrong place. */
  #plan<Asked extends { offset: number; limit: number; page: Promise<Page> }>(
    selection: Selection,
    offset: number,
    before: Asked[],
    total: number | undefined,
  ): { offset: number; limit: number; page: Promise<Page> }[] {
    const planned: { offset: number; limit: number; page: Promise<Page> }[] = before[0]?.offset === offset ? before : []
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
