import { numeric, ordered, type Span } from './numbers.ts'
import { finite } from './value.ts'
import type { QuestionOf } from '../survey.ts'

type Question = QuestionOf<'scale'>

/** A scale is drawn value by value, hence a bounded number of them. */
const mostSteps = 100

export function scaleSpan({ scaleFrom, scaleTo }: Question): Span {
  const { min, max } = ordered(Math.trunc(finite(scaleFrom, 0)), Math.trunc(finite(scaleTo, 10)), 1)
  return { min, max: Math.min(max, min + mostSteps), step: 1 }
}

export const scale = numeric<Question>(scaleSpan, ({ scaleScore }) => scaleScore === true)
