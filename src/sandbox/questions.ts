/** Questions of all types: what may be answered, and what an answer means. Their fields: model.ts. */
export { choices, choicesOf, isAnswerable, isRequired, spanOf, type Language } from './question/shape.ts'
export { blankValue, isBlank, problemOf, type Problem } from './question/validate.ts'
export { answerText, scoreOf, totalScore } from './question/answer-text.ts'
export { plausible } from './question/plausible.ts'
export { tally, type Tally } from './question/tally.ts'
