/** `progress.jsonl`: what an interrupted run has written whole. */
import { isObject } from '../../text/is-object.ts'
import type { FileSum } from '../../project/files/read-within.ts'
import type { Gap } from './manifest.ts'

/** What `progress.jsonl` says, a line each. */
export type Line =
  | ({ path: string; operation: string; address?: string } & FileSum)
  | { gap: Gap }
  | { forgotten: string }
  | { done: number; torn: boolean }

/** `undefined`: it was cut off. */
export function lineOf(text: string): Line | undefined {
  try {
    const value: unknown = JSON.parse(text)
    // Its own lines: others, or those that were cut off, have none of these.
    return isObject(value) && ['path', 'gap', 'forgotten', 'done'].some((name) => Object.hasOwn(value, name))
      ? (value as unknown as Line)
      : undefined
  } catch {
    return undefined
  }
}
