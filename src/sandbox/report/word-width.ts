/** How wide words are in a document, so that columns are made for them: no word of a table's head is broken. */

/** Upper bounds in a bold font, in ems: the first that fits counts. */
const widths: readonly (readonly [characters: RegExp, ems: number])[] = [
  [/[mwMWQO@%ЖМШЩЮФДмжшщюфы]/, 1.05],
  [/[iljtfrI.,:;'()|!]/, 0.5],
  // East Asian ones.
  [/[\u2e80-\uffdc]/, 1.1],
  [/\p{Lu}/u, 0.82],
]

const emsOf = (char: string): number => widths.find(([characters]) => characters.test(char))?.[1] ?? 0.74

/** In points. Beyond `most` a word is broken after all. */
export function longestWord(texts: readonly string[], points: number, most: number): number {
  const words = texts.flatMap((text) => text.split(/[\s\u00ad-]+/)).map((word) => [...word].reduce((sum, char) => sum + emsOf(char), 0))
  return Math.min(most, Math.ceil(Math.max(0, ...words) * points) + 1)
}
