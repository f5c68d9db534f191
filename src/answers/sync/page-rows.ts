/** The rows of one page, which can be iterated once. Only the first and the last row are held, and what `Reader` has to know of the rest. */
import type { AnswerRow } from '../../contract/answer.ts'
import type { Query } from './service.ts'

/** Rows whose length is measured. */
const sampleSize = 10

export class PageRows implements Iterable<AnswerRow> {
  readonly first: AnswerRow | undefined
  last: AnswerRow | undefined
  count = 0
  readonly #rest: Iterator<AnswerRow>
  readonly #sort: Query['sort']
  readonly #measured: (length: number) => void
  /** Index of the first row with the same moment as the last one. */
  #lastTieStart = 0
  #isIterated = false

  /** `measured` gets the mean length of a row as JSON. */
  constructor(rows: Iterable<AnswerRow>, sort: Query['sort'], measured: (length: number) => void) {
    this.#rest = rows[Symbol.iterator]()
    this.first = this.#next()
    this.#sort = sort
    this.#measured = measured
  }

  #next(): AnswerRow | undefined {
    const { done, value } = this.#rest.next()
    return done ? undefined : value
  }

  *[Symbol.iterator](): Generator<AnswerRow> {
    if (this.#isIterated) throw new Error('The rows of a page can be iterated once')
    this.#isIterated = true
    let length = 0
    for (let row = this.first; row !== undefined; row = this.#next()) {
      if (row[this.#sort] !== this.last?.[this.#sort]) this.#lastTieStart = this.count
      this.last = row
      this.count++
      if (this.count <= sampleSize) length += JSON.stringify(row).length
      yield row
    }
    if (this.count > 0) this.#measured(length / Math.min(this.count, sampleSize))
  }

  /** How many rows behind this page's begin the next one begins; known once all rows were iterated. */
  get step(): number {
    const last = Math.max(0, this.count - 1)
    return this.#lastTieStart === last || this.#lastTieStart < 2 ? last : this.#lastTieStart - 1
  }
}
