/** The position in a list that is read page by page. */
import type { AnyOperation } from '../contract/core/operation.ts'
import type { Values } from './request.ts'

/** The object around the rows; the service promises none of its fields. */
export type Envelope = Readonly<Record<string, unknown>>

/** Rows of a page of a list that the service gives as a whole by default. */
const longPage = 5_000
/** Bytes that a page should have at most, once the size of a row is known. */
const pageBytes = 2 ** 21

/** Gives the paging parameters of each request, and decides whether another page follows. */
export class Cursor {
  /** Whether we page; else one request takes what the service gives by itself. */
  readonly isPaged: boolean
  readonly #by: 'offset' | 'page' | undefined
  /** Rows of a page: what was asked for, else the service's default. */
  readonly #size: number | undefined
  /** The most rows of a page that may be asked for. */
  readonly #max: number
  /** Rows that fit into `pageBytes`, by the last page. */
  #fitting = Infinity
  /** Rows that the last request asked for. */
  #step: number | undefined
  #offset: number
  #page: number

  constructor({ paging }: AnyOperation, input: Values, { limit, all }: { limit?: number | undefined; all?: boolean | undefined }) {
    this.isPaged = paging !== undefined && (all === true || limit !== undefined || paging.size === undefined)
    this.#by = paging?.by
    this.#max = paging?.max ?? (paging?.size === undefined ? longPage : Infinity)
    const given = Number(input[this.#by === 'page' ? 'per_page' : 'limit'] ?? paging?.size)
    this.#size = Number.isNaN(given) ? undefined : given
    this.#offset = Number(input.offset ?? 0)
    this.#page = Number(input.page ?? 1)
  }

  /** Asks for fewer rows at a time when they are long, so that memory doesn't grow with them. */
  fit(count: number, size: number): void {
    if (count > 0) this.#fitting = Math.max(1, Math.floor((count * pageBytes) / size))
  }

  /**
   * Of the next request, with so many rows `left` to read. With page numbers the size must stay the same to the end; with offsets the
   * last page is as short as needed.
   */
  parameters(left: number): Values {
    if (!this.#by || !this.isPaged) return {}
    const step = this.#by === 'page' && this.#step !== undefined ? this.#step : Math.min(this.#max, this.#fitting, left)
    this.#step = step === Infinity ? undefined : step
    return this.#by === 'page'
      ? { page: this.#page, per_page: this.#step }
      : { ...((this.#offset > 0 || this.#size !== undefined) && { offset: this.#offset }), limit: this.#step }
  }

  /** Whether the service has more behind this page. */
  advance(page: Envelope, count: number, total: number | undefined): boolean {
    const size = typeof page.per_page === 'number' ? page.per_page : (this.#step ?? this.#size)
    const before = this.#by === 'page' ? (this.#page - 1) * (size ?? count) : this.#offset
    this.#page++
    this.#offset += count
    // More than was asked for is all of it: the service takes no pages.
    if (!this.#by || count === 0 || (total === undefined && count > (this.#step ?? Infinity))) return false
    if (total !== undefined) return before + count < total
    if (typeof page.has_more === 'boolean') return page.has_more
    if (typeof page.last_page === 'number') return this.#page <= page.last_page
    const asked = typeof page.limit === 'number' ? page.limit : size
    return asked !== undefined && count >= asked
  }
}
