/** Finds questions and options by what a person calls them: all commands by the same names. */
import { isQuestionType } from '../../contract/surveys/question.ts'
import type { Widgets } from '../../contract/core/records.ts'
import { CommandError, usageError } from '../../errors.ts'
import { answerKindOfType } from '../question/index.ts'
import { idMapOf } from './ids.ts'
import { toCopy } from '../../text/to-copy.ts'

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

/** `variables`: their names, by the ids of questions. */
export function screenRows(widgets: Widgets, variables: ReadonlyMap<string, string> = new Map()): ScreenRow[] {
  const keys = new Map(Object.entries(idMapOf(widgets).questions).map(([key, id]) => [id, key]))
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
  const names = [found, ...others].map(({ number, key, title }) => `${number ?? key}${title === '' ? '' : ` "${title}"`}`)
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
