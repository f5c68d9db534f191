/** Answers as people type them, to those that are stored. */
import { usageError } from '../../errors.ts'
import { matchingOptions, optionRows, type ScreenRow } from '../../model/document/index.ts'
import { answerKindOf, listsOf, type Choice } from '../../model/question/index.ts'
import type { Question } from '../../model/survey.ts'

/** An option by its id, number or title. */
function optionId(choices: readonly Choice[], text: string, row: ScreenRow): string {
  const wanted = text.trim()
  const found = matchingOptions(optionRows(choices), wanted)
  const other =
    found.length === 0 ? choices.filter(({ title, id }) => [title, id].some((name) => name.toLowerCase() === wanted.toLowerCase())) : found
  if (other.length === 1) return other[0]!.id
  throw usageError(
    `"${wanted}" ${other.length === 0 ? 'is no option' : 'fits several options'} of question ${row.number ?? row.key}`,
    `It has ${choices.map(({ title, id }) => `"${title}" (${id})`).join(', ')}`,
  )
}

const optionIds = (choices: readonly Choice[], text: string, row: ScreenRow): string[] => {
  // A title may hold a comma.
  if (choices.some(({ title }) => title === text.trim())) return [optionId(choices, text, row)]
  return text.split(',').map((part) => optionId(choices, part, row))
}

/** The value of a test. A list for what holds several, one for the rest. */
export function readTested(question: Question, row: ScreenRow, part: string | undefined, text: string): string | number | string[] {
  const { options, columns } = listsOf(question)
  const kind = answerKindOf(question)
  if (part !== undefined) return one(optionIds(columns ?? [], text, row))
  if (options) return one(optionIds(options, text, row))
  return kind === 'number' && text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text
}

const one = (ids: string[]): string | string[] => (ids.length === 1 ? ids[0]! : ids)

/** A row of a matrix. */
export function readRow(question: Question, row: ScreenRow, text: string): string {
  const { rows } = listsOf(question)
  if (!rows) throw usageError(`Question ${row.number ?? row.key} is no matrix and has no row "${text}"`)
  return optionId(rows, text, row)
}

export function readAnswer(question: Question, row: ScreenRow, text: string): unknown {
  const { options, rows, columns } = listsOf(question)
  if (rows)
    return Object.fromEntries(
      text.split(';').map((cell) => {
        const at = cell.lastIndexOf(':')
        if (at < 0) throw usageError(`"${cell.trim()}" is not ROW: COLUMN`)
        return [optionId(rows, cell.slice(0, at), row), optionIds(columns ?? [], cell.slice(at + 1), row)]
      }),
    )
  if (options)
    return question.type === 'choice' || question.type === 'ranking' ? optionIds(options, text, row) : optionId(options, text, row)
  return readTested(question, row, undefined, text)
}
