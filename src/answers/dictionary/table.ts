/** Stored answers as typed values: cells of a wide table, JSON, rows of a long one. */
import { Decoder, type Value } from '../decode/decoder.ts'
import type { StoredAnswer } from '../store/store.ts'
import { columnsOf, fillerOf, inOrder, ownColumns, questionColumns, type Cell, type Column, type Filler, type Values } from './columns.ts'
import { Naming, type Entry } from './natural.ts'
import type { Dictionary, Given, KnownQuestion } from './shape.ts'

interface Place {
  question: KnownQuestion
  decoder: Decoder
  naming: Naming
  fill: Filler
  at: number
  nth: number
  /** As JSON, by its words, what was said before: most answers are said again and again. */
  written: Map<string, string>
}

/** An answer to one question, as it was understood. */
export interface Read {
  question: KnownQuestion
  value: Value
}

/** For each question. */
const mostWritten = 10_000
const longestWritten = 200

const memberOf = ({ key }: KnownQuestion, value: unknown): string => `"${key}":${JSON.stringify(value)}`

export const isoTime = (time: number | null): string | null => (time === null ? null : new Date(time).toISOString())

export class Table {
  readonly columns: readonly Column[]
  readonly #values: Values
  /** By the number of the question. */
  readonly #places = new Map<number, Place>()
  readonly #blank: readonly null[]
  /** Members for who answered nothing. */
  readonly #silent: readonly string[]

  constructor(dictionary: Dictionary, values: Values = 'labels') {
    this.columns = columnsOf(dictionary, values)
    this.#values = values
    let at = ownColumns.length
    for (const question of inOrder(dictionary)) {
      const naming = new Naming(question)
      const [decoder, fill] = [new Decoder(question), fillerOf(question, values)]
      this.#places.set(question.n, { question, decoder, naming, fill, at, nth: this.#places.size, written: new Map() })
      at += questionColumns(question, values).length
    }
    this.#blank = this.columns.slice(ownColumns.length).map(() => null)
    this.#silent = [...this.#places.values()].map(({ question }) => memberOf(question, null))
  }

  #read({ body }: StoredAnswer, take: (place: Place, value: Value) => void, only?: (question: KnownQuestion) => boolean): void {
    for (const [n, said] of JSON.parse(body) as Given) {
      const place = this.#places.get(n)
      if (!place || (only && !only(place.question))) continue
      const value = place.decoder.decode(said)
      if (value) take(place, value)
    }
  }

  /** One cell a column. `only` leaves questions out; `read` is filled with what was understood. */
  row(answer: StoredAnswer, only?: (question: KnownQuestion) => boolean, read?: Read[]): Cell[] {
    const { id, date_start, date_end, duration_s, is_complete, is_screenout } = own(answer)
    const cells: Cell[] = [id, date_start, date_end, duration_s, is_complete, is_screenout, ...this.#blank]
    const take = ({ question, fill, at }: Place, value: Value): void => {
      fill(cells, at, value)
      read?.push({ question, value })
    }
    this.#read(answer, take, only)
    return cells
  }

  /** Names of all that `members` writes, as JSON. */
  get keys(): string {
    return JSON.stringify([...ownColumns.map(({ name }) => name), ...[...this.#places.values()].map(({ question }) => question.key)])
  }

  /** The inside of a JSON object: values by key; `null` for a question without an answer. */
  members(answer: StoredAnswer): string {
    const { id, date_start, date_end, ...rest } = own(answer)
    const head = JSON.stringify({ id, date_start: isoTime(date_start), date_end: isoTime(date_end), ...rest }).slice(1, -1)
    const members = [head, ...this.#silent]
    for (const [n, said] of JSON.parse(answer.body) as Given) {
      const place = this.#places.get(n)
      if (place) members[1 + place.nth] = this.#member(place, said) ?? members[1 + place.nth]!
    }
    return members.join(',')
  }

  #member({ question, decoder, naming, written }: Place, said: unknown): string | undefined {
    const known = typeof said === 'string' ? written.get(said) : undefined
    if (known !== undefined) return known
    const value = decoder.decode(said)
    const member = value && memberOf(question, naming.json(value, this.#values))
    if (member && typeof said === 'string' && said.length <= longestWritten && written.size < mostWritten) written.set(said, member)
    return member
  }

  entries(answer: StoredAnswer): [key: string, entry: Entry][] {
    const entries: [string, Entry][] = []
    this.#read(answer, ({ question, naming }, value) => {
      for (const entry of naming.entries(value)) entries.push([question.key, entry])
    })
    return entries
  }
}

interface Own {
  id: number
  date_start: number | null
  date_end: number | null
  duration_s: number | null
  is_complete: boolean
  is_screenout: boolean
}

/** In the order of `ownColumns`. */
const own = ({ id, start, end, state }: StoredAnswer): Own => ({
  id,
  date_start: start || null,
  date_end: end,
  duration_s: end !== null && start ? Math.max(0, (end - start) / 1000) : null,
  is_complete: state === 1,
  is_screenout: state === 2,
})
