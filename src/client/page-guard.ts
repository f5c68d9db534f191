/**
 * For every loop over the pages of a list: a service that gives one page again and again, or ever more rows than it says there are,
 * ends it with words, whoever reads.
 */
import { CommandError } from '../errors.ts'

/** A list may grow while it is read: to so many times what it was, and so many rows beside that. */
const [growth, someRows] = [2, 10_000]

export class PageGuard {
  readonly #what: string
  readonly #pages = new Set<string>()
  #latest = ''
  #most: number | undefined
  #read = 0

  /** `what`: the list in words, such as `GET /quiz/42/answers`. */
  constructor(what: string) {
    this.#what = what
  }

  /** Takes the rows of each page as it comes; a page is known by the ids of its rows, or else as the same twice in a row. */
  take(rows: readonly unknown[], total?: number): void {
    if (rows.length === 0) return
    const ids = rows.map(idOf)
    const hasIds = !ids.includes(undefined)
    const page = JSON.stringify(hasIds ? ids : rows)
    if (hasIds ? this.#pages.has(page) : page === this.#latest) throw this.#wrong('the service returns the same page again and again')
    if (hasIds) this.#pages.add(page)
    this.#latest = page
    this.#read += rows.length
    this.#most ??= total === undefined ? undefined : total * growth + someRows
    if (this.#most !== undefined && this.#read > this.#most)
      throw this.#wrong(`the service keeps returning rows: ${this.#read} so far, more than twice as many as it announced`)
  }

  #wrong(how: string): CommandError {
    return new CommandError('refused', `${this.#what}: ${how}`, { code: 'endless_list' })
  }
}

const idOf = (row: unknown): unknown => (typeof row === 'object' && row !== null && 'id' in row ? row.id : undefined)
