/** A value of a survey as people read it in a line: words instead of JSON. What is long is cut, and says how much there is. */
import { isQuestionType } from '../contract/surveys/question.ts'
import { isRule, type Rule } from '../model/logic.ts'
import { ruleText } from '../model/rule-text.ts'
import { cutUnits } from '../text/cut.ts'
import { counted } from '../text/counted.ts'
import { isObject } from '../text/is-object.ts'

interface ValueForm {
  /** Nothing is cut. */
  whole?: boolean
  /** The key of a question, by its id. */
  keyOf?: (id: string) => string
}

/** Beside another value there is less room. */
const [widest, ofTwo] = [100, 60]

export const valueText = (value: unknown, form: ValueForm = {}): string => shown(value, form, widest)

/** What was there, and what is there instead. Of fields and of lists of rules only those that differ are told. */
export function valuesText(before: unknown, after: unknown, form: ValueForm = {}): string {
  const [old, now] = [rulesOf(before), rulesOf(after)]
  if (!old || !now) return fieldsText(before, after, form) ?? `${shown(before, form, ofTwo)} → ${shown(after, form, ofTwo)}`
  const other = (list: readonly unknown[], those: readonly unknown[]): unknown[] => {
    const known = new Set(those.map((each) => JSON.stringify(each)))
    return list.filter((each) => !known.has(JSON.stringify(each)))
  }
  const [gone, fresh] = [other(old, now), other(now, old)]
  return [
    old.length === now.length ? counted(old.length, 'rule') : `${old.length} → ${counted(now.length, 'rule')}`,
    gone.length > 0 && `no longer ${shown(gone, form, widest)}`,
    fresh.length > 0 && `now ${shown(fresh, form, widest)}`,
    gone.length + fresh.length === 0 && 'in another order',
  ]
    .filter(Boolean)
    .join('; ')
}

const mostFields = 4

function fieldsText(before: unknown, after: unknown, form: ValueForm): string | undefined {
  if (!isObject(before) || !isObject(after) || isQuestion(before) || isQuestion(after)) return undefined
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  )
  if (names.length === 0) return undefined
  const told = form.whole ? names : names.slice(0, mostFields)
  const texts = told.map((name) => `${wordKey(name, form)} ${valuesText(before[name], after[name], form)}`)
  return `${texts.join(', ')}${names.length > told.length ? ` and ${names.length - told.length} more` : ''}`
}

function shown(value: unknown, form: ValueForm, room: number): string {
  if (typeof value === 'string') return form.whole ? wordOf(value, form) : cutText(value, form, room)
  const pieces = isQuestion(value) || isRule(value) ? [inWords(value, form)] : piecesOf(value, form)
  const all = pieces.join(', ')
  if (form.whole || all.length <= room) return all
  let fitting = 0
  for (let used = 0; fitting < pieces.length; fitting++) {
    used += (pieces[fitting]?.length ?? 0) + 2
    if (used > room) break
  }
  const [first = ''] = pieces
  const kept = fitting === 0 ? [`${cutUnits(first, room)}…`] : pieces.slice(0, fitting)
  const more = pieces.length - kept.length
  return more === 0 ? kept.join(', ') : `${kept.join(', ')} and ${more} more`
}

/** An address or a text of its own, with its size where it is cut. */
function cutText(text: string, form: ValueForm, room: number): string {
  const all = wordOf(text, form)
  if (all.length <= room) return all
  const size = ` (${text.length} characters)`
  return `${JSON.stringify(`${cutUnits(text, room - size.length - 3)}…`)}${size}`
}

function piecesOf(value: unknown, form: ValueForm): string[] {
  const rules = rulesOf(value)
  if (rules)
    return [`${counted(rules.length, 'rule')}${rules.length > 0 ? ':' : ''} ${rules.map((rule) => inWords(rule, form)).join('; ')}`.trim()]
  if (Array.isArray(value)) return value.length === 0 ? ['nothing'] : value.map((item) => inWords(item, form))
  if (!isObject(value)) return [inWords(value, form)]
  const entries = Object.entries(value)
  return entries.length === 0 ? ['nothing'] : entries.map(([name, inner]) => `${wordKey(name, form)} ${inWords(inner, form)}`)
}

/** As a part of something. */
function inWords(value: unknown, form: ValueForm): string {
  if (value === undefined) return 'unset'
  if (value === null) return 'none'
  if (typeof value === 'string') return wordOf(value, form)
  if (isQuestion(value)) return questionText(value)
  if (isRule(value)) return ruleLine(value, form)
  if (typeof value !== 'object') return JSON.stringify(value)
  // Options go by their titles.
  if (isObject(value) && typeof value.title === 'string' && typeof value.id === 'string') return JSON.stringify(value.title)
  return `(${piecesOf(value, form).join(', ')})`
}

const wordKey = (name: string, { keyOf }: ValueForm): string => keyOf?.(name) ?? name

function wordOf(text: string, { keyOf }: ValueForm): string {
  const key = keyOf?.(text) ?? text
  return key === text ? JSON.stringify(text) : key
}

export const isQuestion = (value: unknown): value is Record<string, unknown> & { type: string } =>
  // Pictures have a type as well.
  isObject(value) && typeof value.type === 'string' && (isQuestionType(value.type) || 'title' in value)

function questionText({ type, title, ...fields }: Record<string, unknown> & { type: string }): string {
  const options = Object.values(fields).find((value): value is unknown[] => Array.isArray(value) && value.length > 0)
  return [type, typeof title === 'string' && title !== '' && JSON.stringify(title), options && counted(options.length, 'option')]
    .filter(Boolean)
    .join(', ')
}

const rulesOf = (value: unknown): unknown[] | undefined =>
  isObject(value) && Object.keys(value).length === 1 && Array.isArray(value.rules) ? value.rules : undefined

/** As `condition list` says it; options by their ids, and texts in quotes, as they may hold line ends. */
function ruleLine(rule: Rule, form: ValueForm): string {
  const bare = (id: string): string => (/^[\w:-]+$/.test(id) ? id : JSON.stringify(id))
  const { when, then } = ruleText(rule, {
    screen: (id) => bare(wordKey(id, form).replace(/^q:/, '')),
    choice: (_, __, id) => bare(id),
    message: (text) => JSON.stringify(text),
  })
  return `if ${when}, ${then}`
}
