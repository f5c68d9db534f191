/** Finds questions and options by what a person calls them: all commands by the same names. */
import { isQuestionType } from '../../contract/surveys/question.ts'
import type { Widgets } from '../../contract/core/records.ts'
import { CommandError, usageError } from '../../errors.ts'
import { answerKindOfType } from '../question/index.ts'
import { questionIn, type Question } from '../survey.ts'
import { idMapOf, keysById } from './ids.ts'
import { isObject } from '../../text/is-object.ts'
import { toCopy } from '../../text/to-copy.ts'
import { optionFields } from './fields.ts'

/** What a question is called. */
export interface QuestionNames {
  /** As the report counts: only what can be answered has one. */
  number: number | null
  /** In files: `yesno-1`. */
  key: string
  /** In exports and statistics: `first_visit`. */
  variable: string | null
  id: string
  title: string
}

export interface ScreenRow extends QuestionNames {
  type: string
}

/** A survey's screens, under all their names. */
export interface NamedScreens {
  /** Of the survey. */
  id: number
  screens: Widgets
  rows: readonly ScreenRow[]
}

/** `variables`: their names, by the ids of questions. */
export function screenRows(widgets: Widgets, variables: ReadonlyMap<string, string> = new Map()): ScreenRow[] {
  const keys = keysById(idMapOf(widgets).questions)
  let number = 0
  return widgets.ids.map((id) => {
    const { type, title } = widgets.entities[id] ?? { type: '' }
    return {
      number: isAsked(type) ? ++number : null,
      key: keys.get(id) ?? id,
      variable: variables.get(id) ?? null,
      id,
      type,
      title: typeof title === 'string' ? title : '',
    }
  })
}

/** As a person is told which one it is. */
export const screenName = ({ number, title, key }: QuestionNames): string => `${number ?? key}${title === '' ? '' : ` "${title}"`}`

/** What a screen asks: the service may name a screen, and leave it out. */
export function questionAt(screens: Widgets, row: ScreenRow): Question {
  const question = questionIn(screens, row.id)
  if (question) return question
  throw new CommandError('refused', `The service left out question ${screenName(row)}`)
}

/** A type of a newer service is taken for a question. */
const isAsked = (type: string): boolean => !isQuestionType(type) || answerKindOfType(type) !== 'nothing'

/** All questions that a reference may mean: by title only where no other name matches. */
export function matchingQuestions<Row extends QuestionNames>(rows: readonly Row[], reference: string): Row[] {
  const exact = rows.filter(
    ({ number, key, variable, id }) => [String(number), key, variable].includes(reference) || id === reference.toLowerCase(),
  )
  return exact.length > 0 ? exact : rows.filter(({ title }) => title === reference)
}

export const questionNaming = 'by number, key, variable, id or exact title'

/** The one that is meant; `owner` and `list` say whose questions these are where they are not the draft's. */
export function questionNamed<Row extends QuestionNames>(
  rows: readonly Row[],
  reference: string,
  survey: number,
  { owner = `Survey ${survey}`, list = toCopy`surveyctl question list ${survey}` } = {},
): Row {
  const [found, ...others] = matchingQuestions(rows, reference)
  if (found && others.length === 0) return found
  const hint = `Questions are named ${questionNaming}. To see them: ${list}`
  if (!found) throw new CommandError('not_found', `${owner} has no question "${reference}"`, { code: 'question_not_found', hint })
  const names = [found, ...others].map(screenName)
  throw usageError(`"${reference}" fits ${names.length} questions: ${names.join(', ')}`, 'Give the number or key of the one you mean')
}

export interface OptionRow {
  number: number
  id: string
  title: string
}

/** An option without an id goes by its place, from 1. */
export const optionRows = (options: unknown): OptionRow[] =>
  !Array.isArray(options)
    ? []
    : options.map((option: { id?: unknown; title?: unknown } | null, index) => ({
        number: index + 1,
        id: String(option?.id ?? index + 1),
        title: String(option?.title ?? ''),
      }))

/** By number, id or exact title. */
export function matchingOptions(rows: readonly OptionRow[], reference: string): OptionRow[] {
  const exact = rows.filter(({ number, id }) => String(number) === reference || id === reference)
  return exact.length > 0 ? exact : rows.filter(({ title }) => title === reference)
}

/** The one that is meant. */
export function optionNamed(rows: readonly OptionRow[], reference: string): OptionRow {
  const found = matchingOptions(rows, reference)
  if (found[0] && found.length === 1) return found[0]
  if (found.length > 1)
    throw usageError(
      `"${reference}" fits ${found.length} options: ${found.map(({ id, title }) => `"${title}" (id ${id})`).join(', ')}`,
      'Give the title of the one you mean',
    )
  throw new CommandError('not_found', `The question has no option "${reference}"`, {
    code: 'option_not_found',
    hint: rows.length === 0 ? 'It has none' : `It has ${rows.map(({ title, id }) => `"${title || id}"`).join(', ')}`,
  })
}

export interface OptionList {
  field: string
  options: Record<string, unknown>[]
}

/** The list of options of a question; a matrix has two. */
export function optionListOf(screens: Widgets, row: ScreenRow, which: string | undefined): OptionList {
  const question: Readonly<Record<string, unknown>> = questionAt(screens, row)
  const [first] = optionFields(row.type, question)
  if (first === undefined)
    throw usageError(
      `Question ${screenName(row)} (${row.type}) has no options`,
      row.type === 'yesno' ? 'Its labels are fields: question set SURVEY QUESTION yesnoYesLabel=...' : undefined,
    )
  if (row.type === 'matrix' && which === undefined) throw usageError('A matrix has two lists', 'Say which: --list rows or --list columns')
  if (row.type !== 'matrix' && which !== undefined) throw usageError('--list is for a matrix')
  const field = which === undefined ? first : which === 'rows' ? 'matrixRows' : 'matrixColumns'
  const options = question[field] ?? []
  if (Array.isArray(options) && options.every(isObject)) return { field, options }
  throw new CommandError('refused', `${field} of question ${screenName(row)} is not a list of options`)
}
