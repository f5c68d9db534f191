/** A question on its way to the page. */
import type { Question, Language } from '../../../model/survey.ts'
import { isBlank } from '../../../model/question/index.ts'
import { attributes, type Html } from '../html.ts'
import type { Wording } from '../wording.ts'

export interface Shown<Q = Question> {
  id: string
  /** The id as part of an element's id. */
  key: string
  question: Q
  /** Given before. */
  value: unknown
  required: boolean
  say: Wording
  lang: Language
}

export const keyOf = (id: string): string => id.replace(/[^\w-]/g, '_')

/** What every control of a question says of it to a screen reader. */
export const described = ({ key, question, required }: Shown, inGroup = false): Html =>
  attributes({
    'aria-describedby': inGroup ? undefined : `about-${key} problem-${key}`,
    'aria-required': required && !inGroup ? 'true' : undefined,
    disabled: question.isBlocked,
  })

/** Attributes of a fieldset that stands for the whole question. */
export const groupOf = ({ key, question }: Shown): Html =>
  attributes({ 'aria-labelledby': `title-${key}`, 'aria-describedby': `about-${key} problem-${key}`, disabled: question.isBlocked })

export const has = (value: unknown, id: string | number): boolean => !isBlank(value) && [value].flat().includes(id)
