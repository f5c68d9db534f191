import { sleep } from '../system/timers.ts'
import type { Context } from './context.ts'

type Look<T> = () => Promise<T | undefined>

/** Calls `look` every `every` milliseconds until it finds something; `undefined` once the moment `until` has passed. */
export async function poll<T>(context: Context, look: Look<T>, when: { every: number }): Promise<T>
export async function poll<T>(context: Context, look: Look<T>, when: { every: number; until: number }): Promise<T | undefined>
export async function poll<T>(
  context: Context,
  look: Look<T>,
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
