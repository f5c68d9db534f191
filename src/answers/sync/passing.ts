/** The rows of one page as they go by: what is to be known of them afterwards is noted, and none but the ends are held. */
import type { AnswerRow } from '../../contract/answer.ts'
import type { Query } from './service.ts'

/** Rows that tell how long rows are. */
const sampled = 10

export class Passing implements Iterable<AnswerRow> {
  readonly first: AnswerRow | undefined
  last: AnswerRow | undefined
  count = 0
  readonly #rest: Iterator<AnswerRow>
  readonly #sort: Query['sort']
  readonly #measured: (length: number) => void
  /** Where the rows begin that share their moment with the last one. */
  #moment = 0
  #isGoing = false

  /** `measured` is told how long a row is, as JSON. */
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

  /** Once. */
  *[Symbol.iterator](): Generator<AnswerRow> {
    if (this.#isGoing) throw new Error('The rows of a page go by once')
    this.#isGoing = true
    let length = 0
    for (let row = this.first; row !== undefined; row = this.#next()) {
      if (row[this.#sort] !== this.last?.[this.#sort]) this.#moment = this.count
      this.last = row
      this.count++
      if (this.count <= sampled) length += JSON.stringify(row).length
      yield row
    }
    if (this.count > 0) this.#measured(length / Math.min(this.count, sampled))
  }

  /** How far the next page begins behind this one, all of whose rows went by. */
  get step(): number {
    const last = Math.max(0, this.count - 1)
    return this.#moment === last || this.#moment < 2 ? last : this.#moment - 1
  }
}
