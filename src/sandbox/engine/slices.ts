/** Long work in time slices, with a pause after each in which other requests are served. */
import { setImmediate } from 'node:timers/promises'

const sliceMs = 10

/** Runs a generator and resolves with its result; it may be paused at each `yield`. */
export async function inSlices<T>(work: Generator<void, T>): Promise<T> {
  let until = performance.now() + sliceMs
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
    if (performance.now() < until) continue
    await setImmediate()
    until = performance.now() + sliceMs
  }
}

/** Runs such a generator without pauses, for use within a write. */
export function withoutPauses<T>(work: Generator<void, T>): T {
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
  }
}

/** The same items; between two of them there may be a pause. */
export async function* withPauses<T>(items: Iterable<T>): AsyncGenerator<T> {
  let until = performance.now() + sliceMs
  for (const item of items) {
    yield item
    if (performance.now() < until) continue
    await setImmediate()
    until = performance.now() + sliceMs
  }
}
