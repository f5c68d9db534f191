import type { Choice, Definition, Limits, AnswerProblem } from './definition.ts'
import { choices, chosen, countsWithin, invalidAnswer, named } from './parts/options.ts'
import { isDistinct } from './value.ts'
import type { QuestionOf } from '../survey.ts'

type Question = QuestionOf<'choice'>

const optionsOf = ({ choiceImageEntities, choiceEntities }: Question): Choice[] =>
  choices(choiceImageEntities?.length ? choiceImageEntities : choiceEntities)

const limits = (question: Question): Limits => ({
  several: question.choiceMultiple === true,
  least: question.choiceMin,
  most: question.choiceMax,
  fields: { several: 'choiceMultiple', least: 'choiceMin', most: 'choiceMax' },
})

const example: Question = {
  type: 'choice',
  title: 'What did you come for?',
  isRequired: true,
  choiceMultiple: true,
  choiceMax: 2,
  choiceEntities: named('The exhibition', 'A meal', 'The shop'),
}

export const choice: Definition<Question> = {
  ...chosen<Question>({ example, seconds: 10, personal: 'consent' }, (question) => ({ options: optionsOf(question) }), limits),
  blank: [],
  problem,
}

function problem(question: Question, value: unknown): AnswerProblem | undefined {
  const options = optionsOf(question)
  const known = new Set(options.map(({ id }) => id))
  if (!Array.isArray(value) || !isDistinct(value) || !value.every((id) => known.has(id))) return invalidAnswer
  const { min, max } = countsWithin(options.length, limits(question))
  if (value.length < min) return { code: 'too_few', facts: { n: min } }
  return value.length > max ? { code: 'too_many', facts: { n: max } } : undefined
}
