/** A question as people type it: a type, a title, options by their titles, any other field as FIELD=VALUE. */
import { questionTypes } from '../../contract/surveys/question.ts'
import { usageError } from '../../errors.ts'
import { isOneOf } from '../../text/is-one-of.ts'
import { optionFields } from '../document/index.ts'
import { readFields } from './fields.ts'

export interface TypedQuestion {
  type?: string | undefined
  title?: string | undefined
  description?: string | undefined
  required?: boolean | undefined
  option?: string[] | undefined
  row?: string[] | undefined
  column?: string[] | undefined
}

type Question = Record<string, unknown> & { type: string }

/** What was typed over what was read. */
export function typedQuestion(assignments: readonly string[], options: TypedQuestion, base: Record<string, unknown> = {}): Question {
  const type = options.type ?? base.type
  if (!isOneOf(questionTypes, type))
    throw usageError(
      type === undefined ? '--type is required' : `type must be one of ${questionTypes.join(', ')}`,
      `Types: ${questionTypes.join(', ')}`,
    )
  const name = String(type)
  const question = {
    ...base,
    type: name,
    ...(options.title !== undefined && { title: options.title }),
    ...(options.description !== undefined && { description: options.description }),
    ...(options.required && { isRequired: true }),
    ...optionLists(name, options),
    ...Object.fromEntries(Object.entries(readFields(assignments, name)).filter(([, value]) => value !== undefined)),
  }
  const lists = optionFields(name)
  const given = lists.filter((field) => Object.hasOwn(question, field)).length
  if (given < (name === 'matrix' ? lists.length : Math.min(1, lists.length)))
    throw name === 'matrix'
      ? usageError('A matrix needs rows and columns', 'Give --row TITLE and --column TITLE, once for each')
      : usageError(`A question of the type ${name} needs options`, 'Give --option TITLE, once for each')
  return question
}

function optionLists(type: string, { option, row, column }: TypedQuestion): Record<string, unknown> {
  const isMatrix = type === 'matrix'
  if ((row || column) && !isMatrix) throw usageError(`--row and --column are for a matrix, not for ${type}`)
  const [field] = isMatrix ? [] : optionFields(type)
  if (option && field === undefined)
    throw usageError(`A question of the type ${type} has no options${isMatrix ? ': --row and --column' : ''}`)
  return {
    ...(option && field !== undefined && { [field]: titled('option', option) }),
    ...(row && { matrixRows: titled('row', row) }),
    ...(column && { matrixColumns: titled('column', column) }),
  }
}

function titled(what: string, titles: readonly string[]): object[] {
  refuseTwins(what, titles)
  return titles.map((title, index) => ({ id: String(index + 1), title }))
}

/** Nobody who answers could tell two of one title apart. `there`: titles that the list has already. */
export function refuseTwins(what: string, titles: readonly string[], there: readonly unknown[] = []): void {
  const twice = new Set(titles.filter((title, index) => titles.indexOf(title) !== index))
  const problems = [
    ...[...twice].map((title) => `The ${what} "${title}" is given twice`),
    ...[...new Set(titles)].flatMap((title) => (there.includes(title) ? [`There is the ${what} "${title}" already`] : [])),
  ]
  if (problems.length > 0) throw usageError(problems)
}
