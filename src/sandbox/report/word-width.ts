/** How wide words are in a document, so that columns are made for them: no word of a table's head is broken. */

const wide = /[mwMWQO@%ЖМШЩЮФДмжшщюфы]/
const narrow = /[iljtfrI.,:;'()|!]/

/** An upper bound, in a bold font. */
const emsOf = (char: string): number =>
  wide.test(char) ? 1.05 : narrow.test(char) ? 0.5 : /[\u2e80-\uffdc]/.test(char) ? 1.1 : /\p{Lu}/u.test(char) ? 0.82 : 0.74

/** In points. Beyond `most` a word is broken after all. */
export function longestWord(texts: readonly string[], points: number, most: number): number {
  const widths = texts.flatMap((text) => text.split(/[\s\u00ad-]+/)).map((word) => [...word].reduce((sum, char) => sum + emsOf(char), 0))
  return Math.min(most, Math.ceil(Math.max(0, ...widths) * points) + 1)
}
