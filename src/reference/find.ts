import { manifest } from './manifest.ts'

export { manifest }

/** The group that a noun, its plural or an alias of it names. */
export const findGroup = (word: string): string | undefined =>
  manifest().find(({ noun, aliases }) => noun === word || aliases.includes(word))?.noun
