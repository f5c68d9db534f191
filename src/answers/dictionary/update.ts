/** Brings the dictionary up to date with the draft and the report (the publications). Questions are added and changed, never removed. */
import { usageError } from '../../errors.ts'
import { listsOf, spanOf } from '../../model/question/index.ts'
import type { Question } from '../../model/survey.ts'
import { isObject } from '../../text/is-object.ts'
import { addFormerLabels } from './former.ts'
import { freeKey, freeVersion, type FormerLabels } from './keys.ts'
import { kindOf } from './kind.ts'
import { mergeOptions, optionNamed, type SeenOption } from './options.ts'
import { hasOptions, type Dictionary, type Kind, type KnownQuestion } from './shape.ts'

/** The survey as the service shows it: nothing is taken for granted. */
export interface SurveySeen {
  name?: unknown
  widgets?: { ids?: unknown; entities?: unknown } | undefined
  settings?: unknown
  conditions?: unknown
  updated_at?: unknown
  published_at?: unknown
}

/** A question of `POST /report`. */
export interface ReportSeen {
  widget_id?: unknown
  type?: unknown
  title?: unknown
  answered?: unknown
  bars?: unknown
  rows?: unknown
}

export interface Seen {
  survey: SurveySeen
  /** Absent where it was not asked for, since nothing has changed. */
  report?: readonly ReportSeen[] | undefined
  /** Number of this sync. */
  sync: number
  keys: Readonly<Record<string, string>>
  labels?: FormerLabels | undefined
  /** Labels that are known from elsewhere, each with the id of its option. */
  former?: FormerLabels | undefined
}

export function updateDictionary(dictionary: Dictionary, { survey, report, sync, keys, labels = {}, former = {} }: Seen): void {
  if (typeof survey.name === 'string') dictionary.name = survey.name
  const lang = isObject(survey.settings) && survey.settings.lang === 'en' ? 'en' : 'ru'
  // What the service answers is checked leniently.
  const entities = (survey.widgets?.entities ?? {}) as Record<string, Question | undefined>
  const ids = Array.isArray(survey.widgets?.ids) ? survey.widgets.ids.map(String) : Object.keys(entities)
  const met = new Set<KnownQuestion>()
  ids.forEach((id, index) => {
    const question = entities[id]
    const kind = question && kindOf(question)
    if (!question || !kind) return
    const known = findOrAddQuestion(dictionary, { id, type: question.type, kind, title: question.title ?? '', place: index + 1, sync })
    known.order = index + 1
    met.add(known)
    updateOptions(dictionary, known, draftOptions(question, lang))
    const span = spanOf(question)
    if (span) known.span = span
  })
  for (const question of report ?? []) {
    const known = addReported(dictionary, question, sync)
    if (known) met.add(known)
  }
  for (const question of dictionary.questions) {
    if (met.has(question)) question.until = null
    else if (report) question.until ??= sync
  }
  applyKeys(dictionary, keys)
  applyLabels(dictionary, labels)
  addFormerLabels(dictionary, former)
}

interface OptionLists {
  options: readonly SeenOption[]
  rows: readonly SeenOption[]
}

function draftOptions(question: Question, lang: 'ru' | 'en'): OptionLists {
  const shape = ({ id, title, score }: SeenOption): SeenOption => ({ id, title, ...(score ? { score } : {}) })
  const { options, columns, rows } = listsOf(question, lang)
  return { options: (columns ?? options ?? []).map(shape), rows: (rows ?? []).map(shape) }
}

const bars = (list: unknown): SeenOption[] =>
  Array.isArray(list) ? list.flatMap(({ id, label }) => (id === undefined ? [] : [{ id: String(id), title: String(label ?? id) }])) : []

/** A question that only the report has belongs to an older publication. */
function addReported(dictionary: Dictionary, seen: ReportSeen, sync: number): KnownQuestion | undefined {
  if (typeof seen.widget_id !== 'string' || typeof seen.type !== 'string') return undefined
  const id = seen.widget_id
  const latest = dictionary.questions.findLast((question) => question.id === id)
  const kind = latest && latest.type === seen.type ? latest.kind : reportedKind(seen)
  if (!kind) return undefined
  const known =
    latest?.type === seen.type
      ? latest
      : findOrAddQuestion(dictionary, {
          id,
          type: seen.type,
          kind,
          title: String(seen.title ?? ''),
          place: dictionary.questions.length + 1,
          sync,
        })
  const rows = Array.isArray(seen.rows) ? seen.rows : []
  const options = kind.startsWith('matrix') ? bars(rows[0]?.bars) : bars(seen.bars)
  // The draft's titles are newer: those of the report count as former ones, unless only the report has the option.
  addOlderOptions(dictionary, known, { options, rows: bars(rows) })
  return known
}

function reportedKind({ type, bars: list, answered }: ReportSeen): Kind | undefined {
  const counted = Array.isArray(list) ? list.reduce((sum: number, { count }) => sum + (Number(count) || 0), 0) : 0
  const choice = { type: String(type), choiceMultiple: counted > Number(answered ?? 0) }
  return kindOf(choice)
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

function updateOptions(dictionary: Dictionary, question: KnownQuestion, { options, rows }: OptionLists): void {
  if (!hasOptions(question.kind)) return
  const present = (list: readonly SeenOption[]): Set<string> => new Set(list.map(({ id }) => id))
  const [now, nowRows] = [present(options), present(rows)]
  const renamed = [mergeOptions(question.options, options, question.type), mergeOptions(question.rows, rows)].some(Boolean)
  if (renamed) dictionary.revision++
  for (const option of question.options) option.gone = !now.has(option.id)
  for (const row of question.rows) row.gone = !nowRows.has(row.id)
}

function addOlderOptions(dictionary: Dictionary, question: KnownQuestion, { options, rows }: OptionLists): void {
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
    if (mergeOptions(known, fresh, question.type)) dictionary.revision++
  }
}

/** Sets the keys that a person chose; files written under other keys are then written again. Nothing else keeps or gets one of them. */
function applyKeys(dictionary: Dictionary, keys: Readonly<Record<string, string>>): void {
  const chosen = new Set(Object.values(keys).map((key) => key.toLowerCase()))
  const rename = (question: KnownQuestion, choose: (used: ReadonlySet<string>) => string): void => {
    const others = dictionary.questions.filter((other) => other !== question).map((other) => other.key.toLowerCase())
    question.key = choose(new Set([...others, ...chosen]))
  }
  const before = dictionary.questions.map(({ key }) => key).join()
  const first = (id: string): KnownQuestion | undefined => dictionary.questions.find((question) => question.id === id)
  const holders = new Set(Object.keys(keys).map(first))
  for (const question of dictionary.questions) {
    if (holders.has(question) || !chosen.has(question.key.toLowerCase())) continue
    const base = first(question.id)
    rename(question, (used) => (base && base !== question ? freeVersion(base.key, 2, used) : freeKey(question.title, question.order, used)))
  }
  for (const [id, key] of Object.entries(keys)) {
    const [named, ...versions] = dictionary.questions.filter((question) => question.id === id)
    if (named && named.key !== key) rename(named, () => key)
    versions.forEach((version, index) => {
      if (!new RegExp(`^${key}_v\\d+$`).test(version.key)) rename(version, (used) => freeVersion(key, index + 2, used))
    })
  }
  if (dictionary.questions.map(({ key }) => key).join() !== before) dictionary.revision++
}

/** Texts of answers that a person says to be former labels: they are those options from now on. */
function applyLabels(dictionary: Dictionary, labels: FormerLabels): void {
  const problems: string[] = []
  for (const question of dictionary.questions) {
    for (const [text, name] of Object.entries(labels[question.id] ?? {})) {
      const known = [question.options, question.rows].map((list) =>
        optionNamed(
          list.filter(({ unlisted }) => !unlisted),
          String(name),
        ),
      )
      const option = known[0] ?? known[1]
      if (!option) problems.push(`labels: "${question.key}" has no option "${name}"`)
      else if (option.title !== text && !option.was.includes(text)) {
        option.was.push(text)
        dictionary.revision++
      }
    }
  }
  if (problems.length > 0) throw usageError(problems)
}
