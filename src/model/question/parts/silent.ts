/** Screens that only show something. */
import type { Definition } from '../definition.ts'
import { asText } from '../value.ts'

export const notAnswered: Definition = {
  answers: 'nothing',
  blank: undefined,
  lists: () => ({}),
  problem: () => undefined,
  text: asText,
  score: () => 0,
  count: () => ({ kind: 'none' }),
  columns: () => [],
}
