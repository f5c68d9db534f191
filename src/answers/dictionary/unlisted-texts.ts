/** Texts that fit no option stand in the dictionary as options: those that are none any more, or that nobody says, are left out. */
import type { Dictionary, KnownQuestion } from './shape.ts'

/** Of all questions; `isSaid` by the key of the question. */
export const forgetUnlisted = (dictionary: Dictionary, isSaid: (key: string, text: string) => boolean): void =>
  dropUnlisted(
    dictionary,
    ({ key }) =>
      (text) =>
        !isSaid(key, text),
  )

/** A text that fitted no option, and is a title or a former one by now, is no option of its own any more. */
export const dropExplained = (dictionary: Dictionary): void =>
  dropUnlisted(dictionary, ({ options }) => {
    const titles = new Set(options.flatMap(({ title, was, unlisted }) => (unlisted ? [] : [title, ...was])))
    return (text) => titles.has(text)
  })

function dropUnlisted(dictionary: Dictionary, isOverIn: (question: KnownQuestion) => (text: string) => boolean): void {
  for (const question of dictionary.questions) {
    const { options } = question
    const isOver = isOverIn(question)
    const kept = options.filter(({ unlisted, title }) => !unlisted || !isOver(title))
    if (kept.length === options.length) continue
    dictionary.revision++
    // In place: decoders and tallies hold the list.
    options.splice(0, Infinity, ...kept)
  }
}

export const hasUnlisted = ({ questions }: Dictionary): boolean => questions.some(({ options }) => options.some(({ unlisted }) => unlisted))
