/**
 * Brings the dictionary up to date with what respondents could see: the report (the publications), and the draft where it is what was
 * published last. Any other draft only adds details to questions that the report names. Questions are added and changed, never removed.
 */
import { listsOf, spanOf } from '../../model/question/index.ts'
import type { Question } from '../../model/survey.ts'
import { isObject } from '../../text/is-object.ts'
import { addFormerLabels } from './former.ts'
import { freeKey, freeVersion, type KnownNames } from './keys.ts'
import { applyKeys, applyLabels } from './naming.ts'
import { kindOf } from './kind.ts'
import { mergeOptions, neverOffered, type SeenOption } from './options.ts'
import { reportedKind, reportedOptions, type ReportedOption, type ReportSeen } from './reported.ts'
import { hasOptions, type Dictionary, type Kind, type KnownOption, type KnownQuestion } from './shape.ts'
import { own } from '../../text/own.ts'

/** The survey as the service shows it: nothing is taken for granted. */
export interface SurveySeen {
  name?: unknown
  widgets?: { ids?: unknown; entities?: unknown } | undefined
  settings?: unknown
  conditions?: unknown
  is_published?: unknown
  updated_at?: unknown
  published_at?: unknown
}

export interface Seen extends KnownNames {
  survey: SurveySeen
  /** Absent where it was not asked for, since nothing has changed. */
  report?: readonly ReportSeen[] | undefined
  /** Number of this sync. */
  sync: number
}

/** Whether the draft is what was published last, as far as the service shows it. */
export function isPublic({ is_published, published_at, updated_at }: SurveySeen): boolean {
  const [published, updated] = [published_at, updated_at].map((time) => (typeof time === 'string' ? Date.parse(time) : NaN))
  return is_published !== false && published! >= updated!
}

export interface Drafted extends Pick<KnownNames, 'former'> {
  entities: Readonly<Record<string, Question | undefined>>
  lang: 'ru' | 'en'
}

export const draftOf = ({ widgets, settings }: SurveySeen): Drafted => ({
  entities: (widgets?.entities ?? {}) as Record<string, Question | undefined>,
  lang: isObject(settings) && settings.lang === 'en' ? 'en' : 'ru',
})

export const screensOf = (survey: SurveySeen): string[] =>
  Array.isArray(survey.widgets?.ids) ? survey.widgets.ids.map(String) : Object.keys(draftOf(survey).entities)

export function updateDictionary(dictionary: Dictionary, { survey, report, sync, keys, labels = {}, former = {} }: Seen): void {
  if (typeof survey.name === 'string') dictionary.name = survey.name
  const draft = draftOf(survey)
  // Of a survey that was never published the report shows the draft.
  const reported = (report ?? []).filter(({ answered }) => survey.is_published !== false || Number(answered) > 0)
  const published = typeof survey.published_at === 'string' ? survey.published_at : new Date().toISOString()
  const before = new Set(dictionary.questions)
  if (isPublic(survey)) {
    const met = new Set(
      screensOf(survey).flatMap((id, index) => addPublished(dictionary, draft, { id, index, sync, published, before }) ?? []),
    )
    for (const question of reported) addOlder(dictionary, question, { sync, before })
    for (const question of dictionary.questions) question.until = met.has(question) ? null : (question.until ?? sync)
  } else reported.forEach((question, index) => addReported(dictionary, question, { draft, index, sync, published, before }))
  applyKeys(dictionary, keys)
  applyLabels(dictionary, labels)
  addFormerLabels(dictionary, former)
}

interface OptionLists {
  options: readonly SeenOption[]
  rows: readonly SeenOption[]
}

interface Screen {
  id: string
  title?: string
  index: number
  sync: number
  /** When, and what was known before. */
  published?: string
  before?: ReadonlySet<KnownQuestion>
}

/** A question as the draft has it, where that is what respondents see. */
export function addPublished(dictionary: Dictionary, { entities, lang }: Drafted, screen: Screen): KnownQuestion | undefined {
  const { id, index, sync } = screen
  const question = own(entities, id)
  const kind = question && kindOf(question)
  if (!kind) return undefined
  const title = screen.title || (question.title ?? '')
  const known = findOrAddQuestion(dictionary, { id, type: question.type, kind, title, place: index + 1, sync })
  known.order = index + 1
  updateOptions(dictionary, known, draftOptions(question, lang), screen.before?.has(known) ? screen.published : undefined)
  const span = spanOf(question)
  if (span) known.span = span
  return known
}

function draftOptions(question: Question, lang: 'ru' | 'en'): OptionLists {
  const shape = ({ id, title, score }: SeenOption): SeenOption => ({ id, title, ...(score ? { score } : {}) })
  const { options, columns, rows } = listsOf(question, lang)
  return { options: (columns ?? options ?? []).map(shape), rows: (rows ?? []).map(shape) }
}

/** `draft`: the question there, whose kind is the best guess where the report shows none. */
function findReported(dictionary: Dictionary, seen: ReportSeen, place: number, sync: number, draft?: Question): KnownQuestion | undefined {
  if (typeof seen.widget_id !== 'string' || typeof seen.type !== 'string') return undefined
  const [id, type] = [seen.widget_id, seen.type]
  const latest = dictionary.questions.findLast((question) => question.id === id && question.type === type)
  if (latest) return latest
  const kind = draft?.type === type ? kindOf(draft) : reportedKind(seen)
  return kind && findOrAddQuestion(dictionary, { id, type, kind, title: String(seen.title ?? ''), place, sync })
}

/** Behind what was published last: its titles count as former ones, and a question that only the report has is of an older publication. */
function addOlder(dictionary: Dictionary, seen: ReportSeen, { sync, before }: Pick<BesideReport, 'sync' | 'before'>): void {
  const known = findReported(dictionary, seen, dictionary.questions.length + 1, sync)
  if (known) addOlderOptions(dictionary, known, reportedOptions(seen), before)
}

interface BesideReport {
  draft: Drafted
  index: number
  sync: number
  published: string
  before: ReadonlySet<KnownQuestion>
}

/** A question whose draft was changed meanwhile: titles and options are those of the report. */
function addReported(dictionary: Dictionary, seen: ReportSeen, { draft, index, sync, published, before }: BesideReport): void {
  const drafted = own(draft.entities, String(seen.widget_id))
  const known = findReported(dictionary, seen, index + 1, sync, drafted)
  if (!known) return
  if (!before.has(known)) known.order = index + 1
  if (typeof seen.title === 'string' && seen.title !== '' && known.until === null) known.title = seen.title
  const span = drafted?.type === known.type ? spanOf(drafted) : undefined
  if (span) known.span ??= span
  if (!hasOptions(known.kind)) return
  const details = drafted?.type === known.type ? draftOptions(drafted, draft.lang) : { options: [], rows: [] }
  const scores = new Map(details.options.map(({ id, score }) => [id, score]))
  const { options, rows } = reportedOptions(seen)
  const present = (list: readonly ReportedOption[]): SeenOption[] =>
    list.flatMap(({ id, title, removed }) => (removed ? [] : [{ id, title, ...(scores.get(id) && { score: scores.get(id)! }) }]))
  const shown = { options: present(options), rows: rows.length > 0 ? present(rows) : details.rows }
  const facts = { type: known.type, since: before.has(known) ? published : undefined }
  if (mergeOptions(known.options, shown.options, facts) || mergeOptions(known.rows, shown.rows)) dictionary.revision++
  addOlderOptions(dictionary, known, { options, rows }, before)
  markGone(known.options, options)
  markGone(known.rows, rows)
}

function markGone(known: readonly KnownOption[], reported: readonly ReportedOption[]): void {
  const removed = new Set(reported.flatMap((option) => (option.removed ? [option.id] : [])))
  for (const option of known) if (removed.has(option.id)) option.gone = true
}

interface QuestionFacts {
  id: string
  type: string
  kind: Kind
  title: string
  place: number
  sync: number
}

/** Finds or adds a question. One that changed its kind counts as another one: its key is `KEY_v2`. */
export function findOrAddQuestion(dictionary: Dictionary, { id, type, kind, title, place, sync }: QuestionFacts): KnownQuestion {
  const versions = dictionary.questions.filter((question) => question.id === id)
  const same = versions.findLast((question) => question.kind === kind)
  if (same) {
    if (title) same.title = title
    same.type = type
    return same
  }
  const used = new Set(dictionary.questions.map(({ key }) => key.toLowerCase()))
  const key = versions[0] ? freeVersion(versions[0].key, versions.length + 1, used) : freeKey(title, place, used)
  const order = dictionary.questions.length + 1
  const fresh: KnownQuestion = { n: order, id, key, type, kind, title, options: [], rows: [], order, since: sync, until: null }
  dictionary.questions.push(fresh)
  return fresh
}

function updateOptions(dictionary: Dictionary, question: KnownQuestion, { options, rows }: OptionLists, since?: string): void {
  if (!hasOptions(question.kind)) return
  const present = (list: readonly SeenOption[]): Set<string> => new Set(list.map(({ id }) => id))
  const [now, nowRows] = [present(options), present(rows)]
  const renamed = [mergeOptions(question.options, options, { type: question.type, since }), mergeOptions(question.rows, rows)].some(Boolean)
  if (renamed) dictionary.revision++
  for (const option of question.options) option.gone = !now.has(option.id)
  for (const row of question.rows) row.gone = !nowRows.has(row.id)
}

function addOlderOptions(
  dictionary: Dictionary,
  question: KnownQuestion,
  { options, rows }: OptionLists,
  before: ReadonlySet<KnownQuestion>,
): void {
  if (!hasOptions(question.kind)) return
  for (const [known, met] of [
    [question.options, options],
    [question.rows, rows],
  ] as const) {
    const byId = new Map(known.map((option) => [option.id, option]))
    for (const { id, title } of met) {
      const option = byId.get(id)
      if (option && option.title !== title && title !== id && !option.was.includes(title)) option.was.push(title)
    }
    const fresh = met.filter(({ id }) => !byId.has(id))
    const since = before.has(question) ? neverOffered : undefined
    if (mergeOptions(known, fresh, { type: question.type, since })) dictionary.revision++
  }
}
