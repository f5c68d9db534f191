/** What all questions that are answered with a text have in common. */
import type { RespondentFacts, Definition, ValueKind, AnswerProblem, Written } from '../definition.ts'
import { invalidAnswer } from './options.ts'
import type { Question } from '../../survey.ts'
import { asText } from '../value.ts'

export const textual = <Q extends Question>(
  asked: RespondentFacts<Q>,
  problem: (question: Q, value: unknown) => AnswerProblem | undefined,
  written: Written<Q>,
  holds: (question: Q) => ValueKind = () => 'text',
): Definition<Q> => ({
  ...asked,
  answers: 'text',
  written,
  blank: '',
  lists: () => ({}),
  problem,
  text: asText,
  score: () => 0,
  count: (_question, given) => ({ kind: 'texts', texts: given.map(asText) }),
  holds,
})

export function lengthProblem(value: unknown, max: number): AnswerProblem | undefined {
  if (typeof value !== 'string') return invalidAnswer
  return [...value].length > max ? { code: 'too_long', facts: { n: max } } : undefined
}

/** Checks that a text is not too long and fits. */
export const matching =
  (fits: (text: string) => boolean, max: number, code: AnswerProblem['code']) =>
  (_question: Question, value: unknown): AnswerProblem | undefined =>
    lengthProblem(value, max) ?? (fits(String(value)) ? undefined : { code })
