/** What an edit means for existing answers. How many answers it concerns is counted in `impact-count.ts`. */
import { hasFixedOptions, isAnswerable, limitsOf, listsOf, spanOf, type Choice, type Lists } from '../question/index.ts'
import { questionIn, type Question } from '../survey.ts'
import type { Widgets } from '../../contract/core/records.ts'
import { noScreens } from './shape.ts'
import { canonical } from './tree.ts'

/** `loss`: answers are no longer shown. `meaning`: answers count for another option. `note`: worth knowing. */
export type ConcernClass = 'loss' | 'meaning' | 'note'

export interface Concern {
  class: ConcernClass
  /** What is counted: answers to the question, those with the option, values out of range, or unfinished answers. */
  counts: 'question' | 'option' | 'range' | 'incomplete' | 'nothing'
  question: string
  type: string
  title: string
  /** The list that an option stands in, its id, and its title as it was. */
  field?: string
  option?: string
  optionTitle?: string
  range?: { min: number; max: number }
  /** What changed, for a person. */
  what: string
  hint?: string
}

interface Structure {
  screens?: Widgets
  conditions?: unknown
}

export function concernsOf(before: Structure, after: Structure): Concern[] {
  const [old, now] = [before.screens ?? noScreens, after.screens ?? noScreens]
  const found = old.ids.flatMap((id) => {
    const question = questionIn(old, id)
    return question ? concernsOfQuestion(id, question, questionIn(now, id), now, old) : []
  })
  return [...found, ...newlyRequired(old, now), ...logicConcerns(before, after)]
}

const titleOf = ({ title, type }: Question): string => (typeof title === 'string' && title !== '' ? title : type)

function concernsOfQuestion(id: string, old: Question, now: Question | undefined, after: Widgets, before: Widgets): Concern[] {
  if (!isAnswerable(old)) return []
  const about = { question: id, type: old.type, title: titleOf(old) }
  if (!now) return [{ ...about, class: 'loss', counts: 'question', what: 'question removed', ...renameHint(id, old, after, before) }]
  if (now.type !== old.type) return [{ ...about, class: 'loss', counts: 'question', what: `type changed from ${old.type} to ${now.type}` }]
  const found: Concern[] = []
  if (limitsOf(old)?.several && !limitsOf(now)?.several)
    found.push({ ...about, class: 'loss', counts: 'question', what: 'several options changed to one' })
  const lists: Lists = hasFixedOptions(old) ? {} : listsOf(old)
  for (const field of ['options', 'rows', 'columns'] as const)
    found.push(...optionConcerns(lists[field] ?? [], listsOf(now)[field] ?? []).map((concern) => ({ ...about, field, ...concern })))
  const [from, to] = [spanOf(old), spanOf(now)]
  if (from && to && (from.min < to.min || from.max > to.max || from.step !== to.step))
    found.push({
      ...about,
      class: 'note',
      counts: 'range',
      range: to,
      what: `range changed from ${from.min}–${from.max} to ${to.min}–${to.max}`,
    })
  if (!isAlike(titleOf(old), titleOf(now)) && old.title)
    found.push({ ...about, class: 'note', counts: 'question', what: `text replaced by "${titleOf(now)}"` })
  return found
}

/** A hint where the removed question seems to exist under a new id. */
function renameHint(id: string, old: Question, after: Widgets, before: Widgets): { hint: string } | object {
  const twin = after.ids.find(
    (other) => !before.entities[other] && questionIn(after, other)?.type === old.type && questionIn(after, other)?.title === old.title,
  )
  return twin === undefined
    ? {}
    : { hint: `Likely a rename: a new question has its type and title. To keep the answers, give it the id ${id}` }
}

type OptionConcern = Pick<Concern, 'class' | 'counts' | 'option' | 'optionTitle' | 'what'>

function optionConcerns(old: readonly Choice[], now: readonly Choice[]): OptionConcern[] {
  const after = new Map(now.map((option) => [option.id, option]))
  const titles = new Map(old.map(({ id, title }) => [title.toLowerCase(), id]))
  return old.flatMap(({ id, title }): OptionConcern[] => {
    const about = { counts: 'option', option: id, optionTitle: title } as const
    const kept = after.get(id)
    if (!kept) return [{ ...about, class: 'loss', what: `option "${title}" removed` }]
    // Where the title was another option's, options were inserted or swapped without their ids: then it isn't a mere rewording.
    const shifted = titles.get(kept.title.toLowerCase()) ?? id
    if (shifted === id && isAlike(title, kept.title)) return []
    return [{ ...about, class: 'meaning', what: `option "${title}" became "${kept.title}"` }]
  })
}

/** Whether the new text contains the old one, or an edit of at most half of its letters leads to it (Levenshtein distance). */
export function isAlike(old: string, now: string): boolean {
  const [a, b] = [[...old.toLowerCase()], [...now.toLowerCase()]]
  if (now.toLowerCase().includes(old.toLowerCase())) return true
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  a.forEach((letter, at) => {
    const next = [at + 1]
    // A row has one entry more than `b`, and `next` those up to `index`.
    b.forEach((other, index) => next.push(Math.min(row[index]! + (letter === other ? 0 : 1), row[index + 1]! + 1, next[index]! + 1)))
    row = next
  })
  return (row.at(-1) ?? 0) * 2 <= Math.max(a.length, b.length)
}

const isRequired = (question: Question | undefined): boolean =>
  question !== undefined && isAnswerable(question) && question.isRequired === true && question.isBlocked !== true

function newlyRequired(old: Widgets, now: Widgets): Concern[] {
  return now.ids.flatMap((id): Concern[] => {
    const [before, after] = [questionIn(old, id), questionIn(now, id)]
    if (!after || !isRequired(after) || isRequired(before)) return []
    const what = before ? 'made required' : 'new and required'
    return [{ class: 'note', counts: 'incomplete', question: id, type: after.type, title: titleOf(after), what }]
  })
}

/** Logic that changed, or that refers to a removed question. */
function logicConcerns(before: Structure, after: Structure): Concern[] {
  const found: Concern[] = []
  const text = canonical(after.conditions ?? {})
  const screens = before.screens ?? noScreens
  for (const id of screens.ids) {
    const question = questionIn(screens, id)
    if (question && !after.screens?.entities[id] && text.includes(JSON.stringify(id)))
      found.push({
        class: 'note',
        counts: 'nothing',
        question: id,
        type: question.type,
        title: titleOf(question),
        what: 'removed, but still used by the logic',
      })
  }
  if (before.conditions !== undefined && after.conditions !== undefined && canonical(before.conditions) !== canonical(after.conditions))
    found.push({
      class: 'note',
      counts: 'incomplete',
      question: '',
      type: '',
      title: 'Logic',
      what: 'changed: unfinished answers go another way',
    })
  return found
}
