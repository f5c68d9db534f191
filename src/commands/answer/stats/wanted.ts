/** What the flags ask for, in the words of the dictionary. */
import { isGrade } from '../../../model/question/index.ts'
import type { Plan } from '../../../answers/stats/counter.ts'
import type { Selection } from '../../../answers/stats/result.ts'
import type { Unit } from '../../../answers/stats/period.ts'
import { wantedOf, type Condition } from '../../../answers/stats/where.ts'
import { orderedQuestions } from '../../../answers/dictionary/columns.ts'
import { labelOf } from '../../../answers/dictionary/options.ts'
import type { Dictionary, KnownQuestion } from '../../../answers/dictionary/shape.ts'
import { fixedKeys, matchingScreens } from '../../../model/document/index.ts'
import { CommandError, usageError } from '../../../errors.ts'

export interface StatsOptions {
  by?: string
  trend?: Unit
  funnel?: boolean
  where?: string[]
  fromDate?: string
  toDate?: string
  complete?: boolean
  incomplete?: boolean
  all?: boolean
  top?: string
  from?: string
  keys?: string
  html?: string
  force?: boolean
}

const defaultTop = 5

export const topOf = ({ top }: StatsOptions): number => {
  if (top === undefined) return defaultTop
  if (!/^\d{1,5}$/.test(top)) throw usageError(`--top must be a whole number, not "${top}"`)
  return Number(top)
}

/** Before anything is read. */
export function refuse({ by, trend, funnel, complete, incomplete, all, from, keys }: StatsOptions, questions: readonly string[]): void {
  const together = (flags: readonly (string | false | undefined)[]): string[] => flags.filter((flag) => typeof flag === 'string')
  const views = together([by !== undefined && '--by', trend !== undefined && '--trend', funnel && '--funnel'])
  if (views.length > 1) throw usageError(`Give one of ${views.join(', ')}`)
  const states = together([complete && '--complete', incomplete && '--incomplete', all && '--all'])
  if (states.length > 1) throw usageError(`Give one of ${states.join(', ')}`)
  if (funnel && questions.length > 0) throw usageError('--funnel is of the whole survey: it takes no QUESTION')
  if (from !== undefined && keys !== undefined)
    throw usageError('--keys is for answers of the service: those of a folder have the keys of its last sync')
}

/** A funnel is about those who give up. */
export const stateOf = ({ complete, incomplete, all, funnel }: StatsOptions): Selection['state'] =>
  all || (funnel && !complete && !incomplete) ? 'all' : incomplete ? 'incomplete' : 'complete'

const states: Record<Selection['state'], readonly number[]> = { complete: [1], incomplete: [0], all: [0, 1, 2] }

const day = 86_400_000

function dayOf(text: string | undefined, flag: string): number | undefined {
  if (text === undefined) return undefined
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : NaN
  if (Number.isNaN(time) || !new Date(time).toISOString().startsWith(text)) throw usageError(`${flag} must be a day such as 2026-01-31`)
  return time
}

export const numbering = (ids: readonly string[]): ((id: string) => number | null) => {
  const places = new Map(ids.filter((id) => !fixedKeys.includes(id)).map((id, at) => [id, at + 1]))
  return (id) => places.get(id) ?? null
}

interface Known {
  dictionary: Dictionary
  ids: readonly string[]
}

const named = ({ key, title }: KnownQuestion): string => `${key} "${title}"`

/** A question that changed its type is several, under one id. */
function questionsNamed({ dictionary, ids }: Known, reference: string): KnownQuestion[] {
  const numberOf = numbering(ids)
  const rows = orderedQuestions(dictionary).map((question) => ({ ...question, number: numberOf(question.id), question }))
  const found = matchingScreens(rows, reference).map(({ question }) => question)
  if (found.length === 0)
    throw new CommandError('not_found', `Survey ${dictionary.quiz} has no question "${reference}" that is answered`, {
      code: 'question_not_found',
      hint: `Questions are named by number, key, id or exact title: ${orderedQuestions(dictionary)
        .map(({ key }) => key)
        .join(', ')}`,
    })
  if (new Set(found.map(({ id }) => id)).size > 1)
    throw usageError(`"${reference}" fits ${found.length} questions: ${found.map(named).join(', ')}`, 'Give the key of the one you mean')
  return found
}

/** Of several types that it had, the present one. */
const questionNamed = (known: Known, reference: string): KnownQuestion => questionsNamed(known, reference).reduce((_, later) => later)

function byOf(known: Known, reference: string | undefined): KnownQuestion | undefined {
  if (reference === undefined) return undefined
  const question = questionNamed(known, reference)
  if (question.kind === 'single' || question.kind === 'multiple' || (question.kind === 'number' && isGrade(question.type))) return question
  throw usageError(`--by takes a question with options, a rating or a scale; ${named(question)} is a ${question.type}`)
}

function conditionOf(known: Known, text: string): Condition {
  const at = text.indexOf('=')
  const [reference, name] = [text.slice(0, at).trim(), text.slice(at + 1).trim()]
  if (at <= 0 || name === '') throw usageError(`--where must be KEY=CODE, not "${text}"`)
  const { question, row } = rowNamed(known, reference) ?? { question: questionNamed(known, reference), row: undefined }
  if (question.kind.startsWith('matrix') && !row)
    throw usageError(`${named(question)} has rows: name one`, `--where ${question.key}_${question.rows[0]?.code ?? 1}=...`)
  const wanted = wantedOf(question, name)
  if (wanted !== undefined) return { question, wanted, ...(row && { row }) }
  const options = question.options.filter(({ unlisted }) => !unlisted).map((option) => `${option.code} (${labelOf(option)})`)
  throw usageError(
    `--where ${text}: ${named(question)} has no option "${name}"`,
    options.length === 0 ? 'It takes a number' : `There are ${options.join(', ')}`,
  )
}

/** `KEY_ROW` of a matrix, as typed files name it. */
function rowNamed({ dictionary }: Known, name: string): Pick<Condition, 'question' | 'row'> | undefined {
  for (const question of dictionary.questions) {
    const row = question.rows.find(({ code }) => `${question.key}_${code}` === name)
    if (row) return { question, row }
  }
  return undefined
}

export function planOf(known: Known, references: readonly string[], options: StatsOptions): { plan: Plan; selection: Selection } {
  const { by, trend, funnel, where = [], fromDate, toDate } = options
  const state = stateOf(options)
  const [from, to] = [dayOf(fromDate, '--from-date'), dayOf(toDate, '--to-date')]
  if (from !== undefined && to !== undefined && from > to) throw usageError('--from-date is after --to-date')
  const plan: Plan = {
    questions: references.length === 0 ? undefined : references.flatMap((reference) => questionsNamed(known, reference)),
    by: byOf(known, by),
    trend,
    funnel: funnel === true,
    where: where.map((text) => conditionOf(known, text)),
    from: from ?? -Infinity,
    until: to === undefined ? Infinity : to + day,
    states: new Set(states[state]),
  }
  return { plan, selection: { state, from_date: fromDate ?? null, to_date: toDate ?? null, where } }
}
