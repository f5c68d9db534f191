import { numeric, ordered, type Span } from './numbers.ts'
import { finite } from './value.ts'
import type { QuestionOf } from '../survey.ts'

type Question = QuestionOf<'slider'>

export const sliderSpan = ({ sliderMin, sliderMax, sliderStep }: Question): Span =>
  ordered(finite(sliderMin, 0), finite(sliderMax, 100), Math.abs(finite(sliderStep, 1)) || 1)

export const slider = numeric<Question>(sliderSpan, ({ sliderScore }) => sliderScore === true)
