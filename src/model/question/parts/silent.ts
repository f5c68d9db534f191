/** Screens that only show something. */
import type { RespondentFacts, Definition } from '../definition.ts'
import type { Question } from '../../survey.ts'
import { asText } from '../value.ts'

export const notAnswered = <Q extends Question>(asked: RespondentFacts<Q>): Definition<Q> => ({
  ...asked,
  answers: 'nothing',
  blank: undefined,
  lists: () => ({}),
  problem: () => undefined,
  text: asText,
  score: () => 0,
  count: () => ({ kind: 'none' }),
  holds: () => undefined,
})
