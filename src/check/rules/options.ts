/** Options, rows and columns: whether they can be chosen and told apart. */
import { isPictureList, optionLists } from '../../contract/surveys/question.ts'
import { listsOf, type Choice } from '../../model/question/index.ts'
import type { Question } from '../../model/survey.ts'
import { inside, nameOf, plain, questionsOf, questionsOfType, type Found, type Rule, type Snapshot } from '../snapshot.ts'
import { commandLine } from '../../text/to-copy.ts'
import { counted } from '../../text/counted.ts'

const fieldsOf = ({ type }: Question): readonly string[] => optionLists[type].flatMap(({ fields }) => fields)

/** Questions with one list, and not with rows and columns. */
const optionsOf = (question: Question): readonly Choice[] | undefined =>
  optionLists[question.type].length === 1 ? listsOf(question).options : undefined

/** Rules check each field of an option as they read it. */
type Options = readonly Readonly<Record<string, unknown>>[]

const edit = ({ survey }: Snapshot): string => commandLine`quiz edit ${survey}`

/** Values that stand more than once. */
function repeated(values: readonly string[]): string[] {
  return [...new Set(values.filter((value, index) => value !== '' && values.indexOf(value) !== index))]
}

function* eachList(survey: Snapshot, problem: (options: Options, path: string) => string | undefined): Iterable<Found> {
  for (const each of questionsOf(survey))
    for (const path of fieldsOf(each.question)) {
      const options = inside(each.question, path)
      const message = Array.isArray(options) && options.length > 0 ? problem(options, path) : undefined
      if (message) yield { screen: each.id, path, message: `${nameOf(each)}: ${message}`, fix: edit(survey) }
    }
}

/** Questions with so many options. */
function* withOptions(survey: Snapshot, count: number, says: string): Iterable<Found> {
  for (const each of questionsOf(survey))
    if (optionsOf(each.question)?.length === count)
      yield {
        screen: each.id,
        message: `${nameOf(each)} ${says}`,
        fix: commandLine`option add ${survey.survey} ${each.number} TITLE`,
      }
}

export const optionRules: readonly Rule[] = [
  {
    id: 'choice-empty',
    severity: 'error',
    why: 'A question without options cannot be answered',
    run: (survey) => withOptions(survey, 0, 'has no options'),
  },
  {
    id: 'choice-single',
    severity: 'warning',
    why: 'With one option there is nothing to choose',
    run: (survey) => withOptions(survey, 1, 'has one option only'),
  },
  {
    id: 'option-duplicate',
    severity: 'warning',
    why: 'Answers that chose options with the same title cannot be told apart',
    run: (survey) =>
      eachList(survey, (options) => {
        const [title] = repeated(options.map((option) => plain(option?.title).toLowerCase()))
        return title === undefined ? undefined : `two options are called "${title}"`
      }),
  },
  {
    id: 'option-untitled',
    severity: 'warning',
    why: 'Respondents see an empty option',
    run: (survey) =>
      eachList(survey, (options, path) => {
        const empty = options.findIndex((option) => plain(option?.title) === '' && !(isPictureList(path) && option?.link))
        return empty < 0 ? undefined : `option ${empty + 1} has no title`
      }),
  },
  {
    id: 'option-id-missing',
    severity: 'warning',
    why: 'Options without ids are known by position: inserting one changes the meaning of old answers',
    run: (survey) =>
      eachList(survey, (options) => {
        const missing = options.filter((option) => option?.id === undefined || option.id === null || option.id === '').length
        return missing === 0
          ? undefined
          : `${missing === options.length ? 'its options have' : `${counted(missing, 'option has', 'options have')}`} no id`
      }),
  },
  {
    id: 'option-id-duplicate',
    severity: 'error',
    why: 'Answers with one of them also count for the other',
    run: (survey) =>
      eachList(survey, (options) => {
        const [id] = repeated(options.map((option, index) => String(option?.id ?? index + 1)))
        return id === undefined ? undefined : `two options have the id "${id}"`
      }),
  },
  {
    id: 'matrix-empty',
    severity: 'error',
    why: 'A matrix without rows or columns cannot be answered',
    *run(survey) {
      for (const each of questionsOfType(survey, 'matrix')) {
        const { rows = [], columns = [] } = listsOf(each.question)
        if (rows.length === 0 || columns.length === 0)
          yield { screen: each.id, message: `${nameOf(each)} has no ${rows.length === 0 ? 'rows' : 'columns'}`, fix: edit(survey) }
      }
    },
  },
  {
    id: 'matrix-large',
    severity: 'warning',
    why: 'On a phone more than 60 cells are a long way to scroll',
    *run(survey) {
      for (const each of questionsOfType(survey, 'matrix')) {
        const { rows = [], columns = [] } = listsOf(each.question)
        const cells = rows.length * columns.length
        if (cells > 60) yield { screen: each.id, message: `${nameOf(each)} has ${cells} cells`, fix: edit(survey) }
      }
    },
  },
]
