/**
 * The rows of one page, which can be iterated once: they are parsed some at a time meanwhile. Held all at once they would be
 * twice the work for the collector, and a first sync would take a third longer. Of all that came by, it is known how many there
 * were, which was the last, and where the next page begins.
 */
import type { Query, AnswerPlace } from './service.ts'

export class PageRows<Row extends AnswerPlace> implements Iterable<Row> {
  readonly first: Row | undefined
  last: Row | undefined
  count = 0
  readonly #rest: Iterator<Row>
  readonly #sort: Query['sort']
  /** Index of the first row with the same moment as the last one. */
  #tie = 0

  constructor(rows: Iterable<Row>, sort: Query['sort']) {
    this.#rest = rows[Symbol.iterator]()
    this.first = this.#next()
    this.#sort = sort
  }

  #next(): Row | undefined {
    const { done, value } = this.#rest.next()
    return done ? undefined : value
  }

  *[Symbol.iterator](): Generator<Row> {
    if (this.count > 0) throw new Error('The rows of a page can be iterated once')
    for (let row = this.first; row !== undefined; row = this.#next()) {
      if (row[this.#sort] !== this.last?.[this.#sort]) this.#tie = this.count
      this.last = row
      this.count++
      yield row
    }
  }

  /**
   * How many rows behind this page's begin the next one begins, once all rows came by:
   *
   *     a b c d              letters are moments. None comes twice at the end: the next page begins with the last row
   *           d e f g
   *
   *     a b c c              rows of one moment may come in another order each time, and there may be more behind the page:
   *       b c c c            the next one begins in front of them all
   *
   *     c c c c              one moment fills the page: the next one begins with its last row. Rows of c may be missed then,
   *           c c d e        which callers see by their number (`reconcile`)
   */
  get step(): number {
    const last = Math.max(0, this.count - 1)
    return this.#tie === last || this.#tie < 2 ? last : this.#tie - 1
  }
}
