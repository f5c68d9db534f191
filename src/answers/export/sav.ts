/** Typed answers as an SPSS system file. */
import { savBytes } from '../../files/sav.ts'
import { roundedWidth, type SavVariable } from '../../files/sav-layout.ts'
import type { MultipleSet } from '../../files/sav-facts.ts'
import type { AnswerValues } from '../../model/survey.ts'
import { plainLabel, plainTitle, questionColumns, type Cell, type Column, type ColumnType } from '../dictionary/columns.ts'
import { measureOf } from '../dictionary/describe.ts'
import type { KnownOption, KnownQuestion } from '../dictionary/shape.ts'
import { Table, type DecodedAnswer } from '../dictionary/table.ts'
import { blankKinds, Blanks, storedValue, type Blank } from './blank.ts'
import { Counts } from './counts.ts'
import type { ExportSource } from './source.ts'

/** The numbers that stand for blanks of each kind, where they are wanted. */
export type BlankCodes = Partial<Record<Blank, number>>

const blankLabels: Record<Blank, string> = { seen: 'Seen, not answered', 'not-shown': 'Not shown', 'not-reached': 'Not reached' }

/** Seconds from 14 October 1582, from which the format counts, to 1970. */
const epoch = 12_219_379_200
const secondsOf = (milliseconds: number): number => milliseconds / 1000 + epoch

export interface SavParts {
  /** The file, piece by piece. */
  body: AsyncGenerator<Buffer>
  /** Complete once the body was read to its end. */
  counts: Counts
}

export async function savOf(source: ExportSource, blanks: BlankCodes): Promise<SavParts> {
  const table = new Table(source.dictionary, 'codes')
  const counts = new Counts(table)
  const { widths, cases } = await measure(source, table)
  const labels = new ValueLabels(blanks)
  const variables = table.columns.map((column, index) => variableOf(column, widths[index] ?? 1, labels, blanks))
  const rows = rowsOf(source, table, blanks, counts)
  return { body: savBytes({ title: plainTitle(source.title), variables, sets: setsOf(source), cases, rows }), counts }
}

/** Widths of texts, which stand before the data: hence all answers are read twice. */
async function measure(source: ExportSource, table: Table): Promise<{ widths: number[]; cases: number }> {
  const widths = table.columns.map(() => 1)
  const texts = table.columns.flatMap(({ type }, index) => (type === 'text' ? [index] : []))
  const kinds = new Set(['text', 'file'])
  let cases = 0
  for await (const answer of source.answers()) {
    cases++
    if (texts.length === 0) continue
    const cells = table.row(answer, ({ kind }) => kinds.has(kind))
    for (const index of texts) {
      const text = cells[index]
      // Each column has a width. UTF-8 takes up to three bytes for a UTF-16 unit: most texts need no exact count.
      if (typeof text === 'string' && text.length * 3 > widths[index]!) widths[index] = Math.max(widths[index]!, Buffer.byteLength(text))
    }
  }
  return { widths, cases }
}

/** The same map for equal lists, so that the rows of a matrix share one in the file. */
class ValueLabels {
  readonly #maps = new Map<string, ReadonlyMap<number, string>>()
  readonly #blanks: readonly [number, string][]

  constructor(blanks: BlankCodes) {
    this.#blanks = blankKinds.flatMap((kind) => (blanks[kind] === undefined ? [] : [[blanks[kind], blankLabels[kind]]]))
  }

  of(list: readonly (readonly [number, string])[]): ReadonlyMap<number, string> {
    const all = [...list, ...this.#blanks]
    const key = JSON.stringify(all)
    const known = this.#maps.get(key) ?? new Map(all)
    this.#maps.set(key, known)
    return known
  }
}

const yesNo = [
  [0, 'No'],
  [1, 'Yes'],
] as const

const listed = (options: readonly KnownOption[]): (readonly [number, string])[] =>
  options.map((option) => [option.code, plainLabel(option)])

function variableOf(column: Column, bytes: number, labels: ValueLabels, blanks: BlankCodes): SavVariable {
  const { name, label, type, question } = column
  const format = formatOf(column)
  const base = { name, label, width: format ? 0 : roundedWidth(bytes), ...(format && { format }) }
  if (!question)
    return {
      ...base,
      measure: type === 'boolean' || type === 'text' ? 'nominal' : 'scale',
      ...(type === 'boolean' && { values: new Map(yesNo) }),
    }
  const values =
    type === 'boolean'
      ? labels.of(yesNo)
      : question.kind === 'single' || question.kind === 'matrix'
        ? labels.of(listed(question.options))
        : labels.of([])
  const missing = Object.values(blanks)
  return {
    ...base,
    measure: type === 'boolean' ? 'nominal' : measureOf(question),
    ...(base.width === 0 && values.size > 0 && { values }),
    ...(base.width === 0 && missing.length > 0 && { missing }),
    attributes: {
      QuestionText: plainTitle(question.title),
      QuestionId: question.id,
      ...(column.row && { RowId: column.row.id }),
      ...(column.option && { OptionId: column.option.id }),
    },
  }
}

const formats: Record<Exclude<ColumnType, 'integer'>, SavVariable['format']> = {
  timestamp: { type: 'DATETIME', width: 20 },
  date: { type: 'DATE', width: 11 },
  time: { type: 'TIME', width: 5 },
  boolean: { type: 'F', width: 3 },
  number: { type: 'F', width: 8, decimals: 2 },
  label: undefined,
  text: undefined,
}

function formatOf({ name, type, question }: Column): SavVariable['format'] {
  if (type !== 'integer') return formats[type]
  return { type: 'F', width: name === 'id' && !question ? 12 : question?.kind === 'number' ? 8 : 5 }
}

/** Multiple response sets: one for each question with a variable for each option, or for each row of such a matrix. */
function setsOf({ dictionary }: ExportSource): MultipleSet[] {
  return dictionary.questions.flatMap((question): MultipleSet[] => {
    const columns = questionColumns(question, 'codes')
    const title = plainTitle(question.title) || question.key
    const of = (name: string, label: string, some: readonly Column[]): MultipleSet[] =>
      some.length < 2 ? [] : [{ name: `$${name}`, label, members: some.map((column) => column.name) }]
    if (question.kind === 'multiple') return of(question.key, title, columns)
    if (question.kind !== 'matrix-multiple') return []
    return question.rows.flatMap((row) =>
      of(
        `${question.key}_${row.code}`,
        `${title} - ${plainLabel(row)}`,
        columns.filter((column) => column.row === row),
      ),
    )
  })
}

async function* rowsOf(source: ExportSource, table: Table, codes: BlankCodes, counts: Counts): AsyncGenerator<(number | string | null)[]> {
  const fill = blankFiller(source, table, codes)
  for await (const answer of source.answers()) {
    const read: DecodedAnswer[] = []
    const cells = table.row(answer, undefined, fill && read)
    counts.take(cells)
    const row = table.columns.map(({ type }, index) => {
      const cell = cells[index] ?? null
      return cell === null ? null : writers[type](cell)
    })
    fill?.(row, read, answer.state === 1)
    yield row
  }
}

const writers: Record<ColumnType, (cell: NonNullable<Cell>) => number | string> = {
  timestamp: (cell) => secondsOf(Number(cell)),
  date: (cell) => secondsOf(Date.parse(String(cell))),
  time: (cell) => Date.parse(`1970-01-01T${String(cell)}Z`) / 1000,
  integer: Number,
  number: Number,
  boolean: Number,
  label: String,
  text: String,
}

type Filler = (row: (number | string | null)[], read: readonly DecodedAnswer[], isComplete: boolean) => void

/** Writes the codes of blanks into a row; `undefined` where none were asked for. */
function blankFiller(source: ExportSource, table: Table, codes: BlankCodes): Filler | undefined {
  const { logic } = source
  if (!logic || Object.keys(codes).length === 0) return undefined
  const blanks = new Blanks(logic.ids, logic.conditions)
  const places = new Map<KnownQuestion, number[]>()
  table.columns.forEach(({ question, type }, index) => {
    if (question && type !== 'text') places.set(question, [...(places.get(question) ?? []), index])
  })
  return (row, read, isComplete) => {
    const values: AnswerValues = {}
    for (const { question, value } of read) {
      const stored = storedValue(question, value)
      if (stored !== undefined) values[question.id] = stored
    }
    const why = blanks.of(values, isComplete)
    if (!why) return
    for (const [question, indexes] of places) {
      const kind = values[question.id] === undefined ? why(question.id) : undefined
      const code = kind && codes[kind]
      if (code !== undefined) for (const index of indexes) row[index] = code
    }
  }
}
