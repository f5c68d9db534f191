/** Expressions in the words of SurveyJS. */
import type { Content } from '../../model/document/index.ts'
import { answerKindOf, heldBy, isAnsweredByList } from '../../model/question/index.ts'
import { questionIn, type Question } from '../../model/survey.ts'
import type { Expression, Test } from '../expression/expression.ts'

const quoted = (value: unknown): string => `'${String(value).replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

/** Ids of screens as names. */
export function textOf(expression: Expression, screens: NonNullable<Content['screens']>, nameOf: (id: string) => string): string {
  const inner = (part: Expression): string => textOf(part, screens, nameOf)
  switch (expression.kind) {
    case 'and':
    case 'or':
      return `(${expression.parts.map(inner).join(` ${expression.kind} `)})`
    case 'not':
      return `!(${inner(expression.part)})`
    case 'test':
      return testText(expression, questionIn(screens, expression.key), nameOf(expression.key))
    default:
      return expression.kind === 'const' && !expression.value ? '1 = 2' : '1 = 1'
  }
}

const signs = { equals: '=', contains: 'contains', greater: '>', less: '<', at_least: '>=', at_most: '<=', answered: 'notempty' } as const

function testText({ row, operator, value }: Test, question: Question | undefined, name: string): string {
  const subject = `{${name}${row === undefined ? '' : `.${row}`}}`
  if (operator === 'answered') return `${subject} notempty`
  const values = [value].flat()
  const several = question !== undefined && (question.type !== 'matrix' || row !== undefined) && heldBy(question) === 'flag'
  const isList = question !== undefined && (isAnsweredByList(question.type) || question.type === 'matrix')
  if (question?.type === 'yesno') return `${subject} = ${String(value) === 'yes'}`
  if (several && operator === 'equals') return `${subject} = [${values.map(quoted).join(', ')}]`
  if (several && operator === 'contains') return `${subject} anyof [${values.map(quoted).join(', ')}]`
  if (isList && operator === 'equals' && values.length > 1) return '1 = 2'
  if (isList && operator === 'contains') return `(${values.map((one) => `${subject} = ${quoted(one)}`).join(' or ')})`
  const isNumber = question !== undefined && answerKindOf(question) === 'number'
  return `${subject} ${signs[operator]} ${isNumber && Number.isFinite(Number(values[0])) ? Number(values[0]) : quoted(values[0])}`
}
