/** Answers that real people gave to real surveys, where the folder of them is there: columns become questions, rows answers. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { parse } from 'csv-parse/sync'
import { questionId } from '../../src/sandbox/seed/demo-surveys.ts'

/** TEST_SHARED names it where the checkout has it not beside it. */
const folder = join(process.env.TEST_SHARED || join(import.meta.dirname, '..', '..', '..', 'shared'), 'realdata')

/** Why tests with them are skipped; empty where they run. */
export const noRealData = existsSync(folder) ? '' : ' (no ../shared/realdata here)'

/** Without the folder one name, for the test that is skipped. */
export const realFiles = noRealData ? ['answers of real people'] : readdirSync(folder).filter((name) => name.endsWith('.csv.gz'))

/** Those of little: by day they do for what reads each value; with SURVEYCTL_FULL=1 all. */
export const realFilesToCount = realFiles.filter(
  (name) => noRealData || process.env.SURVEYCTL_FULL === '1' || statSync(join(folder, name)).size < 80_000,
)

const mostColumns = 100

/** Titles, and the rows below them. */
export function readReal(name: string): { titles: string[]; rows: string[][] } {
  const bytes = gunzipSync(readFileSync(join(folder, name)))
  const [titles = [], ...rows]: string[][] = parse(bytes, { bom: true, relax_column_count: true })
  // Rows of labels that have no answer's number.
  const answers = rows.filter((row, index) => index > 0 || row[0] !== '')
  return { titles: titles.slice(0, mostColumns), rows: answers.map((row) => titles.slice(0, mostColumns).map((_, at) => row[at] ?? '')) }
}

interface Option {
  id?: string
  title: string
}

/** A column as one publication asks it. */
export interface Asked {
  id: string
  entity: { type: string; title: string; dropdownEntities?: Option[]; choiceEntities?: Option[]; [field: string]: unknown }
  /** Options as they are shown now, by what stands in the file; what was removed isn't there. */
  options?: Map<string, { id: string; title: string }>
}

const mostOptions = 15

/** The first publication: few different values are options, whole numbers a scale, the rest is text. */
export function asked(titles: readonly string[], rows: readonly string[][]): Asked[] {
  return titles.map((title, at) => {
    const values = [...new Set(rows.map((row) => row[at]!).filter((value) => value.trim() !== ''))]
    const id = questionId(at + 1)
    const numbers = values.map(Number)
    if (values.length > 1 && values.every((value) => /^\d{1,2}$/.test(value) && String(Number(value)) === value))
      return { id, entity: { type: 'scale', title, scaleFrom: Math.min(...numbers), scaleTo: Math.max(...numbers) } }
    if (values.length < 2 || values.length > mostOptions || new Set(values.map((value) => value.trim())).size < values.length)
      return { id, entity: { type: 'input', title, inputMultiline: true, inputMaxLength: 100_000 } }
    // Every second list has ids of its own; the others go by their places.
    const list = values.map((value, place): Option => ({ ...(at % 2 === 0 && { id: `option-${place + 1}` }), title: value }))
    return withOptions({ id, entity: { type: 'dropdown', title, dropdownEntities: list } }, list, values)
  })
}

const withOptions = (question: Asked, list: Option[], values: readonly string[]): Asked => ({
  ...question,
  entity: { ...question.entity, dropdownEntities: list },
  options: new Map(values.map((value, place) => [value, { id: list[place]!.id ?? String(place + 1), title: list[place]!.title }])),
})

/** The next one: other places, the last option renamed, the first one removed. */
export function changed(question: Asked): Asked {
  const list = question.entity.dropdownEntities
  if (!list || !question.options) return question
  const values = [...question.options.keys()]
  const kept = list
    .slice(1)
    .map((option, index) => (index === list.length - 2 ? { ...option, title: `${option.title} (renamed)` } : option))
  return withOptions(question, kept.toReversed(), values.slice(1).reverse())
}

/** What a respondent sends for a row, and what then stands in the tables. */
export function answerOf(questions: readonly Asked[], row: readonly string[]): { fields: Record<string, string>; cells: string[] } {
  const fields: Record<string, string> = {}
  const cells = questions.map(({ id, entity, options }, at) => {
    const value = row[at]!
    const option = options?.get(value)
    if (value.trim() === '' || (options && !option) || (entity.type === 'scale' && !/^\d+$/.test(value))) return ''
    fields[id] = option?.id ?? value
    return option?.title ?? value.replace(/\r\n?/g, '\n')
  })
  return { fields, cells }
}
