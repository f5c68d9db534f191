import type { Choice, Definition, Problem } from './definition.ts'
import { choices, chosen, invalidAnswer } from './options.ts'
import { finite, isDistinct } from './value.ts'
import type { QuestionOf } from '../survey.ts'

type Question = QuestionOf<'choice'>

const optionsOf = ({ choiceImageEntities, choiceEntities }: Question): Choice[] =>
  choices(choiceImageEntities?.length ? choiceImageEntities : choiceEntities)

const parts = chosen<Question>((question) => ({ options: optionsOf(question) }))

export const choice: Definition<Question> = {
  ...parts,
  blank: [],
  problem,
  columns: (question, { options = [] }) =>
    question.choiceMultiple ? options.map((option) => ({ option, holds: 'flag' })) : [{ holds: 'code', codes: options }],
}

/** How many options may be taken. Only a multiple choice has bounds of its own. */
export function countsOf(question: Question): { min: number; max: number } {
  if (!question.choiceMultiple) return { min: 1, max: 1 }
  const available = optionsOf(question).length
  const max = Math.min(Math.max(Math.trunc(finite(question.choiceMax, available)), 1), available)
  return { min: Math.min(Math.max(Math.trunc(finite(question.choiceMin, 1)), 1), max), max }
}

function problem(question: Question, value: unknown): Problem | undefined {
  const known = new Set(optionsOf(question).map(({ id }) => id))
  if (!Array.isArray(value) || !isDistinct(value) || !value.every((id) => known.has(id))) return invalidAnswer
  const { min, max } = countsOf(question)
  if (value.length < min) return { code: 'too_few', facts: { n: min } }
  return value.length > max ? { code: 'too_many', facts: { n: max } } : undefined
}
