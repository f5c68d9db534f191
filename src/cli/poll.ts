import { sleep } from '../system/timers.ts'
import type { Context } from './context.ts'

/** Looks again every `every` milliseconds until `look` finds something, or `until` (a moment) has passed. */
export async function poll<T>(
  context: Context,
  look: () => Promise<T | undefined>,
  { every, until = Infinity }: { every: number; until?: number },
): Promise<T | undefined> {
  for (;;) {
    const found = await look()
    if (found !== undefined) return found
    const left = until - Date.now()
    if (left <= 0) return undefined
    await sleep(Math.min(every, left), context.signal)
  }
}
