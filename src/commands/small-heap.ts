import { setFlagsFromString } from 'node:v8'
import { ownProcess } from '../system/own-process.ts'

/**
 * Rows and survey files are short-lived objects by the hundred thousand. By default V8 lets its young generation grow to full
 * size for them, and collects the old generation only once it has doubled. Collected when it grew by a fifth, a first sync takes
 * 146 MiB in place of 338, statistics of a million answers in a folder 115 in place of 171: for a quarter more of processor time.
 */
export function keepHeapSmall(): void {
  if (!ownProcess()) return
  setFlagsFromString('--max-semi-space-size=4')
  setFlagsFromString('--semi-space-growth-factor=1')
  setFlagsFromString('--heap-growing-percent=20')
  // A collection is too small for several threads: waking them took a tenth of the time.
  setFlagsFromString('--no-parallel-scavenge')
  // On a busy machine, the thread that frees what pages were read into comes late: 5 to 10% of a first sync's memory.
  setFlagsFromString('--no-concurrent-array-buffer-sweeping')
}
