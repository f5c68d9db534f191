import type { CommandError } from '../errors.ts'

/** Why a request is sent later or again. `wait`: milliseconds. */
export type Waiting =
  | { kind: 'failed'; failure: CommandError; attempt: number; most: number; wait: number }
  // All requests wait.
  | { kind: 'paused'; wait: number }
