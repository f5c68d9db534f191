/** Former labels of options: where they are known from, and what becomes of texts that they explain. */
import { listsOf } from '../../model/question/index.ts'
import type { Question } from '../../model/survey.ts'
import type { FormerLabels } from './keys.ts'
import type { Dictionary } from './shape.ts'
import { dropExplained } from './unlisted-texts.ts'

/** Titles in other contents of the survey (drafts and publications that were seen), each with the id of its option. */
export function formerLabelsIn(contents: readonly Readonly<Record<string, Question | undefined>>[]): FormerLabels {
  const labels = new Map<string, Record<string, string>>()
  for (const entities of contents) {
    for (const [id, question] of Object.entries(entities)) {
      if (!question) continue
      const { options = [], columns = [], rows = [] } = listsOf(question, 'en')
      const known = labels.get(id) ?? {}
      labels.set(id, Object.assign(known, Object.fromEntries([...options, ...columns, ...rows].map((one) => [one.title, one.id]))))
    }
  }
  return Object.fromEntries(labels)
}

/** Labels that are known of an option become its former ones; what the survey no longer has, or has under that label, is left. */
export function addFormerLabels(dictionary: Dictionary, former: FormerLabels): void {
  for (const { id: question, kind, options, rows } of dictionary.questions) {
    const labels = Object.entries(former[question] ?? {})
    for (const list of [options, rows]) {
      const titles = new Set(list.flatMap(({ title, was, unlisted }) => (unlisted ? [] : [title, ...was])))
      for (const [label, id] of labels) {
        const option = titles.has(label) ? undefined : list.find((one) => one.id === id)
        option?.was.push(label)
        // Cells with that text were blank so far.
        if (option && kind.startsWith('matrix')) dictionary.revision++
      }
    }
  }
  dropExplained(dictionary)
}
