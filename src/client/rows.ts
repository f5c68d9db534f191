/** Reads the rows of a list page by page. */
import type { AnyOperation } from '../contract/core/operation.ts'
import type { CommandError } from '../errors.ts'
import { PageGuard } from './page-guard.ts'
import { valueAt, wrongAnswer } from './answer/check.ts'
import type { Read } from './answer/json.ts'
import { writtenItems } from './answer/written-items.ts'
import { exchangeOf } from './asked.ts'
import { Cursor } from './cursor.ts'
import type { Job } from './job.ts'
import { isObject } from '../text/is-object.ts'
import type { Values } from './request.ts'

export interface Bounds<One = unknown> {
  /** Rows to read, over as many pages as needed. */
  limit?: number | undefined
  all?: boolean | undefined
  /** Numbers keep the text they were sent as, for output. A function decides it for each page. */
  exact?: boolean | ((rows: readonly One[]) => boolean) | undefined
  /** Given before each batch: its rows as the service wrote them. */
  texts?: ((texts: readonly Uint8Array[]) => void) | undefined
}

export interface Rows<One = unknown> extends AsyncIterable<One[]> {
  /** One page, whatever the bounds. */
  page: () => Promise<Iterable<One[]>>
  /** After reading: whether the service has more rows than were requested. */
  readonly more: boolean
  /** The number of all rows, if the service tells it. */
  readonly total: number | undefined
}

interface Page extends Read {
  status: number
  body: Uint8Array
  /** Its bytes are needed no longer. */
  release: () => void
}

/** What reading a list needs of the client. */
interface Source {
  job: (input: Values) => Job
  /** A good answer. */
  page: (job: Job) => Promise<Page>
}

/** Keys that lists are looked for under, if not under the operation's own. */
const usualKeys = ['items', 'data', 'logs', 'answers', 'files', 'inputs']

/** Where in a page its rows are; without a key under one of the usual. */
export function placeOfRows(page: unknown, key = ''): readonly string[] | undefined {
  if (Array.isArray(page)) return []
  return [key, ...usualKeys]
    .filter(Boolean)
    .map((name) => name.split('.'))
    .find((path) => Array.isArray(valueAt(page, path)))
}

export const rowsAt = (page: unknown, place: readonly string[]): unknown[] => valueAt(page, place) as unknown[]

export class ListReader<One> implements Rows {
  more = false
  total: number | undefined
  readonly #operation: AnyOperation
  readonly #input: Values
  readonly #bounds: Bounds<One>
  readonly #source: Source

  constructor(operation: AnyOperation, input: Values, bounds: Bounds<One>, source: Source) {
    this.#operation = operation
    this.#input = input
    this.#bounds = bounds
    this.#source = source
  }

  async page(): Promise<Iterable<unknown[]>> {
    return [(await this.#page(this.#source.job(this.#input))).rows]
  }

  async #page(job: Job): Promise<{ envelope: unknown; bytes: number; rows: unknown[] }> {
    const { rows: key = '' } = this.#operation
    const { value, status, exactly, body, release } = await this.#source.page(job)
    const place = placeOfRows(value, key)
    if (!place) throw this.#noList(value, job, status)
    this.#readTotal(value)
    const rows = rowsAt(value, place)
    const { exact, texts } = this.#bounds
    // The contract says of what form the rows are; answers are checked leniently.
    const isExact = typeof exact === 'function' ? exact(rows as One[]) : exact
    const shown = isExact ? rowsAt(exactly(), place) : rows
    const bytes = body.byteLength
    if (texts) {
      // They are parts of the body, and go with it.
      texts(writtenItems(body, place))
    } else release()
    return { envelope: value, bytes, rows: shown }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<unknown[]> {
    let left = this.#bounds.limit ?? Infinity
    const cursor = new Cursor(this.#operation, this.#input, this.#bounds)
    let guard: PageGuard | undefined
    while (true) {
      const job = this.#source.job({ ...this.#input, ...cursor.parameters(left) })
      const { envelope, bytes, rows } = await this.#page(job)
      const further = cursor.advance(isObject(envelope) ? envelope : {}, rows.length, this.total)
      // One page needs no guard.
      if (further || guard) (guard ??= new PageGuard(exchangeOf(job.asked))).take(rows, this.total)
      if (rows.length > 0) yield rows.length > left ? rows.slice(0, left) : rows
      cursor.fit(rows.length, bytes)
      this.more = further || rows.length > left
      left -= rows.length
      if (!cursor.isPaged || left <= 0 || rows.length === 0 || !further) return
    }
  }

  #readTotal(page: unknown): void {
    const total = valueAt(page, ['total']) ?? valueAt(page, ['meta', 'total'])
    this.total = typeof total === 'number' ? total : undefined
  }

  #noList(page: unknown, { asked }: Job, status: number): CommandError {
    const path = (this.#operation.rows ?? '').split('.').filter(Boolean)
    return wrongAnswer({ path, expected: 'array', message: '' }, page, asked, status)
  }
}
