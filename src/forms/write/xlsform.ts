/**
 * XLSForm of a survey. What its columns can't say stands in columns of our own, which other programs pass over: ids, and pairs of
 * what is read back and what it was, so that what somebody changes in the workbook wins.
 */
import { createHash } from 'node:crypto'
import { rulesOf } from '../../model/logic.ts'
import type { Choice } from '../../model/question/index.ts'
import { questionIn, type Question } from '../../model/survey.ts'
import type { Content } from '../../model/document/index.ts'
import { free } from '../lower/keys.ts'
import { Losses } from '../loss.ts'
import { textIn } from '../read/json.ts'
import { readSheets } from '../read/xlsform/read.ts'
import { markOf } from '../read/own.ts'
import { askedIn, changed, changedEnds, addScreenouts } from './changed.ts'
import { optionsIn, plain, rowsOf, type SheetField, type Row } from './xlsform-rows.ts'
import { visibilityOf } from './visibility.ts'
import { xpathOf } from './xpath.ts'

export interface SheetText {
  title: string
  head: string[]
  rows: string[][]
}

/** What a cell holds. */
const longest = 32_000

/** A name that XML and all programs take: letters, digits, `_`, `-`. */
const slug = (text: string): string => text.replaceAll(/[^A-Za-z0-9_.-]+/g, '_').replace(/^(?![A-Za-z_])/, '_')

/** `names`: of screens, by id. */
export function writeXlsForm(content: Content, names: ReadonlyMap<string, string>, losses: Losses): SheetText[] {
  const { screens = { ids: [], entities: {} }, conditions, settings, name } = content
  const lists = new ChoiceLists()
  const rules = rulesOf(conditions)
  const visible = visibilityOf(screens.ids, rules)
  const language = textIn((settings as { lang?: unknown } | undefined)?.lang) === 'ru' ? 'Russian (ru)' : 'English (en)'
  const asked = askedIn(screens)
  const taken = new Set(['welcome', 'end', 'meta'])
  const known = new Map<string, string>()
  const nameOf = (id: string, row?: string): string => {
    const about = JSON.stringify([id, row])
    const made = known.get(about) ?? free(slug(row === undefined ? (names.get(id) ?? id) : `${nameOf(id)}_${row}`), taken)
    known.set(about, made)
    taken.add(made)
    return made
  }
  const optionOf = ({ type, ...fields }: Question, id: string): string => lists.nameOf(optionsIn({ type, ...fields } as Question), id)
  for (const id of asked) nameOf(id)
  const rows: Row[] = []
  const end = (id: 'welcome' | 'submit', called: string, label: string, hint: string): void => {
    if (label !== '' || hint !== '') rows.push({ type: 'note', name: called, label: label || hint, hint: label === '' ? '' : hint, surveyctl_id: id })
  }
  const [welcome, submit] = [questionIn(screens, 'welcome'), questionIn(screens, 'submit')]
  if (welcome) end('welcome', 'welcome', plain(welcome.title) || '-', plain(welcome.description))
  for (const id of asked) {
    const question = questionIn(screens, id)!
    const at = { at: nameOf(id), key: nameOf(id) }
    const expression = visible.get(id)
    const { text, widened } = expression ? xpathOf(expression, screens, { screen: nameOf, option: optionOf }) : { text: 'true()', widened: false }
    if (!expression || text.length > longest) losses.add('logic.too-large', at, 'its conditions')
    else if (widened) losses.add('logic.widened', at, text)
    addUnsaid(question, at, losses)
    const [first, ...others] = rowsOf(question, nameOf(id), (options) => lists.of(options), (row) => nameOf(id, row))
    rows.push({ ...first, ...(text !== 'true()' && text.length <= longest && { relevant: text }), surveyctl_id: id }, ...others)
  }
  if (submit?.type === 'submit') end('submit', 'end', plain(submit.submitThanksTitle), plain(submit.submitThanksText))
  addScreenouts(rules, losses)
  const sheets = (own: Row[], more: string): SheetText[] => [
    sheetOf('survey', own, language),
    lists.sheet(language),
    { title: 'settings', head: ['form_title', 'form_id', 'default_language', 'surveyctl'], rows: [[textIn(name) || 'Survey', formId(textIn(name)), language, more]] },
  ]
  return withOwn(content, rows, sheets)
} // prettier-ignore

const formId = (name: string): string => {
  const id = slug(name).replaceAll(/_+/g, '_').slice(0, 40)
  return /[A-Za-z0-9]/.test(id) ? id : `survey_${createHash('sha256').update(name).digest('hex').slice(0, 8)}`
}

/** What people see, and XLSForm has no column for. */
const unsaid =
  /Placeholder$|Score$|^filling_time|Figure$|^fileMax|^submit(Label|Redirect)|^(slider|scale)(From|To)Label$|^(message|welcome)Label$/

function addUnsaid(question: Question, at: { at: string; key: string }, losses: Losses): void {
  const fields = Object.entries(question).filter(([name, value]) => unsaid.test(name) && value)
  if (fields.length > 0) losses.add('setting.dropped', at, fields.map(([name]) => name).join(', '))
  if (optionsIn(question).some(({ score }) => score !== 0)) losses.add('scoring.partial', at, 'points of options')
}

const columns: readonly SheetField[] = [
  'type', 'name', 'label', 'hint', 'required', 'read_only', 'relevant', 'constraint', 'appearance', 'parameters', 'image', 'video', 'audio',
  'surveyctl_id', 'surveyctl',
] // prettier-ignore

function sheetOf(title: string, rows: readonly Row[], language: string): SheetText {
  const used = columns.filter((column) => ['type', 'name', 'label'].includes(column) || rows.some((row) => row[column]))
  const named = (column: SheetField): string =>
    column === 'label' || column === 'hint' ? `${column}::${language}` : ['image', 'video', 'audio'].includes(column) ? `media::${column}::${language}` : column
  return { title, head: used.map(named), rows: rows.map((row) => used.map((column) => row[column] ?? '')) }
} // prettier-ignore

/** One for each list of options that is said in the same words. */
class ChoiceLists {
  readonly #lists = new Map<string, { name: string; options: { name: string; id: string; title: string; link: string }[] }>()

  of(options: readonly Choice[]): string {
    return this.#list(options).name
  }

  nameOf(options: readonly Choice[], id: string): string {
    return this.#list(options).options.find((option) => option.id === id)?.name ?? id
  }

  #list(options: readonly Choice[]) {
    const said = options.map(({ id, title, link = '' }) => ({ id, title: plain(title), link }))
    const key = JSON.stringify(said)
    const known = this.#lists.get(key)
    if (known) return known
    const taken = new Set<string>()
    const isYesNo = said.length === 2 && said[0]!.id === 'yes' && said[1]!.id === 'no'
    const names = new Set([...this.#lists.values()].map(({ name }) => name))
    const list = {
      name: free(isYesNo ? 'yes_no' : `list_${this.#lists.size + 1}`, names, '_'),
      options: said.map((option) => {
        const name = free(/^[A-Za-z0-9_.-]+$/.test(option.id) ? option.id : slug(option.id), taken)
        taken.add(name)
        return { ...option, name }
      }),
    }
    this.#lists.set(key, list)
    return list
  }

  sheet(language: string): SheetText {
    const all = [...this.#lists.values()].flatMap(({ name, options }) => options.map((option) => ({ list: name, ...option })))
    const pictures = all.some(({ link }) => link !== '')
    return {
      title: 'choices',
      head: ['list_name', 'name', `label::${language}`, ...(pictures ? [`media::image::${language}`] : []), 'surveyctl_id'],
      rows: all.map(({ list, name, id, title, link }) => [list, name, title || id, ...(pictures ? [link] : []), id === name ? '' : id]),
    }
  }
}

type Cells = ReadonlyMap<string, readonly (readonly string[])[]>

/** Adds what a reader would not find again. */
function withOwn(content: Content, rows: readonly Row[], sheets: (rows: Row[], more: string) => SheetText[]): SheetText[] {
  const { screens = { ids: [], entities: {} }, conditions = {} } = content
  const cells = (made: readonly SheetText[]): Cells => new Map(made.map(({ title, head, rows: of }) => [title, [head, ...of]]))
  const read = readSheets(cells(sheets([...rows], '')), 'survey', { groups: 'drop', losses: new Losses() })
  const found = new Map(read.items.map(({ id, question }) => [id, question as object]))
  const within = (value: object): string => {
    // Readers of workbooks take curly quotes for straight ones.
    const text = JSON.stringify(value).replaceAll(/[‘’“”]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16)}`)
    return text.length > longest ? '' : text
  }
  const owned = rows.map((row) => {
    const entity = row.surveyctl_id === undefined ? undefined : screens.entities[row.surveyctl_id]
    const own = entity && changed(found.get(row.surveyctl_id) ?? {}, entity)
    return own?.fields && found.has(row.surveyctl_id) ? { ...row, surveyctl: within(own) } : row
  })
  const facts = changedEnds(read, content)
  const logic = { mark: markOf(rows.map(({ name, relevant }) => [name ?? '', relevant ?? ''])), conditions }
  return sheets(owned, within({ ...facts, logic }) || within(facts))
} // prettier-ignore
