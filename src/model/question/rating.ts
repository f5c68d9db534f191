import { numeric } from './parts/numbers.ts'
import type { Span } from './definition.ts'
import { finite } from './value.ts'
import type { QuestionOf } from '../survey.ts'

type Question = QuestionOf<'rating'>

const mostFigures = 20

export const ratingSpan = ({ ratingCount }: Question): Span => ({
  min: 1,
  max: Math.min(Math.max(Math.trunc(finite(ratingCount, 5)), 1), mostFigures),
  step: 1,
})

const example: Question = {
  type: 'rating',
  title: 'How did you like the exhibition?',
  isRequired: true,
  ratingCount: 5,
  ratingFigure: 'star',
}

export const rating = numeric<Question>(
  { example, seconds: 7 },
  {
    span: ratingSpan,
    range: () => undefined,
    isScored: ({ ratingScore }) => ratingScore === true,
    isGrade: true,
    paper: () => ({ shape: 'star' }),
  },
)
