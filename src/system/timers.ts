/** Waits of any length. A timer of Node holds 2^31 - 1 milliseconds, some 25 days; one beyond it would fire at once. */
const longest = 2 ** 31 - 1

/** The delay of a single timer: 25 days at most. */
export const forTimer = (millis: number): number => Math.min(millis, longest)

/** Default for the seconds to wait for the first byte of a response. */
export const usualTimeout = 60

/** Milliseconds that a whole answer, a part of a long one, or a job that is waited for may take. */
export const wholeTimeout = (seconds = usualTimeout): number => forTimer(Math.ceil(seconds * 10 * 1000))

/** Milliseconds of a monotonic clock. Not `performance.now()`, whose first use loads ten modules of Node in 2 ms. */
export function now(): number {
  const [seconds, nanoseconds] = process.hrtime()
  return seconds * 1000 + nanoseconds / 1e6
}

/** Waits for any time; rejects with the signal's reason. Not from `node:timers/promises`, which takes longer to load. */
export const sleep = (millis: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout
    const stop = (): void => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const wait = (left: number): void => {
      timer = setTimeout(() => (left > longest ? wait(left - longest) : end()), forTimer(left))
    }
    const end = (): void => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }
    if (signal?.aborted) return reject(signal.reason)
    signal?.addEventListener('abort', stop)
    wait(Math.max(0, millis))
  })

/** One turn of the event loop, in which pending input and output is handled. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** A turn of the event loop for each caller, one after the other: requests are sent between pieces of work that take a while. */
export function inTurn(): () => Promise<void> {
  let last = Promise.resolve()
  return () => (last = last.then(nextTurn))
}
