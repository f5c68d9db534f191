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
}

/** An answer to one question, as it was understood. */
export interface Read {
  question: KnownQuestion
  value: Value
}

export const isoTime = (time: number | null): string | null => (time === null ? null : new Date(time).toISOString())

export class Table {
  readonly columns: readonly Column[]
  readonly #values: Values
  readonly #places = new Map<number, Place>()

  constructor(dictionary: Dictionary, values: Values = 'labels') {
    this.columns = columnsOf(dictionary, values)
    this.#values = values
    let at = ownColumns.length
    for (const question of inOrder(dictionary)) {
      const naming = new Naming(question)
      this.#places.set(question.n, { question, decoder: new Decoder(question), naming, fill: fillerOf(question, values), at })
      at += questionColumns(question, values).length
    }
  }

  *#given(answer: StoredAnswer, only?: (question: KnownQuestion) => boolean): Generator<[Place, Value]> {
    for (const [n, said] of JSON.parse(answer.body) as Given) {
      const place = this.#places.get(n)
      if (place && only && !only(place.question)) continue
      const value = place?.decoder.decode(said)
      if (value) yield [place!, value]
    }
  }

  /** One cell a column. `only` leaves questions out; `read` is filled with what was understood. */
  row(answer: StoredAnswer, only?: (question: KnownQuestion) => boolean, read?: Read[]): Cell[] {
    const cells: Cell[] = Array.from<Cell>({ length: this.columns.length }).fill(null)
    Object.values(own(answer)).forEach((cell, index) => (cells[index] = cell))
    for (const [{ question, fill, at }, value] of this.#given(answer, only)) {
      fill(cells, at, value)
      read?.push({ question, value })
    }
    return cells
  }

  /** Values by key; `null` for a question without an answer. */
  json(answer: StoredAnswer): Record<string, unknown> {
    const { id, date_start, date_end, ...rest } = own(answer)
    const thing: Record<string, unknown> = { id, date_start: isoTime(date_start), date_end: isoTime(date_end), ...rest }
    for (const { question } of this.#places.values()) thing[question.key] = null
    for (const [{ question, naming }, value] of this.#given(answer)) thing[question.key] = naming.json(value, this.#values)
    return thing
  }

  *entries(answer: StoredAnswer): Generator<[key: string, entry: Entry]> {
    for (const [{ question, naming }, value] of this.#given(answer)) for (const entry of naming.entries(value)) yield [question.key, entry]
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
