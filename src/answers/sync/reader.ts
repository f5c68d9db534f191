/** Reads the pages of a list in order, some of them requested ahead. */
import type { AnswerRow } from '../../contract/answers/answer.ts'
import { CommandError } from '../../errors.ts'
import { maxPageRows } from './lateness.ts'
import { PageRows } from './page-rows.ts'
import type { AnswerPages, AnswerPlace, Query } from './service.ts'

export type Selection = Omit<Query, 'offset' | 'limit'>

interface Page<Row extends AnswerPlace> {
  rows: PageRows<Row>
  total: number | undefined
}

export interface ReadPage<Row extends AnswerPlace> extends Page<Row> {
  offset: number
}

interface Planned<Row extends AnswerPlace> {
  offset: number
  limit: number
  page: Promise<Page<Row>>
}

const minPageRows = 10
const firstPageRows = 100
/** Good pages after which larger ones are tried again. */
const goodPages = 50
/** What bounds the reading of one list. */
const slack = 10 * maxPageRows
const mostTimesBack = 50
const mostWithoutTotal = 10_000_000

export class Reader<Row extends AnswerPlace = AnswerRow> {
  readonly #answers: AnswerPages<Row>
  readonly #ahead: number
  /** Rows of a page: half of what the service last failed on, and twice as many again after some good pages. */
  #size = maxPageRows
  #good = 0

  constructor(answers: AnswerPages<Row>, ahead: number) {
    this.#answers = answers
    this.#ahead = Math.max(1, ahead)
  }

  /** A page; where the service fails on it, the smallest one. A service that fails on that as well is away. */
  page(query: Query): Promise<Page<Row>> {
    return this.#orSmallest(query, this.#request(query))
  }

  async #request(query: Query): Promise<Page<Row>> {
    const { rows, total } = await this.#answers.page(query)
    return { rows: new PageRows(rows, query.sort), total }
  }

  async #orSmallest(query: Query, page: Promise<Page<Row>>): Promise<Page<Row>> {
    try {
      const read = await page
      if (++this.#good % goodPages === 0) this.#size = Math.min(maxPageRows, this.#size * 2)
      return read
    } catch (error) {
      if (!hasFailed(error) || query.limit <= minPageRows) throw error
      this.#size = Math.max(minPageRows, Math.floor(query.limit / 2))
      this.#good = 0
      return this.#request({ ...query, limit: minPageRows })
    }
  }

  /**
   * A list may change while it is read, so each page begins with rows of the one before it (`PageRows.step`). `isKnown` is asked for
   * the first row of a page: one that isn't known means that rows moved, and reading goes back a bit. Callers iterate the rows of a
   * page before they take the next one.
   */
  async *pages(selection: Selection, from: number, isKnown: (row: Row) => boolean): AsyncGenerator<ReadPage<Row>> {
    const bound = new Bound(this.#answers.quiz)
    let offset = from
    let back = 100
    let planned: Planned<Row>[] = []
    let total: number | undefined
    for (;;) {
      planned = this.#plan(selection, offset, planned, total)
      // At least one is planned.
      const { limit, page: asked } = planned.shift()!
      const page = await this.#orSmallest({ ...selection, offset, limit }, asked)
      const { rows } = page
      total = page.total
      if (offset > 0 && (!rows.first || !isKnown(rows.first))) {
        bound.goBack(offset)
        offset = Math.max(0, offset - back)
        back *= 2
        planned = []
        continue
      }
      yield { ...page, offset }
      bound.take(page)
      const { count } = rows
      const step = offset === 0 && count === 1 ? 1 : rows.step
      if (step === 0 || (count < limit && total !== undefined && offset + count >= total)) return
      back = 100
      offset += step
    }
  }

  /** Requests ahead assume full pages; after one that isn't full they begin at the wrong position, and are dropped. */
  #plan(selection: Selection, offset: number, before: Planned<Row>[], total: number | undefined): Planned<Row>[] {
    const planned = before[0]?.offset === offset ? before : []
    const latest = planned.at(-1)
    let next = latest ? latest.offset + latest.limit - 1 : offset
    // A list that is read from its newest end is rarely read far.
    const wanted = total === undefined || selection.order === 'desc' ? 1 : this.#ahead
    const end = total ?? Infinity
    while (planned.length === 0 || (next < end - 1 && planned.length < wanted)) {
      // There the first rows are mostly enough.
      const limit = next === 0 && selection.order === 'desc' ? Math.min(firstPageRows, this.#size) : this.#size
      const page = this.#request({ ...selection, offset: next, limit })
      // A dropped page must not end the process when it fails.
      page.catch(() => {})
      planned.push({ offset: next, limit, page })
      next += limit - 1
    }
    return planned
  }
}

const hasFailed = (error: unknown): boolean => error instanceof CommandError && (error.facts.status ?? 0) >= 500

/** What reading one list may cost: a service that ignores the offset, or invents rows, would never come to an end. */
class Bound {
  readonly #quiz: number
  /** Rows that were read, overlaps included. */
  #read = 0
  #first: number | undefined
  #edges = ''
  #furthest = 0
  #timesBack = 0

  constructor(quiz: number) {
    this.#quiz = quiz
  }

  take({ rows: { first, last, count }, total }: Page<AnswerPlace>): void {
    this.#first ??= total
    this.#read += count
    // The list may grow meanwhile, and some rows are read twice.
    const most = this.#first === undefined ? mostWithoutTotal : 3 * Math.min(total ?? 0, 2 * this.#first + slack) + slack
    if (this.#read > most) throw this.#failure(`sent ${this.#read} answers of a list of ${total ?? 'unknown length'}`)
    const edges = `${first?.id} ${last?.id}`
    if (count > 1 && edges === this.#edges) throw this.#failure('sends the same page again and again')
    this.#edges = edges
  }

  /** Rows in front of this position have moved. */
  goBack(offset: number): void {
    this.#timesBack = offset > this.#furthest ? 1 : this.#timesBack + 1
    this.#furthest = Math.max(this.#furthest, offset)
    if (this.#timesBack > mostTimesBack) throw this.#failure('lists them in another order each time')
  }

  #failure(what: string): CommandError {
    return new CommandError('refused', `Survey ${this.#quiz}: the service ${what}, so its list of answers can't be read to the end`, {
      hint: 'What was read is stored; nothing was marked as deleted. If it goes on, report it to the service',
    })
  }
}
