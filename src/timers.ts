/** Waits of any length. A timer of Node holds 2^31 - 1 milliseconds, some 25 days; one beyond it would fire at once. */
const longest = 2 ** 31 - 1

/** What a timer can hold: who waits longer than 25 days for one answer waits 25 days. */
export const forTimer = (millis: number): number => Math.min(millis, longest)

/** However long; ends with the error of the signal. */
export async function sleep(millis: number, signal?: AbortSignal): Promise<void> {
  const { setTimeout: wait } = await import('node:timers/promises')
  let left = Math.max(0, millis)
  do {
    await wait(forTimer(left), undefined, signal && { signal })
    left -= longest
  } while (left > 0)
}
