/** Questions of SurveyJS that are made of questions: matrices, lists of texts, repeated panels. */
import { choosing, matrixOf, optionsOf, type RawOption } from '../draft.ts'
import { finiteNumber, isOn, objectsIn, textIn, type Fields } from '../json.ts'
import type { Reader } from './questions.ts'
import { placeOf, type Around, type Source } from './source.ts'
import { textQuestion } from './texts.ts'
import { counted } from '../../../text/counted.ts'

const mostRepeats = 10
const mostCells = 60

const ofTheWhole = new Set(['title', 'description', 'titleLocation', 'hasComment', 'showCommentArea', 'defaultValue'])

/** What holds for each of the questions that an element becomes. */
const ofEachPart = (element: Fields): Fields => Object.fromEntries(Object.entries(element).filter(([name]) => !ofTheWhole.has(name)))

/** `{NAME.ROW}` is a row of it. */
function nameRows(source: Source, key: string, name: string, rows: readonly { value: string }[], column = ''): void {
  for (const { value } of rows) source.names.set(`${name}.${value}${column}`, { key, row: value.trim() })
}

const matrix: Reader = (source, element, around, name) => {
  const place = placeOf(around, name)
  const [raw, columns] = [source.choices(element.rows, place), optionsOf(source.choices(element.columns, place), place, source.losses)]
  const several = element.cellType === 'checkbox'
  if (textIn(element.rowsVisibleIf) !== '' || textIn(element.columnsVisibleIf) !== '')
    source.losses.add(
      'logic.choice-filter',
      place,
      textIn(element.rowsVisibleIf) || textIn(element.columnsVisibleIf),
      'all rows and columns are shown',
    )
  if (textIn(element.rowsOrder) === 'random') source.losses.add('options.random', place, 'rows in a random order')
  if (raw.length === 0) return void source.add(element, around, name, choosing(columns, { several }, place, source.losses))
  const rows = optionsOf(raw, place, source.losses)
  if (columns.length === 0) return eachRow(source, element, around, name, raw, { cellType: 'text' })
  const each = isOn(element.eachRowRequired) || isOn(element.isAllRowRequired)
  if (isOn(element.isRequired) && !each) source.losses.add('required.partial', place, 'one row at least', 'may be left blank')
  const asked = { ...element, isRequired: each }
  const item = source.add(asked, around, name, matrixOf(rows, columns, several))
  if (item) nameRows(source, item.key, around.keyOf(name), raw)
}

/** A question for each row. */
function eachRow(source: Source, element: Fields, around: Around, name: string, rows: readonly RawOption[], column: Fields): void {
  const [place, part] = [placeOf(around, name), textIn(column.name)]
  source.losses.add('structure.table', place, counted(rows.length, 'row'), 'a question for each row')
  if (rows.length > mostCells) source.losses.add('limit', place, `${rows.length} rows; at most ${mostCells} become questions`)
  for (const { value, title } of rows.slice(0, mostCells)) {
    const heading = [source.text(element.title) || name, title || value, part === '' ? '' : source.text(column.title) || part]
      .filter(Boolean)
      .join(' · ')
    const inner = { ...around, keyOf: () => `${place.key}#${value}${part && `.${part}`}` }
    const { isRequired } = column
    const item = source.add(
      { ...ofEachPart(element), ...column, title: heading, isRequired },
      inner,
      name,
      textQuestion(source, { inputType: column.inputType, type: column.cellType, ...column }, place),
    )
    if (item) source.names.set(`${around.keyOf(name)}.${value}${part && `.${part}`}`, { key: item.key })
  }
}

/** A matrix for each column with options, a question a row for each other one. */
const matrixDropdown: Reader = (source, element, around, name) => {
  const place = placeOf(around, name)
  const raw = source.choices(element.rows, place)
  const usual = element.choices
  source.losses.add('structure.table', place, 'columns with lists of their own', 'a table or questions for each column')
  for (const column of objectsIn(element.columns)) {
    const part = textIn(column.name)
    const kind = textIn(column.cellType) || textIn(element.cellType) || 'dropdown'
    const options = optionsOf(source.choices(column.choices ?? usual, place), place, source.losses)
    if (!['dropdown', 'radiogroup', 'checkbox', 'tagbox', 'default'].includes(kind) || options.length === 0) {
      eachRow(source, element, around, name, raw, { ...column, cellType: kind })
      continue
    }
    const title = `${source.text(element.title) || name} · ${source.text(column.title) || part}`
    const inner = { ...around, keyOf: () => `${place.key}#${part}` }
    const several = kind === 'checkbox' || kind === 'tagbox'
    const asked = { ...element, title, isRequired: column.isRequired }
    const item = source.add(asked, inner, name, matrixOf(optionsOf(raw, place, source.losses), options, several))
    if (item) nameRows(source, item.key, around.keyOf(name), raw, `.${part}`)
  }
}

const multipleText: Reader = (source, element, around, name) => {
  const place = placeOf(around, name)
  const parts = objectsIn(element.items)
  source.losses.add('structure.table', place, `${counted(parts.length, 'text')} in one question`)
  for (const part of parts) {
    const inner = { ...around, keyOf: () => `${place.key}#${textIn(part.name)}` }
    const title = `${source.text(element.title) || name} · ${source.text(part.title) || textIn(part.name)}`
    const asked = { ...ofEachPart(element), ...part, title, isRequired: isOn(part.isRequired) }
    const item = source.add(asked, inner, name, textQuestion(source, part, place))
    if (item) source.names.set(`${around.keyOf(name)}.${textIn(part.name)}`, { key: item.key })
  }
}

export type ReadElements = (source: Source, elements: unknown, around: Around, path: string) => void

/** A part that is asked several times: as often as the source says, where it does. */
const repeated =
  (fields: { count: string; min: string; max: string; elements: string; word: string }, read: ReadElements): Reader =>
  (source, element, around, name) => {
    const place = placeOf(around, name)
    const visible = source.visible(element, around, name)
    if (!visible) return
    const [count, min, max] = [fields.count, fields.min, fields.max].map((field) => finiteNumber(element[field]))
    const fixed = count !== undefined && count === min && count === max && count <= mostRepeats ? count : undefined
    if (fixed === undefined) source.losses.add('structure.repeat', place, `"${name}" is asked as often as the respondent wants`)
    const parts =
      fields.elements === 'columns'
        ? objectsIn(element.columns).map((column) => ({
            choices: element.choices,
            ...column,
            type: textIn(column.cellType) || textIn(element.cellType) || 'dropdown',
          }))
        : element[fields.elements]
    for (let index = 1; index <= (fixed ?? 1); index++) {
      const keyOf = (inner: string): string => `${place.key}#${inner}${index > 1 ? `#${index}` : ''}`
      const say = (text: string): string =>
        around.say(text).replaceAll(new RegExp(`\\{${fields.word}\\.([^{}]+)\\}`, 'g'), (_, inner: string) => `{${keyOf(inner)}}`)
      read(source, parts, { at: around.at, visible, keyOf, say }, fields.elements)
    }
  }

export const tables = (read: ReadElements): Readonly<Record<string, Reader>> => ({
  matrix,
  matrixdropdown: matrixDropdown,
  multipletext: multipleText,
  paneldynamic: repeated(
    { count: 'panelCount', min: 'minPanelCount', max: 'maxPanelCount', elements: 'templateElements', word: 'panel' },
    read,
  ),
  matrixdynamic: repeated({ count: 'rowCount', min: 'minRowCount', max: 'maxRowCount', elements: 'columns', word: 'row' }, read),
})
