import { renameQuiz } from '../../contract/surveys/quiz.ts'
import { problemsOfText, type Section } from './section.ts'

export const name: Section = {
  uses: [renameQuiz],
  fromView: (view) => view.name ?? undefined,
  problems: problemsOfText(10_000, 1),
  steps: ({ next }) => [{ stage: 'rename', operation: renameQuiz, input: ({ id }) => ({ id, name: next }) }],
}
