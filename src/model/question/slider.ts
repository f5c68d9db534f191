import { numeric, ordered } from './parts/numbers.ts'
import type { Range, Span } from './definition.ts'
import { finite } from './value.ts'
import type { QuestionOf } from '../survey.ts'

type Question = QuestionOf<'slider'>

const range = ({ sliderMin, sliderMax, sliderStep }: Question): Range => ({
  from: finite(sliderMin, 0),
  to: finite(sliderMax, 100),
  step: finite(sliderStep, 1),
  fields: { from: 'sliderMin', step: 'sliderStep' },
})

export function sliderSpan(question: Question): Span {
  const { from, to, step } = range(question)
  return ordered(from, to, Math.abs(step) || 1)
}

const example: Question = {
  type: 'slider',
  title: 'How many hours did you stay?',
  sliderMin: 0,
  sliderMax: 8,
  sliderStep: 1,
  sliderFromLabel: 'none',
  sliderToLabel: 'all day',
}

export const slider = numeric<Question>(
  { example, seconds: 10 },
  {
    span: sliderSpan,
    range,
    isScored: ({ sliderScore }) => sliderScore === true,
    isGrade: false,
    paper: ({ sliderFromLabel, sliderToLabel }) => ({ shape: 'circle', from: sliderFromLabel, to: sliderToLabel }),
  },
)
