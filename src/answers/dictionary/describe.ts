/** `dictionary.json`: what each variable of the data means. */
import { isGrade } from '../../model/question/index.ts'
import { orderedQuestions, ownColumnsOf, plainTitle, questionColumns, type Column } from './columns.ts'
import { labelOf, titleOf } from './options.ts'
import type { Dictionary, KnownOption, KnownQuestion } from './shape.ts'

export interface VariableFacts {
  key: string
  question_id: string | null
  row?: { code: number; id: string; label: string }
  option?: { code: number; id: string; label: string }
  role: string
  type: string
  measure: 'nominal' | 'ordinal' | 'scale'
  label: string
  question: string | null
  codes: { code: number; option_id: string; label: string; was: string[]; gone: boolean; unlisted?: true }[]
  order: number
  since: number | null
  until: number | null
}

export const describeDictionary = (dictionary: Dictionary) => ({
  format: dictionary.format,
  quiz: dictionary.quiz,
  name: dictionary.name,
  revision: dictionary.revision,
  variables: describeVariables(dictionary),
})

/** Variables of a table with codes. */
export const describeVariables = (dictionary: Dictionary): VariableFacts[] => [
  ...ownColumnsOf(dictionary).map((column, index, { length }) => ownVariable(column, index - length)),
  ...orderedQuestions(dictionary).flatMap((question) => questionColumns(question, 'codes').map((column) => variable(column, question))),
]

const ownVariable = ({ name, type, label }: Column, order: number): VariableFacts => ({
  key: name,
  question_id: null,
  role: 'answer',
  type,
  measure: type === 'boolean' || type === 'text' ? 'nominal' : 'scale',
  label,
  question: null,
  codes: [],
  order,
  since: null,
  until: null,
})

const optionFacts = (option: KnownOption) => ({ code: option.code, id: option.id, label: labelOf(option) })

function variable({ name, type, label, row, option }: Column, question: KnownQuestion): VariableFacts {
  const isChosen = question.kind === 'single' || question.kind === 'matrix'
  return {
    key: name,
    question_id: question.id,
    ...(row && { row: optionFacts(row) }),
    ...(option && { option: optionFacts(option) }),
    role: question.kind,
    type: isChosen ? 'code' : type,
    measure: measureOf(question),
    label,
    question: plainTitle(question.title),
    codes: isChosen
      ? question.options.map((one) => ({
          code: one.code,
          option_id: one.id,
          label: labelOf(one),
          was: one.was.map(titleOf),
          gone: one.gone,
          ...(one.unlisted && { unlisted: true as const }),
        }))
      : [],
    order: question.order,
    since: question.since,
    until: question.until,
  }
}

/** Rows of a matrix are ordinal when each column has points, or a number as its title. */
export function measureOf({ kind, type, options }: KnownQuestion): VariableFacts['measure'] {
  switch (kind) {
    case 'ranking':
      return 'ordinal'
    case 'matrix': {
      const listed = options.filter(({ unlisted }) => !unlisted)
      const isOrdered = listed.every(({ score, title }) => score !== undefined || /^-?\d+([.,]\d+)?$/.test(title.trim()))
      return listed.length > 0 && isOrdered ? 'ordinal' : 'nominal'
    }
    case 'number':
      return isGrade(type) ? 'ordinal' : 'scale'
    case 'date':
    case 'time':
    case 'datetime':
      return 'scale'
    case 'single':
    case 'multiple':
    case 'matrix-multiple':
    case 'text':
    case 'file':
      return 'nominal'
    default:
      return kind satisfies never
  }
}
