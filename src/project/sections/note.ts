import { noteQuiz } from '../../contract/surveys/quiz.ts'
import { problemsOfText, type Section } from './section.ts'

export const note: Section = {
  uses: [noteQuiz],
  fromView: ({ notes }) => (notes === undefined ? undefined : (notes ?? '')),
  problems: problemsOfText(1000),
  isDefault: (value) => value === '',
  steps: ({ next }) => [{ stage: 'rename', operation: noteQuiz, input: ({ id }) => ({ id, notes: next }) }],
}
