/** The columns of a wide table: which there are for each question, and how a value fills them. */
import { withoutMarkup } from '../../model/markup.ts'
import { showSigns } from '../../text/signs.ts'
import type { Value } from '../decode/decoder.ts'
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
  /** Of files: this column holds their addresses; absent for that of their names. */
  part?: 'urls'
}

/** What stands for a chosen option: its label or its code. */
export type OptionValues = 'labels' | 'codes'

export const ownColumns: readonly Column[] = [
  { name: 'id', type: 'integer', label: 'Answer' },
  { name: 'date_start', type: 'timestamp', label: 'Begun' },
  { name: 'date_end', type: 'timestamp', label: 'Ended' },
  { name: 'duration_s', type: 'number', label: 'Seconds from begin to end' },
  { name: 'is_complete', type: 'boolean', label: 'Complete' },
  { name: 'is_screenout', type: 'boolean', label: 'Screened out' },
]

/** For people: in one line, without markup; what would turn the line around is shown as a sign. */
export const plainTitle = (title: string): string => showSigns(withoutMarkup(title).replace(/\s+/g, ' ').trim())

export const plainLabel = (option: KnownOption): string => showSigns(labelOf(option))

export const orderedQuestions = (dictionary: Dictionary): KnownQuestion[] =>
  dictionary.questions.toSorted((one, other) => one.order - other.order || one.n - other.n)

export function columnsOf(dictionary: Dictionary, values: OptionValues = 'labels'): Column[] {
  return [...ownColumns, ...orderedQuestions(dictionary).flatMap((question) => questionColumns(question, values))]
}

export function questionColumns(question: KnownQuestion, values: OptionValues): Column[] {
  const { key, kind, options, rows } = question
  const label = plainTitle(question.title) || key
  const chosen: ColumnType = values === 'codes' ? 'integer' : 'label'
  const ofOption = (type: ColumnType): Column[] =>
    options.map((option) => ({ name: `${key}_${option.code}`, type, label: `${label} - ${plainLabel(option)}`, question, option }))
  switch (kind) {
    case 'single':
      return [{ name: key, type: chosen, label, question }]
    case 'multiple':
      return ofOption('boolean')
    case 'ranking':
      return ofOption('integer')
    case 'matrix':
      return rows.map((row) => ({ name: `${key}_${row.code}`, type: chosen, label: `${label} - ${plainLabel(row)}`, question, row }))
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
      return [{ name: key, type: 'number', label, question }]
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
  const several = (cells: Cell[], at: number, codes: readonly number[], start: number): void => {
    for (let index = 0; index < options.length; index++) cells[at + index] = start < since[index]! ? null : false
    for (const code of codes) cells[at + place.get(code)!] = true
  }
  return (cells, at, value, start) => {
    switch (value.is) {
      case 'codes':
        if (kind === 'single') cells[at] = shown.get(value.codes[0]!) ?? null
        else if (kind === 'multiple') several(cells, at, value.codes, start)
        else value.codes.forEach((code, index) => (cells[at + place.get(code)!] = index + 1))
        break
      case 'cells':
        for (const [row, codes] of value.cells) {
          if (codes.length === 0) continue
          if (kind === 'matrix') cells[at + rowPlace.get(row)!] = shown.get(codes[0]!) ?? null
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
