/** Questions of all types: what may be answered, and what an answer means. Their fields: survey.ts. */
export { choices, choicesOf, isAnswerable, isRequired, spanOf } from './shape.ts'
export { blankValue, isBlank, problemOf, type Problem, type ProblemCode } from './validate.ts'
export { answerText, scoreOf, totalScore } from './answer-text.ts'
export { tally, type Tally } from './tally.ts'
