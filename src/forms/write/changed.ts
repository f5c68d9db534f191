/** What writers share: what a reader would not find again, and what is unfinished. */
import { listsOf } from '../../model/question/index.ts'
import type { Content } from '../../model/document/index.ts'
import type { Rule } from '../../model/logic.ts'
import { questionIn, type Question } from '../../model/survey.ts'
import type { Form } from '../form.ts'
import type { Losses } from '../loss.ts'

const isSet = (value: unknown): boolean => value !== undefined && value !== null && value !== ''

/** As pairs of what it reads and what it was. */
export function changed(read: object, own: object): { fields?: Record<string, [unknown, unknown]> } {
  const [before, now] = [read, own].map((each) => Object.fromEntries(Object.entries(each).filter(([, value]) => isSet(value))))
  const names = [...new Set([...Object.keys(before!), ...Object.keys(now!)])]
  const fields = names.filter((name) => JSON.stringify(before![name]) !== JSON.stringify(now![name]))
  return fields.length > 0 ? { fields: Object.fromEntries(fields.map((name) => [name, [before![name] ?? null, now![name] ?? null]])) } : {}
}

/** Of all of a survey but its questions. */
export function changedEnds(read: Form, { screens, settings }: Content) {
  const of = (id: 'welcome' | 'submit') => (screens?.entities[id] ? changed({ type: id, ...read[id] }, screens.entities[id]) : {})
  return { format: 1, welcome: of('welcome'), submit: of('submit'), settings: changed(read.settings, settings ?? {}) }
}

/** Screens of their own, in their order. An answer of the service may name one that it doesn't have. */
export const askedIn = (screens: NonNullable<Content['screens']>): string[] =>
  screens.ids.filter((id) => id !== 'welcome' && id !== 'submit' && questionIn(screens, id) !== undefined)

export function addScreenouts(rules: readonly Rule[], losses: Losses): void {
  for (const { then } of rules)
    if (then.action === 'screenout') losses.add('setting.changed', { at: 'conditions' }, then.message ?? 'a screen-out', 'the survey ends')
}

/** A draft's question that nobody could answer. */
export function lacksOptions(question: Question): boolean {
  const { options, rows, columns } = listsOf(question)
  return [options, rows, columns].some((list) => list?.length === 0)
}
