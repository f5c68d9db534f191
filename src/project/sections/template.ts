import { makeTemplate } from '../../contract/quiz.ts'
import { isFlag, type Section } from './section.ts'

/** One way: a template stays one. */
export const template: Section = {
  uses: [makeTemplate],
  see: ({ is_template }) => (typeof is_template === 'boolean' ? is_template : undefined),
  problems: isFlag,
  isUsual: (value) => value === false,
  refuses: ({ now, next }) => (now === true && next === false ? ['a template stays one'] : []),
  steps: ({ next }) => (next === true ? [{ stage: 'template', operation: makeTemplate, input: ({ id }) => ({ id }) }] : []),
}
