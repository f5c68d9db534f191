/** A question as its control shows it. */
import type { Question } from '../../../model/survey.ts'
import { isBlank } from '../../../model/question/index.ts'
import { attributes, type Html } from '../../pages/html.ts'
import type { Wording } from '../wording.ts'

export interface Shown<Q = Question> {
  id: string
  /** The id as part of an element's id. */
  key: string
  question: Q
  /** The value entered before. */
  value: unknown
  required: boolean
  say: Wording
}

export const keyOf = (id: string): string => id.replace(/[^\w-]/g, '_')

/** Attributes of a control, mainly for screen readers. */
export const described = ({ key, question, required }: Shown): Html =>
  attributes({
    'aria-describedby': `about-${key} problem-${key}`,
    'aria-required': required ? 'true' : undefined,
    disabled: question.isBlocked,
  })

/** Attributes of a fieldset that contains the controls of a question. */
export const groupOf = ({ key, question }: Shown): Html =>
  attributes({ 'aria-labelledby': `title-${key}`, 'aria-describedby': `about-${key} problem-${key}`, disabled: question.isBlocked })

/** Whether the value is or contains the id. */
export const has = (value: unknown, id: string | number): boolean => !isBlank(value) && [value].flat().includes(id)
