import { lengthProblem, textual } from './parts/texts.ts'
import { finite } from './value.ts'
import type { QuestionOf } from '../survey.ts'

type Question = QuestionOf<'input'>

export const maxLengthOf = ({ inputMaxLength, inputMultiline }: Question): number =>
  Math.max(Math.trunc(finite(inputMaxLength, inputMultiline ? 5000 : 500)), 1)

export const input = textual<Question>((question, value) => lengthProblem(value, maxLengthOf(question)))
