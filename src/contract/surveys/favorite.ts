import * as z from '../core/schema.ts'
import { boolean, choice, idOf, json, quizId, text } from '../core/fields.ts'
import { done, listed, operation } from '../core/operation.ts'
import { questionTypes } from '../surveys/question.ts'
import { requiredUnless } from '../core/rules.ts'

export const favorite = z.looseObject({
  id: z.optional(z.int()),
  favorite_question_id: z.optional(z.int()),
  name: z.optional(z.nullable(z.string())),
  widget_type: z.optional(z.string()),
})

export const listFavorites = operation({
  id: 'favorite.list',
  request: 'GET /workspace/{workspace_id}/favorite-questions',
  summary: 'List favourite questions',
  ...listed('items', favorite),
  offers: [{ thing: 'favourite question', id: 'favorite_question_id', tells: 'widget_type' }],
})

/** One method for two things: with `favorite_question_id` it edits, and what isn't sent stays. */
export const saveFavorite = operation({
  id: 'favorite.save',
  request: 'POST /workspace/{workspace_id}/favorite-questions',
  effect: 'draft',
  summary: 'Keep a question as a favourite, or change one',
  body: {
    favorite_question_id: idOf('favourite question', 'not_found', 'Favourite to change; a new one when absent'),
    name: text('Name in the list of favourites', { min: 1, limits: 'not empty' }),
    widget_type: choice(questionTypes, 'Type of the question'),
    data: json(z.record(z.string(), z.unknown(), 'must be an object'), 'The question itself, as in the entities of a survey'),
    choice_type: text('Kind of choice, where the type has several'),
    choice_multiple: boolean('Several options may be chosen'),
    source_quiz_id: quizId('Survey that it comes from'),
    source_widget_id: text('Question of that survey that it comes from'),
  },
  rules: ['name', 'widget_type', 'data'].map((name) => requiredUnless(name, 'favorite_question_id')),
  result: z.looseObject({ favorite_question_id: z.int() }),
  refusals: ['not_found', 'quiz_not_found'],
})

export const removeFavorite = operation({
  id: 'favorite.remove',
  request: 'DELETE /workspace/{workspace_id}/favorite-questions/{questionId}',
  effect: 'deletes',
  summary: 'Remove a favourite question',
  params: { questionId: idOf('favourite question') },
  result: done,
  refusals: ['not_found'],
})
