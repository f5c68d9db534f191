/** Questions of LSS files with several rows: arrays, cells, lists of fields. */
import { counted } from '../../../text/counted.ts'
import type { Option } from '../../../contract/surveys/question.ts'
import type { Question } from '../../../model/survey.ts'
import { choosing, matrixOf, numberQuestion, optionsOf } from '../draft.ts'
import { finiteNumber } from '../json.ts'
import type { LssQuestion, Source } from './source.ts'

export type Reader = (source: Source, asked: LssQuestion) => void

const mostCells = 60

export const numberIn = ({ attributes }: LssQuestion, ...names: string[]): number | undefined =>
  names.map((name) => finiteNumber(attributes.get(name))).find((value) => value !== undefined)

export const number = (source: Source, asked: LssQuestion): Question =>
  numberQuestion(
    {
      min: numberIn(asked, 'min_num_value_n', 'min_num_value'),
      max: numberIn(asked, 'max_num_value_n', 'max_num_value'),
      whole: asked.attributes.get('num_value_int_only') === '1',
    },
    asked.place,
    source.losses,
  )

const fixed = new Map(Object.entries<readonly (readonly [string, string])[]>({
  A: ['1', '2', '3', '4', '5'].map((value) => [value, value] as const),
  B: ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10'].map((value) => [value, value] as const),
  C: [['Y', 'Yes'], ['U', 'Uncertain'], ['N', 'No']],
  E: [['I', 'Increase'], ['S', 'Same'], ['D', 'Decrease']],
})) // prettier-ignore

const table = (source: Source, asked: LssQuestion, columns: Option[], part?: { code: string; title: string }, several = false): void => {
  const { row, place, key } = asked
  const raw = source.subquestions(row)
  const rows = optionsOf(raw, place, source.losses)
  if (rows.length === 0 || columns.length === 0) return void source.add(asked, choosing(columns, {}, place, source.losses), part)
  if (asked.attributes.get('array_filter'))
    source.losses.add('logic.choice-filter', place, asked.attributes.get('array_filter')!, 'all rows are shown')
  const item = source.add(asked, matrixOf(rows, columns, several), part)
  source.names.subjects.set(key, { key: item.key })
  for (const { code } of raw) source.names.subjects.set(`${key}_${code}${part ? `_${part.code}` : ''}`, { key: item.key, row: code })
}

export const array: Reader = (source, asked) => {
  const own = fixed.get(asked.row.type ?? '')?.map(([value, title]) => ({ value, title }))
  table(source, asked, optionsOf(own ?? source.answers(asked.row, asked.place), asked.place, source.losses))
}

export const dual: Reader = (source, asked) => {
  source.losses.add('structure.table', asked.place, 'two scales', 'two tables')
  for (const scale of ['0', '1']) {
    const title = source.texts.label(asked.attributes.get(scale === '0' ? 'dualscale_headerA' : 'dualscale_headerB') ?? '', asked.place)
    table(source, asked, optionsOf(source.answers(asked.row, asked.place, scale), asked.place, source.losses), { code: scale, title })
  }
}

/** Cells to type in; one that is ticked is a table of several columns. */
export const cells: Reader = (source, asked) => {
  const { row, place, key, attributes } = asked
  const columns = source.subquestions(row, '1')
  if (attributes.get('multiflexible_checkbox') === '1')
    return table(source, asked, optionsOf(columns, place, source.losses), undefined, true)
  const all = source
    .subquestions(row)
    .flatMap((line) => columns.map((column) => ({ code: `${line.code}_${column.code}`, title: `${line.title} · ${column.title}` })))
  source.losses.add('structure.table', place, counted(all.length, 'cell'), 'a question for each cell')
  if (all.length > mostCells) source.losses.add('limit', place, `${all.length} cells; at most ${mostCells} become questions`)
  for (const { code, title } of all.slice(0, mostCells)) {
    source.add(asked, row.type === ':' ? number(source, asked) : { type: 'input' }, { code, title })
    source.names.subjects.set(`${key}_${code}`, { key: `${key}#${code}` })
  }
}

export const each =
  (make: (source: Source, asked: LssQuestion) => Question): Reader =>
  (source, asked) => {
    const parts = source.subquestions(asked.row)
    source.losses.add('structure.table', asked.place, `${counted(parts.length, 'field')} in one question`)
    for (const part of parts) {
      source.add(asked, make(source, asked), part)
      source.names.subjects.set(`${asked.key}_${part.code}`, { key: `${asked.key}#${part.code}` })
    }
  }

export const sliding = (source: Source, asked: LssQuestion): Question =>
  asked.attributes.get('slider_layout') === '1'
    ? {
        type: 'slider',
        sliderMin: numberIn(asked, 'slider_min') ?? 0,
        sliderMax: numberIn(asked, 'slider_max') ?? 100,
        sliderStep: numberIn(asked, 'slider_accuracy') ?? 1,
      }
    : number(source, asked)
