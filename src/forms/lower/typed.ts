/** Tests of the source as tests of the answers that are given here: ids of options, numbers, `yes` and `no`. */
import { heldBy, isBlank, listsOf, spanOf, type Choice } from '../../model/question/index.ts'
import type { Question } from '../../model/survey.ts'
import { all, always, any, compare, never, not, opaque, type Expression, type Test } from '../expression/expression.ts'
import type { Item } from '../form.ts'

/** Of what is never answered: only that it is blank holds. */
export const ofBlank = ({ operator, value }: Test): Expression =>
  operator === 'equals' && (value === undefined || isBlank(value)) ? always : never

export function typedTest(test: Test, item: Item): Expression {
  const { question } = item
  const { operator, value } = test
  if (question.type === 'message' || question.type === 'html') return ofBlank(test)
  if (operator === 'answered') return bare(test)
  if (Array.isArray(value) && question.type !== 'choice')
    return any((value as string[]).map((one) => typedTest({ ...test, value: one }, item)))
  if (value === undefined || isBlank(value)) return operator === 'equals' ? not(bare({ ...test, operator: 'answered' })) : never
  const { options, columns } = listsOf(question)
  if (question.type === 'ranking' || question.type === 'file') return opaque
  if (columns) return test.row === undefined ? opaque : ofOptions(test, item, columns)
  if (options) return ofOptions(test, item, options)
  return spanOf(question) ? ofNumber(test, question) : ofText(test, question)
}

const bare = ({ value: _, ...test }: Test): Test => test

function ofOptions(test: Test, { values = {}, question }: Item, options: readonly Choice[]): Expression {
  const several = heldBy(question) === 'flag'
  const { operator, value } = test
  const idOf = (wanted: string): string | undefined => {
    const word = (Object.hasOwn(values, wanted) ? values[wanted]! : wanted).trim()
    const number = word === '' ? Number.NaN : Number(word)
    return (
      options.find(({ id }) => id === word) ??
      options.find(({ id }) => id.toLowerCase() === word.toLowerCase()) ??
      options.find(({ id }) => id !== '' && Number(id) === number)
    )?.id
  }
  const wanted = [value].flat().map((one) => idOf(String(one)))
  const ids = wanted.filter((id) => id !== undefined)
  if (operator === 'equals') {
    if (ids.length < wanted.length || (!several && ids.length > 1)) return never
    return { ...test, value: ids.length === 1 ? ids[0]! : ids }
  }
  if (operator === 'contains') {
    const one = several ? 'contains' : 'equals'
    return all(wanted.map((id) => (id === undefined ? never : { ...test, operator: one, value: id })))
  }
  if (several) return opaque
  const fits = options.filter(({ id }) => id.trim() !== '' && compare(Number(id), operator, Number(value)))
  return any(fits.map(({ id }) => ({ ...test, operator: 'equals', value: id })))
}

function ofNumber(test: Test, question: Question): Expression {
  const wanted = Number(test.value)
  const { min, max } = spanOf(question)!
  if (test.operator === 'contains') return opaque
  if (!Number.isFinite(wanted)) return test.operator === 'equals' ? never : opaque
  const ends = [compare(min, test.operator, wanted), compare(max, test.operator, wanted)]
  if (wanted >= min && wanted <= max) return { ...test, value: wanted }
  return test.operator !== 'equals' && ends.every(Boolean) ? bare({ ...test, operator: 'answered' }) : never
}

function ofText(test: Test, question: Question): Expression {
  const text = String(test.value)
  if (question.type === 'datetime' && test.operator !== 'contains') {
    const day = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d)?|^\d\d:\d\d/.exec(text)?.[0]
    return day === undefined ? opaque : { ...test, value: question.datetimeKind === 'datetime' && day.length === 10 ? `${day}T00:00` : day }
  }
  return { ...test, value: text }
}
