/** A topic of `surveyctl help`, and a section of the manual: paragraphs, terms with what they mean, commands. */
export type Part = string | { terms: readonly (readonly [term: string, meaning: string])[] } | { commands: readonly string[] }

export interface Topic {
  name: string
  title: string
  parts: readonly Part[]
}
