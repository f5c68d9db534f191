/** Whether a value answers a question. Problems are codes, so that a survey's own words apply. */
import type { AnswerValue, DatetimeQuestion, FileQuestion, FileValue, MatrixQuestion, Question } from '../survey.ts'
import { bytesText, choices, choicesOf, countsOf, datetimeKindOf, fileLimitsOf, isAnswerable, maxLengthOf, spanOf } from './shape.ts'

export type ProblemCode =
  | 'required'
  | 'invalid_answer'
  | 'invalid_email'
  | 'invalid_phone'
  | 'invalid_number'
  | 'invalid_date'
  | 'too_early'
  | 'too_late'
  | 'too_few'
  | 'too_many'
  | 'too_long'
  | 'rank_all'
  | 'answer_each_row'
  | 'too_many_files'
  | 'file_too_large'
  | 'file_type_not_allowed'

export interface Problem {
  code: ProblemCode
  facts?: Record<string, string | number>
}

/** `undefined` when the value is fine. */
export function problemOf(question: Question, value: unknown, required: boolean): Problem | undefined {
  if (!isAnswerable(question)) return undefined
  if (isBlank(value)) return required ? { code: 'required' } : undefined
  switch (question.type) {
    case 'yesno':
    case 'dropdown':
      return choicesOf(question).some(({ id }) => id === value) ? undefined : malformed
    case 'choice':
      return choiceProblem(question, value)
    case 'ranking':
      return rankingProblem(question, value)
    case 'slider':
    case 'rating':
    case 'scale':
      return numberProblem(question, value)
    case 'input':
      return textProblem(value, maxLengthOf(question))
    case 'email':
      return textProblem(value, 254) ?? (emailPattern.test(value as string) ? undefined : { code: 'invalid_email' })
    case 'phone':
      return textProblem(value, 40) ?? (isPhone(value as string) ? undefined : { code: 'invalid_phone' })
    case 'datetime':
      return datetimeProblem(question, value)
    case 'matrix':
      return matrixProblem(question, value, required)
    case 'file':
      return fileProblem(question, value)
    default:
      return undefined
  }
}

export const blankValue = (question: Question): AnswerValue | undefined => {
  if (!isAnswerable(question)) return undefined
  if (question.type === 'matrix') return {}
  return question.type === 'choice' || question.type === 'ranking' || question.type === 'file' ? [] : ''
}

export function isBlank(value: unknown): boolean {
  if (value === undefined || value === null) return true
  if (typeof value === 'string') return value.trim() === ''
  if (Array.isArray(value)) return value.length === 0
  return typeof value === 'object' && Object.values(value).every(isBlank)
}

const malformed: Problem = { code: 'invalid_answer' }
const emailPattern = /^[^\s@<>(),;:"[\]\\]+@[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+$/u
const isPhone = (text: string): boolean => /^\+?[\d\s().-]+$/.test(text) && /^\d{5,15}$/.test(text.replace(/\D/g, ''))

const isDistinct = (list: unknown[]): boolean => new Set(list).size === list.length

function choiceProblem(question: Question, value: unknown): Problem | undefined {
  const known = new Set(choicesOf(question).map(({ id }) => id))
  if (!Array.isArray(value) || !isDistinct(value) || !value.every((id) => known.has(id))) return malformed
  const { min, max } = countsOf(question)
  if (value.length < min) return { code: 'too_few', facts: { n: min } }
  return value.length > max ? { code: 'too_many', facts: { n: max } } : undefined
}

function rankingProblem(question: Question, value: unknown): Problem | undefined {
  const ids = choicesOf(question).map(({ id }) => id)
  if (!Array.isArray(value) || !value.every((id) => ids.includes(id))) return malformed
  return isDistinct(value) && value.length === ids.length ? undefined : { code: 'rank_all' }
}

function numberProblem(question: Question, value: unknown): Problem | undefined {
  const { min, max, step } = spanOf(question)
  const steps = (Number(value) - min) / step
  const fits = typeof value === 'number' && value >= min && value <= max && Math.abs(steps - Math.round(steps)) < 1e-6
  return fits ? undefined : { code: 'invalid_number', facts: { min, max } }
}

function textProblem(value: unknown, max: number): Problem | undefined {
  if (typeof value !== 'string') return malformed
  return [...value].length > max ? { code: 'too_long', facts: { n: max } } : undefined
}

const datetimeForms = { date: /^\d{4}-\d\d-\d\d$/, time: /^\d\d:\d\d$/, datetime: /^\d{4}-\d\d-\d\dT\d\d:\d\d$/ } as const

function datetimeProblem(question: DatetimeQuestion, value: unknown): Problem | undefined {
  const kind = datetimeKindOf(question)
  if (typeof value !== 'string' || !datetimeForms[kind].test(value) || !isMoment(kind === 'time' ? `2000-01-01T${value}` : value))
    return { code: 'invalid_date' }
  // All three forms sort as text.
  const { datetimeMin: min, datetimeMax: max } = question
  if (min && value < min) return { code: 'too_early', facts: { min } }
  return max && value > max ? { code: 'too_late', facts: { max } } : undefined
}

/** Date.parse takes 31 February for March: what it read must be what was written. */
function isMoment(text: string): boolean {
  const time = Date.parse(text.includes('T') ? `${text}Z` : text)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

function matrixProblem(question: MatrixQuestion, value: unknown, required: boolean): Problem | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return malformed
  const rows = choices(question.matrixRows).map(({ id }) => id)
  const columns = choices(question.matrixColumns).map(({ id }) => id)
  for (const [row, cells] of Object.entries(value)) {
    if (!rows.includes(row) || !Array.isArray(cells) || !isDistinct(cells) || !cells.every((id) => columns.includes(id))) return malformed
    if (cells.length > 1 && !question.matrixMultiple) return malformed
  }
  return required && rows.some((row) => isBlank((value as Record<string, unknown>)[row])) ? { code: 'answer_each_row' } : undefined
}

function fileProblem(question: FileQuestion, value: unknown): Problem | undefined {
  if (!Array.isArray(value)) return malformed
  const { count } = fileLimitsOf(question)
  if (value.length > count) return { code: 'too_many_files', facts: { n: count } }
  return (value as FileValue[]).map((file) => fileRefusal(question, file)).find(Boolean)
}

/** What is wrong with one file, by its name and size. */
export function fileRefusal(question: FileQuestion, { name, size }: { name: string; size: number }): Problem | undefined {
  const { bytes, extensions } = fileLimitsOf(question)
  if (size > bytes) return { code: 'file_too_large', facts: { size: bytesText(bytes) } }
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
  return extensions.length > 0 && !extensions.includes(ending)
    ? { code: 'file_type_not_allowed', facts: { types: extensions.join(', ') } }
    : undefined
}
