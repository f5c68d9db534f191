import type { Bar, Choice, Definition, AnswerProblem } from './definition.ts'
import { choices, invalidAnswer, named, titleOf } from './parts/options.ts'
import { isDistinct } from './value.ts'
import { mean, share } from '../share.ts'
import type { QuestionOf } from '../survey.ts'

type Question = QuestionOf<'ranking'>

export const ranking: Definition<Question> = {
  example: { type: 'ranking', title: 'What matters most to you?', rankingEntities: named('Price', 'Guides', 'Opening hours') },
  seconds: 25,
  answers: 'order',
  blank: [],
  lists: (question) => ({ options: choices(question.rankingEntities) }),
  problem,
  text: (value, { options = [] }) =>
    [value]
      .flat()
      .map((id, index) => `${index + 1}. ${titleOf(options, id)}`)
      .join('; '),
  score: () => 0,
  count: (_question, given, { options = [] }) => ({ kind: 'bars', bars: ranks(options, given) }),
  holds: () => 'place',
}

function problem(question: Question, value: unknown): AnswerProblem | undefined {
  const ids = choices(question.rankingEntities).map(({ id }) => id)
  if (!Array.isArray(value) || !value.every((id) => ids.includes(id))) return invalidAnswer
  return isDistinct(value) && value.length === ids.length ? undefined : { code: 'rank_all' }
}

/** A bar counts first places. */
function ranks(list: readonly Choice[], values: readonly unknown[]): Bar[] {
  const orders = values.filter(Array.isArray)
  return list.flatMap(({ id, title, removed }) => {
    const places = orders.map((order) => order.indexOf(id) + 1).filter((place) => place > 0)
    const count = places.filter((place) => place === 1).length
    if (removed && places.length === 0) return []
    return [{ id, label: title, count, percent: share(count, orders.length), average: mean(places) ?? 0, ...(removed && { removed }) }]
  })
}
