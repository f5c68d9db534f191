/** Columns of a table as variables of Triple-S 2.0: options of one question are one variable, a moment is a date and a time. */
import { escapeXml } from '../../files/text.ts'
import { plainLabel, plainTitle, type Cell, type Column } from '../dictionary/columns.ts'
import type { KnownOption } from '../dictionary/shape.ts'

/** What all values of a column have in common; ranges and sizes stand before the data. */
export interface Extent {
  min: number
  max: number
  decimals: number
  /** In characters. */
  longest: number
}

export interface SssVariable {
  name: string
  type: 'single' | 'multiple' | 'quantity' | 'character' | 'logical' | 'date' | 'time'
  label: string
  use?: 'serial'
  /** What follows the position: values or a size. */
  details: string
  /** Its field in a line of data. */
  field: (cells: readonly Cell[]) => string
}

/** Longer texts of zeros and ones than these nobody wants: the options are numbered by place then. */
const mostBits = 999

export function variablesOf(columns: readonly Column[], extents: readonly Extent[]): SssVariable[] {
  const taken = new Set(columns.map(({ name }) => name.toLowerCase()))
  const made: SssVariable[] = []
  for (let index = 0; index < columns.length; index++) {
    const column = columns[index]!
    const { type, option, question, row } = column
    if (type === 'boolean' && option && question) {
      const group = columns.slice(index).filter((one) => one.question === question && one.row === row && one.option)
      made.push(multiple(column, group, index))
      index += group.length - 1
    } else if (type === 'timestamp') made.push(...moment(column, index, taken))
    else made.push(plain(column, index, extents[index]!))
  }
  return made
}

const values = (inside: string): string => `<values>${inside}</values>`
const range = (from: string | number, to: string | number): string => `<range from="${from}" to="${to}"/>`
const value = (code: number, { score }: KnownOption, label: string): string =>
  `<value code="${code}"${score === undefined ? '' : ` score="${score}"`}>${escapeXml(label)}</value>`

function multiple({ name, question, row }: Column, group: readonly Column[], at: number): SssVariable {
  const options = group.map(({ option }) => option!)
  const codes = options.map(({ code }) => code)
  const places = Math.max(...codes) > mostBits || Math.min(...codes) < 1 ? codes.map((_, index) => index + 1) : codes
  const length = Math.max(...places)
  const title = plainTitle(question!.title) || question!.key
  return {
    name: row ? name.slice(0, name.lastIndexOf('_')) : question!.key,
    type: 'multiple',
    label: row ? `${title} - ${plainLabel(row)}` : title,
    details: values(options.map((option, index) => value(places[index]!, option, plainLabel(option))).join('')),
    field: (cells) => {
      const given = group.map((_, index) => cells[at + index] ?? null)
      // No answer is not the same as none of them.
      if (given.every((cell) => cell === null)) return ''
      const bits = Array<string>(length).fill('0')
      given.forEach((cell, index) => (bits[places[index]! - 1] = cell === true ? '1' : '0'))
      return `"${bits.join('')}"`
    },
  }
}

/** Of both the time is that of UTC, or what a respondent entered. */
function moment({ name, label }: Column, at: number, taken: Set<string>): SssVariable[] {
  let timeName = `${name}_time`
  while (taken.has(timeName.toLowerCase())) timeName += 's'
  taken.add(timeName.toLowerCase())
  const text = (cells: readonly Cell[]): string => {
    const cell = cells[at] ?? null
    return cell === null ? '' : new Date(Number(cell)).toISOString()
  }
  return [
    { name, type: 'date', label, details: dateRange, field: (cells) => text(cells).slice(0, 10).replaceAll('-', '') },
    { name: timeName, type: 'time', label: `${label} - time`, details: timeRange, field: (cells) => text(cells).slice(11, 19).replaceAll(':', '') },
  ] // prettier-ignore
}

const dateRange = values(range('00010101', '99991231'))
const timeRange = values(range('000000', '235959'))

const inOneLine = (text: string): string => text.replaceAll(/\r\n|[\r\n\u0085\u2028\u2029]/g, ' ')

function plain(column: Column, at: number, extent: Extent): SssVariable {
  const { name, label, type, question } = column
  const cellOf = (cells: readonly Cell[]): Cell => cells[at] ?? null
  const base = { name, label }
  const field = (write: (cell: NonNullable<Cell>) => string) => (cells: readonly Cell[]) => {
    const cell = cellOf(cells)
    return cell === null ? '' : write(cell)
  }
  if (type === 'boolean') return { ...base, type: 'logical', details: '', field: field((cell) => (cell === true ? '1' : '0')) }
  if (type === 'date') return { ...base, type, details: dateRange, field: field((cell) => String(cell).replaceAll('-', '')) }
  if (type === 'time') return { ...base, type, details: timeRange, field: field((cell) => timeOf(String(cell))) }
  if (type === 'text' || type === 'label')
    return {
      ...base,
      type: 'character',
      details: `<size>${Math.max(1, extent.longest)}</size>`,
      field: field((cell) => `"${inOneLine(String(cell)).replaceAll('"', '""')}"`),
    }
  const options = question && ['single', 'matrix'].includes(question.kind) ? question.options : []
  if (options.length > 0 && question?.type === 'yesno' && options.every(({ code }) => code === 0 || code === 1))
    return { ...base, type: 'logical', details: '', field: field(String) }
  if (options.length > 0)
    return {
      ...base,
      type: 'single',
      details: values(options.map((option) => value(option.code, option, plainLabel(option))).join('')),
      field: field(String),
    }
  return {
    ...base,
    type: 'quantity',
    ...(name === 'id' && !question && { use: 'serial' as const }),
    details: values(quantityRange(column, extent)),
    field: field((cell) => plainNumber(Number(cell))),
  }
}

/** hhmm[:ss] as hhmmss. */
const timeOf = (text: string): string => text.replaceAll(':', '').padEnd(6, '0').slice(0, 6)

/** Its decimals are those that values may have. */
function quantityRange({ question }: Column, { min, max, decimals }: Extent): string {
  const span = question?.span
  const ends = [Math.min(min, span?.min ?? Infinity), Math.max(max, span?.max ?? -Infinity)].map((end) => (Number.isFinite(end) ? end : 0))
  const [from, to] = ends.map((end) => (decimals > 0 && plainNumber(end).split('.')[1]?.length !== decimals ? padded(end, decimals) : plainNumber(end)))
  return range(from!, to!)
} // prettier-ignore

function padded(end: number, decimals: number): string {
  const [whole = '', fraction = ''] = plainNumber(end).split('.')
  return `${whole}.${fraction.padEnd(decimals, '0')}`
}

/** Without an exponent, which the format has none of. */
export function plainNumber(number: number): string {
  const text = String(number)
  const [, sign = '', whole = '', fraction = '', power = ''] = /^(-?)(\d+)(?:\.(\d+))?e([+-]\d+)$/.exec(text) ?? []
  if (power === '') return text
  const shift = Number(power)
  const digits = whole + fraction
  if (shift < 0) return `${sign}0.${digits.padStart(digits.length - shift - whole.length, '0')}`
  return `${sign}${digits.padEnd(whole.length + shift, '0')}`
}
