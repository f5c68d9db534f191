import * as z from '../core/schema.ts'
import { boolean, choice, nullable } from '../core/fields.ts'
import { listed, operation } from '../core/operation.ts'

export const givenAnswer = z.looseObject({
  question_id: z.optional(z.string()),
  question_text: z.optional(z.nullable(z.string())),
  answer: z.optional(z.unknown()),
  answer_type: z.optional(z.string()),
})

export const answerRow = z.looseObject({
  id: z.int(),
  date_start: z.optional(z.nullable(z.string())),
  date_end: z.optional(z.nullable(z.string())),
  is_complete: z.optional(z.boolean()),
  answers: z.optional(z.array(givenAnswer)),
})
export type AnswerRow = z.infer<typeof answerRow>

export const listAnswers = operation({
  id: 'answer.list',
  request: 'GET /quiz/{id}/answers',
  summary: 'List the answers of a survey',
  query: {
    is_complete: nullable(boolean('Only completed, or only incomplete answers')),
    sort: choice(['date_start', 'date_end'], 'Order by when they were begun or ended', { default: 'date_start' }),
    order: choice(['desc', 'asc'], 'Direction of the order', { default: 'desc' }),
  },
  ...listed('answers', answerRow),
  paging: { by: 'offset', size: 100, max: 1000 },
  refusals: ['quiz_not_found'],
})
