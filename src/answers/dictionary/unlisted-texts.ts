/** Texts that fit no option stand in the dictionary as options: those that no answer says any more are forgotten. */
import type { Dictionary } from './shape.ts'

/** Of all questions; `isSaid` by the key of the question. */
export function forgetUnlisted(dictionary: Dictionary, isSaid: (key: string, text: string) => boolean): void {
  for (const { key, options } of dictionary.questions) {
    const kept = options.filter(({ unlisted, title }) => !unlisted || isSaid(key, title))
    if (kept.length === options.length) continue
    dictionary.revision++
    // In place: decoders and tallies hold the list.
    options.splice(0, Infinity, ...kept)
  }
}

export const hasUnlisted = ({ questions }: Dictionary): boolean => questions.some(({ options }) => options.some(({ unlisted }) => unlisted))
