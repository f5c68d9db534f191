import type { Column } from './columns.ts'
import type { OutputMode } from './mode.ts'
import { PagedOutput, pagerOf } from './pager.ts'
import { BatchedOutput, type Sink } from './stdout.ts'

/** Standard output, through a pager when a person has one and there is more than fits on the screen. */
export function openOutput(mode: OutputMode, env: NodeJS.ProcessEnv = process.env): Sink {
  const pager = mode.tty ? pagerOf(env) : undefined
  return pager === undefined ? new BatchedOutput() : new PagedOutput(pager, mode.height, env)
}

/** Writes rows in one form. `tell` hears which columns there was no room for. */
export type Writer = (
  batches: AsyncIterable<readonly unknown[]>,
  columns: readonly Column[] | undefined,
  mode: OutputMode,
  sink: Sink,
  tell: (hidden: readonly string[]) => void,
) => Promise<void>
