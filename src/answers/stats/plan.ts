/** What was asked for, in the words of the dictionary. */
import { daysOf } from '../days.ts'
import { CommandError, usageError } from '../../errors.ts'
import { matchingQuestions, questionNaming, screenRows } from '../../model/document/index.ts'
import { isGrade } from '../../model/question/index.ts'
import { orderedQuestions } from '../dictionary/columns.ts'
import { labelOf } from '../dictionary/options.ts'
import type { Dictionary, KnownQuestion } from '../dictionary/shape.ts'
import type { Plan } from './counter.ts'
import type { Unit } from './period.ts'
import type { StatsSelection } from './result.ts'
import { wantedOf, type Condition } from './where.ts'

export interface PlanWanted {
  /** All where there are none. */
  questions: readonly string[]
  by?: string | undefined
  trend?: Unit | undefined
  funnel?: boolean | undefined
  /** `KEY=CODE`, of a matrix `KEY_ROW=CODE`. */
  where?: readonly string[] | undefined
  /** Days. */
  fromDate?: string | undefined
  toDate?: string | undefined
  state: StatsSelection['state']
}

const states: Record<StatsSelection['state'], readonly number[]> = { complete: [1], incomplete: [0], all: [0, 1, 2] }

/** Numbers and keys of files, by the ids of questions. */
export function namesIn({ dictionary, ids }: Known): (id: string) => { number: number | null; key: string } {
  const types = new Map(dictionary.questions.map(({ id, type }) => [id, type]))
  const entities = Object.fromEntries(ids.map((id) => [id, { type: types.get(id) ?? 'message' }]))
  const names = new Map(screenRows({ ids: [...ids], entities }).map(({ id, number, key }) => [id, { number, key }]))
  return (id) => names.get(id) ?? { number: null, key: id }
}

interface Known {
  dictionary: Dictionary
  ids: readonly string[]
}

const named = ({ key, title }: KnownQuestion): string => `${key} "${title}"`

/** A question that changed its type is several, under one id. */
function questionsNamed({ dictionary, ids }: Known, reference: string): KnownQuestion[] {
  const nameOf = namesIn({ dictionary, ids })
  const rows = orderedQuestions(dictionary).map((question) => ({ ...question, ...nameOf(question.id), variable: question.key, question }))
  const found = matchingQuestions(rows, reference).map(({ question }) => question)
  if (found.length === 0)
    throw new CommandError('not_found', `Survey ${dictionary.quiz} has no question "${reference}" that is answered`, {
      code: 'question_not_found',
      hint: `Questions are named ${questionNaming}: ${orderedQuestions(dictionary)
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

export function planOf(known: Known, wanted: PlanWanted): { plan: Plan; selection: StatsSelection } {
  const { questions, by, trend, funnel, where = [], fromDate, toDate, state } = wanted
  const plan: Plan = {
    questions: questions.length === 0 ? undefined : questions.flatMap((reference) => questionsNamed(known, reference)),
    by: byOf(known, by),
    trend,
    funnel: funnel === true,
    where: where.map((text) => conditionOf(known, text)),
    ...daysOf({ fromDate, toDate }),
    states: new Set(states[state]),
  }
  return { plan, selection: { state, from_date: fromDate ?? null, to_date: toDate ?? null, where: [...where] } }
}
