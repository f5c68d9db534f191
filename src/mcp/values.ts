/** What tools are called with, and what they say. */
export type Values = Readonly<Record<string, unknown>>

export interface Said {
  /** What was left out, or done, in a line. */
  head?: string
  text: string
  facts?: Values
}

/** Texts and numbers that were checked; what was not given is undefined. */
export const textIn = (input: Values, name: string): string | undefined => {
  const value = input[name]
  return value === undefined || value === null ? undefined : String(value)
}
export const numberIn = (input: Values, name: string): number | undefined => {
  const value = input[name]
  return typeof value === 'number' ? value : undefined
}
