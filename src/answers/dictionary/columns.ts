/** The columns of a wide table, in CSV, Parquet, SQLite and PostgreSQL alike: which there are for each question, and how a value fills them. */
import { withoutMarkup } from '../../model/markup.ts'
import { showSigns } from '../../text/signs.ts'
import type { Value } from '../decode/decoder.ts'
import { isGrade } from '../../model/question/index.ts'
import { keepingOfNetwork, storedQuestions, networkNames } from './keeping.ts'
import { labelOf } from './options.ts'
import type { Dictionary, KnownOption, KnownQuestion } from './shape.ts'

export type ColumnType = 'integer' | 'number' | 'boolean' | 'label' | 'text' | 'date' | 'time' | 'timestamp'

export type Cell = string | number | boolean | null

export interface Column {
  name: string
  type: ColumnType
  /** The question's title, followed by that of the row and option. */
  label: string
  /** Absent for a column of the answer itself, such as its id. */
  question?: KnownQuestion
  row?: KnownOption
  option?: KnownOption
  /** Beside the column of the value itself: addresses of files, the code of a label. */
  part?: 'urls' | 'code'
}

/** What stands for a chosen option: its label, its code, or both in columns of their own. */
export const optionValues = ['labels', 'codes', 'both'] as const
export type OptionValues = (typeof optionValues)[number]

const ownColumns: readonly Column[] = [
  { name: 'id', type: 'integer', label: 'Answer' },
  { name: 'date_start', type: 'timestamp', label: 'Begun' },
  { name: 'date_end', type: 'timestamp', label: 'Ended' },
  { name: 'duration_s', type: 'number', label: 'Seconds from begin to end' },
  { name: 'is_complete', type: 'boolean', label: 'Complete' },
  { name: 'is_screenout', type: 'boolean', label: 'Screened out' },
]

const networkLabels = { ip_address: 'IP address', user_agent: 'Browser' } as const

/** Of the answer itself. */
export const ownColumnsOf = (dictionary: Dictionary): Column[] => [
  ...ownColumns,
  ...networkNames
    .filter((name) => keepingOfNetwork(dictionary, name) !== 'excluded')
    .map((name): Column => ({ name, type: 'text', label: networkLabels[name] })),
]

/** For people: in one line, without markup; what would turn the line around is shown as a sign. */
export const plainTitle = (title: string): string => showSigns(withoutMarkup(title).replace(/\s+/g, ' ').trim())

export const plainLabel = (option: KnownOption): string => showSigns(labelOf(option))

export const orderedQuestions = (dictionary: Dictionary): KnownQuestion[] =>
  storedQuestions(dictionary).toSorted((one, other) => one.order - other.order || one.n - other.n)

export function columnsOf(dictionary: Dictionary, values: OptionValues = 'labels'): Column[] {
  const columns = [...ownColumnsOf(dictionary), ...orderedQuestions(dictionary).flatMap((question) => questionColumns(question, values))]
  const names = new Set(columns.flatMap(({ name, part }) => (part === 'code' ? [] : [name.toLowerCase()])))
  // No key ends in _.
  return columns.map((column) =>
    column.part === 'code' && names.has(column.name.toLowerCase()) ? { ...column, name: `${column.name}_` } : column,
  )
}

export function questionColumns(question: KnownQuestion, values: OptionValues): Column[] {
  const { key, kind, options, rows } = question
  const label = plainTitle(question.title) || key
  const chosen = (facts: Pick<Column, 'name' | 'label' | 'row'>): Column[] => {
    const column: Column = { ...facts, type: values === 'codes' ? 'integer' : 'label', question }
    if (values !== 'both') return [column]
    return [column, { ...column, name: `${column.name}_code`, type: 'integer', label: `${column.label} - code`, part: 'code' }]
  }
  const ofOption = (type: ColumnType): Column[] =>
    options.map((option) => ({ name: `${key}_${option.code}`, type, label: `${label} - ${plainLabel(option)}`, question, option }))
  switch (kind) {
    case 'single':
      return chosen({ name: key, label })
    case 'multiple':
      return ofOption('boolean')
    case 'ranking':
      return ofOption('integer')
    case 'matrix':
      return rows.flatMap((row) => chosen({ name: `${key}_${row.code}`, label: `${label} - ${plainLabel(row)}`, row }))
    case 'matrix-multiple':
      return rows.flatMap((row) =>
        options.map((option): Column => ({
          name: `${key}_${row.code}_${option.code}`,
          type: 'boolean',
          label: `${label} - ${plainLabel(row)} - ${plainLabel(option)}`,
          question,
          row,
          option,
        })),
      )
    case 'number':
      return [{ name: key, type: isGrade(question.type) && !question.fraction ? 'integer' : 'number', label, question }]
    case 'text':
      return [{ name: key, type: 'text', label, question }]
    case 'date':
    case 'time':
      return [{ name: key, type: kind, label, question }]
    case 'datetime':
      return [{ name: key, type: 'timestamp', label, question }]
    case 'file':
      return [
        { name: key, type: 'text', label, question },
        { name: `${key}_urls`, type: 'text', label: `${label} - addresses`, question, part: 'urls' },
      ]
    default:
      return kind satisfies never
  }
}

/** Writes the value of one question into its columns, which begin at `at`. */
export type Filler = (cells: Cell[], at: number, value: Value, start: number) => void

/** A value has only codes of the question's options and rows; what has codes has one at least. */
export function fillerOf({ kind, options, rows }: KnownQuestion, values: OptionValues): Filler {
  const place = new Map(options.map(({ code }, index) => [code, index]))
  const rowPlace = new Map(rows.map(({ code }, index) => [code, index]))
  const shown = new Map<number, Cell>(options.map((option) => [option.code, values === 'codes' ? option.code : labelOf(option)]))
  // Who began before an option was offered didn't leave it out.
  const since = options.map((option) => (option.since === undefined ? -Infinity : Date.parse(option.since)))
  const width = values === 'both' ? 2 : 1
  const choose = (cells: Cell[], at: number, code: number): void => {
    cells[at] = shown.get(code) ?? null
    if (values === 'both') cells[at + 1] = code
  }
  const several = (cells: Cell[], at: number, codes: readonly number[], start: number): void => {
    for (let index = 0; index < options.length; index++) cells[at + index] = start < since[index]! ? null : false
    for (const code of codes) cells[at + place.get(code)!] = true
  }
  return (cells, at, value, start) => {
    switch (value.is) {
      case 'codes':
        if (kind === 'single') choose(cells, at, value.codes[0]!)
        else if (kind === 'multiple') several(cells, at, value.codes, start)
        else value.codes.forEach((code, index) => (cells[at + place.get(code)!] = index + 1))
        break
      case 'cells':
        for (const [row, codes] of value.cells) {
          if (codes.length === 0) continue
          if (kind === 'matrix') choose(cells, at + rowPlace.get(row)! * width, codes[0]!)
          else several(cells, at + rowPlace.get(row)! * options.length, codes, start)
        }
        break
      case 'number':
        cells[at] = value.number
        break
      case 'text':
        cells[at] = kind === 'datetime' ? Date.parse(`${value.text}Z`) : value.text
        break
      case 'files':
        cells[at] = value.files.map(({ name }) => name).join('; ')
        cells[at + 1] = value.files.map(({ url }) => url).join('; ')
        break
      default:
        value satisfies never
    }
  }
}
