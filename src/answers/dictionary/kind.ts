import { isQuestionType } from '../../contract/surveys/question.ts'
import { answerKindOf, heldBy } from '../../model/question/index.ts'
import type { Question } from '../../model/survey.ts'
import type { Kind } from './shape.ts'

/** `undefined` for screens that only show something. Of `question`, what decides may be missing but its type. */
export function kindOf(question: { readonly type: string }): Kind | undefined {
  // Of a newer service: its answers are texts.
  if (!isQuestionType(question.type)) return 'text'
  // As with each question from outside, fields are read leniently.
  const asked = question as Question
  const [kind, holds] = [answerKindOf(asked), heldBy(asked)]
  switch (holds) {
    case 'place':
      return 'ranking'
    case 'files':
      return 'file'
    case 'flag':
      return kind === 'cells' ? 'matrix-multiple' : 'multiple'
    case 'code':
      return kind === 'cells' ? 'matrix' : 'single'
    default:
      return holds
  }
}
