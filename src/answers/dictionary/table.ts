/**
 * Stored answers decoded: as cells of a wide table, as JSON, as rows of a long table. The files of `derive` (CSV, Parquet, SQLite) are
 * written from its cells; which columns there are stands in `columns.ts`.
 */
import { Decoder, type Value } from '../decode/decoder.ts'
import type { StoredAnswer } from '../store/store.ts'
import {
  columnsOf,
  fillerOf,
  orderedQuestions,
  ownColumnsOf,
  questionColumns,
  type Cell,
  type Column,
  type Filler,
  type OptionValues,
} from './columns.ts'
import { ValueFormatter } from './value-formatter.ts'
import { networkNames } from './keeping.ts'
import { hasOptions, parseBody, parseNetwork, type Dictionary, type KnownQuestion } from './shape.ts'

interface QuestionPlan {
  question: KnownQuestion
  decoder: Decoder
  formatter: ValueFormatter
  /** Members of a JSON object; without a value they are null. */
  members: (value?: Value) => string
  fill: Filler
  /** Index of its first column. */
  at: number
  /** Its place among the members. */
  nth: number
}

export const longHead = ['answer_id', 'key', 'row', 'code', 'label', 'number', 'text', 'position']

/** An answer to one question. */
export interface DecodedAnswer {
  question: KnownQuestion
  value: Value
}

const memberOf = (key: string, value: unknown): string => `"${key}":${JSON.stringify(value)}`

function memberWriter(
  formatter: ValueFormatter,
  { key, kind }: KnownQuestion,
  values: OptionValues,
  keys: ReadonlySet<string>,
): QuestionPlan['members'] {
  const json = (value: Value | undefined, form: 'labels' | 'codes'): unknown => (value ? formatter.json(value, form) : null)
  if (values !== 'both' || !hasOptions(kind)) return (value) => memberOf(key, json(value, values === 'codes' ? 'codes' : 'labels'))
  const code = keys.has(`${key}_code`.toLowerCase()) ? `${key}_code_` : `${key}_code`
  return (value) => `${memberOf(key, json(value, 'labels'))},${memberOf(code, json(value, 'codes'))}`
}

export function isoTime(time: number): string
export function isoTime(time: number | null): string | null
export function isoTime(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString()
}

export class Table {
  readonly columns: readonly Column[]
  /** Network facts that have columns, by their place in what is stored. */
  readonly #network: readonly (readonly [name: string, at: number])[]
  /** By the number of the question. */
  readonly #plans = new Map<number, QuestionPlan>()
  readonly #blank: readonly null[]
  /** Members of an answer that gives nothing. */
  readonly #blankMembers: readonly string[]

  constructor(dictionary: Dictionary, values: OptionValues = 'labels') {
    this.columns = columnsOf(dictionary, values)
    const own = ownColumnsOf(dictionary)
    const names = new Set(own.map(({ name }) => name))
    this.#network = networkNames.flatMap((name, at) => (names.has(name) ? [[name, at] as const] : []))
    let at = own.length
    const questions = orderedQuestions(dictionary)
    const keys = new Set(questions.map(({ key }) => key.toLowerCase()))
    for (const question of questions) {
      const formatter = new ValueFormatter(question)
      const members = memberWriter(formatter, question, values, keys)
      const [decoder, fill] = [new Decoder(question), fillerOf(question, values)]
      this.#plans.set(question.n, { question, decoder, formatter, members, fill, at, nth: this.#plans.size })
      at += questionColumns(question, values).length
    }
    this.#blank = this.columns.slice(own.length).map(() => null)
    this.#blankMembers = [...this.#plans.values()].map(({ members }) => members())
  }

  #read({ body }: StoredAnswer, take: (plan: QuestionPlan, value: Value) => void, only?: (question: KnownQuestion) => boolean): void {
    for (const [n, said] of parseBody(body)) {
      const plan = this.#plans.get(n)
      if (!plan || (only && !only(plan.question))) continue
      const value = plan.decoder.decode(said)
      if (value) take(plan, value)
    }
  }

  /** One cell a column. `only` leaves questions out; decoded answers are appended to `decoded`. */
  row(answer: StoredAnswer, only?: (question: KnownQuestion) => boolean, decoded?: DecodedAnswer[]): Cell[] {
    const { id, date_start, date_end, duration_s, is_complete, is_screenout } = ownValues(answer)
    const cells: Cell[] = [id, date_start, date_end, duration_s, is_complete, is_screenout]
    if (this.#network.length > 0) cells.push(...this.#networkOf(answer))
    cells.push(...this.#blank)
    const take = ({ question, fill, at }: QuestionPlan, value: Value): void => {
      fill(cells, at, value, answer.start)
      decoded?.push({ question, value })
    }
    this.#read(answer, take, only)
    return cells
  }

  #networkOf({ net }: StoredAnswer): (string | null)[] {
    const facts = parseNetwork(net)
    return this.#network.map(([, at]) => facts[at] ?? null)
  }

  /** The inside of a JSON object: values by key; `null` for a question without an answer. */
  members(answer: StoredAnswer): string {
    const { id, date_start, date_end, ...rest } = ownValues(answer)
    const facts = this.#networkOf(answer)
    const network = Object.fromEntries(this.#network.map(([name], index) => [name, facts[index]]))
    const head = JSON.stringify({ id, date_start: isoTime(date_start), date_end: isoTime(date_end), ...rest, ...network }).slice(1, -1)
    const members = [head, ...this.#blankMembers]
    this.#read(answer, ({ nth, members: write }, value) => (members[1 + nth] = write(value)))
    return members.join(',')
  }

  /** Cells as `longHead` names them, a row for each given value. */
  longRows(answer: StoredAnswer): (string | number | null)[][] {
    const rows: (string | number | null)[][] = []
    this.#read(answer, ({ question, formatter }, value) => {
      for (const { row, code, label, number, text, position } of formatter.longRows(value))
        rows.push([answer.id, question.key, row, code, label, number, text, position])
    })
    return rows
  }
}

interface OwnValues {
  id: number
  date_start: number | null
  date_end: number | null
  duration_s: number | null
  is_complete: boolean
  is_screenout: boolean
}

/** In the order of `ownColumns`. */
const ownValues = ({ id, start, end, state }: StoredAnswer): OwnValues => ({
  id,
  date_start: start || null,
  date_end: end,
  duration_s: end !== null && start ? Math.max(0, (end - start) / 1000) : null,
  is_complete: state === 1,
  is_screenout: state === 2,
})
