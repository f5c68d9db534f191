/** Which answers a read or an export is about; the groups answer, export and report share it. */
import * as z from './schema.ts'
import { boolean, date, integer, json, list } from './fields.ts'
import { later } from './rules.ts'

const answerId = integer('Answer id', { min: 1 })

/** What every export of answers can be asked for. */
export const selection = {
  is_complete: boolean('Completed answers, or only the incomplete ones', { default: true }),
  ids: list(answerId, 'Only answers with these ids'),
  excludedIds: list(answerId, 'No answers with these ids'),
}

/** What a summary and a report can be asked for beyond it. */
export const period = {
  date_from: date('Only answers begun on this day or later'),
  date_to: date('Only answers begun on this day or earlier'),
}

/** An answer passes when each of the named questions holds one of the values. */
const questionFilter = z.looseObject({ question_id: z.string(), values: z.optional(z.array(z.unknown())) })

/** The body of a summary or a report; all of it is optional. */
export const reportFilters = {
  ...period,
  ...selection,
  filters: json(
    z.array(questionFilter, 'must be a list of {question_id, values}'),
    'Conditions on questions: a list of {question_id, values}',
  ),
}

export const periodInOrder = later('date_from', 'date_to', { orSame: true })
