import { numeric, ordered } from './parts/numbers.ts'
import type { Range, Span } from './definition.ts'
import { finite } from './value.ts'
import type { QuestionOf } from '../survey.ts'

type Question = QuestionOf<'scale'>

/** A scale is drawn value by value, hence a bounded number of them. */
const mostSteps = 100

const range = ({ scaleFrom, scaleTo }: Question): Range => ({
  from: finite(scaleFrom, 0),
  to: finite(scaleTo, 10),
  step: 1,
  fields: { from: 'scaleFrom' },
})

export function scaleSpan(question: Question): Span {
  const { from, to } = range(question)
  const { min, max } = ordered(Math.trunc(from), Math.trunc(to), 1)
  return { min, max: Math.min(max, min + mostSteps), step: 1 }
}

export const scale = numeric<Question>({ span: scaleSpan, range, isScored: ({ scaleScore }) => scaleScore === true, isGrade: true })
