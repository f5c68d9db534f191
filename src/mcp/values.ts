/** What tools are called with, and what they say. */
import { isObject } from '../text/is-object.ts'

export type ToolValues = Readonly<Record<string, unknown>>

export interface Said {
  /** What was left out, or done, in a line. */
  head?: string
  text: string
  facts?: ToolValues
}

/** Texts and numbers that were checked; what was not given is undefined. */
export const textIn = (input: ToolValues, name: string): string | undefined => {
  const value = input[name]
  return value === undefined || value === null ? undefined : String(value)
}
export const textsIn = (input: ToolValues, name: string): string[] => {
  const value = input[name]
  return Array.isArray(value) ? value.map(String) : []
}
export const numberIn = (input: ToolValues, name: string): number | undefined => {
  const value = input[name]
  return typeof value === 'number' ? value : undefined
}

/** One that only opens addresses can't show a question. */
export const asksByForm = (elicitation: unknown): boolean =>
  isObject(elicitation) && (isObject(elicitation.form) || !isObject(elicitation.url))
