/** Records for what variables mean: labels of values, measures, multiple responses, attributes. */
import { blocks, shortName, type Variable } from './sav-layout.ts'
import { extension, float64, int32, padded, record } from './sav-records.ts'
import { cutBytes, oneLine } from './text.ts'

/** One question with a 0/1 variable per option. */
export interface MultipleSet {
  /** With its `$`. */
  name: string
  label: string
  /** Long names. */
  members: readonly string[]
}

const maxLabel = 255
/** Of a value's label, in SPSS. */
const maxValueLabel = 120

/** A set of labels, and the places of the variables that it belongs to. */
export function valueLabelRecords(variables: readonly Variable[]): Buffer[] {
  const places = new Map<ReadonlyMap<number, string>, number[]>()
  let place = 1
  for (const { values, segments } of variables) {
    if (values && values.size > 0) places.set(values, [...(places.get(values) ?? []), place])
    place += segments.reduce((sum, { width }) => sum + blocks(width), 0)
  }
  return [...places].flatMap(([values, of]) => [
    record(3, int32(values.size), ...[...values].map(([value, label]) => valueLabel(value, label))),
    record(4, int32(of.length, ...of)),
  ])
}

function valueLabel(value: number, label: string): Buffer {
  const bytes = cutBytes(oneLine(label), maxValueLabel)
  return Buffer.concat([float64(value), Buffer.from([bytes.length]), padded(bytes, Math.ceil((bytes.length + 1) / 8) * 8 - 1)])
}

const measures = { nominal: 1, ordinal: 2, scale: 3 } as const
const [left, right] = [0, 1]

/** Measure, width and alignment of each segment, as pspp has them by default. */
export function displayRecord(variables: readonly Variable[]): Buffer[] {
  if (!variables.some(({ measure }) => measure)) return []
  const numbers = variables.flatMap(({ measure = 'nominal', format, segments }) =>
    segments.flatMap(({ width }) => [
      measures[measure],
      width === 0 ? Math.max(8, format?.width ?? 8) : Math.min(width, 32),
      width === 0 ? right : left,
    ]),
  )
  return [extension(11, 4, int32(...numbers))]
}

/** `$name=D1 1 LENGTH LABEL names...`: members by their short names, in small letters. */
export function setsRecord(variables: readonly Variable[], sets: readonly MultipleSet[]): Buffer[] {
  if (sets.length === 0) return []
  const short = new Map(variables.map((variable) => [variable.name, shortName(variable).toLowerCase()]))
  const lines = sets.map(({ name, label, members }) => {
    const text = cutBytes(oneLine(label), maxLabel)
    return `${name}=D1 1 ${text.length} ${text.toString()} ${members.map((member) => short.get(member)).join(' ')}\n`
  })
  return [extension(7, 1, Buffer.from(lines.join('')))]
}

/** `name:attribute('value'\n)...`, one variable after the other. */
export function attributeRecord(variables: readonly Variable[]): Buffer[] {
  const parts = variables.flatMap(({ name, attributes = {} }) => {
    const entries = Object.entries(attributes)
    if (entries.length === 0) return []
    return [`${name}:${entries.map(([key, value]) => `${key}('${oneLine(value)}'\n)`).join('')}`]
  })
  return parts.length === 0 ? [] : [extension(18, 1, Buffer.from(parts.join('/')))]
}
