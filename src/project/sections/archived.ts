import { archiveQuiz } from '../../contract/surveys/quiz.ts'
import { problemsOfFlag, type Section } from './section.ts'

export const archived: Section = {
  uses: [archiveQuiz],
  fromView: ({ archive_at }) => (archive_at === undefined ? undefined : archive_at !== null),
  problems: problemsOfFlag,
  isDefault: (value) => value === false,
  steps: ({ now, next }) =>
    // A new survey isn't archived.
    now === undefined && next === false
      ? []
      : [{ stage: next === true ? 'archive' : 'unarchive', operation: archiveQuiz, input: ({ id }) => ({ id, archive: next }) }],
}
