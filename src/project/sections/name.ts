import { renameQuiz } from '../../contract/quiz.ts'
import { isText, type Section } from './section.ts'

export const name: Section = {
  uses: [renameQuiz],
  see: (view) => view.name ?? undefined,
  problems: isText(10_000, 1),
  steps: ({ next }) => [{ stage: 'rename', operation: renameQuiz, input: ({ id }) => ({ id, name: next }) }],
}
