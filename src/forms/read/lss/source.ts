/** What the reader of LSS files has found so far. */
import type { Question } from '../../../model/survey.ts'
import type { ReadOptions } from '../../form.ts'
import type { Losses, Place } from '../../loss.ts'
import { Texts } from '../../text.ts'
import type { DraftItem, RawOption, Said } from '../draft.ts'
import type { Languages } from '../languages.ts'
import { Names } from './language.ts'
import type { LssRow, Tables } from './tables.ts'

/** A question as it is in the tables. */
export interface LssQuestion {
  row: LssRow
  key: string
  place: Place
  title: string
  visible: Said[]
  attributes: ReadonlyMap<string, string>
}

export class Source {
  readonly items: DraftItem[] = []
  readonly names = new Names()
  readonly losses: Losses
  readonly groups: ReadOptions['groups']
  readonly texts: Texts
  readonly tables: Tables
  scored = false
  readonly #languages: Languages
  readonly #grouped = new Map<string, Map<string, LssRow[]>>()

  constructor(tables: Tables, languages: Languages, { losses, groups }: ReadOptions) {
    this.tables = tables
    this.losses = losses
    this.groups = groups
    this.#languages = languages
    this.texts = new Texts(losses, { piping: /\{(?:[A-Za-z_]|\d+X)[^{}]*\}/g })
  }

  /** Rows of a table with this value. */
  rows(table: string, field: string, value: string | undefined): readonly LssRow[] {
    const name = `${table} ${field}`
    let groups = this.#grouped.get(name)
    if (!groups) {
      groups = Map.groupBy(this.tables.rows(table), (row) => row[field] ?? '')
      this.#grouped.set(name, groups)
    }
    return groups.get(value ?? '') ?? []
  }

  /** A text of a row, which older files have once a language, newer ones in a table beside it. */
  text(own: { table: string; beside: string; id: string }, id: string | undefined, field: string): string {
    const rows = [...this.rows(own.beside, own.id, id), ...this.rows(own.table, own.id, id)].filter((row) => row[field] !== undefined)
    return this.#said(rows, field)
  }

  /** Of the survey itself. */
  setting(field: string): string {
    return this.#said(this.tables.rows('surveys_languagesettings'), field, 'surveyls_language')
  }

  /** Of rows for each language. */
  #said(rows: readonly LssRow[], field: string, language = 'language'): string {
    return String(this.#languages.pick(Object.fromEntries(rows.map((row) => [row[language] ?? '', row[field]]))) ?? '')
  }

  subquestions({ qid }: LssRow, scale = '0'): (RawOption & { code: string })[] {
    const rows = [...this.rows('subquestions', 'parent_qid', qid), ...this.rows('questions', 'parent_qid', qid)]
    const byId = new Map(rows.filter((row) => (row.scale_id ?? '0') === scale).map((row) => [row.qid ?? '', row]))
    return [...byId.values()]
      .sort((a, b) => Number(a.question_order) - Number(b.question_order))
      .map((row) => {
        const code = row.title ?? ''
        const own = {
          table: this.rows('subquestions', 'qid', row.qid).length > 0 ? 'subquestions' : 'questions',
          beside: 'question_l10ns',
          id: 'qid',
        }
        return { code, value: code, title: this.texts.label(this.text(own, row.qid, 'question'), { at: `question ${code}` }) || code }
      })
  }

  answers({ qid }: LssRow, place: Place, scale = '0'): RawOption[] {
    const rows = this.rows('answers', 'qid', qid).filter((row) => (row.scale_id ?? '0') === scale)
    const byCode = new Map(rows.map((row) => [row.code ?? '', row]))
    return [...byCode.values()]
      .sort((a, b) => Number(a.sortorder) - Number(b.sortorder))
      .map((row) => {
        const points = Number(row.assessment_value ?? 0)
        if (points !== 0) this.scored = true
        const raw =
          row.aid === undefined
            ? this.#oldAnswer(qid ?? '', row.code ?? '', scale)
            : this.text({ table: 'answers', beside: 'answer_l10ns', id: 'aid' }, row.aid, 'answer')
        return { value: row.code ?? '', title: this.texts.label(raw, place), ...(points !== 0 && { score: points }) }
      })
  }

  /** Older files have no number for an answer: a row a language. */
  #oldAnswer(qid: string, code: string, scale: string): string {
    const rows = this.rows('answers', 'qid', qid).filter((row) => row.code === code && (row.scale_id ?? '0') === scale)
    return this.#said(rows, 'answer')
  }

  /** Adds a question, or a part of one under a name of its own. */
  add(
    { row, key, place, title, visible }: LssQuestion,
    question: Question,
    part?: { code: string; title: string; visible?: Said[]; values?: DraftItem['values'] },
  ): DraftItem {
    const help = this.texts.label(this.text({ table: 'questions', beside: 'question_l10ns', id: 'qid' }, row.qid, 'help'), place)
    const required = /^[YS]$/.test(row.mandatory ?? '')
    const raw = this.texts.titled(part ? [title, part.title].filter(Boolean).join(' · ') : title, place)
    const item: DraftItem = {
      key: part && part.code !== '' ? `${key}#${part.code}` : key,
      at: place.at,
      visible: [...visible, ...(part?.visible ?? [])],
      ...(part?.values && { values: part.values }),
      question: {
        ...question,
        title: raw.title || key,
        ...(help !== '' && { description: help }),
        ...(required && !part?.visible && { isRequired: true }),
        ...(raw.multimedia && { multimedia: raw.multimedia }),
      },
    }
    this.items.push(item)
    return item
  }
}
