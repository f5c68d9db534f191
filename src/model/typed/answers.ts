/** From answers as people type them to answers as they are stored. */
import { isQuestionType } from '../../contract/surveys/question.ts'
import { usageError } from '../../errors.ts'
import {
  matchingOptions,
  matchingQuestions,
  optionRows,
  questionAt,
  questionNamed,
  type NamedScreens,
  type ScreenRow,
} from '../document/index.ts'
import { answerKindOf, isAnswerable, isAnsweredByList, listsOf, problemOf, type Choice } from '../question/index.ts'
import { problemText } from '../question/problem-text.ts'
import type { FileValue, Question } from '../survey.ts'
import { jsonOf } from '../../text/json-of.ts'

/** An option by its id, number or title. */
function optionId(choices: readonly Choice[], text: string, row: ScreenRow): string {
  const wanted = text.trim()
  const found = matchingOptions(optionRows(choices), wanted)
  const other =
    found.length === 0 ? choices.filter(({ title, id }) => [title, id].some((name) => name.toLowerCase() === wanted.toLowerCase())) : found
  if (other[0] && other.length === 1) return other[0].id
  throw usageError(
    `"${wanted}" ${other.length === 0 ? 'is not an option' : 'fits several options'} of question ${row.number ?? row.key}`,
    `It has ${choices.map(({ title, id }) => `"${title}" (${id})`).join(', ')}`,
  )
}

const optionIds = (choices: readonly Choice[], text: string, row: ScreenRow): string[] => {
  // A title may hold a comma.
  if (choices.some(({ title }) => title === text.trim())) return [optionId(choices, text, row)]
  return text.split(',').map((part) => optionId(choices, part, row))
}

/** The value that a test compares with: a list where several options are named. */
export function readTested(question: Question, row: ScreenRow, part: string | undefined, text: string): string | number | string[] {
  const { options, columns } = listsOf(question)
  const kind = answerKindOf(question)
  if (part !== undefined) return one(optionIds(columns ?? [], text, row))
  if (options) return one(optionIds(options, text, row))
  return kind === 'number' && text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text
}

/** A single id by itself, several as a list. */
const one = (ids: string[]): string | string[] => (ids[0] !== undefined && ids.length === 1 ? ids[0] : ids)

/** A row of a matrix. */
export function readRow(question: Question, row: ScreenRow, text: string): string {
  const { rows } = listsOf(question)
  if (!rows) throw usageError(`Question ${row.number ?? row.key} is not a matrix and has no row "${text}"`)
  return optionId(rows, text, row)
}

/** `QUESTION=ANSWER`, by the ids of questions; `QUESTION:=JSON` as it is stored. */
export function typedAnswers(args: readonly string[], { id, screens, rows }: NamedScreens): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const arg of args) {
    // A title may hold the sign itself: the first part that names a question is one.
    const signs = [...arg.matchAll(/:?=/g)]
    const sign = signs.find(({ index }) => matchingQuestions(rows, arg.slice(0, index).trim()).length === 1) ?? signs[0]
    if (!sign) throw usageError(`"${arg}" is not QUESTION=ANSWER`)
    const row = questionNamed(rows, arg.slice(0, sign.index).trim(), id)
    const text = arg.slice(sign.index + sign[0].length)
    const question = questionAt(screens, row)
    values[row.id] = checkedAnswer(question, row, sign[0] === ':=' ? readJson(text) : readAnswer(question, row, text))
  }
  return values
}

function readJson(text: string): unknown {
  const value = jsonOf(text)
  if (value === undefined) throw usageError(`"${text}" is not valid JSON`)
  return value
}

/** An answer that the page would accept; a usage error for any other, since the respondent could not go on with it. */
function checkedAnswer(question: Question, row: ScreenRow, value: unknown): unknown {
  // Of a type that is not known here, nothing is known of its answers either.
  if (!isQuestionType(question.type)) return value
  if (!isAnswerable(question) || question.isBlocked)
    throw usageError(`Nobody can answer question ${row.number ?? row.key}${question.isBlocked ? ': it is blocked' : ''}`)
  const problem = problemOf(question, value, false)
  if (problem) throw usageError(`The page does not take this answer to question ${row.number ?? row.key}: ${problemText(problem)}`)
  return value
}

function readAnswer(question: Question, row: ScreenRow, text: string): unknown {
  const { options, rows, columns } = listsOf(question)
  if (rows)
    return Object.fromEntries(
      text.split(';').map((cell) => {
        const at = cell.lastIndexOf(':')
        if (at < 0) throw usageError(`"${cell.trim()}" is not ROW: COLUMN`)
        return [optionId(rows, cell.slice(0, at), row), optionIds(columns ?? [], cell.slice(at + 1), row)]
      }),
    )
  if (options) return isAnsweredByList(question.type) ? optionIds(options, text, row) : optionId(options, text, row)
  if (answerKindOf(question) === 'files') return text.split(',').map((name) => fileNamed(name.trim()))
  return readTested(question, row, undefined, text)
}

/** As if it had been sent: only its name is known. */
const fileNamed = (name: string): FileValue => ({ id: name, url: '', name, ext: /\.([^.]+)$/.exec(name)?.[1] ?? '', size: 1 })
