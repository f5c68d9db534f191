/** Reads the pages of a list in order, some of them requested ahead. */
import type { AnswerRow } from '../../contract/answer.ts'
import { CommandError } from '../../errors.ts'
import { PageRows } from './page-rows.ts'
import type { Query, Service } from './service.ts'

export type Selection = Omit<Query, 'offset' | 'limit'>

export interface ReadPage {
  rows: PageRows
  offset: number
  total: number | undefined
}

interface Planned {
  offset: number
  limit: number
  page: Promise<Omit<ReadPage, 'offset'>>
}

export const maxPageRows = 1000
const minPageRows = 10
const firstPageRows = 100
/** What a page should have, about. */
const pageBytes = 2 ** 20

export class Reader {
  readonly #service: Service
  readonly #ahead: number
  /** Rows of a page, so that it has about `pageBytes`. */
  #limitBySize = maxPageRows
  /** Rows of a page on which the service hasn't failed. */
  #limitByFailures = maxPageRows

  constructor(service: Service, ahead: number) {
    this.#service = service
    this.#ahead = Math.max(1, ahead)
  }

  get size(): number {
    return Math.min(this.#limitBySize, this.#limitByFailures)
  }

  /** A page; where the service fails on it, half of it, and so on. */
  async page(query: Query): Promise<Omit<ReadPage, 'offset'>> {
    let { limit } = query
    for (;;) {
      try {
        const { rows, total } = await this.#service.page({ ...query, limit })
        return { rows: new PageRows(rows, query.sort, (length) => this.#adaptLimit(length)), total }
      } catch (error) {
        const failed = error instanceof CommandError && (error.facts.status ?? 0) >= 500
        if (!failed || limit <= minPageRows) throw error
        limit = Math.max(minPageRows, Math.floor(limit / 2))
        this.#limitByFailures = limit
      }
    }
  }

  #adaptLimit(length: number): void {
    this.#limitBySize = Math.max(minPageRows, Math.min(maxPageRows, Math.floor(pageBytes / length)))
  }

  /**
   * Each page begins with the last row of the one before it; or, where other rows have the same moment, whose order may differ
   * between requests, with the row in front of them all. `isKnown` is asked for the first row of a page: one that isn't known
   * means that rows moved between the requests, and reading goes back a bit.
   */
  async *pages(selection: Selection, from: number, isKnown: (row: AnswerRow) => boolean): AsyncGenerator<ReadPage> {
    let offset = from
    let back = 100
    let planned: Planned[] = []
    let total: number | undefined
    for (;;) {
      planned = this.#plan(selection, offset, planned, total)
      // At least one is planned.
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

  /** Requests ahead assume full pages; after one that isn't full they begin in the wrong place, and are dropped. */
  #plan(selection: Selection, offset: number, before: Planned[], total: number | undefined): Planned[] {
    const planned = before[0]?.offset === offset ? before : []
    const latest = planned.at(-1)
    let next = latest ? latest.offset + latest.limit - 1 : offset
    // A list that is read from its newest end is rarely read far.
    const wanted = total === undefined || selection.order === 'desc' ? 1 : this.#ahead
    const end = total ?? Infinity
    while (planned.length === 0 || (next < end - 1 && planned.length < wanted)) {
      // There the first rows are mostly enough.
      const limit = next === 0 && selection.order === 'desc' ? Math.min(firstPageRows, this.size) : Math.max(2, this.size)
      const page = this.page({ ...selection, offset: next, limit })
      // A dropped page must not end the process when it fails.
      page.catch(() => {})
      planned.push({ offset: next, limit, page })
      next += limit - 1
    }
    return planned
  }
}
