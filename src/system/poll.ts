import { sleep } from './timers.ts'

type Look<T> = () => Promise<T | undefined>
/** Stops the waiting. */
interface Stoppable {
  readonly signal: AbortSignal
}

/** Calls `look` every `every` milliseconds until it finds something; `undefined` once the moment `until` has passed. */
export async function poll<T>(by: Stoppable, look: Look<T>, when: { every: number }): Promise<T>
export async function poll<T>(by: Stoppable, look: Look<T>, when: { every: number; until: number }): Promise<T | undefined>
export async function poll<T>(
  { signal }: Stoppable,
  look: Look<T>,
  { every, until = Infinity }: { every: number; until?: number },
): Promise<T | undefined> {
  for (;;) {
    const found = await look()
    if (found !== undefined) return found
    const left = until - Date.now()
    if (left <= 0) return undefined
    await sleep(Math.min(every, left), signal)
  }
}
