/** Reads the rows of a list in batches: page by page, or streamed if the answer is the array itself. */
import type { AnyOperation } from '../contract/core/operation.ts'
import { CommandError } from '../errors.ts'
import { parseExactly } from '../text/exact.ts'
import { firstRows, verbatimParser } from '../text/verbatim.ts'
import { unpacked, withoutEchoes } from './answer.ts'
import { at, wrongAnswer } from './check.ts'
import { exchangeOf, requestOf, type Asked } from './asked.ts'
import type { Caller } from './caller.ts'
import { Cursor } from './cursor.ts'
import { Deadline } from './deadline.ts'
import type { Job } from './job.ts'
import { parsePlainly, type Parse } from './json.ts'
import { failureOf } from './failures.ts'
import type { Page } from './page.ts'
import { isBody, refusedWith } from './refusal.ts'
import type { Retry } from './retry.ts'
import { release } from './body-memory.ts'
import { ArraySplitter, pieceSize } from './split.ts'
import type { Values } from './request.ts'
import type { Incoming } from './exchange.ts'

export interface Bounds<One = unknown> {
  /** Rows to read, over as many pages as needed. */
  limit?: number | undefined
  all?: boolean | undefined
  /** Numbers keep the text they were sent as, for output. A function decides it for each batch. `verbatim`: rows keep their whole text. */
  exact?: boolean | 'verbatim' | ((rows: readonly One[]) => boolean) | undefined
}

export interface Rows<One = unknown> extends AsyncIterable<One[]> {
  /** One page, whatever the bounds; each batch is parsed when it is iterated. */
  page: () => Promise<Iterable<One[]>>
  /** After reading: whether the service has more rows than were requested. */
  readonly more: boolean
  /** The number of all rows, if the service tells it. */
  readonly total: number | undefined
}

/** `parseExactly` is slow, and hardly any number needs it. */
const parserOf = <One>(exact: Bounds<One>['exact']): Parse => {
  if (exact === 'verbatim') return verbatimParser()
  if (typeof exact !== 'function') return exact ? parseExactly : parsePlainly
  return (text) => {
    const rows: One[] = JSON.parse(text)
    return exact(rows) ? parseExactly(text) : rows
  }
}

/** What reading a list needs of the client. */
export interface Source {
  caller: Caller
  job: (input: Values) => Job
  /** A page with the rows under a key. */
  page: (job: Job, key: string, parse: Parse) => Promise<Page & { status: number }>
  /** The head of a good answer. */
  head: (job: Job, retry: Retry) => Promise<Incoming>
  retry: (asked: Asked) => Retry
}

/** Bytes kept of a stream that turns out not to be a list, for the message. */
const longestBeginning = 1000

/** Keys that lists are looked for under, if not under the operation's own. */
const usualKeys = ['items', 'data', 'logs', 'answers', 'files', 'inputs']

function rowsIn(page: unknown, key: string): unknown[] | undefined {
  if (Array.isArray(page)) return page
  const found = [key, ...usualKeys]
    .filter(Boolean)
    .map((name) => at(page, name.split('.')))
    .find((value) => Array.isArray(value))
  return found
}

/** Frees the bytes after the last row. */
function* released(rows: Iterable<unknown[]>, bytes: Buffer): Generator<unknown[]> {
  yield* rows
  release(bytes)
}

const wrapped = (rows: unknown[] | undefined): unknown[][] | undefined => rows && [rows]

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

  [Symbol.asyncIterator](): AsyncIterator<unknown[]> {
    const { rows, paging } = this.#operation
    return rows === '' && paging?.max === undefined ? this.#stream() : this.#pages()
  }

  async *#stream(): AsyncGenerator<unknown[]> {
    const { limit } = this.#bounds
    const job = this.#source.job(this.#operation.paging && limit !== undefined ? { ...this.#input, limit } : this.#input)
    const retry = this.#source.retry(job.asked)
    let left = limit ?? Infinity
    let delivered = false
    while (true) {
      try {
        for await (const batch of this.#batches(job, retry)) {
          this.more = batch.length > left
          delivered = true
          yield firstRows(batch, left)
          left -= batch.length
          if (this.more) return
        }
        return
      } catch (error) {
        // Rows that were handed out can't be read again.
        if (delivered) throw error
        await retry.after(error)
      }
    }
  }

  async *#batches(job: Job, retry: Retry): AsyncGenerator<unknown[]> {
    const incoming = await this.#source.head(job, retry)
    const splitter = new ArraySplitter(parserOf(this.#bounds.exact))
    const deadline = new Deadline(incoming, this.#source.caller.longest)
    let beginning: Buffer | undefined
    try {
      for await (const chunk of unpacked(incoming)) {
        beginning ??= chunk.subarray(0, longestBeginning)
        deadline.take(chunk.length)
        // The time that the consumer of the rows takes doesn't count.
        deadline.stop()
        for (let at = 0; at < chunk.length; at += pieceSize) {
          const rows = splitter.push(chunk.subarray(at, at + pieceSize))
          if (rows.length > 0) yield rows
        }
        deadline.start()
      }
      deadline.stop()
      const { rows: last, other } = splitter.end()
      if (last.length > 0) yield last
      if (other === undefined) return
      const refused = refusedWith(other, job.asked)
      if (refused !== undefined) {
        const answer = withoutEchoes({ ...incoming, body: Buffer.from(JSON.stringify(other)) })
        throw failureOf(answer, job.asked, refused)
      }
      const rows = rowsIn(other, '')
      if (!rows) throw this.#noList(other, job, incoming.status)
      this.#count(other)
      yield rows
    } catch (error) {
      throw this.#source.caller.translate(deadline.judge(error), job, incoming, beginning)
    } finally {
      deadline.stop()
    }
  }

  async page(): Promise<Iterable<unknown[]>> {
    const { rows, bytes } = await this.#page(this.#source.job(this.#input))
    return released(rows, bytes)
  }

  async #page(job: Job): Promise<{ around: unknown; bytes: Buffer; rows: Iterable<unknown[]> }> {
    const { rows: key = '' } = this.#operation
    const { around, bytes, status, rows = wrapped(rowsIn(around, key)) } = await this.#source.page(job, key, parserOf(this.#bounds.exact))
    if (!rows) throw this.#noList(around, job, status)
    this.#count(around)
    return { around, bytes, rows }
  }

  async *#pages(): AsyncGenerator<unknown[]> {
    let left = this.#bounds.limit ?? Infinity
    const cursor = new Cursor(this.#operation, this.#input, this.#bounds)
    let last: Buffer | undefined
    while (true) {
      const job = this.#source.job({ ...this.#input, ...cursor.values(left) })
      const { around, bytes, rows } = await this.#page(job)
      if (last && bytes.length > 0 && bytes.equals(last)) throw samePage(job)
      if (last) release(last)
      last = bytes
      let count = 0
      for (const batch of rows) {
        if (batch.length > 0 && count < left) yield firstRows(batch, left - count)
        count += batch.length
      }
      cursor.fit(count, bytes.length)
      const further = cursor.advance(isBody(around) ? around : {}, count, this.total)
      this.more = further || count > left
      left -= count
      if (!cursor.bounded || left <= 0 || count === 0 || !further) return
    }
  }

  #count(page: unknown): void {
    const total = at(page, ['total']) ?? at(page, ['meta', 'total'])
    this.total = typeof total === 'number' ? total : undefined
  }

  #noList(page: unknown, { asked }: Job, status: number): CommandError {
    const path = (this.#operation.rows ?? '').split('.').filter(Boolean)
    return wrongAnswer({ path, expected: 'array', message: '' }, page, asked, status)
  }
}

const samePage = ({ asked }: Job): CommandError =>
  new CommandError('refused', `${exchangeOf(asked)}: the service returns the same page again and again`, {
    request: requestOf(asked),
  })
