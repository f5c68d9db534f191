import type { Column } from './columns.ts'
import type { OutputMode } from './mode.ts'
import { PagedOutput, pagerOf } from './pager.ts'
import { BatchedOutput, writeResult, type OutputSink } from './stdout.ts'

/** Standard output; on a terminal through the pager, if the text doesn't fit on the screen. What has no end is written as it comes. */
export function openOutput({ io, tty, height, endless }: OutputMode): OutputSink {
  if (endless) return { write: (text) => writeResult(io.stdout, Buffer.from(text)), end: () => {} }
  const pager = tty ? pagerOf(io.env) : undefined
  return pager === undefined ? new BatchedOutput(io.stdout) : new PagedOutput(pager, height, io)
}

/** Writes rows in one form. `onHidden` is called with the columns that there was no room for. */
export type Writer = (
  batches: AsyncIterable<readonly unknown[]>,
  columns: readonly Column[] | undefined,
  mode: OutputMode,
  sink: OutputSink,
  onHidden: (hidden: readonly string[]) => void,
) => Promise<void>
