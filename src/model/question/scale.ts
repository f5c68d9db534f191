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

const example: Question = {
  type: 'scale',
  title: 'How likely are you to recommend us?',
  scaleFrom: 0,
  scaleTo: 10,
  scaleFromLabel: 'not at all',
  scaleToLabel: 'certainly',
}

export const scale = numeric<Question>(
  { example, seconds: 8 },
  {
    span: scaleSpan,
    range,
    isScored: ({ scaleScore }) => scaleScore === true,
    isGrade: true,
    paper: ({ scaleFromLabel, scaleToLabel }) => ({ shape: 'circle', from: scaleFromLabel, to: scaleToLabel }),
  },
)
