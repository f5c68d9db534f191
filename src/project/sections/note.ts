import { noteQuiz } from '../../contract/quiz.ts'
import { isText, type Section } from './section.ts'

export const note: Section = {
  uses: [noteQuiz],
  see: ({ notes }) => (notes === undefined ? undefined : (notes ?? '')),
  problems: isText(1000),
  isUsual: (value) => value === '',
  steps: ({ next }) => [{ stage: 'rename', operation: noteQuiz, input: ({ id }) => ({ id, notes: next }) }],
}
