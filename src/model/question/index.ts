/** Questions of all types: what may be answered, and what an answer means. Their fields: model.ts. */
export { choices, choicesOf, isAnswerable, isRequired, spanOf, type Language } from './shape.ts'
export { blankValue, isBlank, problemOf, type Problem } from './validate.ts'
export { answerText, scoreOf, totalScore } from './answer-text.ts'
export { plausible } from '../../sandbox/seed/plausible.ts'
export { tally, type Tally } from './tally.ts'
