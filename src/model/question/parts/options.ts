/** What all questions that are answered by choosing have in common. */
import type { RespondentFacts, Bar, Choice, Chosen, Definition, Limits, Lists, AnswerProblem } from '../definition.ts'
import { withoutMarkup } from '../../markup.ts'
import { share } from '../../share.ts'
import type { Option } from '../../../contract/surveys/question.ts'
import type { Question } from '../../survey.ts'
import { finite } from '../value.ts'

export const invalidAnswer: AnswerProblem = { code: 'invalid_answer' }

export function titled(text: string): Pick<Choice, 'title' | 'markup'> {
  const title = withoutMarkup(text)
  return title === text ? { title } : { title, markup: text }
}

/** Options with ids and titles; one without an id goes by its place, from 1. */
export const choices = (options: unknown): Choice[] =>
  !Array.isArray(options)
    ? []
    : // From outside: each field is checked as it is read.
      (options as (Option | null)[]).map((option, index) => ({
        id: String(option?.id ?? index + 1),
        ...titled(String(option?.title ?? option?.id ?? index + 1)),
        score: finite(option?.score, 0),
        ...(option?.link && { link: option.link }),
        named: option?.id !== undefined && option.id !== null,
      }))

export const titleOf = (list: readonly Choice[], id: unknown): string => list.find((choice) => choice.id === id)?.title ?? String(id)

export const scoreOfAll = (list: readonly Choice[], ids: readonly unknown[]): number =>
  list.reduce((total, { id, score }) => total + (ids.includes(id) ? score : 0), 0)

export const withAnswers = (list: readonly Bar[]): Bar[] => list.filter(({ count, removed }) => !removed || count > 0)

export function bars(list: readonly Choice[], values: readonly unknown[]): Bar[] {
  const counts = new Map<unknown, number>()
  for (const id of values.flat()) counts.set(id, (counts.get(id) ?? 0) + 1)
  return list.map(({ id, title, removed }) => {
    const count = counts.get(id) ?? 0
    return { id, label: title, count, percent: share(count, values.length), ...(removed && { removed }) }
  })
}

/** How many options may be taken: the limits where an answer can fit them, else the nearest ones that it can. */
export function countsWithin(available: number, limits: Limits | undefined): { min: number; max: number } {
  if (!limits?.several) return { min: 1, max: 1 }
  const max = Math.min(Math.max(Math.trunc(finite(limits.most, available)), 1), available)
  return { min: Math.min(Math.max(Math.trunc(finite(limits.least, 1)), 1), max), max }
}

/** Options of an example. */
export const named = (...titles: readonly string[]) =>
  titles.map((title) => ({ id: title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-'), title }))

/** Some of a list of options, in any order. */
export const chosen = <Q extends Question>(asked: RespondentFacts<Q>, lists: Definition<Q>['lists'], limits: Chosen<Q>['limits']) =>
  ({
    ...asked,
    answers: 'options',
    chosen: { limits },
    lists,
    text: (value: unknown, { options = [] }: Lists) =>
      [value]
        .flat()
        .map((id) => titleOf(options, id))
        .join('; '),
    score: (question: Q, value: unknown) => scoreOfAll(lists(question, 'en').options ?? [], [value].flat()),
    count: (_question: Q, given: readonly unknown[], { options = [] }: Lists) => ({
      kind: 'bars',
      bars: withAnswers(bars(options, given)),
    }),
    holds: (question: Q) => (limits(question)?.several ? 'flag' : 'code'),
  }) satisfies Partial<Definition<Q>>

/** Exactly one of a list of options, stored as its id. */
export const chosenOne = <Q extends Question>(
  asked: RespondentFacts<Q>,
  lists: Definition<Q>['lists'],
  more: Pick<Chosen<Q>, 'fixed'> = {},
) =>
  ({
    ...chosen(asked, lists, () => undefined),
    chosen: { limits: () => undefined, ...more },
    blank: '',
    problem: (question: Q, value: unknown) => (lists(question, 'en').options?.some(({ id }) => id === value) ? undefined : invalidAnswer),
  }) satisfies Definition<Q>
