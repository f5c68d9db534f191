import { conditionsQuiz } from '../../contract/surveys/quiz.ts'
import { isObject } from '../../model/document/shape.ts'
import { problemsOfMap } from '../../draft/section-problems.ts'
import type { Section } from './section.ts'

export const conditions: Section<object> = {
  uses: [conditionsQuiz],
  fromView: ({ conditions: its }) => (isObject(its) ? its : undefined),
  problems: problemsOfMap,
  steps: ({ now, next }) =>
    now === undefined && Object.keys(next).length === 0
      ? []
      : [{ stage: 'conditions', operation: conditionsQuiz, input: ({ id }) => ({ id, conditions: next }) }],
}
