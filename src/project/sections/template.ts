import { makeTemplate } from '../../contract/surveys/quiz.ts'
import { problemsOfFlag, type Section } from './section.ts'

/** One way: a template stays one. */
export const template: Section = {
  uses: [makeTemplate],
  fromView: ({ is_template }) => (typeof is_template === 'boolean' ? is_template : undefined),
  problems: problemsOfFlag,
  isDefault: (value) => value === false,
  refuses: ({ now, next }) => (now === true && next === false ? ['a template stays one'] : []),
  steps: ({ next }) => (next === true ? [{ stage: 'template', operation: makeTemplate, input: ({ id }) => ({ id }) }] : []),
}
