/** The part of all questions that are answered with a text. */
import type { Column, Definition, Problem } from './definition.ts'
import { malformed } from './options.ts'
import type { Question } from '../survey.ts'
import { asText } from './value.ts'

export const textual = <Q extends Question>(
  problem: (question: Q, value: unknown) => Problem | undefined,
  holds: (question: Q) => Column['holds'] = () => 'text',
): Definition<Q> => ({
  answers: 'text',
  blank: '',
  lists: () => ({}),
  problem,
  words: asText,
  score: () => 0,
  count: (_question, given) => ({ kind: 'texts', texts: given.map(asText) }),
  columns: (question) => [{ holds: holds(question) }],
})

export function lengthProblem(value: unknown, max: number): Problem | undefined {
  if (typeof value !== 'string') return malformed
  return [...value].length > max ? { code: 'too_long', facts: { n: max } } : undefined
}

/** A text of this form, or else the problem with it. */
export const formed =
  (fits: (text: string) => boolean, max: number, code: Problem['code']) =>
  (_question: Question, value: unknown): Problem | undefined =>
    lengthProblem(value, max) ?? (fits(String(value)) ? undefined : { code })
