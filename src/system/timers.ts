/** Waits of any length. A timer of Node holds 2^31 - 1 milliseconds, some 25 days; one beyond it would fire at once. */
const longest = 2 ** 31 - 1

/** What a timer can hold: who waits longer than 25 days for one answer waits 25 days. */
export const forTimer = (millis: number): number => Math.min(millis, longest)

/** Seconds to wait for the first byte where nobody says otherwise. */
export const usualTimeout = 60

/** Milliseconds that a whole answer, a part of a long one, or a job that is waited for may take. */
export const wholeTimeout = (seconds = usualTimeout): number => forTimer(Math.ceil(seconds * 10 * 1000))

/** Milliseconds on a clock that is never set. The first use of `performance` loads ten modules of Node, which takes 2 ms. */
export function now(): number {
  const [seconds, nanoseconds] = process.hrtime()
  return seconds * 1000 + nanoseconds / 1e6
}

/** However long; fails with the signal's reason. By hand, as loading `node:timers/promises` takes longer than this. */
export const sleep = (millis: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout
    const stop = (): void => {
      clearTimeout(timer)
      reject(signal!.reason as Error)
    }
    const wait = (left: number): void => {
      timer = setTimeout(() => (left > longest ? wait(left - longest) : end()), forTimer(left))
    }
    const end = (): void => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }
    if (signal?.aborted) return reject(signal.reason as Error)
    signal?.addEventListener('abort', stop)
    wait(Math.max(0, millis))
  })

/** Long enough for whatever is there already, and for what has begun to be sent. `node:timers/promises` has it too, and takes as long to load. */
export const aTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
