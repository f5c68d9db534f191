import { moveQuiz } from '../../contract/surveys/quiz.ts'
import { problemsOfText, type Section } from './section.ts'

/** By name, so that a file means the same in every account. */
export const folder: Section = {
  uses: [moveQuiz],
  fromView: ({ folder: its }, { folders }) => Object.entries(folders).find(([, id]) => id === its?.id)?.[0] ?? its?.name ?? undefined,
  problems: problemsOfText(10_000, 1),
  // A new survey is made where it belongs.
  steps: ({ now, next }) =>
    now === undefined
      ? []
      : [{ stage: 'move', operation: moveQuiz, input: ({ id, folderId }) => ({ id, folder_id: folderId(String(next)) }) }],
}
