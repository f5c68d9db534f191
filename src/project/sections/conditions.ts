import { conditionsQuiz } from '../../contract/quiz.ts'
import { isObject } from '../../model/document/shape.ts'
import { isMap, type Section } from './section.ts'

export const conditions: Section = {
  uses: [conditionsQuiz],
  see: ({ conditions: its }) => (isObject(its) ? its : undefined),
  problems: isMap,
  steps: ({ now, next }) =>
    now === undefined && Object.keys(next as object).length === 0
      ? []
      : [{ stage: 'conditions', operation: conditionsQuiz, input: ({ id }) => ({ id, conditions: next }) }],
}
