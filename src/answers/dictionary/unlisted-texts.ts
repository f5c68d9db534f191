/** Texts that fit no option stand in the dictionary as options: those that are none any more, or that nobody says, are left out. */
import type { Dictionary, KnownQuestion } from './shape.ts'

/** Of all questions; `isSaid` by the key of the question. */
export function forgetUnlisted(dictionary: Dictionary, isSaid: (key: string, text: string) => boolean): void {
  for (const question of dictionary.questions) keepUnlisted(dictionary, question, (text) => isSaid(question.key, text))
}

/** A text that fitted no option, and is a title or a former one by now, is no option of its own any more. */
export function dropExplained(dictionary: Dictionary): void {
  for (const question of dictionary.questions) {
    const titles = new Set(question.options.flatMap(({ title, was, unlisted }) => (unlisted ? [] : [title, ...was])))
    keepUnlisted(dictionary, question, (text) => !titles.has(text))
  }
}

function keepUnlisted(dictionary: Dictionary, { options }: KnownQuestion, isKept: (text: string) => boolean): void {
  const kept = options.filter(({ unlisted, title }) => !unlisted || isKept(title))
  if (kept.length === options.length) return
  dictionary.revision++
  // In place: decoders and tallies hold the list.
  options.splice(0, Infinity, ...kept)
}

export const hasUnlisted = ({ questions }: Dictionary): boolean => questions.some(({ options }) => options.some(({ unlisted }) => unlisted))
