/** Screens that only show something. */
import type { Definition } from './definition.ts'
import { asText } from './value.ts'

export const silent: Definition = {
  answers: 'nothing',
  blank: undefined,
  lists: () => ({}),
  problem: () => undefined,
  words: asText,
  score: () => 0,
  count: () => ({ kind: 'none' }),
  columns: () => [],
}
