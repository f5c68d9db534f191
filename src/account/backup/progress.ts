/** `progress.jsonl`: what an interrupted run has written whole. */
import type { FileSum } from '../../project/files/read-within.ts'
import { objectIn } from './lines.ts'
import type { Gap } from './manifest.ts'

/** What `progress.jsonl` says, a line each. */
export type Line =
  | ({ path: string; operation: string; address?: string } & FileSum)
  | { gap: Gap }
  | { forgotten: string }
  | { done: number; torn: boolean }

/** `undefined`: it was cut off. */
export function lineOf(text: string): Line | undefined {
  const value = objectIn(text)
  // Its own lines: others, or those that were cut off, have none of these.
  const isLine = value && ['path', 'gap', 'forgotten', 'done'].some((name) => Object.hasOwn(value, name))
  return isLine ? (value as unknown as Line) : undefined
}
