/** The question or option that a person means; on a terminal it may be left out and is chosen from a list. */
import type { Context } from '../../../cli/context.ts'
import { updateDictionary } from '../../../answers/dictionary/update.ts'
import { emptyDictionary } from '../../../answers/dictionary/shape.ts'
import { CommandError, usageError } from '../../../errors.ts'
import {
  matchingOptions,
  questionNamed,
  questionNaming,
  optionFields,
  optionRows,
  screenRows,
  type OptionRow,
  type ScreenRow,
} from '../../../model/document/index.ts'
import { questionIn, type Question } from '../../../model/survey.ts'
import { isObject } from '../../../text/is-object.ts'
import type { DraftWithScreens as Draft } from '../../../draft/read.ts'
import { toCopy } from '../../../text/to-copy.ts'

export const screenName = ({ number, title, key }: ScreenRow): string => `${number ?? key}${title === '' ? '' : ` "${title}"`}`

/** The screens with the names of their variables, as a first sync would name them. */
export function namedScreens({ id, content }: Pick<Draft, 'id' | 'content'>): ScreenRow[] {
  const dictionary = emptyDictionary(id)
  // As if it were published now: names of a draft that nobody answered yet are those that it will have.
  const now = new Date().toISOString()
  const survey = { widgets: content.screens, settings: content.settings, published_at: now, updated_at: now }
  updateDictionary(dictionary, { survey, sync: 1, keys: {} })
  return content.screens ? screenRows(content.screens, new Map(dictionary.questions.map((question) => [question.id, question.key]))) : []
}

export async function pickScreen(context: Context, draft: Draft, reference: string | undefined): Promise<ScreenRow> {
  const { id } = draft
  const rows = namedScreens(draft)
  if (reference === undefined) {
    const choices = rows.map((row) => ({
      value: row,
      name: `${row.number ?? '·'} ${row.title || row.key}`,
      description: `${row.type}, ${row.key}`,
    }))
    return context.ask.pick(
      'Question',
      choices,
      'QUESTION is missing',
      toCopy`Name it ${questionNaming}. To see them: surveyctl question list ${id}`,
    )
  }
  return questionNamed(rows, reference, id)
}

/** What a screen asks: the service may name a screen, and leave it out. */
export function questionAt({ screens }: Draft, row: ScreenRow): Question {
  const question = questionIn(screens, row.id)
  if (question) return question
  throw new CommandError('refused', `The service left out question ${screenName(row)}`)
}

/** `--after` and `--before`, as ids. */
export async function placeOf(
  context: Context,
  draft: Draft,
  { after, before }: { after?: string | undefined; before?: string | undefined },
): Promise<{ after?: string; before?: string }> {
  if (after !== undefined && before !== undefined) throw usageError('--after cannot be given together with --before')
  if (after !== undefined) return { after: (await pickScreen(context, draft, after)).id }
  return before === undefined ? {} : { before: (await pickScreen(context, draft, before)).id }
}

export interface OptionList {
  field: string
  options: Record<string, unknown>[]
}

/** The list of options of a question; a matrix has two. */
export function optionListOf(draft: Draft, row: ScreenRow, which: string | undefined): OptionList {
  const question: Readonly<Record<string, unknown>> = questionAt(draft, row)
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

export async function pickOption(context: Context, { options }: OptionList, reference: string | undefined): Promise<OptionRow> {
  const rows = optionRows(options)
  if (reference === undefined)
    return context.ask.pick(
      'Option',
      rows.map((row) => ({ value: row, name: `${row.number} ${row.title}` })),
      'OPTION is missing',
      'Name it by number, id or exact title',
    )
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
